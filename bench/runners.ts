import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { makeEnvironment } from '../test/support/runner/environment.ts';
import { type MadeFolder, slug } from './folders.ts';
import type { Runner } from './race.ts';

/** What every runner is told. */
export interface Surroundings {
  /** The sink's address, without a slash at the end. */
  readonly address: string;
  /** The folder with the action's bundle. */
  readonly dist: string;
  /** A folder for what the runner of workflows would provide. */
  readonly temp: string;
}

const key = 'bench-key-0123456789abcdef';
const here = import.meta.dirname;

/** A node that starts and ends: what any action of this kind pays. */
export function startBare(): Runner {
  return { name: 'bare node', command: process.execPath, args: ['-e', '0'] };
}

/** The action without any input: it ends at the first one that is missing. */
export function startFailing({ dist, temp }: Surroundings): Runner {
  return {
    name: 'action',
    command: process.execPath,
    args: [join(dist, 'index.js')],
    env: toStep(temp),
    cwd: temp,
    exitCode: 1,
  };
}

/** The action as a workflow starts it: reads the app, deploys the folder, writes outputs and summary. */
export function startAction({ workspace }: MadeFolder, { address, dist, temp }: Surroundings): Runner {
  const inputs = {
    INPUT_COMMAND: 'deploy',
    'INPUT_BASE-URL': address,
    'INPUT_API-KEY': key,
    INPUT_SLUG: slug,
    INPUT_FOLDER: 'app',
    INPUT_INCLUDE: '**',
    'INPUT_GITHUB-TOKEN': 'bench-token-0123456789abcdef',
  };
  const env = { ...toStep(temp), ...inputs, GITHUB_WORKSPACE: workspace };
  return { name: 'action', command: process.execPath, args: [join(dist, 'index.js')], env, cwd: workspace };
}

/** One request with the body ready made: the least that any deploy takes. */
export function startCurl({ bodyFile }: MadeFolder, { address }: Surroundings): Runner {
  const headers = ['-H', `authorization: Bearer ${key}`, '-H', 'content-type: application/json', '-H', 'expect:'];
  const args = ['-sS', '--fail', ...headers, '--data-binary', `@${bodyFile}`, `${address}/api/miniapps/deploy`];
  return { name: 'curl', command: 'curl', args };
}

/** The same request by a node that does nothing else: the least that any action takes. */
export function startReady({ bodyFile }: MadeFolder, { address }: Surroundings): Runner {
  const args = [join(here, 'ready.mjs'), bodyFile, address, key];
  return { name: 'node, body ready made', command: process.execPath, args };
}

/** The step of find, jq, base64 and curl. */
export function startBash({ workspace }: MadeFolder, { address }: Surroundings): Runner {
  return { name: 'bash', command: 'bash', args: [join(here, 'step.sh'), join(workspace, 'app'), address, key] };
}

/** The script that reads all, makes all of it one string, and sends it. */
export function startNaive({ workspace }: MadeFolder, { address }: Surroundings): Runner {
  return {
    name: 'naive',
    command: process.execPath,
    args: [join(here, 'naive.mjs'), join(workspace, 'app'), address, key],
  };
}

/** The programs of the bash step that this machine does not have. */
export function listMissing(): readonly string[] {
  return ['bash', 'find', 'jq', 'base64', 'curl'].filter(
    (program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status !== 0,
  );
}

function toStep(temp: string): Record<string, string> {
  return { ...makeEnvironment(temp), GITHUB_ACTIONS: 'true' };
}

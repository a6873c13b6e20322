import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { makeEnvironment } from '../scripts/runner/environment.ts';
import { type MadeFolder, sameSlug, slug } from './folders.ts';
import type { Runner } from './race.ts';
import { certificateFile } from './service.ts';

/** What every runner is told. */
export interface Surroundings {
  /** The service's address, without a slash at the end. */
  readonly address: string;
  /** The folder with the action's bundle. */
  readonly dist: string;
  /** A folder for what the runner of workflows would provide. */
  readonly temp: string;
}

/** Says how something is started. */
export type Start = (surroundings: Surroundings) => Runner;

const key = 'bench-key-0123456789abcdef';
const others = join(import.meta.dirname, 'others');
/** Trusts the service's certificate, as a job does that has a certificate authority of its own. */
const trust = { NODE_EXTRA_CA_CERTS: certificateFile, CURL_CA_BUNDLE: certificateFile };

/** A node that starts and ends: what any action pays. */
export function startBare(): Runner {
  return { name: 'bare node', command: process.execPath, args: ['-e', '0'] };
}

/** The action without any input: it ends at the first one that is missing. */
export function startFailing(surroundings: Surroundings): Runner {
  return { ...startStep(surroundings, surroundings.temp, {}), exitCode: 1 };
}

/** The action as a workflow starts it: reads the app, deploys the folder, writes outputs and summary. */
export function startAction(
  { workspace, bodyFile }: Pick<MadeFolder, 'workspace' | 'bodyFile'>,
  surroundings: Surroundings,
  inputs: Readonly<Record<string, string>> = {},
): Runner {
  const runner = startCommand(surroundings, workspace, {
    slug,
    include: '**',
    ...inputs,
    command: 'deploy',
    folder: 'app',
  });
  const wanted = { ...runner, mustWrite: toOutcome('deployed'), deploys: statSync(bodyFile).size };
  // The slug is in the body: with another one that is another body.
  const { slug: other } = inputs;
  return other === undefined
    ? { ...wanted, bodyFile }
    : { ...wanted, deploys: wanted.deploys + other.length - slug.length };
}

/** The same with an app that has the folder's content already: only reads and compares. */
export function startUnchanged({ workspace }: MadeFolder, surroundings: Surroundings): Runner {
  const runner = startCommand(surroundings, workspace, {
    slug: sameSlug,
    include: '**',
    command: 'deploy',
    folder: 'app',
  });
  return { ...runner, mustWrite: toOutcome('unchanged') };
}

/** The action that reads the app and says how it is. */
export function startStatus(surroundings: Surroundings): Runner {
  const runner = startCommand(surroundings, surroundings.temp, { slug: sameSlug, command: 'status' });
  return { ...runner, mustWrite: toOutcome('read') };
}

/** A request that curl can make; `read` is of the app that has its content already, `look` of the one to be deployed. */
export type CurlRequest = 'read' | 'look' | 'create' | 'deploy' | 'submit';

/** Sends ready-made requests, one after the other on one connection, and throws the responses away. */
export function startCurl(
  requests: readonly CurlRequest[],
  { address }: Surroundings,
  folder?: Pick<MadeFolder, 'bodyFile'>,
): Runner {
  const bodyFile = folder?.bodyFile ?? '';
  const paths = { read: `/${sameSlug}`, look: `/${slug}`, create: '', deploy: '/deploy', submit: `/${slug}/submit` };
  const bodies = {
    create: '{"slug":"bench-new","name":"Bench"}',
    deploy: `@${bodyFile}`,
    submit: '{"accept_terms":"1"}',
  };
  const args = requests.flatMap((request, index) => [
    ...(index === 0 ? [] : ['--next']),
    ...['-sS', '--fail', '-o', '/dev/null', '-H', `authorization: Bearer ${key}`],
    ...(request === 'read' || request === 'look'
      ? []
      : ['-H', 'content-type: application/json', '-H', 'expect:', '--data-binary', bodies[request]]),
    `${address}/api/miniapps${paths[request]}`,
  ]);
  const deploys = requests.includes('deploy') ? statSync(bodyFile).size : null;
  return { name: 'curl', command: 'curl', args, env: trust, deploys };
}

/** The body ready made, sent by a node that does nothing else: the least that any action takes. */
export function startReady({ bodyFile }: MadeFolder, { address }: Surroundings): Runner {
  const args = [join(others, 'ready.mjs'), bodyFile, address, key];
  const deploys = statSync(bodyFile).size;
  return { name: 'node, body ready made', command: process.execPath, args, env: trust, deploys };
}

/** The step of find, jq, base64 and curl. */
export function startBash({ workspace, bodyFile }: MadeFolder, { address }: Surroundings): Runner {
  const args = [join(others, 'step.sh'), join(workspace, 'app'), address, key];
  return { name: 'bash', command: 'bash', args, env: trust, deploys: statSync(bodyFile).size };
}

/** The script that reads all, makes all of it one string, and sends it. */
export function startNaive({ workspace, bodyFile }: MadeFolder, { address }: Surroundings): Runner {
  const args = [join(others, 'naive.mjs'), join(workspace, 'app'), address, key];
  return { name: 'naive', command: process.execPath, args, env: trust, deploys: statSync(bodyFile).size };
}

/** The programs of the bash step that this machine does not have. */
export function listMissing(): readonly string[] {
  return ['bash', 'find', 'jq', 'base64', 'curl'].filter(
    (program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status !== 0,
  );
}

function startCommand(surroundings: Surroundings, workspace: string, inputs: Readonly<Record<string, string>>): Runner {
  return startStep(surroundings, workspace, {
    'base-url': surroundings.address,
    'api-key': key,
    'github-token': 'bench-token-0123456789abcdef',
    ...inputs,
  });
}

function startStep({ dist, temp }: Surroundings, workspace: string, inputs: Readonly<Record<string, string>>): Runner {
  const environment = makeEnvironment(temp);
  const given = Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]);
  return {
    name: 'action',
    command: process.execPath,
    args: [join(dist, 'index.js')],
    env: {
      ...environment,
      ...trust,
      GITHUB_ACTIONS: 'true',
      GITHUB_WORKSPACE: workspace,
      ...Object.fromEntries(given),
    },
    cwd: workspace,
    outputFiles: [environment.GITHUB_OUTPUT, environment.GITHUB_STEP_SUMMARY],
  };
}

/** How the output `outcome` stands in the runner's file. */
function toOutcome(outcome: string): RegExp {
  return new RegExp(`^outcome<<.*\\n${outcome}$`, 'm');
}

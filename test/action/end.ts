import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Step } from '../../scripts/runner/step.ts';
import { startGithub } from '../support/fake-github.ts';
import { assumed, toChanges } from './assumed.ts';
import { assertNoSecret } from './contract.ts';
import { type Script, startScripted } from './scripted-service.ts';
import type { Shown } from './snapshot.ts';
import {
  comment,
  type DeployedState,
  type Files,
  githubToken,
  key,
  onPullRequest,
  openDeployed,
  openStage,
  type Stage,
  type StageOptions,
  slug,
  type With,
} from './stage.ts';

/** One run and how it ends. What each run must keep, whatever it is about, `Stage.run` checks. */
export interface End {
  /** The state of the app before the run; there is none where it is left out. */
  readonly app?: DeployedState;
  /** How the sandbox is to be, its faults too. */
  readonly sandbox?: StageOptions;
  /** A service that responds by a script, for what the sandbox never says. */
  readonly script?: Script;
  /** What else is done before the run. */
  readonly before?: (stage: Stage) => Promise<void> | void;
  /** Files that differ from those of the usual app. */
  readonly files?: Files;
  readonly inputs?: With;
  readonly step?: Partial<Step>;
  /** True for a run on a pull request that keeps a comment. */
  readonly comment?: true;
  /**
   * What the service is asked for, such as `read, deploy, read`; with the status where it is no success. A pattern where chance decides,
   * and nothing where it is left out.
   */
  readonly asked?: string | RegExp;
  /** The outcome; of a run that ends with 1 also the word of docs/troubleshooting.md that it links to, as in `failed: in_review`. */
  readonly end: string;
  /** Other outputs. */
  readonly outputs?: With;
  /** The state of the app in the sandbox after the run; null for none. */
  readonly becomes?: DeployedState | null;
}

/** Plays one run, and checks how it ends. */
export async function playEnd(end: End): Promise<Shown> {
  const { app, sandbox = {}, files = {}, before, asked: expected = '' } = end;
  const [outcome, why = null] = end.end.split(': ');
  await using stage = await (app === undefined ? openStage(sandbox) : openDeployed(app, sandbox));
  await stage.write(files);
  await before?.(stage);
  const shown = await (end.comment === true ? runWithComment(stage, end) : runOnce(stage, end, end.step));
  const { asked, code, exitCode, outputs, output } = shown;
  if (expected instanceof RegExp) assert.match(asked, expected, output);
  else if (assumed === null) assert.equal(asked, expected, output);
  else assert.equal(toChanges(asked), toChanges(expected), output);
  const told = { outcome: outputs['outcome'], code, exitCode };
  assert.deepEqual(told, { outcome, code: why, exitCode: why === null ? 0 : 1 }, output);
  if (end.becomes !== undefined) assert.equal(stage.sandbox.store.find(slug)?.status ?? null, end.becomes, output);
  assert.partialDeepStrictEqual(outputs, end.outputs ?? {}, output);
  if (outcome === 'deployed' && end.script === undefined) await assertDeployed(stage);
  return shown;
}

/** What a run calls deployed, the service has. */
async function assertDeployed({ workspace, sandbox }: Stage): Promise<void> {
  const page = await readFile(join(workspace, 'app', 'index.html'), 'utf8');
  assert.equal(sandbox.store.find(slug)?.draft.get('index.html'), page);
}

async function runWithComment(stage: Stage, end: End): Promise<Shown> {
  await using github = await startGithub(({ method }) => ({ status: 200, body: method === 'GET' ? [] : { id: 1 } }));
  const { event, env } = onPullRequest(github);
  const step = { event, ...end.step, env: { ...env, ...end.step?.env } };
  const shown = await runOnce(stage, { ...end, inputs: { ...end.inputs, ...comment } }, step);
  const { body: written } = (github.asked.at(-1)?.body ?? { body: '' }) as { readonly body: string };
  assert.match(written, /^<!-- miniapp-deploy:slug=tides -->\n## /);
  assertNoSecret(written, [key, githubToken]);
  return { ...shown, comment: written };
}

async function runOnce(stage: Stage, { script, inputs }: End, step: Partial<Step> = {}): Promise<Shown> {
  if (script === undefined) return { ...(await stage.run(inputs, step)), comment: null };
  await using service = await startScripted(script);
  const result = await stage.run({ 'base-url': service.url, ...inputs }, step);
  return { ...result, asked: service.asked(), comment: null };
}

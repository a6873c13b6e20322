import assert from 'node:assert/strict';
import { type FakeApp, readService } from '../support/fake-service/app.ts';
import { saysYes } from '../support/fake-service/faults.ts';
import { type Files, toWireFiles } from '../support/fake-service/folder.ts';
import type { EndedRun } from '../support/fake-service/run.ts';
import type { Commit, FakeService } from '../support/fake-service/service.ts';
import { folders, type RunStep } from './arbitrary.ts';

/** A run that is over, and what the service saw of it. */
export interface Observed {
  readonly step: RunStep;
  readonly ended: EndedRun;
  readonly service: FakeService;
  /** What the service really did in this run. */
  readonly commits: readonly Commit[];
  readonly requests: readonly string[];
  /** The app as the service holds it after the run. */
  readonly app: FakeApp | null;
}

/** What must hold of every run, whatever goes wrong in it. */
export function checkInvariants(observed: Observed): void {
  checkCommits(observed);
  checkReport(observed);
  checkKind(observed);
  if (observed.ended.exitCode === 0) checkProven(observed);
}

/** One submission at most, nothing deployed behind it, and no change made twice. */
function checkCommits({ step, service, commits, requests }: Observed): void {
  for (const operation of ['submit', 'create', 'update', 'delete'] as const) {
    assert.ok(count(commits, operation) <= 1, `${operation} was committed more than once`);
  }
  // Where a read does not list all files, a deploy of only those may be made again: it is the same deploy.
  const mostDeploys = service.options.listed === 'all' ? 1 : 4;
  assert.ok(count(commits, 'deploy') <= mostDeploys, 'the deploy was committed more than once');
  const firstSubmit = requests.findIndex((request) => request.endsWith('/submit'));
  assert.ok(
    firstSubmit === -1 || !requests.slice(firstSubmit).some((request) => request.endsWith('/deploy')),
    'a deploy was sent after a submission',
  );
  if (step.inputs.dryRun === true) assert.ok(requests.every((request) => request.startsWith('GET ')));
}

/** What the outputs say is the service's state, or the outcome is unknown. */
function checkReport({ step, ended, commits, app }: Observed): void {
  const { outcome, facts } = ended;
  const isKnown = outcome.kind !== 'unknown';
  const hasChanged = commits.some(({ operation }) => operation !== 'submit');
  assert.ok(facts.changed === hasChanged || (!isKnown && !facts.changed), `changed is said to be ${facts.changed}`);
  const wasSubmitted = count(commits, 'submit') === 1;
  assert.ok(facts.submitted || !wasSubmitted || !isKnown, 'a submission is not told');
  if (step.verdict !== null) return;
  if (facts.submitted) assert.equal(app?.status, 'in_review', 'told as submitted');
  if (isKnown && facts.app !== null) assert.equal(facts.app.status, app?.status, 'told as status');
}

/** Nothing is a bug, and without a fault nothing is unknown. A change that is answered without the app is no fault. */
function checkKind({ step, ended, requests }: Observed): void {
  if (!('failure' in ended.outcome)) return;
  const { failure, kind } = ended.outcome;
  assert.notEqual(failure.code, 'bug', `${failure.message}\n${failure.stack}`);
  const hasFaults = step.faults.some(
    (fault, at) => fault !== null && (!saysYes(fault.kind) || requests[at]?.startsWith('GET ')),
  );
  assert.ok(kind !== 'unknown' || hasFaults || step.verdict !== null, `unknown without a fault: ${failure.message}`);
}

/** Green means proven: the service's state is what was asked for. */
function checkProven(observed: Observed): void {
  const { ended, commits, app } = observed;
  const { kind } = ended.outcome;
  const changes = commits.map(({ operation }) => operation).filter((operation) => operation !== 'submit');
  const made = changes.filter((operation) => operation !== 'create' || kind !== 'deployed');
  assert.deepEqual([...new Set(made)], changesOf[kind] ?? [], `${kind}, and this was changed`);
  if (kind === 'deleted') assert.equal(app, null);
  if (kind === 'deployed') assert.deepEqual(app?.files, toWireFiles(folderOf(observed)));
  if (kind === 'created' || kind === 'updated') checkFields(observed);
  if (kind === 'unchanged') checkUnchanged(observed);
  if (kind === 'deployed' || kind === 'unchanged' || kind === 'submitted') checkSubmitted(observed);
  else assert.equal(count(commits, 'submit'), 0, `${kind}, and something was submitted`);
}

/** What a green outcome says that the service has done; a deploy may have created the app first. */
const changesOf: Readonly<Partial<Record<string, readonly string[]>>> = {
  deployed: ['deploy'],
  created: ['create'],
  updated: ['update'],
  deleted: ['delete'],
};

function checkUnchanged(observed: Observed): void {
  const { step, app } = observed;
  if (step.inputs.command === 'update') checkFields(observed);
  if (step.inputs.command !== 'deploy') return;
  assert.deepEqual(toShown(app?.files ?? {}, observed), toShown(toWireFiles(folderOf(observed)), observed));
}

function checkSubmitted({ step, app }: Observed): void {
  const { command, submit } = step.inputs;
  if (command !== 'submit' && (command !== 'deploy' || submit !== true)) return;
  assert.ok(step.verdict !== null || app?.status === 'in_review' || app?.status === 'published', 'not submitted');
}

function folderOf({ step }: Observed): Files {
  return folders[step.folder] ?? {};
}

function checkFields(observed: Observed): void {
  const local = toWireFiles(folderOf(observed));
  const files = observed.app?.files ?? {};
  assert.equal(files['index.html'], local['index.html']);
  if (local['instructions.md'] !== undefined) assert.equal(files['instructions.md'], local['instructions.md']);
  for (const [key, value] of Object.entries(readService(local))) assert.equal(readService(files)[key], value);
}

/** The files as far as a read shows them, service.json by value. */
function toShown(files: FakeApp['files'], { service }: Observed): Readonly<Record<string, unknown>> {
  const paths = Object.keys(files).filter(
    (path) => service.options.listed === 'all' || /^(service\.json|index\.html|instructions\.md|assets\/)/.test(path),
  );
  return Object.fromEntries(
    paths.sort().map((path) => [path, path === 'service.json' ? readService(files) : files[path]]),
  );
}

function count(commits: readonly Commit[], wanted: Commit['operation']): number {
  return commits.filter(({ operation }) => operation === wanted).length;
}

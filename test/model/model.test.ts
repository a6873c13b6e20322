import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createFakeFolder, toWireFiles } from '../support/fake-service/folder.ts';
import { runCommand } from '../support/fake-service/run.ts';
import { FakeService } from '../support/fake-service/service.ts';
import { folders, type RunStep, type Story, story } from './arbitrary.ts';
import { checkInvariants } from './invariants.ts';

/** More runs by the environment, each time others; without it always the same, so that nothing comes and goes. */
const runs = Number(process.env['MODEL_RUNS'] ?? 2_000);
const parameters = process.env['MODEL_RUNS'] === undefined ? { seed: 20_261_001 } : {};

/** What the stories came to, so that a model that proves nothing does not pass. */
const seen = new Map<string, number>();

test(`whatever is done and whatever goes wrong, a run reports what the service holds (${runs} stories)`, async () => {
  await fc.assert(fc.asyncProperty(story, playStory), { numRuns: runs, ...parameters });
  const expected = [
    ...['deployed', 'unchanged', 'planned', 'skipped', 'submitted', 'created', 'updated', 'deleted', 'listed', 'read'],
    ...['rejected', 'failed', 'unknown'],
  ];
  assert.deepEqual([...seen.keys()].sort(), expected.sort(), 'every outcome came up');
});

async function playStory({ options, start, steps }: Story): Promise<void> {
  const service = new FakeService(options);
  if (start !== null) {
    service.put('tides', { status: start.status, files: toWireFiles(folders[start.folder] ?? {}) });
  }
  for (const step of steps) {
    if (step.do === 'run') await playRun(step, service);
    else service.review('tides', step.move);
  }
}

async function playRun(step: RunStep, service: FakeService): Promise<void> {
  const firstCommit = service.commits.length;
  const firstRequest = service.requests.length;
  service.faults = [...step.faults];
  const { verdict } = step;
  if (verdict !== null) service.clock.after(verdict.afterMs, () => service.review('tides', verdict.move));
  const folder = createFakeFolder(folders[step.folder] ?? {});
  const ended = await runCommand({ service, folder, inputs: step.inputs });
  service.faults = [];
  // What the reviewer was about to do happens before the next run.
  service.clock.pass(60_000);
  seen.set(ended.outcome.kind, (seen.get(ended.outcome.kind) ?? 0) + 1);
  checkInvariants({
    step,
    ended,
    service,
    commits: service.commits.slice(firstCommit),
    requests: service.requests.slice(firstRequest),
    app: service.apps.get('tides') ?? null,
  });
}

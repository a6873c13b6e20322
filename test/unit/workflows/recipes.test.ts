import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { evaluate } from '../../../scripts/runner/expressions.ts';
import { listEvents } from '../../runner/events.ts';
import { scenarios } from '../../runner/scenarios.ts';
import { expression, isOurs } from '../../runner/workflow.ts';
import { listFiles, readText } from '../../support/repository.ts';

interface Job {
  readonly environment?: {
    readonly name: string;
    readonly url?: string;
    readonly deployment?: unknown;
  };
  readonly steps: readonly { readonly uses?: string; readonly with?: object }[];
}

/** The recipes by the names of their files. `npm run test:runner` runs them in act. */
const recipes = listFiles('examples/workflows', '.yml').map((path) => {
  const { on, jobs }: { readonly on: object; readonly jobs: Readonly<Record<string, Job>> } = parse(
    readText(path),
  );
  return { name: path.slice('examples/workflows/'.length), on, jobs };
});
const action: { readonly inputs: object } = parse(readText('action.yml'));

for (const { name, on, jobs } of recipes) {
  test(`${name} has a scenario for each event that starts it, and names no input that the action does not have`, () => {
    const known = scenarios.filter(({ workflow }) => workflow === name).map(({ event }) => event);
    const missing = listEvents({ ...on }).filter((event) => !known.includes(event));
    assert.deepEqual(missing, []);
    const steps = Object.values(jobs).flatMap((job) => job.steps);
    for (const step of steps.filter(({ uses }) => isOurs(uses)))
      for (const input of Object.keys(step.with ?? {})) assert.ok(input in action.inputs, input);
  });
}

test('only jobs whose success means that the app has the content record a deployment', () => {
  const recording = recipes.flatMap(({ name, jobs }) =>
    Object.entries(jobs).flatMap(([job, { environment }]) =>
      environment === undefined || environment.deployment === false
        ? []
        : [[`${name} ${job}`, environment.name, environment.url]],
    ),
  );
  assert.deepEqual(
    recording.filter(([job]) => job !== 'manual.yml change'),
    [
      [
        'monorepo-release.yml record',
        `miniapp-${expression('matrix.slug')}-in-review`,
        `${expression('vars.MINIAPPS_BASE_URL')}/a/${expression('matrix.slug')}`,
      ],
      ['release.yml record', 'miniapp-tides-in-review', expression('needs.submit.outputs.url')],
    ],
  );
});

test('a change by hand records a deployment after a submission, or a deploy that was not skipped', () => {
  const { environment } = recipes.find(({ name }) => name === 'manual.yml')?.jobs['change'] ?? {};
  const plan = (command: string, onInReview = 'fail') => {
    const inputs = { command, 'on-in-review': onInReview };
    return [evaluate(environment?.name, { inputs }), evaluate(environment?.deployment, { inputs })];
  };
  assert.equal(environment?.url, expression('steps.app.outputs.url'));
  assert.deepEqual(plan('submit'), ['miniapp-release', true]);
  assert.deepEqual(plan('delete'), ['miniapp-release', false]);
  assert.deepEqual(plan('withdraw'), ['miniapp-release', false]);
  assert.deepEqual(plan('deploy'), ['miniapp-draft', true]);
  assert.deepEqual(plan('deploy', 'skip'), ['miniapp-draft', false]);
  for (const command of ['create', 'update']) {
    assert.deepEqual(plan(command), ['miniapp-draft', false]);
  }
});

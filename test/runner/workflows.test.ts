/** Runs the recipes in act, on this machine without containers, against the sandbox. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { parseCommands } from '../../scripts/runner/commands.ts';
import { concurrency, key } from '../action/stage.ts';
import { readText } from '../support/repository.ts';
import { type ActRun, type OurStep, playInAct } from './act.ts';
import { type Event, makeEvent, pullRequestNumber } from './events.ts';
import { assertScenario, scenarios } from './scenarios.ts';
import { openRecipeStage, type RecipeStage, token } from './stage.ts';
import { prepareForAct, readRecipeText } from './workflow.ts';

const action: { readonly outputs: Readonly<Record<string, unknown>> } = parse(
  readText('action.yml'),
);

/** Checks that no secret is shown and that every step that ran has all its outputs. */
function assertRun(run: ActRun, event: Event, { github, configure }: RecipeStage): void {
  const refType = event.ref.startsWith('refs/tags/') ? 'tag' : 'branch';
  assert.partialDeepStrictEqual(run, { ref: event.ref, refType });
  for (const step of run.steps.filter(({ result }) => result !== 'skipped'))
    assertStep(step, run, 'MINIAPPS_API_KEY' in configure(event).secrets);
  for (const secret of [key, token])
    assert.ok(!run.log.includes(secret), `the log shows no ${secret}`);
  for (const { method, path, authorization } of github.asked) {
    assert.equal(authorization, `token ${token}`);
    if (method === 'POST') assert.match(path, new RegExp(`/issues/${pullRequestNumber}/comments`));
  }
}

function assertStep(step: OurStep, { log }: ActRun, hasKey: boolean): void {
  const { outputs, result, summary, commands } = step;
  const masks = commands.filter(({ name }) => name === 'add-mask').map(({ data }) => data);
  assert.deepEqual(Object.keys(outputs).sort(), Object.keys(action.outputs).sort(), log);
  assert.equal(String(step.changed), outputs['changed']);
  assert.deepEqual(masks, hasKey ? [key, token] : [token]);
  assert.match(summary ?? '', /^## /);
  const isGood = !/^(rejected|failed|unknown)$/.test(outputs['outcome'] ?? '');
  const isBadReview = /^(rejected|withdrawn)$/.test(outputs['review-result'] ?? '');
  assert.equal(result, isGood && !isBadReview ? 'success' : 'failure', log);
  const annotations = commands.filter(({ name }) => /^(error|warning|notice)$/.test(name));
  assert.equal(annotations.at(-1)?.name === 'error', result === 'failure', log);
  const files = annotations.flatMap(({ properties: { file } }) => file ?? []);
  // With several apps, the paths are relative to the workspace.
  const expected = step.problemFiles.map((path) =>
    path?.startsWith('apps/') ? path : `app/${path}`,
  );
  assert.deepEqual(files, expected);
  // act undoes escapes in any order, so that a percent sign may stand for more.
  for (const { line, ...command } of commands.filter((entry) => !entry.line.includes('%25'))) {
    assert.deepEqual(
      parseCommands(line),
      [command],
      'the port of the runner reads a command as act does',
    );
  }
}

describe('in act, the recipe', { concurrency }, () => {
  for (const scenario of scenarios) {
    const { workflow, event: name, when, steps } = scenario;
    const trigger = when === '' ? name : `${name} (${when})`;
    test(`${workflow} on ${trigger}: ${steps || 'the action is not used'}`, async () => {
      await using recipe = await openRecipeStage(scenario.stage);
      const event = makeEvent(name, { ...(await recipe.commit()), ...scenario });
      const run = await playInAct(
        prepareForAct(readRecipeText(workflow, scenario.edits)),
        event,
        recipe,
      );
      assertRun(run, event, recipe);
      assert.equal(run.exitCode, scenario.jobs.includes('failure') ? 1 : 0, run.log);
      await assertScenario(scenario, run, recipe);
    });
  }
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { listEvents, makeEvent } from '../runner/events.ts';
import { assertScenario, scenarios, strangers } from '../runner/scenarios.ts';
import { openRecipeStage, type RecipeStage } from '../runner/stage.ts';
import { listFiles, readText } from '../support/repository.ts';
import { listInputs, playRecipe, readRecipe } from './recipe.ts';
import { concurrency, moveApp } from './stage.ts';

const recipes = listFiles('examples/workflows', '.yml').map((path) => path.slice('examples/workflows/'.length));
const action: { readonly inputs: object } = parse(readText('action.yml'));
/** The recipes run on Linux: their scripts need its bash. */
const skip = process.platform === 'win32';

/** In their scripts, and in `gh`, which brings its own. */
if (!skip && spawnSync('jq', ['--version']).status !== 0)
  throw new Error('The tests of the recipes need jq: install it.');

/** One run of each recipe with each event. `npm run test:runner` plays all of them, in act. */
const played = scenarios.filter(
  ({ workflow, event, isAlwaysPlayed }, index) =>
    isAlwaysPlayed || index === scenarios.findIndex((one) => one.workflow === workflow && one.event === event),
);
const noCommits = { sha: '0'.repeat(40), before: '0'.repeat(40) };

describe('the recipes as GitHub runs them', { concurrency, skip }, () => {
  for (const scenario of played) {
    const { workflow, event: name, when, deployment } = scenario;
    test(`${workflow}: ${name}${when && `, ${when}`}`, async () => {
      await using recipe = await openRecipeStage(scenario.stage);
      const commits = scenario.stage?.old === undefined ? noCommits : await recipe.commit();
      const event = makeEvent(name, { ...commits, ...scenario });
      const run = await playRecipe(readRecipe(workflow, scenario.terms), recipe, event);
      await assertScenario(scenario, run, recipe);
      const url = `${recipe.stage.sandbox.url}/a/tides`;
      assert.deepEqual(run.deployments, deployment === undefined ? [] : [`${deployment} ${url}`]);
    });
  }
});

for (const workflow of recipes) {
  test(`${workflow} runs with each event that starts it, and names no input that the action does not have`, () => {
    const recipe = readRecipe(workflow);
    const events = new Set(scenarios.filter((one) => one.workflow === workflow).map(({ event }) => event));
    for (const event of listEvents(recipe.on)) assert.ok(events.has(event), event);
    for (const input of listInputs(recipe)) assert.ok(input in action.inputs, input);
  });
}

test('drift.yml opens one issue for each finding, and none again for one that is closed', { skip }, async () => {
  const stage = { release: 'v1.2.3', old: {}, apps: { tides: 'draft' } } as const;
  await using recipe = await openRecipeStage(stage);
  await recipe.commit();
  const compare = async () => {
    const run = await playRecipe(readRecipe('drift.yml'), recipe, makeEvent('schedule', noCommits));
    assert.equal(run.jobs['compare']?.result, 'success', run.log);
    return (await recipe.gh.read()).issues;
  };
  const [issue = assert.fail(), ...more] = await compare();
  assert.deepEqual([issue.title, more], ['tides differs from its release v1.2.3', []]);
  assert.match(
    issue.body,
    /\n {4}status: draft\n {4}a deploy of v1\.2\.3 would: deploy\n {4}content of v1\.2\.3: sha256:[0-9a-f]{64}\n```$/,
  );
  assert.deepEqual(await compare(), [issue]);
  moveApp(recipe.stage, 'submit');
  assert.equal((await compare()).length, 2);
});

describe('review-watch.yml', { concurrency, skip }, () => {
  const watch = async (recipe: RecipeStage) => {
    const run = await playRecipe(readRecipe('review-watch.yml'), recipe, makeEvent('schedule', noCommits));
    assert.equal(run.jobs['watch']?.result, 'success', run.log);
    return (await recipe.gh.read()).issues;
  };

  test('makes one issue for a review, comments on an approval once and closes it, opens it for what comes later, a new note too', async () => {
    await using recipe = await openRecipeStage({ apps: { tides: 'in_review' } });
    const { stage } = recipe;
    for (let run = 0; run < 2; run += 1) {
      const [issue, ...more] = await watch(recipe);
      assert.deepEqual(more, []);
      assert.partialDeepStrictEqual(issue, { title: 'Review of tides', comments: [], state: 'OPEN' });
    }
    moveApp(stage, 'approve', 'Well done.');
    for (let run = 0; run < 2; run += 1) {
      const [issue = assert.fail()] = await watch(recipe);
      assert.deepEqual({ state: issue.state, comments: issue.comments }, { state: 'CLOSED', comments: [issue.body] });
      const [, comment] = issue.body.split(/(?<=-->)\n/);
      assert.equal(comment, `${stage.sandbox.url}/a/tides\n\n\`\`\`\n    published\n    Well done.\n\`\`\``);
    }
    moveApp(stage, 'take_down');
    const [taken] = await watch(recipe);
    assert.deepEqual([taken?.comments.length, taken?.state], [2, 'OPEN']);
    stage.sandbox.store.put({ ...(stage.sandbox.store.find('tides') ?? assert.fail()), reviewNote: 'Another reason.' });
    const [noted, ...more] = await watch(recipe);
    assert.deepEqual([noted?.comments.length, noted?.state, more], [3, 'OPEN', []]);
  });

  test('leaves the issues of others alone, also those with its label or its mark', async () => {
    await using recipe = await openRecipeStage({ apps: { tides: 'in_review' }, issues: strangers });
    await watch(recipe);
    moveApp(recipe.stage, 'approve');
    const [own, ...others] = await watch(recipe);
    assert.deepEqual([own?.state, own?.comments.length], ['CLOSED', 1]);
    assert.deepEqual(others, strangers);
  });

  test('shows a hostile note as code, and runs none of it', async () => {
    const reviewNote = 'Hm $(id) `id`\n```\n@octo/team <img src=x>\r~~~\n::error::x\n-n "$GH_TOKEN"';
    await using recipe = await openRecipeStage({ apps: { tides: 'not_approved' }, reviewNote });
    const [issue] = await watch(recipe);
    const [fence, ...rest] = issue?.body.split('\n').slice(3) ?? [];
    assert.deepEqual([fence, rest.at(-1)], ['```', '```']);
    assert.ok(rest.slice(0, -1).every((line) => line.startsWith('    ')));
    for (const part of ['$(id) `id`', '@octo/team <img src=x>', '-n "$GH_TOKEN"']) {
      assert.ok(issue?.body.includes(part), part);
    }
  });
});

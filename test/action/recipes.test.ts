import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import type { Settings } from '../../sandbox/settings.ts';
import { listEvents, makeEvent } from '../runner/events.ts';
import { assertScenario, lastSubmitted, scenarios, strangers } from '../runner/scenarios.ts';
import { openRecipeStage, type RecipeStage, type RecipeStageOptions } from '../runner/stage.ts';
import { listFiles, readText } from '../support/repository.ts';
import { entry } from './command.ts';
import { listInputs, playRecipe, readRecipe } from './recipe.ts';
import { appFiles, concurrency, moveApp, otherPage } from './stage.ts';

const recipes = listFiles('examples/workflows', '.yml').map((path) =>
  path.slice('examples/workflows/'.length),
);
const action: { readonly inputs: object } = parse(readText('action.yml'));
/** The recipes run on Linux, because their scripts need bash. */
const skip = process.platform === 'win32';

/** The scripts of the recipes need jq, and so does the fake `gh`; the real `gh` contains it. */
if (!skip && spawnSync('jq', ['--version']).status !== 0)
  throw new Error('The tests of the recipes need jq: install it.');

/** One run of each recipe with each event. `npm run test:runner` plays all of them, in act. */
const played = scenarios.filter(
  ({ workflow, event, isAlwaysPlayed }, index) =>
    isAlwaysPlayed ||
    index === scenarios.findIndex((one) => one.workflow === workflow && one.event === event),
);
/** Uses the packaged command. */
const openStage = (options?: RecipeStageOptions) => openRecipeStage(options, entry);
const noCommits = { sha: '0'.repeat(40), before: '0'.repeat(40) };

describe('the recipes as GitHub runs them', { concurrency, skip }, () => {
  for (const scenario of played) {
    const { workflow, event: name, when, deployment } = scenario;
    test(`${workflow}: ${name}${when && `, ${when}`}`, async () => {
      await using recipe = await openStage(scenario.stage);
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
    const events = new Set(
      scenarios.filter((one) => one.workflow === workflow).map(({ event }) => event),
    );
    for (const event of listEvents(recipe.on)) assert.ok(events.has(event), event);
    for (const input of listInputs(recipe)) assert.ok(input in action.inputs, input);
  });
}

describe('drift.yml', { concurrency, skip }, () => {
  const compare = async (recipe: RecipeStage) => {
    const run = await playRecipe(readRecipe('drift.yml'), recipe, makeEvent('schedule', noCommits));
    assert.equal(run.jobs['compare']?.result, 'success', run.log);
    return { issues: (await recipe.gh.read()).issues, log: run.log };
  };
  const released = {
    release: 'v1.2.3',
    old: { 'app/index.html': appFiles['app/index.html'] },
    isDeployed: true,
  } as const;

  test('keeps one issue open while the app differs from the release, closes it afterwards, and opens a new one later', async () => {
    const api = { [lastSubmitted]: [] };
    await using recipe = await openStage({ ...released, apps: { tides: 'taken_down' }, api });
    await recipe.commit();
    const { store } = recipe.stage.sandbox;
    const compareAs = async (status: 'draft' | 'published' | 'taken_down') => {
      store.put({ ...(store.find('tides') ?? assert.fail()), status });
      const { issues } = await compare(recipe);
      return issues;
    };
    for (let run = 0; run < 2; run += 1) {
      const [issue = assert.fail(), ...more] = await compareAs('taken_down');
      assert.deepEqual(
        [issue.title, issue.comments, more],
        ['tides differs from its release v1.2.3', [], []],
      );
      const finding =
        /\n {4}status: taken_down\n {4}a deploy of v1\.2\.3 would: change nothing\n {4}content of v1\.2\.3: sha256:[0-9a-f]{64}\n```$/;
      assert.match(issue.body, finding);
    }
    const [other = assert.fail()] = await compareAs('draft');
    assert.deepEqual([other.state, other.comments], ['OPEN', [other.body]]);
    assert.match(other.body, /^ {4}status: draft$/m);
    const [closed = assert.fail()] = await compareAs('published');
    assert.deepEqual([closed.state, closed.comments.length], ['CLOSED', 2]);
    assert.match(closed.comments[1] ?? '', /^The public app is v1\.2\.3: https:/);
    const [again = assert.fail(), ...before] = await compareAs('draft');
    assert.deepEqual([again.state, before], ['OPEN', [closed]]);
  });

  test('a release that waits for its review, or a rollback, does not count as drift', async () => {
    await using recipe = await openStage({
      ...released,
      apps: { tides: 'published' },
      files: otherPage,
    });
    const { before, sha } = await recipe.commit();
    execFileSync('git', ['tag', 'v1.3.0', sha], { cwd: recipe.stage.workspace });
    await recipe.gh.answer({ [lastSubmitted]: [{ sha: before, ref: 'v1.2.3' }] });
    const { issues, log } = await compare(recipe);
    assert.match(log, /^The public app is v1\.2\.3 /m);
    assert.deepEqual(issues, []);
    await recipe.gh.answer({ [lastSubmitted]: [{ sha, ref: 'v1.3.0' }] });
    assert.deepEqual((await compare(recipe)).issues.length, 1);
  });
});

describe('canary.yml', { concurrency, skip }, () => {
  test('the canary opens one issue about a change, comments on further changes, and closes it at the end', async () => {
    await using recipe = await openStage();
    const rehearse = async (settings: Settings) => {
      recipe.stage.sandbox.configure(settings);
      const run = await playRecipe(
        readRecipe('canary.yml'),
        recipe,
        makeEvent('schedule', noCommits),
      );
      assert.equal(run.jobs['rehearse']?.result, 'success', run.log);
      return (await recipe.gh.read()).issues;
    };
    for (let run = 0; run < 2; run += 1) {
      const [issue = assert.fail(), ...more] = await rehearse({ assumptions: { own_file: 'yes' } });
      assert.deepEqual(
        [issue.title, issue.comments, more],
        ['The service answers otherwise: own_file', [], []],
      );
      assert.match(
        issue.body,
        /^<!-- miniapp-canary own_file -->\n[\s\S]*\n {4}own_file: assumed: .* Seen: .*\n```/,
      );
    }
    const [other = assert.fail(), ...none] = await rehearse({
      assumptions: { own_file: 'yes', deploy_body: 'folder' },
    });
    assert.deepEqual(
      [other.title, other.comments.length, none],
      ['The service answers otherwise: deploy deploy_body', 1, []],
    );
    const [closed = assert.fail()] = await rehearse({ preset: 'documented' });
    assert.deepEqual([closed.state, closed.comments.length], ['CLOSED', 2]);
  });

  test('the canary fails if there is no report, for example because the key is missing', async () => {
    await using recipe = await openStage();
    const event = makeEvent('schedule', noCommits);
    const noKey = { ...recipe, configure: () => ({ ...recipe.configure(event), secrets: {} }) };
    const run = await playRecipe(readRecipe('canary.yml'), noKey, event);
    assert.deepEqual(
      [run.jobs['rehearse']?.result, (await recipe.gh.read()).issues],
      ['failure', []],
    );
  });
});

describe('review-watch.yml', { concurrency, skip }, () => {
  const watch = async (recipe: RecipeStage) => {
    const run = await playRecipe(
      readRecipe('review-watch.yml'),
      recipe,
      makeEvent('schedule', noCommits),
    );
    assert.equal(run.jobs['watch']?.result, 'success', run.log);
    return (await recipe.gh.read()).issues;
  };

  test('keeps one issue per review: comments on an approval once and closes it, and reopens it for later news', async () => {
    await using recipe = await openStage({ apps: { tides: 'in_review' } });
    const { stage } = recipe;
    for (let run = 0; run < 2; run += 1) {
      const [issue, ...more] = await watch(recipe);
      assert.deepEqual(more, []);
      assert.partialDeepStrictEqual(issue, {
        title: 'Review of tides',
        comments: [],
        state: 'OPEN',
      });
    }
    moveApp(stage, 'approve', 'Well done.');
    for (let run = 0; run < 2; run += 1) {
      const [issue = assert.fail()] = await watch(recipe);
      assert.deepEqual(
        { state: issue.state, comments: issue.comments },
        { state: 'CLOSED', comments: [issue.body] },
      );
      const [, comment] = issue.body.split(/(?<=-->)\n/);
      assert.equal(
        comment,
        `${stage.sandbox.url}/a/tides\n\n\`\`\`\n    published\n    Well done.\n\`\`\``,
      );
    }
    moveApp(stage, 'take_down');
    const [taken] = await watch(recipe);
    assert.deepEqual([taken?.comments.length, taken?.state], [2, 'OPEN']);
    stage.sandbox.store.put({
      ...(stage.sandbox.store.find('tides') ?? assert.fail()),
      reviewNote: 'Another reason.',
    });
    const [noted, ...more] = await watch(recipe);
    assert.deepEqual([noted?.comments.length, noted?.state, more], [3, 'OPEN', []]);
  });

  test('review-watch fails if the status cannot be read, unless the app does not exist', async () => {
    await using recipe = await openStage({ apps: { tides: 'in_review' } });
    recipe.stage.sandbox.configure({ accounts: [{ name: 'developer', key: 'another-key' }] });
    const event = makeEvent('schedule', noCommits);
    const noKey = { ...recipe, configure: () => ({ ...recipe.configure(event), secrets: {} }) };
    for (const stage of [recipe, noKey]) {
      const run = await playRecipe(readRecipe('review-watch.yml'), stage, event);
      assert.equal(run.jobs['watch']?.result, 'failure', run.log);
    }
  });

  test('review-watch changes no issues of others, even with its label or marker', async () => {
    await using recipe = await openStage({ apps: { tides: 'in_review' }, issues: strangers });
    await watch(recipe);
    moveApp(recipe.stage, 'approve');
    const [own, ...others] = await watch(recipe);
    assert.deepEqual([own?.state, own?.comments.length], ['CLOSED', 1]);
    assert.deepEqual(others, strangers);
  });

  test('a hostile review note is shown as code, and runs no command', async () => {
    const reviewNote =
      'Hm $(id) `id`\n```\n@octo/team <img src=x>\r~~~\n::error::x\n-n "$GH_TOKEN"';
    await using recipe = await openStage({ apps: { tides: 'not_approved' }, reviewNote });
    const [issue] = await watch(recipe);
    const [fence, ...rest] = issue?.body.split('\n').slice(3) ?? [];
    assert.deepEqual([fence, rest.at(-1)], ['```', '```']);
    assert.ok(rest.slice(0, -1).every((line) => line.startsWith('    ')));
    for (const part of ['$(id) `id`', '@octo/team <img src=x>', '-n "$GH_TOKEN"']) {
      assert.ok(issue?.body.includes(part), part);
    }
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStage, type Stage, toSentFiles } from '../../action/stage.ts';
import { callOnStage } from '../../support/call-command.ts';

/** Writes the JSON of a command into a file of the stage. */
async function save(stage: Stage, file: string, args: readonly string[]): Promise<void> {
  const { stdout } = await callOnStage(stage, [...args, '--json']);
  await stage.write({ [file]: stdout });
}

test('news reads what list, plan and doctor print, and what issues have told already', async () => {
  const files = new Map([...toSentFiles(), ['index.html', '<title>Old</title>']]);
  await using stage = await openStage({ seed: [{ slug: 'tides', files, status: 'published' }] });
  await save(stage, 'list.json', ['list']);
  await save(stage, 'plan.json', ['plan', 'app', '--slug', 'tides']);
  await save(stage, 'doctor.json', ['doctor']);
  const reports = ['news', 'list.json', 'plan.json', 'doctor.json'];
  const shown = await callOnStage(stage, reports);
  assert.deepEqual([shown.exitCode, shown.asked], [0, ''], shown.stderr);
  assert.match(shown.stderr, /^There is news: tides is not its last release\.$/m);
  assert.match(shown.stdout, /^# tides is not its last release\n\nThe public app is not the last/);

  const { stdout } = await callOnStage(stage, [...reports, '--json']);
  const { outcome, news } = JSON.parse(stdout);
  assert.deepEqual([outcome, news.length, news[0].action], ['shown', 1, 'create']);
  const issue = { number: 3, state: 'open', user: { login: 'github-actions[bot]' } };
  await stage.write({ 'issues.json': JSON.stringify([[{ ...issue, body: news[0].body }]]) });
  const again = await callOnStage(stage, [...reports, '--issues', 'issues.json']);
  assert.deepEqual([again.stdout, again.stderr], ['', 'There is no news.\n']);
});

test('news refuses a file that is missing or something else, and names it', async () => {
  await using stage = await openStage();
  await stage.write({ 'empty.json': '', 'list.json': '{"apps":[]}' });
  const calls: readonly (readonly [args: readonly string[], words: RegExp])[] = [
    [[], /"news" needs a report, as in "miniapp-deploy news list\.json/],
    [['missing.json'], /cannot be read: .*missing\.json/],
    [['empty.json'], /empty\.json: not the JSON that is expected/],
    [['list.json', '--issues', 'list.json'], /list\.json: not the JSON that is expected/],
  ];
  for (const [args, words] of calls) {
    const { exitCode, stderr } = await callOnStage(stage, ['news', ...args]);
    assert.deepEqual([exitCode, words.test(stderr)], [2, true], stderr);
  }
});

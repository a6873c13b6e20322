import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RunState } from '../../src/outcome.ts';
import type { Problem } from '../../src/problem.ts';
import { cleanReport, type Report } from '../../src/report/clean.ts';
import { renderTerminal, wantsColor } from '../../src/report/terminal.ts';
import { createTerminalLog } from '../../src/report/terminal-log.ts';

const key = 'key-0123456789';
const problem: Problem = {
  ...{ path: 'index.html', line: 8, column: 2, code: 'title_empty', message: 'The title is empty.' },
  ...{ fix: 'Write one.', severity: 'error' },
};

/** The lines of a rejected deploy of these problems, in a folder whose every line is the same. */
function render(
  problems: readonly Problem[],
  { isCheck = false, hasColor = false, ...more }: Partial<Report & Parameters<typeof renderTerminal>[1]> = {},
): Promise<readonly string[]> {
  const state = new RunState('tides');
  state.update({ problems });
  const failure = { code: 'folder_rejected', message: 'No.', next: 'Fix the problems listed and re-run.', path: null };
  const report: Report = {
    command: 'deploy',
    outcome: { kind: 'rejected', failure: { kind: 'rejected', ...failure } },
    facts: state.facts,
    repositoryPath: 'app',
    readLines: async (_path, first, last) => Array(last - first + 1).fill('\t<title>\u001b[2J</title>'),
    secrets: [key],
    ...more,
  };
  return renderTerminal(cleanReport(report, null), { hasColor, isCheck });
}

describe('a report on a terminal', () => {
  test('has a block for each problem and the result at the end', async () => {
    const warning: Problem = { ...problem, line: null, column: null, code: null, fix: null, severity: 'warning' };
    assert.deepEqual(await render([problem, warning]), [
      'app/index.html:8:2 error title_empty: The title is empty.',
      '> 8 │   <title>␛[2J</title>',
      '    │   ^',
      '  fix: Write one.',
      '',
      'app/index.html warning: The title is empty.',
      '',
      '❌ tides was not deployed: 1 problem to fix',
      'No.',
      'Next: Fix the problems listed and run it again.',
    ]);
  });

  test('of a check names the folder, and no app', async () => {
    assert.equal((await render([problem], { isCheck: true })).at(-1), '❌ app: 1 problem to fix');
  });

  test('has no character that moves the cursor, and no key, wherever they come from', async () => {
    const hostile = `\u001b]0;title\u0007 ${key} \r\u202e\u009b2J`;
    const state = new RunState('tides');
    state.warn(hostile);
    state.notice(hostile);
    const app = { slug: hostile, name: hostile, status: hostile, url: hostile, reviewNote: hostile };
    state.update({
      problems: [{ ...problem, path: hostile, code: hostile, message: hostile, fix: hostile }],
      apps: [{ ...app, updatedAt: hostile, submittedAt: null, publishedAt: null }],
      changes: [{ path: hostile, kind: 'added', bytesBefore: null, bytesAfter: 1 }],
    });
    const text = (await render([], { facts: state.facts, outcome: { kind: 'planned', plan: null } })).join('');
    assert.doesNotMatch(text, /\p{Cc}|\u202e|key-0123456789/u);
  });

  test('is bounded, and counts what it omits', async () => {
    const many = Array.from({ length: 300 }, (_, index) => ({ ...problem, path: `a${index}.html`, line: null }));
    assert.ok((await render(many)).includes('and 100 more problems'));
  });

  test('marks the level of a problem and of the result by colour', async () => {
    assert.equal((await render([problem], { hasColor: true })).join('\n').split('\u001b[31m').length, 3);
  });
});

for (const [isTerminal, env, expected] of [
  [true, {}, true],
  [false, {}, false],
  [true, { NO_COLOR: '1' }, false],
  [true, { NO_COLOR: '' }, true],
  [true, { TERM: 'dumb' }, false],
  [false, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
  [true, { FORCE_COLOR: '0' }, false],
] as const) {
  const stream = isTerminal ? 'a terminal' : 'a file';
  test(`${stream} with ${JSON.stringify(env)} gets ${expected ? '' : 'no '}colours`, () => {
    const none = { FORCE_COLOR: undefined, NO_COLOR: undefined, TERM: undefined };
    assert.equal(wantsColor(isTerminal, { ...none, ...env }), expected);
  });
}

describe('the log of a terminal', () => {
  function createLog(isLive: boolean) {
    const written: string[] = [];
    return { written, log: createTerminalLog({ write: (text) => void written.push(text), isLive, secrets: [key] }) };
  }

  for (const [isLive, expected] of [
    [true, '\r\u001b[KSent 1 MB\r\u001b[KSent 9 MB\r\u001b[KDeployed tides\n'],
    [false, 'Sent 1 MB\nSent 9 MB\nDeployed tides\n'],
  ] as const) {
    test(`shows the progress of an upload ${isLive ? 'on one line, which the next text replaces' : 'line by line'}`, () => {
      const { written, log } = createLog(isLive);
      for (const text of ['Sent 1 MB', 'Sent 9 MB']) log.progress(text);
      log.info('Deployed tides');
      log.endProgress();
      assert.equal(written.join(''), expected);
    });
  }

  test('prints no key, nothing that moves the cursor, and a list in one line', () => {
    const { written, log } = createLog(true);
    log.info(`\u001b[2J${key}`);
    log.lines(`one ${key}\n\u001b[2Jtwo`);
    log.list('Excluded', ['a (hidden)', 'b', 'c', 'd', 'e', 'f', 'g']);
    log.debug('nothing');
    const list = 'Excluded (7): a (hidden); b; c; d; e; and 2 more\n';
    assert.deepEqual(written, ['␛[2J***\n', 'one ***\n␛[2Jtwo\n', list]);
  });
});

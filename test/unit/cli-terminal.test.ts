import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RunState } from '../../src/outcome.ts';
import type { Problem } from '../../src/problem.ts';
import { cleanReport, type Report } from '../../src/report/clean.ts';
import { describeInvalidInputs, renderTerminal, wantsColor } from '../../src/report/terminal.ts';
import { createTerminalLog } from '../../src/report/terminal-log.ts';

const key = 'key-0123456789';
const plain = { hasColor: false, isCheck: false };

/** A rejected deploy of these problems, in a folder whose every line is the same. */
function toReport(problems: readonly Problem[], more: Partial<Report> = {}): Report {
  const state = new RunState('tides');
  state.update({ problems });
  const failure = { code: 'folder_rejected', message: 'No.', next: 'Fix the problems listed and re-run.', path: null };
  return {
    command: 'deploy',
    outcome: { kind: 'rejected', failure: { kind: 'rejected', ...failure } },
    facts: state.facts,
    repositoryPath: 'app',
    readLines: async (_path, first, last) =>
      Array.from({ length: last - first + 1 }, () => '\t<title>\u001b[2J</title>'),
    secrets: [key],
    ...more,
  };
}

function render(report: Report, style: Parameters<typeof renderTerminal>[1] = plain): Promise<readonly string[]> {
  return renderTerminal(cleanReport(report, null), style);
}

const problem: Problem = {
  ...{ path: 'index.html', line: 8, column: 2, code: 'title_empty', message: 'The title is empty.' },
  ...{ fix: 'Write one.', severity: 'error' },
};

describe('a report on a terminal', () => {
  test('has a block for each problem and the result at the end', async () => {
    const warning: Problem = { ...problem, line: null, column: null, code: null, fix: null, severity: 'warning' };
    assert.deepEqual(await render(toReport([problem, warning])), [
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
    const lines = await render(toReport([problem]), { hasColor: false, isCheck: true });
    assert.equal(lines.at(-1), '❌ app: 1 problem to fix');
  });

  test('has no character that moves the cursor, and no key, wherever they come from', async () => {
    const hostile = `\u001b]0;title\u0007 ${key} \r\u202e\u009b2J`;
    const state = new RunState('tides');
    state.warn(hostile);
    state.notice(hostile);
    const app = { slug: hostile, name: hostile, status: hostile, url: hostile, reviewNote: hostile };
    const times = { updatedAt: hostile, submittedAt: null, publishedAt: null };
    state.update({
      problems: [{ ...problem, path: hostile, code: hostile, message: hostile, fix: hostile }],
      apps: [{ ...app, ...times }],
      changes: [{ path: hostile, kind: 'added', bytesBefore: null, bytesAfter: 1 }],
    });
    const report = toReport([], { facts: state.facts, outcome: { kind: 'planned', plan: null } });
    const text = (await render(report)).join('');
    assert.doesNotMatch(text, /\p{Cc}|\u202e/u);
    assert.ok(!text.includes(key));
  });

  test('is bounded, and counts what it omits', async () => {
    const many = Array.from({ length: 300 }, (_, index) => ({ ...problem, path: `a${index}.html`, line: null }));
    const lines = await render(toReport(many));
    assert.ok(lines.includes('and 100 more problems'));
  });
});

describe('colours', () => {
  test('are the terminal’s, save that FORCE_COLOR asks for them and NO_COLOR forbids them', () => {
    const none = { FORCE_COLOR: undefined, NO_COLOR: undefined, TERM: undefined };
    const rows = [
      [true, {}, true],
      [false, {}, false],
      [true, { NO_COLOR: '1' }, false],
      [true, { NO_COLOR: '' }, true],
      [true, { TERM: 'dumb' }, false],
      [false, { FORCE_COLOR: '1' }, true],
      [true, { FORCE_COLOR: '0' }, false],
      [false, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
    ] as const;
    for (const [isTerminal, env, expected] of rows) {
      assert.equal(wantsColor(isTerminal, { ...none, ...env }), expected, JSON.stringify(env));
    }
  });

  test('mark the level of a problem and of the result', async () => {
    const text = (await render(toReport([problem]), { hasColor: true, isCheck: false })).join('\n');
    assert.equal(text.split('\u001b[31m').length, 3);
  });
});

describe('the log of a terminal', () => {
  function createLog(isLive: boolean) {
    const written: string[] = [];
    return { written, log: createTerminalLog({ write: (text) => void written.push(text), isLive, secrets: [key] }) };
  }

  test('shows the progress of an upload on one line, which the next text replaces', () => {
    const { written, log } = createLog(true);
    log.progress('Sent 1 MB of 9 MB');
    log.progress('Sent 9 MB of 9 MB');
    log.info('Deployed tides');
    log.endProgress();
    const clear = '\r\u001b[K';
    assert.equal(written.join(''), `${clear}Sent 1 MB of 9 MB${clear}Sent 9 MB of 9 MB${clear}Deployed tides\n`);
  });

  test('shows it line by line where nothing can be overwritten', () => {
    const { written, log } = createLog(false);
    log.progress('Sent 1 MB of 9 MB');
    assert.deepEqual(written, ['Sent 1 MB of 9 MB\n']);
  });

  test('prints no key, nothing that moves the cursor, and a list in one line', () => {
    const { written, log } = createLog(true);
    log.info(`\u001b[2J${key}`);
    log.lines(`one ${key}\n\u001b[2Jtwo`);
    log.list('Excluded', ['a (hidden)', 'b', 'c', 'd', 'e', 'f', 'g']);
    log.debug('nothing');
    assert.deepEqual(written, [
      '␛[2J***\n',
      'one ***\n␛[2Jtwo\n',
      'Excluded (7): a (hidden); b; c; d; e; and 2 more\n',
    ]);
  });
});

test('invalid inputs are told as options, the key and the address as variables', () => {
  const lines = [
    'slug is required by status: the address',
    'api-key is required: pass the API key from a secret (…)',
    "base-url is required: the service's address, such as https://apps.example.com",
    'wait-for-review must be a number, not "x"',
  ];
  assert.deepEqual(describeInvalidInputs(lines.join('\n'), 'status').split('\n'), [
    '--slug is required by status: the address',
    'MINIAPPS_API_KEY is not set: export MINIAPPS_API_KEY=…',
    "--base-url is required: the service's address, such as https://apps.example.com (or export MINIAPPS_BASE_URL=…)",
    '--wait-for-review must be a number, not "x"',
    'See: miniapp-deploy status --help',
  ]);
});

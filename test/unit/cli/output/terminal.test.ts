import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeCheck, renderTerminal, wantsColor } from '../../../../cli/output/terminal.ts';
import {
  createTerminalLog,
  type TerminalLog,
  type TerminalLogOptions,
} from '../../../../cli/output/terminal-log.ts';
import type { Problem } from '../../../../src/app/problem.ts';
import { drawExcerpt } from '../../../../src/report/excerpt.ts';
import type { ReadLines } from '../../../../src/report/report.ts';
import { nameRerun } from '../../../../src/text/frontend.ts';
import { onTerminal } from '../../../support/frontend.ts';
import { fail, makeApp, makePlan, makeProblem, makeReport, plan } from '../../report/sample.ts';

const key = 'key-0123456789';

/** Renders a deploy or a check with these problems. Every line of the folder is the same. */
function render(problems: readonly Problem[], { hasColor = false, isCheck = false } = {}) {
  return onTerminal(async () => {
    const rejected = fail({
      kind: 'rejected',
      message: 'No.',
      next: `Fix the problems listed and ${nameRerun('re-run')}.`,
    });
    const line = '\t<title>\u001b[2J</title>';
    const report = makeReport({
      ...rejected,
      slug: 'tides',
      problems,
      repositoryPath: 'app',
      readLines: (_path, first, last) => Array(last - first + 1).fill(line),
    });
    if (isCheck) report.ownWords = describeCheck(report);
    return renderTerminal([report], { hasColor });
  });
}

test('a report shows each problem with its line and fix, and the result at the end', async () => {
  const place = { path: 'index.html', line: 8, column: 2, code: 'title_empty', fix: 'Write one.' };
  const error = makeProblem({ ...place, message: 'The title is empty.' });
  const warning = makeProblem({
    path: 'index.html',
    message: 'The title is odd.',
    severity: 'warning',
  });
  assert.deepEqual(await render([error, warning]), [
    'app/index.html:8:2 error title_empty: The title is empty.',
    '> 8 │   <title>␛[2J</title>',
    '    │   ^',
    '  fix: Write one.',
    '',
    'app/index.html warning: The title is odd.',
    '',
    '❌ tides was not deployed: 1 problem to fix, 1 warning',
    'No.',
    'Next: Fix the problems listed and run it again.',
  ]);
});

test('a check shows at most 200 problems, colors errors, and names the folder', async () => {
  const many = Array.from({ length: 300 }, (_, index) => makeProblem({ path: `a${index}.html` }));
  const lines = await render(many, { isCheck: true, hasColor: true });
  assert.equal(lines.join('\n').split('\u001b[31m').length - 1, 201);
  assert.deepEqual(lines.slice(-3, -1), ['and 100 more problems', '']);
  assert.match(lines.at(-1) ?? '', /^❌ .*app: 300 problems to fix/);
});

test('a plan lists at most 200 files and counts the others', async () => {
  const change = { kind: 'added', bytesBefore: null, bytesAfter: 1 } as const;
  const changes = Array.from({ length: 2_300 }, (_, index) => ({
    ...change,
    path: `a${index}.html`,
  }));
  const report = makeReport({
    ...plan(makePlan('deploy')),
    slug: 'tides',
    changes,
  });
  const lines = renderTerminal([report], { hasColor: false });
  assert.equal(lines.filter((line) => /^a\d+\.html /.test(line)).length, 200);
  assert.ok(lines.includes('and 2100 more'));
});

for (const columns of [20, 40, 80, 200]) {
  test(`an excerpt fits into ${columns} columns and marks the column`, async () => {
    const line = `${'\t'.repeat(15)}${'a'.repeat(100)}\u202e${'b'.repeat(400)}`;
    for (const column of [1, 16, 40, 117, 118, 300, line.length]) {
      const readLines: ReadLines = () => [line];
      const place = { path: 'index.html', line: 100, column };
      const [code = '', mark = ''] = drawExcerpt(place, readLines, {
        around: 0,
        terminalColumns: columns,
      });
      for (const text of [code, mark]) assert.ok(text.length <= columns, `${text.length}`);
      const expected = line[column - 1]?.replace('\t', ' ').replace('\u202e', '\\');
      assert.equal(code[mark.indexOf('^')], expected, `${code}\n${mark}`);
    }
  });
}

test('an excerpt shows at least ten characters', async () => {
  const readLines: ReadLines = () => ['abcdefghijklm'];
  const place = { path: 'index.html', line: 1, column: 1 };
  const drawn = drawExcerpt(place, readLines, { around: 0, terminalColumns: 5 });
  assert.deepEqual(drawn, ['> 1 │ abcdefghij…', '    │ ^']);
});

test('a report has no control characters and no key, whatever text it contains', async () => {
  const hostile = `\u001b]0;title\u0007 ${key} \r\u202e\u009b2J`;
  const run = {
    app: makeApp({ slug: hostile, status: hostile, reviewNote: hostile }),
    problems: [makeProblem({ path: hostile, code: hostile, message: hostile, fix: hostile })],
  };
  const report = makeReport({ ...run, ...plan(null) }, null, [key]);
  const text = renderTerminal([report], { hasColor: false }).join('');
  assert.match(text, /␛.*\*{3}/);
  assert.doesNotMatch(text, /\p{Cc}|\u202e|key-0123456789/u);
});

test('output is colored on a capable terminal, unless NO_COLOR or FORCE_COLOR decides', () => {
  const wants = (isTerminal: boolean, env: Readonly<Record<string, string>>): boolean =>
    wantsColor(isTerminal, {
      FORCE_COLOR: undefined,
      NO_COLOR: undefined,
      TERM: undefined,
      ...env,
    });
  const colored = [
    wants(true, { NO_COLOR: '' }),
    wants(false, { FORCE_COLOR: '1', NO_COLOR: '1' }),
  ];
  const plain = [{ NO_COLOR: '1' }, { TERM: 'dumb' }, { FORCE_COLOR: '0' }].map((env) =>
    wants(true, env),
  );
  assert.deepEqual({ colored, plain }, { colored: [true, true], plain: [false, false, false] });
  assert.equal(wants(false, {}), false);
});

/** Returns what a log writes. */
function logRun(options: Partial<TerminalLogOptions>, run: (log: TerminalLog) => void): string {
  const written: string[] = [];
  const write = (text: string) => void written.push(text);
  run(
    createTerminalLog({
      write,
      liveColumns: 0,
      isVerbose: false,
      isQuiet: false,
      secrets: [key],
      ...options,
    }),
  );
  return written.join('');
}

test('the log redacts the key before it cuts a line', () => {
  const written = logRun({}, (log) => log.info(`${'x'.repeat(9_995)}${key}`));
  assert.equal(written, `${'x'.repeat(9_995)}***\n`);
});

/** Uses every method of a log. */
function logAll(log: TerminalLog): void {
  for (const text of ['Sent 1 MB', 'Sent 9 MB']) log.progress(text);
  log.info(`\u001b[2J${key}`);
  log.debug('GET /a');
  log.endProgress();
  log.lines(`one ${key}\n\u001b[2Jtwo`);
  log.list('Excluded', ['a (hidden)', 'b', 'c', 'd', 'e', 'f', 'g']);
}

const spoken = 'one ***\n␛[2Jtwo\n';
const listed = 'Excluded (7): a (hidden); b; c; d; e; and 2 more\n';
for (const [how, options, expected] of [
  ['in a file', {}, `Sent 1 MB\nSent 9 MB\n␛[2J***\n${spoken}${listed}`],
  [
    'if it is verbose',
    { isVerbose: true },
    `Sent 1 MB\nSent 9 MB\n␛[2J***\nGET /a\n${spoken}Excluded (7): a (hidden); b; c; d; e; f; g\n`,
  ],
  ['if it is quiet', { isQuiet: true, liveColumns: 80 }, spoken],
  [
    'on a terminal, whose progress line is replaced by the next line',
    { liveColumns: 9 },
    `\r\u001b[KSent 1 M\r\u001b[KSent 9 M\r\u001b[K␛[2J***\n${spoken}${listed}`,
  ],
] as const) {
  test(`the log shows no key and no control characters ${how}`, () => {
    assert.equal(logRun(options, logAll), expected);
  });
}

test('a long wait shows progress each second on a terminal, each minute in a file, never if quiet', () => {
  const wait = (log: TerminalLog): void => {
    for (let second = 1; second <= 60; second += 1) log.tick();
    log.info('Done');
    log.tick();
  };
  assert.equal(logRun({}, wait), 'Still waiting, 1 min\nDone\n');
  assert.equal(logRun({ isQuiet: true, liveColumns: 80 }, wait), '');
  const live = logRun({ liveColumns: 80 }, wait).split('\r\u001b[K');
  assert.equal(live.length, 60);
  assert.deepEqual(
    [live[1], live.at(-2), live.at(-1)],
    ['Still waiting, 3 s', 'Still waiting, 1 min', 'Done\n'],
  );
});

test('the progress of an upload is updated in place on a terminal', () => {
  const written = logRun({ liveColumns: 80 }, (log) => {
    for (let second = 1; second <= 5; second += 1) {
      log.progress(`Sent ${second} MB`);
      log.tick();
    }
  });
  assert.match(written, /Sent 5 MB$/);
  assert.doesNotMatch(written, /waiting/);
});

test('a log group prints its title and lines, and returns the result of its work', async () => {
  const written: string[] = [];
  const log = createTerminalLog({
    write: (text) => void written.push(text),
    liveColumns: 0,
    isVerbose: false,
    isQuiet: false,
    secrets: [],
  });
  const result = await log.group('tides', async () => {
    log.info('sending');
    return 'done';
  });
  assert.deepEqual([result, ...written], ['done', 'tides\n', 'sending\n']);
});

test('sentences wrap at words in at most 80 columns of a terminal, but commands do not', () => {
  const long = 'A sentence of some length that does not fit into one line of a terminal.';
  const problem = makeProblem({ path: 'index.html', line: 1, message: long, fix: long });
  const next = `Run npx miniapp-deploy check app. ${long}`;
  const report = makeReport({
    ...fail({ message: `${long} ${long} ${long}`, next }),
    slug: 'tides',
    problems: [problem],
    warnings: [`${long} ${long}`],
  });
  const lines = renderTerminal([report], { hasColor: false, columns: 120 });
  const wide = lines.filter((line) => line.length > 80);
  assert.deepEqual(wide, [`Next: ${next}`]);
  const narrow = renderTerminal([report], { hasColor: false });
  assert.equal(lines.join(' ').replaceAll(/\s+/g, ' '), narrow.join(' ').replaceAll(/\s+/g, ' '));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Finding } from '../../../../sandbox/try/findings.ts';
import type { TryRequest, TryResult } from '../../../../sandbox/try/try-folder.ts';
import { renderJson, renderText, type TryEnd } from '../../../../sandbox/try/try-report.ts';

const missing: Finding = {
  severity: 'error',
  code: 'missing_file',
  message: 'cat.png was requested but does not exist; assets/cat.png does',
  path: 'cat.png',
  meant: 'assets/cat.png',
  place: { path: 'index.html', line: 7, column: null },
};
const warning: Finding = {
  severity: 'warning',
  code: 'console_error',
  message: 'Console error: no',
  path: null,
  meant: null,
  place: { path: 'assets/a.js', line: 3, column: 14 },
};
const note: Finding = { ...warning, severity: 'note', code: 'foreign_host', message: 'A note.' };

const result: TryResult = {
  slug: 'tides',
  findings: [],
  hasButtons: false,
  pressed: [],
  followed: [],
  shots: [],
  comparison: null,
  browser: 'Chrome/156',
  durationMs: 2_345,
};

const request: TryRequest = {
  folder: 'my app',
  slug: null,
  build: null,
  shots: null,
  isReview: false,
  allowed: [],
  base: null,
  out: null,
  browserPath: '/x',
};

function toEnd(given: Partial<TryResult>, changes: Partial<TryRequest> = {}): TryEnd {
  return { kind: 'tried', request: { ...request, ...changes }, result: { ...result, ...given } };
}

test('a draft that works is shown with the next step', () => {
  const end = toEnd({
    pressed: ['More', 'Less'],
    followed: ['Map'],
    shots: ['shots/tides-390x844.png'],
  });
  assert.equal(
    renderText(end),
    `✔ The draft of tides works when it is opened.
Opened with Chrome/156 in 2.3 s. Buttons pressed: More, Less. Links followed: Map.
Picture: shots/tides-390x844.png

Deploy it:
  npx miniapp-deploy deploy "my app" --slug tides --create
`,
  );
});

test('a draft that does not work is shown with its errors first', () => {
  assert.equal(
    renderText(toEnd({ findings: [note, warning, missing] }, { folder: 'app' })),
    `✖ The draft of tides does not work when it is opened.
  error:   cat.png was requested but does not exist; assets/cat.png does [missing_file] index.html:7
  warning: Console error: no [console_error] assets/a.js:3
  note:    A note.
Opened with Chrome/156 in 2.3 s. It has no buttons to press.

Open the draft yourself to see what the browser misses:
  npx miniapp-sandbox dev app
`,
  );
});

test('warnings are counted in the headline', () => {
  const [one] = renderText(toEnd({ findings: [warning] })).split('\n');
  assert.equal(one, '✔ The draft of tides works when it is opened, with 1 warning.');
  const [two] = renderText(toEnd({ findings: [warning, warning] })).split('\n');
  assert.equal(two, '✔ The draft of tides works when it is opened, with 2 warnings.');
});

test('a review counts its findings in the headline', () => {
  const headline = (findings: readonly Finding[]): string | undefined => {
    return renderText(toEnd({ findings }, { isReview: true })).split('\n')[0];
  };
  assert.equal(headline([]), '✔ A reviewer would find nothing wrong with the draft of tides.');
  assert.equal(headline([warning]), '✔ A reviewer would find 1 warning in the draft of tides.');
  assert.equal(
    headline([missing, missing, warning]),
    '✖ A reviewer would find 2 errors and 1 warning in the draft of tides.',
  );
});

test('a comparison is shown with its file, in per cent', () => {
  const size = { width: 390, height: 844 };
  const empty = Buffer.from('');
  const view = { name: 'phone', size, before: empty, after: empty };
  const views = [{ ...view, difference: { percent: 1.234, png: '' } }];
  const comparison = { file: 'tides-compare.html', isUnchanged: false, views };
  const end = toEnd({ comparison }, { base: 'old' });
  assert.match(
    renderText(end),
    /\nCompared with old: changed: phone 1\.23 % of the pixels differ \(tides-compare\.html\)\.\n/,
  );
  assert.deepEqual(JSON.parse(renderJson(end)).comparison, {
    file: 'tides-compare.html',
    unchanged: false,
    phone: 1.234,
  });
  const same = toEnd({ comparison: { ...comparison, isUnchanged: true } }, { base: 'old' });
  assert.match(renderText(same), /\nCompared with old: unchanged \(tides-compare\.html\)\.\n/);
});

test('a long list of findings is cut', () => {
  const text = renderText(toEnd({ findings: Array.from({ length: 25 }, () => missing) }));
  assert.equal(text.split('error:').length - 1, 20);
  assert.match(text, /\n {2}and 5 more of this kind\n/);
});

test('text of a page cannot control a terminal or run workflow commands', () => {
  const message = 'Console error: \u001b[31mred\r\n##[error]x ::set-output::\u202e';
  const text = renderText(toEnd({ findings: [{ ...warning, message }] }));
  assert.match(
    text,
    /\n {2}warning: Console error: {2}\[31mred {2}# #\[error\]x ::set-output:: {2}\[console_error\]/,
  );
});

test('buttons that could not be pressed are not called missing', () => {
  const text = renderText(toEnd({ hasButtons: true }));
  assert.match(text, /None of its buttons could be pressed\./);
});

test('the JSON report prints no control character, and keeps the names of files', () => {
  const path = 'assets/\u202eb\u009b.png';
  const message = 'Console error: \u001b[31mred\u009b\u2028';
  const json = renderJson(
    toEnd({ findings: [{ ...warning, message, path }], pressed: ['\u0085'] }),
  );
  assert.doesNotMatch(json.trimEnd(), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  const [problem] = JSON.parse(json).problems;
  assert.equal(problem.path, path);
  assert.equal(problem.message, 'Console error:  [31mred  ');
  assert.deepEqual(JSON.parse(json).pressed, [' ']);
});

test('the JSON report has the properties that every command prints', () => {
  const end = toEnd({ findings: [missing, note], pressed: ['More'] }, { folder: 'app' });
  assert.deepEqual(JSON.parse(renderJson(end)), {
    command: 'try',
    outcome: 'dead',
    code: null,
    help: null,
    message: 'The draft of tides does not work when it is opened.',
    next: [
      {
        text: 'Open the draft yourself to see what the browser misses:',
        run: 'npx miniapp-sandbox dev app',
        argv: ['npx', 'miniapp-sandbox', 'dev', 'app'],
        by: 'anyone',
      },
    ],
    slug: 'tides',
    'problem-count': 1,
    problems: [
      {
        path: 'cat.png',
        line: null,
        column: null,
        code: 'missing_file',
        message: 'cat.png was requested but does not exist; assets/cat.png does',
        fix: null,
        severity: 'error',
        meant: 'assets/cat.png',
        place: { path: 'index.html', line: 7, column: null },
      },
    ],
    notes: ['A note.'],
    pressed: ['More'],
    followed: [],
    shots: [],
    comparison: null,
    browser: 'Chrome/156',
    'duration-ms': 2_345,
  });
  assert.equal(JSON.parse(renderJson(toEnd({ findings: [warning] }))).outcome, 'alive');
});

test('if a draft cannot be tried, the report gives the reason as text and as JSON', () => {
  const end = { kind: 'failed', message: 'No browser was found.' } as const;
  assert.equal(renderText(end), 'No browser was found.\n');
  assert.deepEqual(JSON.parse(renderJson(end)), {
    command: 'try',
    outcome: 'failed',
    code: null,
    help: null,
    message: 'No browser was found.',
    next: [],
  });
});

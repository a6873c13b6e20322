import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { sep } from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { commands, type Inputs, InvalidInputsError, listSecrets, readInputs, takesFolder } from '../../src/inputs.ts';

type Texts = Readonly<Record<string, string>>;

/** All that a deploy with a submission needs. */
const needed: Texts = {
  'base-url': 'https://apps.example.com',
  'api-key': 'key-123',
  slug: 'tides',
  folder: 'app',
  'terms-version': '2026-10',
};

function read(texts: Texts, fromFork = false): Inputs | InvalidInputsError {
  return readInputs({ read: (name) => texts[name] ?? '', fromFork });
}

function readGood(texts: Texts, fromFork = false): Inputs {
  const inputs = read(texts, fromFork);
  assert.ok('command' in inputs, JSON.stringify(inputs));
  return inputs;
}

function readError(texts: Texts, fromFork = false): InvalidInputsError {
  const inputs = read(texts, fromFork);
  assert.ok(inputs instanceof InvalidInputsError, JSON.stringify(inputs));
  return inputs;
}

/** The inputs that are wrong or missing, in the order in which they are reported. */
function listWrong(texts: Texts, fromFork = false): readonly string[] {
  return readError(texts, fromFork).inputs.map(({ input }) => input);
}

/** What is said of one input when all others are right. */
function findFault(input: string, text: string) {
  const [wrong, ...others] = readError({ ...needed, [input]: text }).inputs;
  assert.ok(wrong?.input === input && others.length === 0, wrong?.input);
  return wrong;
}

const [, actionInputs = ''] = readFileSync(new URL('../../action.yml', import.meta.url), 'utf8').split(
  /^(?:in|out)puts:$/m,
);
const declared = Array.from(actionInputs.matchAll(/^ {2}([a-z-]+):$/gm), ([, name = '']) => name);

describe('readInputs', () => {
  test('gives every input its default', () => {
    assert.deepEqual(readGood({ ...needed, 'terms-version': '' }), {
      command: 'deploy',
      baseUrl: { origin: 'https://apps.example.com', path: '' },
      apiKey: 'key-123',
      slug: 'tides',
      folder: 'app',
      include: ['**'],
      exclude: [],
      submit: false,
      termsVersion: '',
      create: false,
      force: false,
      onInReview: 'fail',
      onStale: 'ignore',
      dryRun: false,
      waitForReviewMinutes: 0,
      timeoutMinutes: 10,
      diff: false,
      comment: false,
      githubToken: '',
    });
  });

  test('asks for the inputs of action.yml, and for no others', () => {
    const asked = new Set<string>();
    readInputs({ fromFork: false, read: (name) => (asked.add(name) ? '' : name) });
    assert.deepEqual([...asked].sort(), declared.toSorted());
  });

  test('has the defaults that action.yml gives', () => {
    const defaults = Array.from(actionInputs.matchAll(/^ {2}([a-z-]+):\n {4}description: .*\n {4}default: (.*)$/gm));
    const texts = Object.fromEntries(defaults.map(([, name, value]) => [name, value?.replace(/^'(.*)'$/, '$1') ?? '']));
    assert.equal(Object.keys(texts).length, 13);
    const { githubToken, ...inputs } = readGood({ ...needed, ...texts });
    assert.equal(githubToken, '$' + '{{ github.token }}');
    assert.deepEqual({ ...inputs, githubToken: '' }, readGood(needed));
  });
});

const longSlug = `a-0${'z'.repeat(29)}`;
const longKey = 'x'.repeat(1000);
const longTerms = '§'.repeat(200);
const longPattern = 'x'.repeat(1024);
type Taken = readonly [input: string, Partial<Inputs>, ...texts: readonly string[]];
const toSame = (input: string, name: keyof Inputs, ...texts: readonly string[]): readonly Taken[] =>
  texts.map((text) => [input, { [name]: text }, text]);
const toPatterns = (...texts: readonly string[]): readonly Taken[] =>
  texts.map((text) => ['include', { include: [text] }, text]);
const toUrl = (origin: string, path: string, ...texts: readonly string[]): Taken => {
  return ['base-url', { baseUrl: { origin, path } }, ...texts];
};
const https = 'https://apps.example.com';

/** By input: a value, and texts that are read as it. */
const taken: readonly Taken[] = [
  ...toSame('command', 'command', ...commands.filter((command) => command !== 'delete')),
  toUrl(https, '', `${https}/`, 'HTTPS://Apps.Example.com/', `${https}:443`, `${https}/a%20b/%2e%2e`),
  toUrl(https, '/v2', `${https}/v2`, `${https}/v2/`),
  toUrl(https, '/a//b', `${https}/a//b///`),
  toUrl(https, '/@me', `${https}/@me`),
  toUrl(https, '/https://a@b', `${https}/https://a@b`),
  toUrl(https, '/a/b@c', `${https}/a/b@c`),
  toUrl('https://h:8443', '/a/b', 'https://h:8443/a/b//'),
  toUrl('https://xn--bcher-kva.example', '', 'https://bücher.example'),
  toUrl('https://10.0.0.1', '', 'https://10.0.0.1'),
  toUrl('http://localhost', '', 'http://LOCALHOST'),
  toUrl('http://localhost:8080', '', 'http://localhost:8080'),
  toUrl('http://127.0.0.1:3000', '/api', 'http://127.0.0.1:3000/api'),
  toUrl('http://127.255.255.254', '', 'http://127.255.255.254'),
  toUrl('http://127.0.0.1', '', 'http://127.1', 'http://2130706433', 'http://0177.0.0.1', 'http://0x7f000001'),
  toUrl('http://[::1]', '', 'http://[::1]', 'http://[0:0:0:0:0:0:0:1]'),
  ...toSame('api-key', 'apiKey', '!~"\'', longKey),
  ...toSame('slug', 'slug', 'abc', longSlug, '---'),
  ...toSame('folder', 'folder', '.', './', 'app', './a b/ä', 'a/..', 'a/../b', '..a', '.../a', 'a/..b', '/', '/../app'),
  ...toPatterns('**', './a/*', '/a/', '.', '*.{html,css}', '#a', '!(a|b).css', './!(a).css', 'a!b', 'a[*]b', '[[]a]'),
  ...toPatterns('..a/b..', longPattern),
  ['include', { include: ['*', 'assets/**', '!(x)'] }, '*\n\r\n  assets/**  \r!(x)'],
  ['include', { include: [] }, ' \n'],
  ['exclude', { exclude: ['a', 'b', 'c'] }, ' a \r\nb\rc\n\n  \n'],
  ['submit', { submit: false }, 'false'],
  ['create', { create: true }, 'true', 'True', 'TRUE'],
  ['force', { force: true }, 'true'],
  ['force', { force: false }, 'False', 'FALSE'],
  ...toSame('on-in-review', 'onInReview', 'fail', 'skip', 'replace'),
  ...toSame('on-stale', 'onStale', 'ignore', 'warn', 'skip', 'fail'),
  ['dry-run', { dryRun: true }, 'true'],
  ['wait-for-review', { waitForReviewMinutes: 0 }, '0'],
  ['wait-for-review', { waitForReviewMinutes: 0.5 }, '0.5'],
  ['wait-for-review', { waitForReviewMinutes: 7200 }, '7200'],
  ['timeout-minutes', { timeoutMinutes: 0.01 }, '0.01'],
  ['timeout-minutes', { timeoutMinutes: 7200 }, '7200', '7200.000000'],
  ['diff', { diff: true }, 'true'],
  ['comment', { comment: true }, 'true'],
  ...toSame('github-token', 'githubToken', 'any text'),
  ...toSame('terms-version', 'termsVersion', longTerms),
];
for (const [input, value, ...texts] of taken) {
  for (const text of texts) {
    test(`${input} is read: ${JSON.stringify(text.slice(0, 40))}`, () => {
      assert.deepEqual(readGood({ ...needed, [input]: text }), { ...readGood(needed), ...value });
    });
  }
}

const key = /^must be at most 1,000 printable ASCII characters without spaces$/;
const slug = /^must be 3 to 32 lowercase letters, digits and hyphens$/;
const boolean = /^must be true or false$/;
const wait = /^must be a number of minutes from 0 to 7200$/;
const timeout = /^must be a number of minutes from 0.01 to 7200$/;
const terms = /^must be one line of at most 200 characters$/;
const inside = /^must be a path inside the workspace, relative to it$/;
const address = /^must be an address such as https:\/\/apps\.example\.com$/;
const secure = /^must begin with https:\/\/$/;
const loopback = /^must begin with https:\/\/ \(http:\/\/ only to localhost, 127\.x\.x\.x or \[::1\]\)$/;
const query = /^must not include a query or fragment$/;
const user = /^must not include a user name or password$/;
const inverted = /^must be patterns without a ! at the start \(.* exclude\)$/;
const leaving = /^must be patterns that stay inside the folder, without \.\.$/;

/** By input: what it must be, and what it is not. */
const refused: readonly (readonly [string, RegExp, ...(readonly string[])])[] = [
  ['command', /^must be one of deploy, status, submit, create, update, delete, list$/, 'Deploy', 'deploy,submit'],
  ['base-url', loopback, 'http://apps.example.com', 'http://127.0.0.1.evil.com', 'http://localhost.evil.com'],
  ['base-url', loopback, 'http://localhost.', 'http://evil.localhost.com', 'http://notlocalhost', 'http://128.0.0.1'],
  ['base-url', loopback, 'http://0.0.0.0', 'http://10.0.0.1', 'http://169.254.169.254', 'http://3232235521'],
  ['base-url', loopback, 'http://0xc0a80001', 'http://[::]', 'http://[::2]', 'http://[fe80::1]'],
  ['base-url', loopback, 'http://[::ffff:10.0.0.1]'],
  ['base-url', secure, 'ftp://apps.example.com', 'file:///etc/passwd', 'javascript:alert(1)', 'localhost:8080'],
  ['base-url', address, 'apps.example.com', '//apps.example.com', 'https://', `${https}:99999`, `${https}\n`],
  ['base-url', address, 'https://apps example.com', 'https://apps.\u0000example.com', `${https}\\@evil.com`],
  ['base-url', address, 'http:/127.0.0.1:1', 'http:127.0.0.1:1', 'http:///127.0.0.1', 'https:apps.example.com'],
  ['base-url', address, 'HTTPS:/apps.example.com', 'user@apps.example.com'],
  ['base-url', query, `${https}?`, `${https}/?key=1`, `${https}#`],
  ['base-url', user, 'https://user@apps.example.com', 'https://:password@apps.example.com', 'http:/@127.0.0.1'],
  ['base-url', user, 'https://127.0.0.1@evil.com', 'http://localhost@evil.com', 'http://@127.0.0.1', 'http:@127.0.0.1'],
  ['base-url', user, 'https:user:password@apps.example.com', 'HTTPS://@apps.example.com/v2', 'http:///:@127.0.0.1'],
  ['base-url', user, 'http://:@127.0.0.1', 'ftp://:password@apps.example.com', 'ftp://user@apps.example.com'],
  ['api-key', key, 'two words', ' key', 'kéy', 'key\n', 'line\nline', '\u202ekey', '\0'],
  ['api-key', key, `${longKey}x`, '%'.repeat(100_000)],
  ['slug', slug, 'ab', 'a'.repeat(33), 'Tides', 'tides\nwaves', 'tides/..', 'tidés'],
  ['folder', inside, '../@scope/app', '..', '../', '../x', './..', '../../x', 'a/../..', 'a/../../x', './../x'],
  ['include', /^must be patterns of at most 1024 characters$/, `${longPattern}x`],
  ['include', inverted, '!icons@2x.png', '!*.map', './!*.map', '/./!*.map', '!'],
  ['exclude', leaving, '../@scope', '..', '../x', './../x', 'a/../../x'],
  ['exclude', /^must be patterns with \/ between folders and without \\, as in assets\/img \(/, 'assets\\img'],
  ['exclude', /as in assets\/\* \(.* written \[\*\], \[\?\] or \[\[\]\)$/, 'assets\\*'],
  ['exclude', /as in assets\/drafts\/\*\* \(/, 'assets/drafts\\**'],
  ['exclude', /as in \*\*\/\*\.js \(/, '**\\*.js'],
  ['exclude', /as in a\/b\/c \(/, 'a\\\\b\\c'],
  ['exclude', /as in assets\/ä \(/, 'assets\\ä'],
  ['exclude', /as in assets\/\.a \(/, 'assets\\.a'],
  ['exclude', /as in assets\/ \(/, 'assets\\'],
  ['exclude', /as in a\/\*b \(/, 'a\\*b'],
  ['exclude', /as in \/\[a\] \(/, '\\[a]'],
  ['exclude', /without \\ \(a literal/, 'assets/a\\[1\\].js'],
  ['exclude', /without \\, as in x{98}\/\* \(/, `${'x'.repeat(98)}\\*`],
  ['exclude', /without \\ \(/, `${'x'.repeat(99)}\\*`],
  ['submit', boolean, 'untrue', 'trueish', 'infalse', 'falsehood', 'yes'],
  ['terms-version', terms, 'a\nb', 'x'.repeat(201), 'a\u202eb'],
  ['create', boolean, '1'],
  ['force', boolean, 'tRUE'],
  ['on-in-review', /^must be one of fail, skip, replace$/, 'Skip'],
  ['on-stale', /^must be one of ignore, warn, skip, fail$/, 'stop'],
  ['dry-run', boolean, 'no'],
  ['wait-for-review', wait, '-1', '7200.1', '1e3', '5m', '.5', 'Infinity', '0x10'],
  ['timeout-minutes', timeout, '0', '99999999'],
  ['comment', boolean, 'null'],
];
for (const [input, words, ...texts] of refused) {
  for (const text of texts) {
    test(`${input} is refused: ${JSON.stringify(text.slice(0, 40))}`, () => {
      const { got, expected } = findFault(input, text);
      assert.match(expected, words);
      // Of a key nothing is shown; of an address all but what may be a password.
      const shown = input === 'base-url' ? text.replace(/^(https?:[/\\]*)?.*(?=@)/i, '$1***') : text;
      assert.equal(got, input === 'api-key' ? null : shown);
    });
  }
}

test('all wrong inputs are reported together, each once, in the order of action.yml', () => {
  const texts = Object.fromEntries(refused.map(([input, , text = '']) => [input, text]));
  assert.deepEqual(
    listWrong(texts),
    declared.filter((input) => texts[input] !== undefined),
  );
  assert.equal(Object.keys(texts).length, 17);
});

test('what is missing is reported beside what is wrong', () => {
  assert.deepEqual(listWrong({ slug: 'TIDES' }), ['slug', 'base-url', 'api-key', 'folder']);
});

test('of several patterns the first that is wrong is named, wherever it stands, in one entry for each input', () => {
  const { inputs } = readError({ ...needed, include: '*\n  ../x \n!y', exclude: 'a/**\nassets\\img\nb', folder: '..' });
  assert.deepEqual(
    inputs.map(({ input, got }) => [input, got]),
    [
      ['folder', '..'],
      ['include', '../x'],
      ['exclude', 'assets\\img'],
    ],
  );
});

test('more patterns than anybody needs are refused, with their number', () => {
  const lines = Array.from({ length: 1001 }, (_, index) => `${index}`);
  assert.equal(readGood({ ...needed, include: lines.slice(1).join('\n') }).include.length, 1000);
  assert.deepEqual(findFault('include', lines.join('\n')), {
    input: 'include',
    expected: 'must be at most 1000 patterns (one with ** or braces can stand for many)',
    got: '1001 patterns',
  });
});

test('a folder is read as the machine does', () => {
  assert.equal(read({ ...needed, folder: '..\\x' }) instanceof InvalidInputsError, sep === '\\');
});

test('what the comment of the pull request needs is handed on, as far as it can be used', () => {
  const rows: readonly (readonly [Texts, Partial<InvalidInputsError['wanted']>])[] = [
    [{}, {}],
    [
      { comment: 'true', 'github-token': 'token' },
      { comment: true, githubToken: 'token' },
    ],
    [{ comment: 'sure' }, {}],
    [{ slug: 'Tides' }, { slug: '' }],
    [{ slug: '' }, { slug: '' }],
    // A list is about no app.
    [{ command: 'list' }, { slug: '' }],
  ];
  for (const [texts, wanted] of rows) {
    const usual = { slug: 'tides', comment: false, githubToken: '' };
    assert.deepEqual(readError({ ...needed, force: 'on', ...texts }).wanted, { ...usual, ...wanted });
  }
});

describe('never repeated is', () => {
  const passwords = [
    'https://user:hunter2@apps.example.com',
    'HTTPS://hunter2@apps.example.com',
    'https:user:hunter2@apps.example.com',
    'https:/user:hunter2@apps.example.com',
    'https:\\\\user:hunter2@apps.example.com',
    'https://user:hunter2@h@apps.example.com',
    'https://us er:hunter2@apps.example.com',
    'https://user:hunter2/x@apps.example.com',
    'https://user:hunter2@apps.example.com:99999',
    'user:hunter2@apps.example.com',
    '//user:hunter2@apps.example.com',
    'ftp://user:hunter2@apps.example.com',
    'http://user\n:hunter2@127.0.0.1',
  ];
  for (const text of passwords) {
    test(`the password of ${JSON.stringify(text)}`, () => {
      const fault = findFault('base-url', text);
      assert.ok(!JSON.stringify(fault).includes('hunter2'), JSON.stringify(fault));
      assert.match(fault.got ?? '', /\*\*\*@/);
    });
  }

  for (const [input, text, got] of [
    ['slug', '../https://user:hunter2@apps.example.com/../../..', '***@apps.example.com/../../..'],
    ['exclude', '../https://user:hunter2@apps.example.com/../../..', '***@apps.example.com/../../..'],
    ['folder', '../https://user:hunter2@apps.example.com/../../..', '***@apps.example.com/../../..'],
    // On Windows an address becomes a path inside the workspace, and a later error would show its password.
    ['folder', 'https://user:hunter2@host', 'https://***@host'],
    ['folder', './https://user:hunter2@host/../../..', '***@host/../../..'],
    ['confirm', 'https://user:hunter2@apps.example.com', 'https://***@apps.example.com'],
  ] as const) {
    test(`a password that stands in ${input}: ${text}`, () => {
      const command = input === 'confirm' ? 'delete' : 'deploy';
      const { inputs } = readError({ ...needed, command, [input]: text });
      assert.deepEqual(
        inputs.map((wrong) => [wrong.input, wrong.got]),
        [[input, got]],
      );
    });
  }
});

// What is not linear takes minutes, and never seems to end.
test('a megabyte of anything takes linear time', () => {
  for (const filler of ['/', '\\', '@', ':', 'a', ' x', '.', '0', '"']) {
    const text = `http:${filler.repeat(1_000_000 / filler.length)}`;
    for (const input of ['command', 'base-url', 'slug', 'folder', 'include', 'timeout-minutes', 'confirm']) {
      assert.ok(listWrong({ ...needed, command: 'delete', [input]: text }).length > 0);
    }
  }
});

describe('what a command needs', () => {
  const all = ['base-url', 'api-key', 'slug', 'folder'];
  const dry = { 'dry-run': 'true' };
  const rows: readonly (readonly [Texts, readonly string[]])[] = [
    [{}, all],
    [{ command: 'deploy' }, all],
    [{ command: 'deploy', submit: 'true' }, [...all, 'terms-version']],
    [{ command: 'create' }, all],
    [{ command: 'create', submit: 'true' }, all],
    [{ command: 'update' }, all],
    [{ command: 'status' }, ['base-url', 'api-key', 'slug']],
    [{ command: 'submit' }, ['base-url', 'api-key', 'slug', 'terms-version']],
    [{ command: 'delete' }, ['base-url', 'api-key', 'slug', 'confirm']],
    [{ command: 'delete', slug: 'tides' }, ['base-url', 'api-key', 'confirm']],
    [{ command: 'list' }, ['base-url', 'api-key']],
    [{ ...dry, command: 'deploy' }, ['slug', 'folder']],
    [{ ...dry, command: 'deploy', submit: 'true' }, ['slug', 'folder']],
    [{ ...dry, submit: 'true', 'api-key': 'key' }, ['base-url', 'slug', 'folder', 'terms-version']],
    [{ ...dry, command: 'create' }, ['slug', 'folder']],
    [{ ...dry, command: 'update' }, ['slug', 'folder']],
    [{ ...dry, command: 'status' }, ['base-url', 'api-key', 'slug']],
    [{ ...dry, command: 'submit' }, ['base-url', 'api-key', 'slug', 'terms-version']],
    [{ ...dry, command: 'delete', slug: 'tides' }, ['base-url', 'api-key', 'confirm']],
    [{ ...dry, command: 'list' }, ['base-url', 'api-key']],
  ];
  const forks: typeof rows = [
    [{ command: 'deploy', submit: 'true' }, ['slug', 'folder']],
    [{ command: 'create' }, ['slug', 'folder']],
    [{ command: 'update' }, ['slug', 'folder']],
    [{ command: 'status' }, ['slug']],
    [{ command: 'submit' }, ['slug']],
    [{ command: 'delete' }, ['slug']],
    [{ command: 'deploy', 'api-key': 'key', submit: 'true' }, ['base-url', 'slug', 'folder', 'terms-version']],
  ];
  for (const [texts, missing, fromFork] of [
    ...rows.map((row) => [...row, false] as const),
    ...forks.map((row) => [...row, true] as const),
  ]) {
    test(`${JSON.stringify(texts)}${fromFork ? " on a fork's pull request" : ''} needs ${missing.join(', ')}`, () => {
      const { inputs } = readError(texts, fromFork);
      assert.deepEqual(
        inputs.map(({ input }) => input),
        missing,
      );
      for (const { got, expected } of inputs) {
        assert.equal(got, null);
        assert.match(expected, /^(is required|must repeat)/);
      }
    });
  }

  test('a fork’s pull request lists nothing, and needs nothing for it', () => {
    assert.equal(readGood({ command: 'list' }, true).apiKey, null);
  });

  test('a dry run without a key takes base-url, and does not need it', () => {
    assert.equal(readGood({ slug: 'tides', folder: 'app', 'dry-run': 'true' }).baseUrl, null);
    assert.notEqual(readGood({ ...needed, 'api-key': '', 'dry-run': 'true' }).baseUrl, null);
  });

  test('submit takes a folder, and does not need one', () => {
    const texts = { ...needed, command: 'submit' };
    assert.deepEqual([readGood(texts).folder, readGood({ ...texts, folder: '' }).folder], ['app', '']);
    assert.deepEqual(listWrong({ ...texts, folder: '..' }), ['folder']);
    assert.deepEqual(commands.filter(takesFolder), ['deploy', 'create', 'update']);
  });

  test('delete needs the slug once more, and no other command does', () => {
    const texts = { ...needed, command: 'delete' };
    assert.equal(readGood({ ...texts, confirm: 'tides' }).command, 'delete');
    assert.equal(readGood({ ...needed, confirm: 'waves' }).command, 'deploy');
    const wrong: readonly (readonly [slug: string, confirm: string, readonly string[]])[] = [
      ['tides', 'waves', ['confirm must repeat the slug to delete the app, not "waves"']],
      ['tides', 'Tides', ['confirm must repeat the slug to delete the app, not "Tides"']],
      // Nor can it be confirmed by leaving out both.
      ['', '', ['slug is required', 'confirm must repeat the slug']],
      ['', 'tides', ['slug is required', 'confirm must repeat the slug to delete the app, not "tides"']],
      ['TIDES', 'TIDES', ['slug must be']],
    ];
    for (const [slugText, confirm, starts] of wrong) {
      const lines = readError({ ...texts, slug: slugText, confirm }).message.split('\n');
      assert.equal(lines.length, starts.length);
      for (const [index, start] of starts.entries()) assert.ok(lines[index]?.startsWith(start), lines[index]);
    }
  });
});

test('base-url is https, or http to this machine, and made of nothing but origin and path, whatever is taken', () => {
  const host = fc.oneof(fc.webAuthority({ withIPv4: true, withIPv4Extended: true, withIPv6: true }), fc.string());
  const scheme = fc.constantFrom('http://', 'https://', 'http:', '');
  fc.assert(
    fc.property(scheme, host, fc.webPath(), (...parts) => {
      const inputs = read({ ...needed, 'base-url': parts.join('') });
      if (inputs instanceof InvalidInputsError || inputs.baseUrl === null) return;
      const { origin, path } = inputs.baseUrl;
      const url = new URL(`${origin}${path}`);
      assert.equal(url.origin, origin);
      assert.ok(url.protocol === 'https:' || /^(localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname), url.href);
      assert.equal(`${url.username}${url.password}${url.search}${url.hash}`, '');
      assert.ok(!path.endsWith('/'));
    }),
    { numRuns: 500 },
  );
});

test('minutes are within their limits, whatever they are', () => {
  const number = fc.oneof(fc.double(), fc.integer({ min: -5, max: 9000 }));
  fc.assert(
    fc.property(fc.oneof(fc.string({ minLength: 1 }), number.map(String)), (text) => {
      const inputs = read({ ...needed, 'timeout-minutes': text });
      const minutes = inputs instanceof InvalidInputsError ? 1 : inputs.timeoutMinutes;
      assert.ok(minutes >= 0.01 && minutes <= 7200, text);
    }),
  );
});

describe('what is said of invalid inputs', () => {
  const slugLine = 'slug must be 3 to 32 lowercase letters, digits and hyphens, not "TIDES"';

  test('names each with what it must be and what it got, for a run that failed', () => {
    const error = readError({ ...needed, slug: 'TIDES', folder: '', submit: 'a\nb' });
    assert.deepEqual(error.message.split('\n'), [
      slugLine,
      'submit must be true or false, not "a␊b"',
      'folder is required by deploy: the app folder, relative to the workspace',
    ]);
    const { name, code, kind, path } = error;
    assert.deepEqual([name, code, kind, path], ['InvalidInputsError', 'invalid_inputs', 'failed', null]);
    assert.match(error.next, /^Fix the "with:" block/);
  });

  test('cuts a long value, so that the others keep their room', () => {
    const { message } = readError({ ...needed, slug: 'x'.repeat(5000), force: 'on' });
    assert.match(message, /not "x{400,500} … \(\d+ characters more\)"\nforce must be/);
  });

  test('fits into an annotation even where every input is wrong and long', () => {
    const error = readInputs({ read: (name) => `${name}\n../\u202e${'x'.repeat(5000)}`, fromFork: false });
    assert.ok(error instanceof InvalidInputsError);
    assert.ok(error.message.length <= 3500, `${error.message.length}`);
    const lines = error.message.split('\n');
    assert.deepEqual([lines.length, error.inputs.length], [17, 17]);
    for (const { input, expected } of error.inputs) assert.ok(error.message.includes(`${input} ${expected}`), input);
  });

  for (const secret of ['api-key', 'github-token']) {
    test(`hides the ${secret} in the place of another input before the cut could halve it`, () => {
      const value = 'mk_live_0123456789';
      const long = `${'x'.repeat(960)}${value}${'x'.repeat(500)}`;
      const { message } = readError({ ...needed, [secret]: value, slug: long, exclude: `${value}\\*` });
      assert.ok(message.includes('as in ***/* ('), message);
      assert.ok(!message.includes('mk_'), message);
    });
  }
});

test('listSecrets names the input that each secret came from', () => {
  assert.deepEqual(listSecrets({ apiKey: 'key', githubToken: 'token' }), [
    { name: 'api-key', value: 'key' },
    { name: 'github-token', value: 'token' },
  ]);
  assert.deepEqual(listSecrets({ apiKey: null, githubToken: '' }), []);
});

import assert from 'node:assert/strict';
import { sep } from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { commands, type Inputs, InvalidInputsError, listSecrets, readInputs, takesFolder } from '../../src/inputs.ts';
import { readText } from '../support/repository.ts';

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

/** The inputs that are wrong or missing, in the order in which they are reported, with what they got. */
function listWrong(texts: Texts, fromFork = false): Readonly<Record<string, string | null>> {
  return Object.fromEntries(readError(texts, fromFork).inputs.map(({ input, got }) => [input, got]));
}

const [, actionInputs = ''] = readText('action.yml').split(/^(?:in|out)puts:$/m);
const declared = Array.from(actionInputs.matchAll(/^ {2}([a-z-]+):$/gm), ([, name = '']) => name);

describe('the inputs', () => {
  test('have defaults', () => {
    assert.deepEqual(readGood({ ...needed, 'terms-version': '' }), {
      ...{ command: 'deploy', baseUrl: { origin: 'https://apps.example.com', path: '' }, apiKey: 'key-123' },
      ...{ slug: 'tides', folder: 'app', include: ['**'], exclude: [], submit: false, termsVersion: '' },
      ...{ create: false, force: false, onInReview: 'fail', onStale: 'ignore', dryRun: false },
      ...{ waitForReviewMinutes: 0, timeoutMinutes: 10, diff: false, comment: false, githubToken: '' },
    });
  });

  test('are those of action.yml, and no others', () => {
    const asked = new Set<string>();
    readInputs({ fromFork: false, read: (name) => (asked.add(name) ? '' : name) });
    assert.deepEqual([...asked].sort(), declared.toSorted());
  });

  test('have the defaults that action.yml gives', () => {
    const defaults = Array.from(actionInputs.matchAll(/^ {2}([a-z-]+):\n {4}description: .*\n {4}default: (.*)$/gm));
    const texts = Object.fromEntries(defaults.map(([, name, value]) => [name, value?.replace(/^'(.*)'$/, '$1') ?? '']));
    assert.ok(Object.keys(texts).length > 10, 'they are found');
    const githubToken = '$' + '{{ github.token }}';
    assert.deepEqual(readGood({ ...needed, ...texts }), { ...readGood(needed), githubToken });
  });
});

const longSlug = `a-0${'z'.repeat(29)}`;
const longKey = 'x'.repeat(1000);
const longPattern = 'x'.repeat(1024);
const https = 'https://apps.example.com';
type Taken = readonly [input: string, Partial<Inputs>, ...texts: readonly string[]];
const toSame = (input: string, name: keyof Inputs, ...texts: readonly string[]): readonly Taken[] =>
  texts.map((text) => [input, { [name]: text }, text]);
const toPatterns = (...texts: readonly string[]): readonly Taken[] =>
  texts.map((text) => ['include', { include: [text] }, text]);
const toUrl = (origin: string, path: string, ...texts: readonly string[]): Taken => {
  return ['base-url', { baseUrl: { origin, path } }, ...texts];
};

/** By input: a value, and texts that are read as it. */
const taken: readonly Taken[] = [
  ...toSame('command', 'command', ...commands.filter((command) => command !== 'delete')),
  toUrl(https, '', `${https}/`, 'HTTPS://Apps.Example.com/', `${https}:443`, `${https}/a%20b/%2e%2e`),
  toUrl(https, '/v2', `${https}/v2`, `${https}/v2/`),
  toUrl(https, '/a//b', `${https}/a//b///`),
  toUrl(https, '/https://a@b', `${https}/https://a@b`),
  toUrl('https://h:8443', '/a/b', 'https://h:8443/a/b//'),
  toUrl('https://xn--bcher-kva.example', '', 'https://bücher.example'),
  toUrl('http://localhost:8080', '/api', 'http://LOCALHOST:8080/api'),
  toUrl('http://127.255.255.254', '', 'http://127.255.255.254'),
  toUrl('http://127.0.0.1', '', 'http://127.1', 'http://2130706433', 'http://0177.0.0.1', 'http://0x7f000001'),
  toUrl('http://[::1]', '', 'http://[::1]', 'http://[0:0:0:0:0:0:0:1]'),
  ...toSame('api-key', 'apiKey', '!~"\'', longKey),
  ...toSame('slug', 'slug', 'abc', longSlug, '---'),
  ...toSame('folder', 'folder', '.', './', './a b/ä', 'a/..', 'a/../b', '..a', '.../a', 'a/..b', '/', '/../app'),
  ...toPatterns('**', './a/*', '/a/', '.', '*.{html,css}', '#a', '!(a|b).css', './!(a).css', 'a!b', 'a[*]b', '[[]a]'),
  ...toPatterns('..a/b..', longPattern),
  ['include', { include: ['*', 'assets/**', '!(x)'] }, '*\n\r\n  assets/**  \r!(x)'],
  ['include', { include: [] }, ' \n'],
  ['exclude', { exclude: ['a', 'b', 'c'] }, ' a \r\nb\rc\n\n  \n'],
  ['submit', { submit: false }, 'false', 'False', 'FALSE'],
  ['create', { create: true }, 'true', 'True', 'TRUE'],
  ...['force', 'diff', 'comment'].map((input): Taken => [input, { [input]: true }, 'true']),
  ['dry-run', { dryRun: true }, 'true'],
  ...toSame('on-in-review', 'onInReview', 'fail', 'skip', 'replace'),
  ...toSame('on-stale', 'onStale', 'ignore', 'warn', 'skip', 'fail'),
  ['wait-for-review', { waitForReviewMinutes: 0 }, '0'],
  ['wait-for-review', { waitForReviewMinutes: 0.5 }, '0.5'],
  ['timeout-minutes', { timeoutMinutes: 0.01 }, '0.01'],
  ['timeout-minutes', { timeoutMinutes: 7200 }, '7200', '7200.000000'],
  ...toSame('github-token', 'githubToken', 'any text'),
  ...toSame('terms-version', 'termsVersion', '§'.repeat(200)),
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
  ['base-url', loopback, 'http://[::]', 'http://[::2]', 'http://[fe80::1]', 'http://[::ffff:10.0.0.1]'],
  ['base-url', secure, 'ftp://apps.example.com', 'file:///etc/passwd', 'javascript:alert(1)', 'localhost:8080'],
  ['base-url', address, 'apps.example.com', '//apps.example.com', 'https://', `${https}:99999`, `${https}\n`],
  ['base-url', address, 'https://apps example.com', 'https://apps.\u0000example.com', `${https}\\@evil.com`],
  ['base-url', address, 'http:/127.0.0.1:1', 'http:127.0.0.1:1', 'http:///127.0.0.1', 'HTTPS:/apps.example.com'],
  ['base-url', query, `${https}?`, `${https}/?key=1`, `${https}#`],
  ['base-url', user, 'https://user@apps.example.com', 'https://:password@apps.example.com', 'http:/@127.0.0.1'],
  ['base-url', user, 'https://127.0.0.1@evil.com', 'http://localhost@evil.com', 'http://@127.0.0.1', 'http:@127.0.0.1'],
  ['base-url', user, 'https:user:password@apps.example.com', 'HTTPS://@apps.example.com/v2', 'http:///:@127.0.0.1'],
  ['base-url', user, 'ftp://:password@apps.example.com', 'https:/user:password@apps.example.com'],
  ['base-url', user, 'https://user:password@h@apps.example.com'],
  ['base-url', address, 'https://us er:password@apps.example.com', 'https://user:password@apps.example.com:99999'],
  ['base-url', address, 'https://user:password/x@apps.example.com', '//user:password@apps.example.com'],
  ['base-url', address, 'user@apps.example.com', 'http://user\n:password@127.0.0.1', 'https:\\\\user:password@host'],
  ['api-key', key, 'two words', ' key', 'kéy', 'key\n', '\u202ekey', '\0', `${longKey}x`, '%'.repeat(100_000)],
  ['slug', slug, 'ab', 'a'.repeat(33), 'Tides', 'tides\nwaves', 'tides/..', 'tidés'],
  ['folder', inside, '../@scope/app', '..', '../', '../x', './..', '../../x', 'a/../..', 'a/../../x', './../x'],
  ['include', /^must be patterns of at most 1024 characters$/, `${longPattern}x`],
  ['include', inverted, '!icons@2x.png', '!*.map', './!*.map', '/./!*.map', '!'],
  ['exclude', leaving, '../@scope', '..', '../x', './../x', 'a/../../x'],
  ['exclude', /^must be patterns with \/ between folders and without \\, as in assets\/img \(/, 'assets\\img'],
  ['exclude', /as in assets\/\* \(.* written \[\*\], \[\?\] or \[\[\]\)$/, 'assets\\*'],
  ['exclude', /as in assets\/drafts\/\*\* \(/, 'assets/drafts\\**'],
  ['exclude', /as in a\/b\/c \(/, 'a\\\\b\\c'],
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
      const [wrong, ...others] = readError({ ...needed, [input]: text }).inputs;
      assert.deepEqual([wrong?.input, ...others], [input]);
      assert.match(wrong?.expected ?? '', words);
      // Of a key nothing is shown; of an address all but what may be a password.
      const shown = input === 'base-url' ? text.replace(/^(https?:[/\\]*)?.*(?=@)/is, '$1***') : text;
      assert.equal(wrong?.got, input === 'api-key' ? null : shown);
      assert.doesNotMatch(JSON.stringify(wrong), /password@/);
    });
  }
}

for (const [input, text, got] of [
  ['slug', '../https://user:password@host/../../..', '***@host/../../..'],
  ['exclude', '../https://user:password@host/../../..', '***@host/../../..'],
  // On Windows an address becomes a path inside the workspace, and a later error would show its password.
  ['folder', 'https://user:password@host', 'https://***@host'],
  ['folder', './https://user:password@host/../../..', '***@host/../../..'],
  ['confirm', 'https://user:password@host', 'https://***@host'],
] as const) {
  test(`a password that stands in ${input} is not shown: ${text}`, () => {
    const command = input === 'confirm' ? 'delete' : 'deploy';
    assert.deepEqual(listWrong({ ...needed, command, [input]: text }), { [input]: got });
  });
}

describe('what is wrong', () => {
  test('is reported together, each once, in the order of action.yml', () => {
    const texts = Object.fromEntries(refused.map(([input, , text = '']) => [input, text]));
    assert.deepEqual(
      Object.keys(listWrong(texts)),
      declared.filter((input) => texts[input] !== undefined),
    );
  });

  test('is reported beside what is missing', () => {
    assert.deepEqual(Object.keys(listWrong({ slug: 'TIDES' })), ['slug', 'base-url', 'api-key', 'folder']);
  });

  test('is the first of several patterns, wherever it stands', () => {
    const texts = { ...needed, include: '*\n  ../x \n!y', exclude: 'a/**\nassets\\img\nb', folder: '..' };
    assert.deepEqual(listWrong(texts), { folder: '..', include: '../x', exclude: 'assets\\img' });
  });

  test('is also that there are more patterns than anybody needs', () => {
    const lines = Array.from({ length: 1001 }, (_, index) => `${index}`);
    assert.equal(readGood({ ...needed, include: lines.slice(1).join('\n') }).include.length, 1000);
    assert.deepEqual(listWrong({ ...needed, include: lines.join('\n') }), { include: '1001 patterns' });
  });

  test('is, of a folder, what the machine takes for one outside', () => {
    assert.equal(read({ ...needed, folder: '..\\x' }) instanceof InvalidInputsError, sep === '\\');
  });

  // What is not linear takes minutes, and never seems to end.
  test('is found in linear time, whatever the text is', () => {
    for (const filler of ['/', '\\', '@', ':', 'a', ' x', '.', '0', '"']) {
      const text = `http:${filler.repeat(100_000 / filler.length)}`;
      for (const input of ['command', 'base-url', 'slug', 'folder', 'include', 'timeout-minutes', 'confirm']) {
        readError({ ...needed, command: 'delete', [input]: text });
      }
    }
  });

  const usual = { slug: 'tides', comment: false, githubToken: '' };
  for (const [texts, wanted] of [
    [
      { comment: 'true', 'github-token': 'token' },
      { comment: true, githubToken: 'token' },
    ],
    [{ comment: 'sure' }, {}],
    [{ slug: 'Tides' }, { slug: '' }],
    // A list is about no app.
    [{ command: 'list' }, { slug: '' }],
  ] as const) {
    test(`hands on what the comment needs, as far as it can be used: ${JSON.stringify(texts)}`, () => {
      assert.deepEqual(readError({ ...needed, force: 'on', ...texts }).wanted, { ...usual, ...wanted });
    });
  }
});

describe('what a command needs', () => {
  const connection = ['base-url', 'api-key'];
  const local = ['slug', 'folder'];
  const all = [...connection, ...local];
  const one = [...connection, 'slug'];
  const submit = 'terms-version';
  const dry = { 'dry-run': 'true' };
  /** With a key, in a dry run without one, and without one on a fork's pull request, which may be all. */
  const rows: readonly (readonly [
    Texts,
    online: readonly string[],
    dry: readonly string[],
    fork: readonly string[],
  ])[] = [
    [{}, all, local, local],
    [{ command: 'deploy' }, all, local, local],
    [{ command: 'deploy', submit: 'true' }, [...all, submit], local, local],
    [{ command: 'create', submit: 'true' }, all, local, local],
    [{ command: 'update' }, all, local, local],
    [{ command: 'status' }, one, one, ['slug']],
    [{ command: 'submit' }, [...one, submit], [...one, submit], ['slug']],
    [{ command: 'delete' }, [...one, 'confirm'], [...one, 'confirm'], ['slug']],
    [{ command: 'list' }, connection, connection, []],
  ];
  for (const [texts, online, offline, fork] of rows) {
    test(`${JSON.stringify(texts)}: ${online.join(', ')}`, () => {
      assert.deepEqual(Object.keys(listWrong(texts)), online);
      assert.deepEqual(Object.keys(listWrong({ ...dry, ...texts })), offline);
      if (fork.length === 0) assert.equal(readGood(texts, true).apiKey, null);
      else assert.deepEqual(Object.keys(listWrong(texts, true)), fork);
      for (const { got, expected } of readError(texts).inputs) {
        assert.equal(got, null);
        assert.match(expected, /^(is required|must repeat)/);
      }
    });
  }

  test('is the same in a dry run, and on a fork, that has a key', () => {
    const texts = { submit: 'true', 'api-key': 'key' };
    const missing = ['base-url', ...local, submit];
    assert.deepEqual(Object.keys(listWrong({ ...dry, ...texts })), missing);
    assert.deepEqual(Object.keys(listWrong(texts, true)), missing);
  });

  test('is no address in a dry run without a key, which may have one', () => {
    assert.equal(readGood({ ...dry, slug: 'tides', folder: 'app' }).baseUrl, null);
    assert.notEqual(readGood({ ...dry, ...needed, 'api-key': '' }).baseUrl, null);
  });

  test('is no folder for submit, which may have one', () => {
    const texts = { ...needed, command: 'submit' };
    assert.equal(readGood(texts).folder, 'app');
    assert.equal(readGood({ ...texts, folder: '' }).folder, '');
    assert.deepEqual(listWrong({ ...texts, folder: '..' }), { folder: '..' });
    assert.deepEqual(commands.filter(takesFolder), ['deploy', 'create', 'update']);
  });

  test('is the slug once more for delete, and for no other', () => {
    const texts = { ...needed, command: 'delete' };
    assert.equal(readGood({ ...texts, confirm: 'tides' }).command, 'delete');
    assert.equal(readGood({ ...needed, confirm: 'waves' }).command, 'deploy');
    for (const [slugText, confirm, wrong] of [
      ['tides', 'waves', { confirm: 'waves' }],
      ['tides', 'Tides', { confirm: 'Tides' }],
      // Nor can it be confirmed by leaving out both.
      ['', '', { slug: null, confirm: null }],
      ['', 'tides', { slug: null, confirm: 'tides' }],
      ['TIDES', 'TIDES', { slug: 'TIDES' }],
    ] as const) {
      assert.deepEqual(listWrong({ ...texts, slug: slugText, confirm }), wrong);
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
  test('names each with what it must be and what it got', () => {
    const { message, code, kind } = readError({ ...needed, slug: 'TIDES', folder: '', submit: 'a\nb' });
    assert.deepEqual(message.split('\n'), [
      'slug must be 3 to 32 lowercase letters, digits and hyphens, not "TIDES"',
      'submit must be true or false, not "a␊b"',
      'folder is required by deploy: the app folder, relative to the workspace',
    ]);
    assert.deepEqual({ code, kind }, { code: 'invalid_inputs', kind: 'failed' });
  });

  test('cuts a long value, so that the others keep their room', () => {
    const { message } = readError({ ...needed, slug: 'x'.repeat(5000), force: 'on' });
    assert.match(message, /not "x{400,500} … \(\d+ characters more\)"\nforce must be/);
  });

  test('fits into an annotation even where every input is wrong and long', () => {
    const error = readInputs({ read: (name) => `${name}\n../\u202e${'x'.repeat(5000)}`, fromFork: false });
    assert.ok(error instanceof InvalidInputsError);
    assert.ok(error.message.length <= 3500, `${error.message.length}`);
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

test('the secrets are the key and the token, where there are any', () => {
  const [key, token] = ['key', 'token'];
  const secrets = [
    { name: 'api-key', value: key },
    { name: 'github-token', value: token },
  ];
  assert.deepEqual(listSecrets({ apiKey: key, githubToken: token }), secrets);
  assert.deepEqual(listSecrets({ apiKey: null, githubToken: '' }), []);
});

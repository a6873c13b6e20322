import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { sep } from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  commands,
  type Inputs,
  type InvalidInput,
  InvalidInputsError,
  listSecrets,
  readInputs,
  takesFolder,
} from '../../src/inputs.ts';

type Texts = Readonly<Record<string, string>>;

const needed: Texts = {
  'base-url': 'https://apps.example.com',
  'api-key': 'key-123',
  slug: 'tides',
  folder: 'app',
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

function readWrong(texts: Texts, fromFork = false): readonly InvalidInput[] {
  return readError(texts, fromFork).inputs;
}

/** What one input must be, when everything else is right; null where it is taken. */
function findFault(input: string, text: string): InvalidInput | null {
  const inputs = read({ ...needed, 'terms-version': '2026-10', [input]: text });
  if (!(inputs instanceof InvalidInputsError)) return null;
  const [wrong, ...others] = inputs.inputs;
  assert.ok(wrong?.input === input && others.length === 0, JSON.stringify(inputs.inputs));
  return wrong;
}

describe('readInputs', () => {
  test('gives every input its default', () => {
    assert.deepEqual(readGood(needed), {
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
      comment: false,
      githubToken: '',
    });
  });

  test('asks for the inputs of action.yml, and for no others', () => {
    const asked = new Set<string>();
    readInputs({
      fromFork: false,
      read(name) {
        asked.add(name);
        return '';
      },
    });
    const yaml = readFileSync(new URL('../../action.yml', import.meta.url), 'utf8');
    const block = yaml.slice(yaml.indexOf('inputs:'), yaml.indexOf('outputs:'));
    const declared = Array.from(block.matchAll(/^ {2}([a-z-]+):$/gm), ([, name]) => name);
    assert.deepEqual([...asked].sort(), declared.sort());
  });

  test('has the defaults that action.yml gives', () => {
    const yaml = readFileSync(new URL('../../action.yml', import.meta.url), 'utf8');
    const defaults = Array.from(yaml.matchAll(/^ {2}([a-z-]+):\n {4}description: .*\n {4}default: (.*)$/gm));
    const texts = Object.fromEntries(defaults.map(([, name, value]) => [name, value?.replace(/^'(.*)'$/, '$1') ?? '']));
    assert.equal(Object.keys(texts).length, 12);
    const { githubToken, ...inputs } = readGood({ ...needed, ...texts });
    assert.equal(githubToken, '$' + '{{ github.token }}');
    assert.deepEqual({ ...inputs, githubToken: '' }, readGood(needed));
  });

  const values: readonly (readonly [string, string, Partial<Inputs>])[] = [
    ...commands.filter((command) => command !== 'delete').map((command) => ['command', command, { command }] as const),
    ['base-url', 'https://apps.example.com/', { baseUrl: { origin: 'https://apps.example.com', path: '' } }],
    ['base-url', 'https://h:8443/a/b//', { baseUrl: { origin: 'https://h:8443', path: '/a/b' } }],
    ['api-key', '!~"\'', { apiKey: '!~"\'' }],
    ['api-key', 'x'.repeat(1000), { apiKey: 'x'.repeat(1000) }],
    ['slug', 'abc', { slug: 'abc' }],
    ['slug', `a-0${'z'.repeat(29)}`, { slug: `a-0${'z'.repeat(29)}` }],
    ['slug', '---', { slug: '---' }],
    ['folder', './a b/ä', { folder: './a b/ä' }],
    ['folder', '/absolute/app', { folder: '/absolute/app' }],
    ['include', '*\n\r\n  assets/**  \r!(x)', { include: ['*', 'assets/**', '!(x)'] }],
    ['exclude', 'a\n\n', { exclude: ['a'] }],
    ['submit', 'false', { submit: false }],
    ['create', 'true', { create: true }],
    ['create', 'True', { create: true }],
    ['create', 'TRUE', { create: true }],
    ['force', 'true', { force: true }],
    ['force', 'False', { force: false }],
    ['force', 'FALSE', { force: false }],
    ['on-in-review', 'skip', { onInReview: 'skip' }],
    ['on-in-review', 'replace', { onInReview: 'replace' }],
    ['on-stale', 'warn', { onStale: 'warn' }],
    ['on-stale', 'skip', { onStale: 'skip' }],
    ['on-stale', 'fail', { onStale: 'fail' }],
    ['dry-run', 'true', { dryRun: true }],
    ['wait-for-review', '0', { waitForReviewMinutes: 0 }],
    ['wait-for-review', '0.5', { waitForReviewMinutes: 0.5 }],
    ['wait-for-review', '7200', { waitForReviewMinutes: 7200 }],
    ['timeout-minutes', '0.01', { timeoutMinutes: 0.01 }],
    ['timeout-minutes', '7200', { timeoutMinutes: 7200 }],
    ['comment', 'true', { comment: true }],
    ['github-token', 'any text', { githubToken: 'any text' }],
    ['confirm', 'anything', {}],
    ['terms-version', `${'§'.repeat(200)}`, { termsVersion: '§'.repeat(200) }],
  ];
  for (const [input, text, expected] of values) {
    test(`reads ${input}: ${JSON.stringify(text.slice(0, 40))}`, () => {
      const terms = { 'terms-version': '2026-10' };
      const inputs = readGood({ ...needed, ...terms, [input]: text });
      assert.deepEqual(inputs, { ...readGood({ ...needed, ...terms }), ...expected });
    });
  }

  const wrongs: readonly (readonly [string, string, RegExp])[] = [
    ['command', 'Deploy', /^must be one of deploy, status, submit, create, update, delete, list$/],
    ['command', 'deploy,submit', /^must be one of/],
    ['base-url', 'apps.example.com', /such as https/],
    ['base-url', 'http://apps.example.com', /must begin with https/],
    ['slug', 'ab', /3 to 32 lowercase letters/],
    ['slug', 'a'.repeat(33), /3 to 32 lowercase letters/],
    ['slug', 'Tides', /3 to 32 lowercase letters/],
    ['slug', 'tides\nwaves', /3 to 32 lowercase letters/],
    ['slug', 'tides/..', /3 to 32 lowercase letters/],
    ['slug', 'tidés', /3 to 32 lowercase letters/],
    ['folder', 'a\0b', /inside the workspace/],
    ['folder', '../@scope/app', /inside the workspace/],
    ['include', '!icons@2x.png', /without a ! at the start/],
    ['exclude', '../@scope', /inside the folder/],
    ['exclude', 'assets\\*', /without \\/],
    ['submit', 'untrue', /^must be true or false$/],
    ['submit', 'trueish', /^must be true or false$/],
    ['submit', 'infalse', /^must be true or false$/],
    ['submit', 'falsehood', /^must be true or false$/],
    ['submit', 'yes', /^must be true or false$/],
    ['create', '1', /^must be true or false$/],
    ['force', 'tRUE', /^must be true or false$/],
    ['dry-run', 'no', /^must be true or false$/],
    ['comment', 'null', /^must be true or false$/],
    ['on-in-review', 'Skip', /^must be one of fail, skip, replace$/],
    ['on-stale', 'stop', /^must be one of ignore, warn, skip, fail$/],
    ['wait-for-review', '-1', /^must be a number of minutes from 0 to 7200$/],
    ['wait-for-review', '7200.1', /from 0 to 7200/],
    ['wait-for-review', '1e3', /from 0 to 7200/],
    ['wait-for-review', '5m', /from 0 to 7200/],
    ['wait-for-review', '.5', /from 0 to 7200/],
    ['wait-for-review', 'Infinity', /from 0 to 7200/],
    ['wait-for-review', '0x10', /from 0 to 7200/],
    ['timeout-minutes', '0', /^must be a number of minutes from 0.01 to 7200$/],
    ['timeout-minutes', '99999999', /from 0.01 to 7200/],
    ['terms-version', 'a\nb', /one line of at most 200/],
    ['terms-version', 'x'.repeat(201), /one line of at most 200/],
    ['terms-version', 'a\u202eb', /one line of at most 200/],
  ];
  for (const [input, got, words] of wrongs) {
    test(`refuses ${input}: ${JSON.stringify(got.slice(0, 40))}`, () => {
      const [wrong, ...others] = readWrong({ ...needed, [input]: got });
      assert.deepEqual(others, []);
      assert.deepEqual([wrong?.input, wrong?.got], [input, got]);
      assert.match(wrong?.expected ?? '', words);
    });
  }

  test('reports all wrong inputs together, each once, in the order of action.yml', () => {
    const texts = Object.fromEntries(wrongs.map(([input, got]) => [input, got]));
    const wrong = readWrong({ ...texts, 'api-key': 'two words' });
    assert.deepEqual(
      wrong.map(({ input }) => input),
      [
        'command',
        'base-url',
        'api-key',
        'slug',
        'folder',
        'include',
        'exclude',
        'submit',
        'terms-version',
        'create',
        'force',
        'on-in-review',
        'on-stale',
        'dry-run',
        'wait-for-review',
        'timeout-minutes',
        'comment',
      ],
    );
  });

  test('reports what is missing beside what is wrong', () => {
    const wrong = readWrong({ slug: 'TIDES' });
    assert.deepEqual(
      wrong.map(({ input }) => input),
      ['slug', 'base-url', 'api-key', 'folder'],
    );
  });

  test('names the pattern that is wrong alone, in one entry for each input', () => {
    const wrong = readWrong({ ...needed, include: '*\n../x\n!y', exclude: 'a\nassets\\img', folder: '..' });
    assert.deepEqual(
      wrong.map(({ input, got }) => [input, got]),
      [
        ['folder', '..'],
        ['include', '../x'],
        ['exclude', 'assets\\img'],
      ],
    );
  });

  test('hands the slug on where it is one, whatever else is wrong', () => {
    const slugOf = (texts: Texts): string => readError({ ...needed, force: 'on', ...texts }).wanted.slug;
    assert.deepEqual([slugOf({}), slugOf({ slug: 'Tides' }), slugOf({ slug: '' })], ['tides', '', '']);
    assert.equal(slugOf({ command: 'list' }), '', 'a list is about no app');
  });

  for (const key of [
    'two words',
    ' key',
    'kéy',
    'key\n',
    'line\nline',
    '\u202ekey',
    '\0',
    'x'.repeat(1001),
    '%'.repeat(100_000),
  ]) {
    test(`never repeats a key that cannot be one: ${JSON.stringify(key.slice(0, 20))}`, () => {
      const wrong = readWrong({ ...needed, 'api-key': key });
      const expected = 'must be at most 1,000 printable ASCII characters without spaces';
      assert.deepEqual(wrong, [{ input: 'api-key', got: null, expected }]);
    });
  }

  test('hands on what the comment of the pull request needs, as far as it can be used', () => {
    const wantedOf = (texts: Texts) => readError({ ...needed, force: 'on', ...texts }).wanted;
    assert.deepEqual(wantedOf({ comment: 'true', 'github-token': 'token' }), {
      slug: 'tides',
      comment: true,
      githubToken: 'token',
    });
    assert.deepEqual(wantedOf({ comment: 'sure' }), { slug: 'tides', comment: false, githubToken: '' });
  });

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
  test('never repeats a password that stands in the address of another input', () => {
    for (const input of ['slug', 'exclude', 'folder']) {
      const wrong = readWrong({ ...needed, [input]: '../https://user:hunter2@apps.example.com/../../..' });
      assert.deepEqual(
        wrong.map(({ got }) => got),
        ['***@apps.example.com/../../..'],
      );
    }
  });

  test('never repeats a password that stands in confirm', () => {
    const texts = { ...needed, command: 'delete', confirm: 'https://user:hunter2@apps.example.com' };
    assert.deepEqual(
      readWrong(texts).map(({ got }) => got),
      ['https://***@apps.example.com'],
    );
  });

  // What is not linear takes minutes, and never seems to end.
  test('takes linear time over a megabyte of anything', () => {
    for (const filler of ['/', '\\', '@', ':', 'a', ' x', '.', '0', '"']) {
      const text = `http:${filler.repeat(1_000_000 / filler.length)}`;
      for (const input of ['command', 'base-url', 'slug', 'folder', 'include', 'timeout-minutes', 'confirm']) {
        assert.ok(readWrong({ ...needed, command: 'delete', [input]: text }).length > 0);
      }
    }
  });

  for (const address of passwords) {
    test(`never repeats the password of ${JSON.stringify(address)}`, () => {
      const [wrong] = readWrong({ ...needed, 'base-url': address });
      assert.equal(wrong?.input, 'base-url');
      assert.ok(!JSON.stringify(wrong).includes('hunter2'), JSON.stringify(wrong));
      assert.match(wrong?.got ?? '', /\*\*\*@/);
    });
  }
});

describe('what a command needs', () => {
  const all = ['base-url', 'api-key', 'slug', 'folder'];
  const rows: readonly (readonly [Texts, readonly string[]])[] = [
    [{ command: 'deploy' }, all],
    [{}, all],
    [{ command: 'deploy', submit: 'true' }, [...all, 'terms-version']],
    [{ command: 'create' }, all],
    [{ command: 'create', submit: 'true' }, all],
    [{ command: 'update' }, all],
    [{ command: 'status' }, ['base-url', 'api-key', 'slug']],
    [{ command: 'submit' }, ['base-url', 'api-key', 'slug', 'terms-version']],
    [{ command: 'delete' }, ['base-url', 'api-key', 'slug', 'confirm']],
    [{ command: 'delete', slug: 'tides' }, ['base-url', 'api-key', 'confirm']],
    [{ command: 'list' }, ['base-url', 'api-key']],
    [{ command: 'deploy', 'dry-run': 'true' }, ['slug', 'folder']],
    [{ command: 'deploy', 'dry-run': 'true', submit: 'true' }, ['slug', 'folder']],
    [
      { command: 'deploy', 'dry-run': 'true', submit: 'true', 'api-key': 'key' },
      ['base-url', 'slug', 'folder', 'terms-version'],
    ],
    [{ command: 'create', 'dry-run': 'true' }, ['slug', 'folder']],
    [{ command: 'update', 'dry-run': 'true' }, ['slug', 'folder']],
    [{ command: 'status', 'dry-run': 'true' }, ['base-url', 'api-key', 'slug']],
    [{ command: 'submit', 'dry-run': 'true' }, ['base-url', 'api-key', 'slug', 'terms-version']],
    [{ command: 'delete', 'dry-run': 'true', slug: 'tides' }, ['base-url', 'api-key', 'confirm']],
    [{ command: 'list', 'dry-run': 'true' }, ['base-url', 'api-key']],
  ];
  for (const [texts, missing] of rows) {
    test(`${JSON.stringify(texts)} needs ${missing.join(', ')}`, () => {
      const wrong = readWrong(texts);
      assert.deepEqual(
        wrong.map(({ input }) => input),
        missing,
      );
      for (const { got, expected } of wrong) {
        assert.equal(got, null);
        assert.match(expected, /^(is required|must repeat)/);
      }
    });
  }

  const forks: readonly (readonly [Texts, readonly string[]])[] = [
    [{ command: 'deploy', submit: 'true' }, ['slug', 'folder']],
    [{ command: 'create' }, ['slug', 'folder']],
    [{ command: 'update' }, ['slug', 'folder']],
    [{ command: 'status' }, ['slug']],
    [{ command: 'submit' }, ['slug']],
    [{ command: 'delete' }, ['slug']],
    [{ command: 'deploy', 'api-key': 'key', submit: 'true' }, ['base-url', 'slug', 'folder', 'terms-version']],
  ];
  for (const [texts, missing] of forks) {
    test(`${JSON.stringify(texts)} on a fork's pull request needs ${missing.join(', ')}`, () => {
      assert.deepEqual(
        readWrong(texts, true).map(({ input }) => input),
        missing,
      );
    });
  }

  test('a fork’s pull request lists nothing, and needs nothing for it', () => {
    assert.equal(readGood({ command: 'list' }, true).apiKey, null);
  });

  test('a dry run without a key takes base-url or leaves it out', () => {
    assert.equal(readGood({ slug: 'tides', folder: 'app', 'dry-run': 'true' }).baseUrl, null);
    assert.notEqual(readGood({ ...needed, 'api-key': '', 'dry-run': 'true' }).baseUrl, null);
  });

  test('delete needs the slug once more', () => {
    const texts = { ...needed, command: 'delete' };
    assert.equal(readGood({ ...texts, confirm: 'tides' }).command, 'delete');
    assert.deepEqual(readWrong({ ...texts, confirm: 'waves' }), [
      { input: 'confirm', got: 'waves', expected: 'must repeat the slug to delete the app' },
    ]);
    assert.deepEqual(
      readWrong({ ...texts, confirm: 'Tides' }).map(({ got }) => got),
      ['Tides'],
    );
  });

  test('delete without the slug cannot be confirmed by leaving confirm out as well', () => {
    const texts = { ...needed, command: 'delete', slug: '' };
    for (const confirm of ['', 'tides']) {
      assert.deepEqual(
        readWrong({ ...texts, confirm }).map(({ input, got }) => [input, got]),
        [
          ['slug', null],
          ['confirm', confirm || null],
        ],
      );
    }
  });

  test('delete with a wrong slug that confirm repeats names the slug alone', () => {
    const wrong = readWrong({ ...needed, command: 'delete', slug: 'TIDES', confirm: 'TIDES' });
    assert.deepEqual(
      wrong.map(({ input }) => input),
      ['slug'],
    );
  });

  test('confirm counts for delete alone', () => {
    assert.equal(readGood({ ...needed, confirm: 'waves' }).command, 'deploy');
  });
});

test('submit takes a folder, and does not need one', () => {
  const texts = { ...needed, command: 'submit', 'terms-version': '2026-10' };
  assert.equal(readGood(texts).folder, 'app');
  assert.equal(readGood({ ...texts, folder: '' }).folder, '');
  assert.deepEqual(
    readWrong({ ...texts, folder: '..' }).map(({ input }) => input),
    ['folder'],
  );
});

test('deploy, create and update need a folder', () => {
  assert.deepEqual(commands.filter(takesFolder), ['deploy', 'create', 'update']);
});

describe('base-url', () => {
  const good: readonly (readonly [string, string, string])[] = [
    ['https://apps.example.com', 'https://apps.example.com', ''],
    ['HTTPS://Apps.Example.com/', 'https://apps.example.com', ''],
    ['https://apps.example.com:8443', 'https://apps.example.com:8443', ''],
    ['https://apps.example.com:443', 'https://apps.example.com', ''],
    ['https://apps.example.com/v2', 'https://apps.example.com', '/v2'],
    ['https://apps.example.com/v2/', 'https://apps.example.com', '/v2'],
    ['https://apps.example.com/a//b///', 'https://apps.example.com', '/a//b'],
    ['https://apps.example.com/a%20b/%2e%2e', 'https://apps.example.com', ''],
    ['https://apps.example.com/@me', 'https://apps.example.com', '/@me'],
    ['https://apps.example.com/https://a@b', 'https://apps.example.com', '/https://a@b'],
    ['https://apps.example.com/a/b@c', 'https://apps.example.com', '/a/b@c'],
    ['https://bücher.example', 'https://xn--bcher-kva.example', ''],
    ['https://10.0.0.1', 'https://10.0.0.1', ''],
    ['http://localhost:8080', 'http://localhost:8080', ''],
    ['http://LOCALHOST', 'http://localhost', ''],
    ['http://127.0.0.1:3000/api', 'http://127.0.0.1:3000', '/api'],
    ['http://127.255.255.254', 'http://127.255.255.254', ''],
    ['http://[::1]:8080', 'http://[::1]:8080', ''],
    ['http://[0:0:0:0:0:0:0:1]', 'http://[::1]', ''],
    ['http://127.1', 'http://127.0.0.1', ''],
    ['http://2130706433', 'http://127.0.0.1', ''],
    ['http://0x7f000001', 'http://127.0.0.1', ''],
    ['http://0177.0.0.1', 'http://127.0.0.1', ''],
  ];
  for (const [text, origin, path] of good) {
    test(`takes ${text} as ${origin}${path}`, () =>
      assert.deepEqual(readGood({ ...needed, 'base-url': text }).baseUrl, { origin, path }));
  }

  const bad: readonly (readonly [string, RegExp])[] = [
    ['http://apps.example.com', /must begin with https:\/\/ \(http:\/\/ only to/],
    ['http://127.0.0.1.evil.com', /must begin with https/],
    ['http://localhost.evil.com', /must begin with https/],
    ['http://localhost.', /must begin with https/],
    ['http://evil.localhost.com', /must begin with https/],
    ['http://notlocalhost', /must begin with https/],
    ['http://128.0.0.1', /must begin with https/],
    ['http://0.0.0.0', /must begin with https/],
    ['http://10.0.0.1', /must begin with https/],
    ['http://169.254.169.254', /must begin with https/],
    ['http://3232235521', /must begin with https/],
    ['http://0xc0a80001', /must begin with https/],
    ['http://[::]', /must begin with https/],
    ['http://[::2]', /must begin with https/],
    ['http://[::ffff:10.0.0.1]', /must begin with https/],
    ['http://[fe80::1]', /must begin with https/],
    ['ftp://apps.example.com', /^must begin with https:\/\/$/],
    ['file:///etc/passwd', /^must begin with https:\/\/$/],
    ['javascript:alert(1)', /^must begin with https:\/\/$/],
    ['localhost:8080', /^must begin with https:\/\/$/],
    ['apps.example.com', /^must be an address such as/],
    ['//apps.example.com', /^must be an address such as/],
    ['https://', /^must be an address such as/],
    ['https://apps.example.com:99999', /^must be an address such as/],
    ['https://apps example.com', /^must be an address such as/],
    ['https://apps.example.com\n', /^must be an address such as/],
    ['https://apps.example.com\\@evil.com', /^must be an address such as/],
    ['https://apps.\u0000example.com', /^must be an address such as/],
    ['https://apps.example.com?', /query or fragment/],
    ['https://apps.example.com/?key=1', /query or fragment/],
    ['https://apps.example.com#', /query or fragment/],
    ['https://user@apps.example.com', /user name or password/],
    ['https://:password@apps.example.com', /user name or password/],
    ['https://127.0.0.1@evil.com', /user name or password/],
    ['http://localhost@evil.com', /user name or password/],
    ['https:user:password@apps.example.com', /user name or password/],
    ['http://@127.0.0.1', /user name or password/],
    ['http://:@127.0.0.1', /user name or password/],
    ['HTTPS://@apps.example.com/v2', /user name or password/],
    ['http:@127.0.0.1', /user name or password/],
    ['http:/@127.0.0.1', /user name or password/],
    ['http:///:@127.0.0.1', /user name or password/],
    ['http:/127.0.0.1:1', /^must be an address such as/],
    ['http:127.0.0.1:1', /^must be an address such as/],
    ['http:///127.0.0.1', /^must be an address such as/],
    ['https:apps.example.com', /^must be an address such as/],
    ['HTTPS:/apps.example.com', /^must be an address such as/],
  ];
  for (const [text, words] of bad) {
    test(`refuses ${JSON.stringify(text)}`, () => {
      const fault = findFault('base-url', text);
      assert.match(fault?.expected ?? '', words);
      assert.ok(!JSON.stringify(fault).includes('password@'));
    });
  }

  test('is https, or http to this machine, and made of nothing but origin and path, whatever is taken', () => {
    const host = fc.oneof(fc.webAuthority({ withIPv4: true, withIPv4Extended: true, withIPv6: true }), fc.string());
    const text = fc
      .tuple(fc.constantFrom('http://', 'https://', 'http:', ''), host, fc.webPath())
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (address) => {
        const inputs = read({ ...needed, 'base-url': address });
        if (inputs instanceof InvalidInputsError || inputs.baseUrl === null) return;
        const { origin, path } = inputs.baseUrl;
        const url = new URL(`${origin}${path}`);
        assert.equal(url.origin, origin);
        assert.ok(url.protocol === 'https:' || /^(localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname), address);
        assert.equal(`${url.username}${url.password}${url.search}${url.hash}`, '');
        assert.ok(!path.endsWith('/'));
      }),
      { numRuns: 500 },
    );
  });
});

test('minutes are within their limits, whatever they are', () => {
  const text = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.double().map(String),
    fc.integer({ min: -5, max: 9000 }).map(String),
  );
  fc.assert(
    fc.property(text, (written) => {
      const inputs = read({ ...needed, 'timeout-minutes': written });
      if (!(inputs instanceof InvalidInputsError)) {
        assert.ok(inputs.timeoutMinutes >= 0.01 && inputs.timeoutMinutes <= 7200, written);
      }
    }),
  );
  assert.equal(readGood({ ...needed, 'timeout-minutes': '7200.000000' }).timeoutMinutes, 7200);
});

describe('folder', () => {
  for (const path of ['.', './', 'app', './a b/ä', 'a/..', 'a/../b', '..a', '.../a', 'a/..b', '/', '/app', '/../app']) {
    test(`takes ${path} as it is`, () => assert.equal(readGood({ ...needed, folder: path }).folder, path));
  }

  const outside = ['..', '../', '../x', './..', '../../x', 'a/../..', 'a/../../x', './../x', 'a\0b'];
  // On Windows an address becomes a path inside the workspace, and a later error would show its password.
  for (const path of [...outside, 'https://user:password@host', './https://user:password@host/../../..']) {
    test(`refuses ${JSON.stringify(path)}`, () => {
      const fault = findFault('folder', path);
      assert.equal(fault?.expected, 'must be a path inside the workspace, relative to it');
      assert.ok(!fault.got?.includes('password'));
    });
  }

  test('is read as the machine does', () => {
    assert.equal(findFault('folder', '..\\x') !== null, sep === '\\');
  });
});

describe('include and exclude', () => {
  test('give one pattern per line, trimmed, whatever ends the lines', () => {
    assert.deepEqual(readGood({ ...needed, exclude: ' a \r\nb\rc\n\n  \n' }).exclude, ['a', 'b', 'c']);
    assert.deepEqual(readGood({ ...needed, include: ' \n' }).include, []);
  });

  const longest = 'x'.repeat(1024);
  for (const pattern of [
    '**',
    './a/*',
    '/a/',
    '.',
    '*.{html,css}',
    '#a',
    '!(a|b).css',
    './!(a).css',
    'a!b',
    'a[*]b',
    '[[]a]',
    '..a/b..',
    longest,
  ]) {
    test(`take ${pattern.slice(0, 20)}`, () =>
      assert.deepEqual(readGood({ ...needed, include: pattern }).include, [pattern]));
  }

  const bad: readonly (readonly [string, RegExp])[] = [
    [`${longest}x`, /^must be patterns of at most 1024 characters$/],
    ['a\0b', /^must be patterns without a NUL/],
    ['!*.map', /^must be patterns without a ! at the start \(.* exclude\)$/],
    ['./!*.map', /without a ! at the start/],
    ['/./!*.map', /without a ! at the start/],
    ['!', /without a ! at the start/],
    ['..', /^must be patterns that stay inside the folder, without \.\.$/],
    ['../x', /inside the folder/],
    ['./../x', /inside the folder/],
    ['a/../../x', /inside the folder/],
    ['assets\\img', /^must be patterns with \/ between folders and without \\, as in assets\/img \(a literal \*/],
    ['assets\\*', /as in assets\/\* \(/],
    ['assets/drafts\\**', /as in assets\/drafts\/\*\* \(/],
    ['**\\*.js', /as in \*\*\/\*\.js \(/],
    ['a\\\\b', /as in a\/b \(/],
    ['assets\\ä', /as in assets\/ä \(/],
    ['assets\\.a', /as in assets\/\.a \(/],
    ['assets\\', /as in assets\/ \(/],
    ['a\\*b', /written \[\*\], \[\?\] or \[\[\]\)$/],
    ['\\[a]', /without \\/],
    [`${'x'.repeat(100)}\\*`, /without \\ \(/],
  ];
  for (const [pattern, words] of bad) {
    test(`refuse ${JSON.stringify(pattern.slice(0, 20))} by name, wherever it stands`, () => {
      const fault = findFault('exclude', `a/**\n  ${pattern}\nb`);
      assert.equal(fault?.got, pattern);
      assert.match(fault.expected, words);
    });
  }

  test('name the first of several that are wrong', () => {
    assert.equal(findFault('include', 'a\n../b\n!c')?.got, '../b');
  });

  test('refuse more patterns than anybody needs, and say how many there are', () => {
    const lines = Array.from({ length: 1001 }, (_, index) => `${index}`);
    assert.equal(findFault('include', lines.slice(1).join('\n')), null);
    assert.deepEqual(findFault('include', lines.join('\n')), {
      input: 'include',
      expected: 'must be at most 1000 patterns (one with ** or braces can stand for many)',
      got: '1001 patterns',
    });
  });
});

describe('what is said of invalid inputs', () => {
  const slugLine = 'slug must be 3 to 32 lowercase letters, digits and hyphens, not "TIDES"';

  test('names one with what it must be and what it got, for a run that failed', () => {
    const error = readError({ ...needed, slug: 'TIDES' });
    assert.equal(error.message, slugLine);
    assert.deepEqual([error.code, error.kind, error.path], ['invalid_inputs', 'failed', null]);
    assert.match(error.next, /^Fix the "with:" block/);
  });

  test('has one line for each, and no value where there is none', () => {
    const { message } = readError({ ...needed, slug: 'TIDES', folder: '', submit: 'a\nb' });
    assert.deepEqual(message.split('\n'), [
      slugLine,
      'submit must be true or false, not "a␊b"',
      'folder is required by deploy: the app folder, relative to the workspace',
    ]);
  });

  test('cuts a long value, so that the others keep their room', () => {
    const { message } = readError({ ...needed, slug: 'x'.repeat(5000), force: 'on' });
    assert.match(message, /not "x{400,500} … \(\d+ characters more\)"\nforce must be/);
  });

  test('fits into an annotation even where every input is wrong and long', () => {
    const inputs = readInputs({ read: (name) => `${name}\n../\u202e${'x'.repeat(5000)}`, fromFork: false });
    assert.ok(inputs instanceof InvalidInputsError);
    assert.equal(inputs.inputs.length, 16);
    assert.ok(inputs.message.length <= 3500, `${inputs.message.length}`);
    assert.equal(inputs.message.split('\n').length, 16);
    for (const { input, expected } of inputs.inputs) assert.ok(inputs.message.includes(`${input} ${expected}`), input);
  });

  for (const secret of ['api-key', 'github-token']) {
    test(`hides the ${secret} in the place of another input before the cut could halve it`, () => {
      const value = 'mk_live_0123456789';
      const slug = `${'x'.repeat(960)}${value}${'x'.repeat(500)}`;
      const { message } = readError({ ...needed, [secret]: value, slug, exclude: `${value}\\*` });
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

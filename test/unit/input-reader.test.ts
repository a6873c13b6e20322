import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { readInputs } from '../../src/input-reader.ts';
import { commands, type Inputs, takesFolder, type WrongInput, type WrongInputs } from '../../src/inputs.ts';

type Texts = Readonly<Record<string, string>>;

const needed: Texts = {
  'base-url': 'https://apps.example.com',
  'api-key': 'key-123',
  slug: 'tides',
  folder: 'app',
};

function read(texts: Texts, fromFork = false): Inputs | WrongInputs {
  return readInputs({ read: (name) => texts[name] ?? '', fromFork });
}

function readGood(texts: Texts, fromFork = false): Inputs {
  const inputs = read(texts, fromFork);
  assert.ok('command' in inputs, JSON.stringify(inputs));
  return inputs;
}

function readWrong(texts: Texts, fromFork = false): readonly WrongInput[] {
  const inputs = read(texts, fromFork);
  assert.ok(!('command' in inputs), JSON.stringify(inputs));
  return inputs.wrong;
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
    ['command', 'Deploy', /^takes one of deploy, status, submit, create, update, delete, list$/],
    ['command', 'deploy,submit', /^takes one of/],
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
    ['submit', 'yes', /^takes true or false$/],
    ['create', '1', /^takes true or false$/],
    ['force', 'tRUE', /^takes true or false$/],
    ['dry-run', 'no', /^takes true or false$/],
    ['comment', 'null', /^takes true or false$/],
    ['on-in-review', 'Skip', /^takes one of fail, skip, replace$/],
    ['on-stale', 'stop', /^takes one of ignore, warn, skip, fail$/],
    ['wait-for-review', '-1', /^takes a number of minutes from 0 to 7200$/],
    ['wait-for-review', '7200.1', /from 0 to 7200/],
    ['wait-for-review', '1e3', /from 0 to 7200/],
    ['wait-for-review', '5m', /from 0 to 7200/],
    ['wait-for-review', '.5', /from 0 to 7200/],
    ['wait-for-review', 'Infinity', /from 0 to 7200/],
    ['wait-for-review', '0x10', /from 0 to 7200/],
    ['timeout-minutes', '0', /^takes a number of minutes from 0.01 to 7200$/],
    ['timeout-minutes', '99999999', /from 0.01 to 7200/],
    ['terms-version', 'a\nb', /one line of at most 200/],
    ['terms-version', 'x'.repeat(201), /one line of at most 200/],
    ['terms-version', 'a\u202eb', /one line of at most 200/],
  ];
  for (const [input, got, takes] of wrongs) {
    test(`refuses ${input}: ${JSON.stringify(got.slice(0, 40))}`, () => {
      const [wrong, ...others] = readWrong({ ...needed, [input]: got });
      assert.deepEqual(others, []);
      assert.deepEqual([wrong?.input, wrong?.got], [input, got]);
      assert.match(wrong?.takes ?? '', takes);
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
    const slugOf = (texts: Texts): string => {
      const inputs = read({ ...needed, force: 'on', ...texts });
      assert.ok(!('command' in inputs));
      return inputs.slug;
    };
    assert.deepEqual([slugOf({}), slugOf({ slug: 'Tides' }), slugOf({ slug: '' })], ['tides', '', '']);
  });

  for (const key of ['two words', 'kéy', 'key\n', 'line\nline', '\u202ekey', '\0']) {
    test(`never repeats a key that cannot be one: ${JSON.stringify(key)}`, () => {
      const wrong = readWrong({ ...needed, 'api-key': key });
      assert.deepEqual(wrong, [{ input: 'api-key', got: null, takes: 'takes printable ASCII without spaces' }]);
    });
  }

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
      for (const { got, takes } of wrong) {
        assert.equal(got, null);
        assert.match(takes, /^(is needed|must repeat)/);
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
      { input: 'confirm', got: 'waves', takes: 'must repeat the slug to delete the app' },
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

test('deploy, create and update take a folder', () => {
  assert.deepEqual(commands.filter(takesFolder), ['deploy', 'create', 'update']);
});

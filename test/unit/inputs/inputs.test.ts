import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { anyTextKind } from '../../../src/inputs/input-kinds.ts';
import {
  commands,
  type Inputs,
  type InvalidInputsError,
  inputTable,
  listSecrets,
  makeInputsError,
  readInputs,
} from '../../../src/inputs/inputs.ts';
import { toPrintable } from '../../../src/text/escape.ts';
import { assertFast } from '../../support/fast.ts';
import { assertNames } from '../../support/names.ts';
import { readText } from '../../support/repository.ts';
import { compareSections, type Section } from '../../support/snapshot.ts';

type Texts = Readonly<Record<string, string>>;

const https = 'https://apps.example.com';
/** Inputs that are enough for a deploy with a submission. */
const needed: Texts = {
  ...{
    'base-url': https,
    'api-key': 'key-123',
    slug: 'tides',
    folder: 'app',
    'terms-version': '2026-10',
  },
};

function read(texts: Texts, hasSecrets = true) {
  return readInputs({ read: (name) => texts[name] ?? '', hasSecrets });
}

function readGood(texts: Texts): Inputs {
  const { inputs, error } = read(texts);
  assert.equal(error, null);
  return inputs;
}

function readError(texts: Texts): InvalidInputsError {
  const { error } = read(texts);
  return error ?? assert.fail('nothing is wrong');
}

/** Returns the invalid and missing inputs in the order of their report, with the values shown. */
function listWrong(texts: Texts): Readonly<Record<string, string | null>> {
  return Object.fromEntries(readError(texts).inputs.map(({ input, got }) => [input, got]));
}

const declared: readonly string[] = Object.values(inputTable).map(({ name }) => name);

test('only the inputs of the table are read', () => {
  const asked = new Set<string>();
  readInputs({ hasSecrets: true, read: (name) => (asked.add(name) ? '' : name) });
  assertNames([...asked], declared, 'src/inputs/inputs.ts, readInputs,');
});

test('an input that is not given has the default of action.yml', () => {
  const { inputs }: { readonly inputs: Record<string, { readonly default?: string }> } = parse(
    readText('action.yml'),
  );
  const texts = Object.fromEntries(
    Object.entries(inputs).map(([name, entry]) => [name, entry.default ?? '']),
  );
  const githubToken = '$' + '{{ github.token }}';
  assert.deepEqual(
    readGood({ ...texts, ...needed }),
    { ...readGood(needed), githubToken },
    'action.yml, "default" of an input, is not its fallback in inputTable: run "npm run docs"',
  );
});

/** Valid and invalid values of each input. */
const texts: Readonly<Record<string, readonly string[]>> = {
  command: [...commands, 'Deploy', 'deploy,submit'],
  'base-url': [
    ...[
      `${https}/`,
      'HTTPS://Apps.Example.com/',
      `${https}:443`,
      `${https}/a%20b/%2e%2e`,
      `${https}/a//b///`,
    ],
    ...[
      `${https}/https://a@b`,
      'https://h:8443/a/b',
      'https://bücher.example',
      'http://LOCALHOST:8080/v1',
    ],
    ...[`${https}/api`, `${https}/v1/api/miniapps/`, `${https}/apis`, `${https}/api/v1`],
    ...[
      'http://127.255.255.254',
      'http://127.1',
      'http://2130706433',
      'http://0x7f000001',
      'http://[0:0:0:0:0:0:0:1]',
    ],
    ...[
      'http://apps.example.com',
      'http://127.0.0.1.evil.com',
      'http://localhost.evil.com',
      'http://notlocalhost',
    ],
    ...[
      'http://128.0.0.1',
      'http://0.0.0.0',
      'http://3232235521',
      'http://[::2]',
      'http://[::ffff:10.0.0.1]',
    ],
    ...[
      'ftp://apps.example.com',
      'javascript:alert(1)',
      'localhost:8080',
      'apps.example.com',
      '//apps.example.com',
    ],
    ...[
      'https://',
      `${https}:99999`,
      'https://apps example.com',
      `${https}\n`,
      `${https}\\@evil.com`,
    ],
    ...['http:127.0.0.1:1', 'http:///127.0.0.1', 'HTTPS:/apps.example.com'],
    ...[`${https}?`, `${https}/?key=1`, `${https}#`],
    ...[
      'https://user@apps.example.com',
      'https://:password@apps.example.com',
      'http:/@127.0.0.1',
      'http:@127.0.0.1',
    ],
    ...['http://localhost@evil.com', 'HTTPS:user:password@apps.example.com', 'http:///:@127.0.0.1'],
    ...['https://user:password@h@apps.example.com', 'ftp://:password@apps.example.com'],
    ...['https://us er:password@apps.example.com', 'https://user:password@apps.example.com:99999'],
    ...[
      'https://user:password/x@host',
      '//user:password@host',
      'http://user\n:password@host',
      'user@host',
    ],
    'https:\\\\user:password@host',
  ],
  'api-key': [
    '!~"\'',
    'x'.repeat(1000),
    'x'.repeat(1001),
    'two words',
    ' key',
    'kéy',
    'key\n',
    '\0',
    '\u202ekey',
    '"key"',
    "'key'",
    'MINIAPPS_API_KEY=key',
    'export API_KEY=key',
    'MINIAPPS_API_KEY: key',
    'api_key=key',
    'Bearer key',
    // Keys may look like this.
    'A_KEY==',
    'sk_live=key',
    'A=key',
  ],
  slug: [
    'abc',
    `a-0${'z'.repeat(29)}`,
    '---',
    'ab',
    'a'.repeat(33),
    'Tides',
    'tides\nwaves',
    'tides/..',
    'tidés',
  ],
  folder: [
    ...[
      './a b/ä',
      'a/../b',
      '..a',
      '.../a',
      'a/..b',
      '/',
      '/../app',
      '..',
      '../x',
      'a/../../x',
      '../@scope/app',
    ],
    // On Windows an address becomes a path inside the workspace, whose error would show a password.
    ...['https://user:password@host', './https://user:password@host/../../..'],
    ...[
      'apps/*',
      ' a \n\n./b/\r\n',
      'apps/[id]',
      'apps/!(old)',
      '{a,b}',
      'a\n../b',
      '!apps/old\napps/*',
      '!a*',
      'a/../*',
      'a\\*',
      'D:\\a\\repo/apps/*',
      'D:\\a\\..\\apps\\*',
    ],
    ...['0\n'.repeat(100), '0\n'.repeat(101), `${'x'.repeat(1024)}*`],
  ],
  include: [
    ...[
      '*\n\r\n  assets/**  \r!(x)',
      ' \n',
      './a/*',
      '*.{html,css}',
      './!(a).css',
      'a!b',
      '[[]a]',
      '..a/b..',
    ],
    ...['x'.repeat(1024), 'x'.repeat(1025), '!icons@2x.png', '/./!*.map', '!', '*\n  ../x \n!y'],
    ...['0\n'.repeat(1000), '0\n'.repeat(1001)],
  ],
  exclude: [
    ...[
      '../@scope',
      './../x',
      'a/../../x',
      '../https://user:password@host/../..',
      'assets/drafts\\**',
      'a\\\\b\\c',
    ],
    ...['assets/a\\[1\\].js', `${'x'.repeat(98)}\\*`, `${'x'.repeat(99)}\\*`],
  ],
  'max-size': [
    '2 MB',
    '500KB',
    '1.5 mb',
    '1 B',
    '0 MB',
    '0.5 B',
    '2',
    '2 MiB',
    '-1 MB',
    '1e3 KB',
    '999999999 GB',
  ],
  submit: [
    'true',
    'True',
    'TRUE',
    'false',
    'False',
    'FALSE',
    'tRUE',
    'untrue',
    'trueish',
    'infalse',
    'falsehood',
    '1',
  ],
  'terms-version': ['§'.repeat(200), 'x'.repeat(201), 'a\nb', 'a\u202eb'],
  ...{ create: ['true', 'no'], force: ['true', 'no'] },
  'on-in-review': ['fail', 'skip', 'replace', 'Skip'],
  'on-stale': ['ignore', 'warn', 'skip', 'fail', 'stop'],
  'dry-run': ['true', 'no'],
  'wait-for-review': [
    '0',
    '0.5',
    '7200.000000',
    '-1',
    '7200.1',
    '1e3',
    '5m',
    '.5',
    'Infinity',
    '0x10',
  ],
  'timeout-minutes': ['0.01', '7200', '0', '99999999'],
  confirm: ['any text'],
  ...{ diff: ['true', 'no'], comment: ['true', 'no'] },
  'page-url': [
    ...[
      `${https}/a?b=c#d`,
      'http://localhost/a',
      `${https}/\u{1f600}`,
      'https://user:password@host',
      'pages/1',
      `${https}/${'x'.repeat(2000)}`,
      `${https}/a\n\n ${https}/b.png?c=d`,
      `${https}/a\nhttp://localhost/b.png`,
    ],
  ],
  manifest: ['out/manifest.txt', 'ä'.repeat(1000), 'x'.repeat(1001), 'a\nb', 'a\0b'],
  'github-token': ['any text'],
};

/** Shows a value on one line, with repeated parts shortened to their number. */
function show(value: unknown): string {
  return toPrintable(JSON.stringify(value)).replace(/(.{1,4}?)\1{29,}/g, (run, part) => {
    return `${part}{${run.length / part.length}}`;
  });
}

/** The inputs, in the order of the values that readInputs returns. */
const names = Object.keys(texts);

/** Describes the value that is read from a text, or the error. */
function describeText(input: string, text: string): string {
  const { inputs, error } = read({ ...needed, [input]: text });
  if (error === null) {
    const values = Object.values(inputs);
    return `is ${show(values[names.indexOf(input)])}`;
  }
  const { input: name, got, expected } = error.inputs[0] ?? assert.fail();
  assert.equal(error.inputs.length, 1);
  const shown = got === text ? '' : `; shown is ${got === null ? 'nothing' : show(got)}`;
  return `is refused: ${name} ${show(expected).slice(1, -1)}${shown}`;
}

test('each input accepts and refuses the values of snapshots/inputs.md', () => {
  const inputs = Object.keys(parse(readText('action.yml')).inputs);
  assertNames(names, inputs, 'test/unit/inputs/inputs.test.ts, `texts`,');
  const usual = Object.entries(readGood({ ...needed, 'terms-version': '' }));
  const parts: Section[] = Object.entries(texts).map(([input, all]) => [
    input,
    all.map((text) => `${show(text)} ${describeText(input, text)}`),
  ]);
  const unchanged = usual.map(([name, value]) => `${name}: ${show(value)}`);
  compareSections('test/unit/inputs/snapshots/inputs.md', [
    ['The values of a deploy without other inputs', unchanged],
    ...parts,
  ]);
});

describe('invalid inputs', () => {
  test('invalid inputs are reported once each, in the order of action.yml, in one annotation', () => {
    const { error } = readInputs({
      read: (name) => `${name}\n../\u202e${'x'.repeat(5000)}`,
      hasSecrets: true,
    });
    assert.ok(error !== null);
    const wrong = error.inputs.map(({ input }) => input).join(' ');
    const checked = Object.values(inputTable).filter(({ kind }) => kind !== anyTextKind);
    assert.equal(wrong, checked.map(({ name }) => name).join(' '));
    const message = error.message;
    assert.ok(message.length <= 3500, `${message.length}`);
    for (const { input, expected } of error.inputs) {
      assert.ok(message.includes(`${input} ${expected}`), input);
    }
  });

  test('invalid and missing inputs are reported together', () => {
    assert.deepEqual(Object.keys(listWrong({ slug: 'TIDES' })), [
      'slug',
      'base-url',
      'api-key',
      'folder',
    ]);
  });

  test('invalid inputs are described one per line, with long values cut', () => {
    const { message, code, kind } = readError({
      ...needed,
      slug: 'x'.repeat(5000),
      folder: '',
      submit: 'a\nb',
    });
    const [slug, ...others] = message.split('\n');
    assert.match(slug ?? '', /^slug must be .*, not "x{250,350} … \(\d+ characters more\)"$/);
    assert.deepEqual(others, [
      'submit must be true or false, not "a␊b"',
      'folder is required by deploy: the app folder, relative to the workspace',
    ]);
    assert.deepEqual({ code, kind }, { code: 'invalid_inputs', kind: 'failed' });
  });

  for (const secret of ['api-key', 'github-token']) {
    test(`errors about inputs never show the ${secret}, even cut or in another input`, () => {
      const value = 'mk_live_0123456789';
      const long = `${'x'.repeat(960)}${value}${'x'.repeat(500)}`;
      const { message } = readError({
        ...needed,
        [secret]: value,
        slug: long,
        exclude: `${value}\\*`,
      });
      assert.ok(message.includes('not "***\\*'), message);
      assert.ok(!message.includes('mk_'), message);
    });
  }

  test('an error about inputs redacts the value, the rule and the advice, each in one line', () => {
    const key = 'mk_live_0123456789';
    const [got, expected, fix] = [`${key}\n`, `must be\n${key}`, `Fix\n${key}.`];
    const { message, next } = makeInputsError([{ input: 'folder', got, expected, fix }], [key]);
    assert.equal(message, 'folder must be␊***, not "***␊"');
    assert.equal(next, 'Fix␊***.');
  });

  test('invalid inputs are detected in linear time, whatever they contain', () => {
    for (const filler of ['/', '\\', '@', ':', 'a', ' x', '.', '0', '"']) {
      const text = `http:${filler.repeat(50_000 / filler.length)}`;
      for (const input of [
        'command',
        'base-url',
        'slug',
        'folder',
        'include',
        'timeout-minutes',
        'confirm',
      ]) {
        assertFast(() => readError({ ...needed, command: 'delete', [input]: text }), filler);
      }
    }
  });

  for (const [given, code] of [
    [{ 'api-key': '' }, 'key_missing'],
    [{ 'api-key': 'two words' }, 'invalid_inputs'],
    [{ command: 'submit', 'terms-version': '' }, 'terms_missing'],
    [{ slug: 'Tides' }, 'slug_invalid'],
    [{ slug: '' }, 'invalid_inputs'],
    [{ slug: 'Tides', 'api-key': '' }, 'invalid_inputs'],
  ] as const) {
    test(`the error code is ${code} for the inputs ${JSON.stringify(given)}`, () => {
      assert.equal(readError({ ...needed, ...given }).code, code);
    });
  }

  for (const [given, headline] of [
    [{ 'api-key': '' }, 'The API key is missing (api-key)'],
    [{ 'api-key': 'two words' }, 'The API key is not valid (api-key)'],
    [{ slug: '' }, 'slug is missing'],
    [{ slug: 'Tides' }, 'slug is not valid'],
    [{ slug: '', 'api-key': '' }, '2 inputs are missing: api-key, slug'],
    [{ slug: 'Tides', submit: 'yes' }, '2 inputs are not valid: slug, submit'],
    [{ slug: 'Tides', 'api-key': '' }, '2 inputs are missing or not valid: slug, api-key'],
  ] as const) {
    test(`the headline is "${headline}" for the inputs ${JSON.stringify(given)}`, () => {
      assert.equal(readError({ ...needed, ...given }).headline, headline);
    });
  }

  test('an input with two faults is counted once', () => {
    const faults = ['My App', 'X Y'].map((got) => {
      return { input: 'folder', isMissing: false, expected: 'must be a slug', got } as const;
    });
    assert.equal(makeInputsError(faults, []).headline, 'folder is not valid');
  });

  test('a missing secret or variable is looked for in the settings of the repository', () => {
    const settings =
      /^In the repository, open Settings > Secrets and variables > Actions, and add the secret MINIAPPS_API_KEY,/;
    const withBlock = 'Fix the "with:" block of the step; the README describes every input.';
    assert.match(readError({ ...needed, 'api-key': '' }).next, settings);
    assert.match(
      readError({ ...needed, 'api-key': '', 'base-url': '' }).next,
      / add the variable MINIAPPS_BASE_URL and the secret MINIAPPS_API_KEY, /,
    );
    const { next } = readError({ ...needed, 'api-key': '', slug: '' });
    assert.match(next, settings);
    assert.ok(next.endsWith(withBlock), next);
    assert.equal(readError({ ...needed, slug: '' }).next, withBlock);
  });

  test('invalid inputs do not prevent the reading of the others', () => {
    const { comment, onStale, slug } = read({
      ...needed,
      comment: 'true',
      'on-stale': 'no',
      slug: 'TIDES',
    }).inputs;
    assert.deepEqual({ comment, onStale, slug }, { comment: true, onStale: 'ignore', slug: '' });
  });
});

describe('required inputs', () => {
  const key = { 'api-key': 'key' };
  const dry = { 'dry-run': 'true' };

  test('the required inputs depend on command, API key, dry-run and fork (snapshots/needs.md)', () => {
    const list = (given: Texts, hasSecrets = true): string => {
      const { error } = read(given, hasSecrets);
      return error?.inputs.map(({ input }) => input).join(', ') ?? 'nothing';
    };
    const parts = commands.flatMap((command) => {
      return (command === 'deploy' || command === 'create' ? [{}, { submit: 'true' }] : [{}]).map(
        (more) => {
          const given = { command, ...more };
          const lines = readError(given).inputs.map(
            ({ input, expected }) => `- ${input} ${expected}`,
          );
          const title = Object.entries(given).map((pair) => pair.join(': '));
          const told = [
            ...lines,
            `- in a dry run: ${list({ ...given, ...dry })}; with a key: ${list({ ...given, ...dry, ...key })}`,
            `- of a fork: ${list(given, false)}; with a key: ${list({ ...given, ...key }, false)}`,
          ];
          return [title.join(', '), told] as const;
        },
      );
    });
    compareSections('test/unit/inputs/snapshots/needs.md', parts);
  });

  test('optional inputs are accepted: an address in a dry run, a folder for submit', () => {
    assert.notEqual(readGood({ ...dry, ...needed, 'api-key': '' }).baseUrl, null);
    assert.equal(readGood({ ...needed, command: 'submit' }).folder, 'app');
  });

  test('delete requires confirm to repeat the slug, and no other command does', () => {
    assert.equal(readGood({ ...needed, command: 'delete', confirm: 'tides' }).command, 'delete');
    assert.equal(readGood({ ...needed, confirm: 'waves' }).command, 'deploy');
    for (const [slug, confirm, wrong] of [
      ['tides', 'Tides', { confirm: 'Tides' }],
      ['tides', 'https://user:password@host', { confirm: 'https://***@host' }],
      // Two empty inputs do not confirm each other.
      ['', '', { slug: null, confirm: null }],
      ['TIDES', 'TIDES', { slug: 'TIDES' }],
    ] as const) {
      assert.deepEqual(listWrong({ ...needed, command: 'delete', slug, confirm }), wrong);
    }
  });
});

test('a workspace that nothing has replaced by its path is dropped from the folder', () => {
  const rows: readonly (readonly [written: string, folder: string])[] = [
    ['$' + '{GITHUB_WORKSPACE}/app', './app'],
    ['$GITHUB_WORKSPACE/app', './app'],
    ['{{ github.workspace }}/app', './app'],
    ['$' + '{{github.workspace}}/app', './app'],
    ['$env:GITHUB_WORKSPACE\\app', '.\\app'],
    ['$' + '{GITHUB_WORKSPACE}', '.'],
    ['$GITHUB_WORKSPACES/app', '$GITHUB_WORKSPACES/app'],
    ['app/$GITHUB_WORKSPACE', 'app/$GITHUB_WORKSPACE'],
  ];
  for (const [written, folder] of rows) {
    assert.equal(readGood({ ...needed, folder: written }).folder, folder);
  }
  const several = '{{ github.workspace }}/apps/*\n$GITHUB_WORKSPACE/games/*';
  assert.equal(readGood({ ...needed, slug: '', folder: several }).folder, './apps/*\n./games/*');
});

describe('with several folders', () => {
  const several = { ...needed, slug: '', folder: 'apps/*' };

  test('with several folders, the slug may be empty or have one star', () => {
    assert.equal(readGood(several).slug, '');
    assert.equal(readGood({ ...several, slug: 'acme-*' }).slug, 'acme-*');
    assert.deepEqual(listWrong({ ...several, slug: 'acme-*-*' }), { slug: 'acme-*-*' });
    assert.deepEqual(listWrong({ ...needed, slug: 'acme-*' }), { slug: 'acme-*' });
    for (const slug of ['', 'acme-*'])
      assert.deepEqual(listWrong({ ...several, slug, folder: 'apps/*\n!apps/old' }), {
        folder: '!apps/old',
      });
  });

  test('with several folders, only deploy is allowed, without submit and wait-for-review', () => {
    const alone = { ...several, submit: 'true', 'wait-for-review': '5' };
    assert.deepEqual(listWrong(alone), { submit: 'true', 'wait-for-review': '5' });
    assert.match(
      readError(alone).message,
      /with several folders: submit each app by itself, as in monorepo-release\.yml/,
    );
    for (const command of commands.filter((other) => other !== 'deploy')) {
      const { message } = readError({ ...several, slug: 'tides', confirm: 'tides', command });
      const must = ['create', 'update', 'submit'].includes(command)
        ? `must be one folder: ${command} takes one app at a time`
        : `must be left out: ${command} takes no folder`;
      assert.equal(message, `folder ${must}, not "apps/*"`);
    }
  });
});

test('the secrets are the API key and the token, if given', () => {
  const both = listSecrets({ apiKey: 'key', githubToken: 'token' });
  assert.deepEqual(Object.fromEntries(both.map(({ name, value }) => [name, value])), {
    'api-key': 'key',
    'github-token': 'token',
  });
  assert.deepEqual(listSecrets({ apiKey: null, githubToken: '' }), []);
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startGithub } from '../support/fake-github.ts';
import { findLive } from '../support/live-markdown.ts';
import { refuse, type Script, sayJson, startScripted, toApp } from './scripted-service.ts';
import {
  comment,
  concurrency,
  githubToken,
  onPullRequest,
  openStage,
  type StageResult,
  slug,
  toSentFiles,
  type With,
} from './stage.ts';

// The unit tests escape.test.ts and secrets.test.ts cover the forms of a text or a key, and
// outside-text.test.ts covers each place of a report. These tests cover the ways in which a text
// gets into the log or into a report.

/** Text that would act on the runner, on GitHub or in a terminal if it were handed on as it is. */
const attacks: readonly string[] = [
  '\n::error::STRUCK',
  '\r::set-output name=outcome::STRUCK',
  '\r\n::stop-commands::STRUCK',
  'x ##[set-output name=outcome]STRUCK',
  '##[add-mask]STRUCK',
  '  ::debug::STRUCK',
  '\u2028::notice::STRUCK',
  '#\u200b#[error]STRUCK',
  '%0A::error::STRUCK',
  '\nend\nSTRUCK=1\noutcome=deployed\nx<<end',
  '@team <script>alert(1)</script> <img src=x onerror=y>',
  '`` ` ```\n# STRUCK\n<!-- -->',
  '](https://struck.example) [x](javascript:y) | a | b',
  '\u001b[31m\u202e\u0000\ud800',
];

/** A key with all kinds of characters that encodings change. */
const key = `k"&<>'%+/=\\^$.*({[|-0123456789`;
const inBase64 = Buffer.from(key).toString('base64');

/** Forms in which a service, or a proxy in front of it, may repeat the key. */
const echoes: readonly string[] = [
  `Bearer ${key}`,
  inBase64,
  Buffer.from(`x:${key}`).toString('base64url'),
  encodeURIComponent(key),
  JSON.stringify({ authorization: `Bearer ${key}` }),
];

const texts = [...attacks, ...echoes];
/** All texts, one per line. */
const all = texts.join('\n');
/** All texts in reverse order, in one line. */
const joined = texts.toReversed().join('');

/** Text that may stand in an environment variable or a file name. */
const writable = attacks.filter((text) => !text.includes('\u0000'));

/** For each form of the key, a part that is long enough to identify it. */
const pieces = [
  ...[key, encodeURIComponent(key), JSON.stringify(key)].flatMap((text) => [
    text.slice(0, 10),
    text.slice(-12, -2),
  ]),
  // The part that escaping does not change.
  '|-0123456',
  ...['', 'x:', 'Bearer '].map((before) =>
    Buffer.from(before + key)
      .toString('base64url')
      .slice(12, 32),
  ),
];

/**
 * Asserts that no part of the key is in the text, even after the escapes of commands and HTML are
 * decoded.
 */
function assertNoPiece(text: string): void {
  const plain = text
    .replaceAll('%0A', '\n')
    .replaceAll('%0D', '\r')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',');
  const bare = text
    .replace(/<wbr>/g, '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
  for (const form of [text, plain.replaceAll('%25', '%'), bare]) {
    const found = pieces.filter((piece) => form.includes(piece));
    assert.deepEqual(found, [], form.slice(0, 2_000));
  }
}

/**
 * Asserts that the run has no injected command or output, nothing live in the summary, no bare
 * control character, and only the mask of the key.
 */
function assertSafe({ commands, output, outputs, summary, annotations }: StageResult): void {
  for (const { data, properties } of commands) {
    for (const text of [data, ...Object.values(properties)])
      assert.ok(!text.startsWith('STRUCK'), text);
  }
  assert.equal(outputs['STRUCK'], undefined);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be printed
  assert.doesNotMatch(output, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202e]/);
  for (const { title, file } of annotations) assert.doesNotMatch(`${title}${file}`, /[\n\r]/);
  assert.deepEqual(findLive(summary ?? ''), []);
  const outsideCode = (summary ?? '').replace(/^(`{3,})(?:text|diff)\n[\s\S]*?\n\1$/gm, '');
  assert.doesNotMatch(outsideCode, /<script|<img|@team/);
  const printed = output.split('\n').filter((line) => !line.startsWith('::add-mask::'));
  for (const text of [printed.join('\n'), ...Object.values(outputs), summary ?? ''])
    assertNoPiece(text);
}

/**
 * Runs a step with debugging against a service that responds by the script, and asserts that the
 * responses do no harm.
 */
async function play(script: Script, inputs: With = {}, files = {}): Promise<StageResult> {
  await using stage = await openStage();
  await stage.write(files);
  await using service = await startScripted(script);
  const usual = { 'base-url': service.url, 'api-key': key, 'github-token': githubToken };
  const result = await stage.run({ ...usual, ...inputs }, { env: { RUNNER_DEBUG: '1' } });
  assertSafe(result);
  return result;
}

const draft = sayJson(200, toApp(slug, 'draft', { name: all, review_note: all, updated_at: all }));
const problems = [
  ...texts.map((text) => ({ path: 'index.html', line: 3, code: text, message: text, fix: text })),
  ...texts.map((text) => ({ path: text, line: 3, message: `path ${text}` })),
  ...texts.map((text) => ({ odd: text })),
  ...texts,
];

describe('a text from outside cannot run commands or show the key', { concurrency }, () => {
  test('hostile text in the words of a refusal, and in the fields of an app, runs no command', async () => {
    const deploy = refuse(400, all, `Not ${key}. ${joined}`);
    const { outputs, output } = await play({ read: draft, deploy });
    assert.equal(outputs['outcome'], 'rejected', output);
    assert.match(output, /^::error .*\*\*\*/m);
    assert.match(output, /^::debug::.*\*\*\*/m);
  });

  test('hostile text in names of files, in patterns, and in the names of the run runs no command', {
    skip: process.platform === 'win32',
  }, async () => {
    const names = writable.map((text) => text.replaceAll('/', ''));
    const sent = names.flatMap((name) => [`assets/${name}.txt`, `${name}/stray.txt`]);
    const written = [...sent, ...names.map((name) => `.hidden${name}`)];
    await using stage = await openStage();
    await stage.write(Object.fromEntries(written.map((path) => [`app/${path}`, 'x'])));
    const whole = {
      ...Object.fromEntries(toSentFiles()),
      ...Object.fromEntries(sent.map((path) => [path, 'x'])),
    };
    const before = sayJson(200, toApp(slug, 'draft'));
    const after = sayJson(200, toApp(slug, 'draft', { files: whole }));
    await using service = await startScripted({ read: [before, after], deploy: before });
    const text = writable.join('\n');
    const env = {
      RUNNER_DEBUG: '1',
      GITHUB_EVENT_NAME: `push${text}`,
      GITHUB_SERVER_URL: text,
      GITHUB_REPOSITORY: text,
      GITHUB_RUN_ID: text,
      GITHUB_REF: text,
      GITHUB_SHA: text,
    };
    const exclude = writable.map((pattern) => `notes/${pattern}`).join('\n');
    const inputs = { 'base-url': service.url, exclude };
    const result = await stage.run(inputs, { env });
    assertSafe(result);
    assert.equal(result.outputs['outcome'], 'deployed', result.output);
    const { files }: { readonly files: object } = JSON.parse(service.bodies[1] ?? '');
    assert.deepEqual(files, whole, 'sent exactly as they are');
  });

  test('hostile text in changed lines runs no command', async () => {
    const files = {
      'service.json': JSON.stringify({ name: all }),
      'index.html': echoes.map((echo) => `${'x'.repeat(470)}${echo}\n`).join(''),
      'assets/style.css': joined.toWellFormed(),
    };
    const read = sayJson(200, toApp(slug, 'draft', { files, system_prompt: all.toWellFormed() }));
    const inputs = { diff: 'true', 'dry-run': 'true' };
    const { summary, output } = await play({ read }, inputs, {
      'app/assets/style.css': writable.join('\n'),
    });
    assert.equal(summary?.match(/^```+diff$/gm)?.length, 4);
    assert.match(output, /\+`` ` ```\n\+# STRUCK/);
    assert.match(output, /^-.*\*\*\*/m);
  });

  test('hostile text in inputs runs no command, and the inputs are refused', async () => {
    const text = [...writable, ...echoes].join('\n');
    const places = [
      'slug',
      'command',
      'base-url',
      'on-stale',
      'terms-version',
      'confirm',
      'folder',
    ];
    const result = await play({}, Object.fromEntries(places.map((name) => [name, text])));
    assert.equal(result.exitCode, 1);
    assert.equal((await play({}, { folder: `no${text}` })).exitCode, 1);
  });

  test('the comment on a pull request, which the runner does not mask, shows no key', async () => {
    await using github = await startGithub(({ method }) => ({
      status: 200,
      body: method === 'GET' ? [] : { id: 1 },
    }));
    await using stage = await openStage();
    const deploy = refuse(422, all, joined, { problems });
    await using service = await startScripted({ read: draft, deploy });
    const inputs = { 'base-url': service.url, 'api-key': key, ...comment };
    const result = await stage.run(inputs, onPullRequest(github));
    assertSafe(result);
    assert.equal(result.outputs['problem-count'], String(problems.length));
    const { body } = (github.asked.at(-1)?.body ?? { body: '' }) as { readonly body: string };
    assert.ok(body.startsWith('<!-- miniapp-deploy') && body.length < 65_000);
    assertNoPiece(body);
    assert.deepEqual(findLive(body.replace(/^#+ .*$/gm, '')), []);
    assert.doesNotMatch(body, /<script|@team/);
  });
});

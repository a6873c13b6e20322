import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseCommands } from '../../scripts/runner/commands.ts';
import type { Problem } from '../../src/problem.ts';
import { findLive } from '../unit/report/live-markdown.ts';
import {
  type Reply,
  refuse,
  refuseWith,
  type Script,
  sayHtml,
  sayJson,
  startScripted,
  toApp,
} from './scripted-service.ts';
import { appFiles, concurrency, openStage, type StageResult, slug, terms, toSentFiles, type With } from './stage.ts';

/** Text that would act on the runner, on GitHub or in a terminal if it were handed on as it is. */
const hostile: readonly string[] = [
  '\n::error::STRUCK',
  '\r::set-output name=outcome::STRUCK',
  '\r\n::stop-commands::STRUCK',
  'x ##[set-output name=outcome]STRUCK',
  '##[add-mask]STRUCK',
  '::save-state name=a::STRUCK',
  '  ::debug::STRUCK',
  '\u2028::notice::STRUCK',
  '\u0085::warning::STRUCK',
  '#\u200b#[error]STRUCK',
  '%0A::error::STRUCK',
  '\nend\nSTRUCK=1\noutcome=deployed\nx<<end',
  '@team <script>alert(1)</script> <img src=x onerror=y>',
  '`` ` ```\n# STRUCK\n<!-- -->',
  '](https://struck.example) [x](javascript:y) | a | b',
  '\u001b[31m\u202e\u0000\ud800',
];

/** The same lengths and kinds, without the teeth: what a run prints for these is what it may print. */
const harmless = hostile.map((_, index) => `harmless ${String.fromCharCode(97 + index)}`);

/** Runs a step with debugging on a service that answers by the script. */
async function play(script: Script, inputs: With = {}): Promise<StageResult> {
  await using stage = await openStage();
  await using service = await startScripted(script);
  return await stage.run({ 'base-url': service.url, ...inputs }, { env: { RUNNER_DEBUG: '1' } });
}

/** Runs a step twice, on a service and a folder that talk in these texts and in those. */
async function compare(script: (texts: readonly string[]) => Script, inputs: With = {}): Promise<StageResult> {
  const [struck, calm] = await Promise.all([hostile, harmless].map((texts) => play(script(texts), inputs)));
  assert.ok(struck !== undefined && calm !== undefined);
  assertSafe(struck);
  assert.equal(struck.exitCode, calm.exitCode);
  assert.equal(struck.outputs['outcome'], calm.outputs['outcome']);
  assert.deepEqual(
    struck.commands.map(({ name }) => name),
    calm.commands.map(({ name }) => name),
    struck.output,
  );
  return struck;
}

/** Nothing that was struck at is hit: no command, no output, nothing live in the summary, no bare control character. */
function assertSafe({ commands, output, outputs, summary, annotations }: StageResult): void {
  for (const { data, properties } of commands) {
    assert.ok(!data.startsWith('STRUCK'), data);
    assert.ok(!Object.values(properties).some((value) => value.startsWith('STRUCK')));
  }
  assert.equal(outputs['STRUCK'], undefined);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be printed
  assert.doesNotMatch(output, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202e]/);
  for (const { title, file } of annotations) assert.doesNotMatch(`${title}${file}`, /[\n\r]/);
  assert.deepEqual(findLive(summary ?? ''), []);
  const outsideCode = (summary ?? '').replace(/^(`{3,})(?:text|diff)\n[\s\S]*?\n\1$/gm, '');
  assert.doesNotMatch(outsideCode, /<script|<img|@team/);
}

const draft = sayJson(200, toApp(slug, 'draft'));

/** Text that may stand in an environment variable or a file name. */
const writable = hostile.filter((text) => !text.includes('\u0000'));

/** All of them in one text: each on a line of its own, and each behind the one that follows it. */
const mixtures = [hostile.join('\n'), hostile.toReversed().join('')];

/** Those against the runner, for what only the workflow itself can make hostile. */
const commands = [writable.slice(0, 8).join('\n'), writable.slice(0, 8).toReversed().join('')];

describe('hostile text', { concurrency }, () => {
  test('problems cannot act, whichever of their parts is hostile', async () => {
    const result = await compare((texts) => ({
      read: draft,
      deploy: refuseWith([
        ...texts.map((text) => ({ path: 'index.html', line: 3, message: text })),
        ...texts.map((text) => ({ path: text, line: 3, message: `path ${text}` })),
        ...texts.map((text) => ({ path: 'index.html', code: text, message: 'code', fix: text })),
        ...texts,
      ]),
    }));
    assert.equal(result.outputs['outcome'], 'rejected');
    assert.equal(result.outputs['problem-count'], String(hostile.length * 4));
    const problems: readonly { readonly message: string }[] = JSON.parse(result.outputs['problems'] ?? '');
    assert.deepEqual(
      problems
        .slice(0, hostile.length)
        .map(({ message }) => message)
        .slice(0, 4),
      hostile.slice(0, 4),
      'in JSON as they came',
    );
  });

  test('the words of a refusal cannot act', async () => {
    const refusals: readonly ((texts: readonly string[]) => Reply)[] = [
      (texts) => refuse(400, texts.join(' '), texts.join(' ')),
      (texts) => sayHtml(413, texts.toReversed().join('')),
    ];
    await Promise.all(refusals.map((reply) => compare((texts) => ({ read: draft, deploy: reply(texts) }))));
  });

  for (const text of mixtures) {
    const start = JSON.stringify(text.slice(0, 12));

    test(`the terms that a refusal names cannot act, and only a version goes to the output (${start})`, async () => {
      const reply = refuse(400, 'terms_required', `Send "${text}".`);
      const result = await play({ read: draft, submit: reply }, { command: 'submit', 'terms-version': terms });
      assertSafe(result);
      assert.match(result.outputs['terms-required'] ?? '', /^[\w.+:/-]*$/);
    });

    test(`an app cannot act, whatever its fields hold (${start})`, async () => {
      const app = { slug, url: text, name: text, status: text, review_note: text, updated_at: text };
      const result = await play({ read: sayJson(200, app) }, { command: 'status' });
      assertSafe(result);
      assert.equal(result.exitCode, 0);
      assert.match(result.outputs['url'] ?? '', new RegExp(`^http://127\\.0\\.0\\.1:\\d+/a/${slug}$`));
      assert.match(result.outputs['status'] ?? '', /^[\w.-]*$/);
      const note = result.outputs['review-note'] ?? '';
      assert.doesNotMatch(note, /\r/);
      assert.deepEqual(parseCommands(`${note}\n`), []);
    });

    test(`a note of a reviewer who says no cannot act (${start})`, async () => {
      const app = toApp(slug, 'not_approved', { review_note: text });
      const result = await play({ read: sayJson(200, app) }, { command: 'status', 'wait-for-review': '1' });
      assertSafe(result);
      assert.equal(result.exitCode, 1);
      assert.equal(result.commands.filter(({ name }) => name === 'error').length, 1);
    });
  }

  test('a list of hostile apps is still JSON for a matrix', async () => {
    const result = await compare(
      (texts) => ({
        list: sayJson(
          200,
          texts.map((text) => ({ slug: text, url: text, name: text, status: text, review_note: text })),
        ),
      }),
      { command: 'list', slug: '', folder: '' },
    );
    const apps: readonly Record<string, string | null>[] = JSON.parse(result.outputs['apps'] ?? '');
    assert.equal(apps.length, hostile.length);
    assert.ok(apps.every((app) => /^[\w.-]*$/.test(app['slug'] ?? '') && app['url'] === null));
    assert.doesNotMatch(result.outputs['apps'] ?? '', /[\n\r]/);
  });

  test('names of files cannot act', { skip: process.platform === 'win32' }, async () => {
    const names = writable.map((text) => text.replaceAll('/', '')).filter((name) => name !== '');
    const written = Object.fromEntries([
      ...names.map((name) => [`app/assets/${name}.txt`, name]),
      ...names.map((name) => [`app/.hidden${name}`, name]),
      ...names.map((name) => [`app/${name}/stray.txt`, name]),
    ]);
    await using stage = await openStage();
    await stage.write(written);
    const shown = [...toSentFiles(), ...names.map((name) => [`assets/${name}.txt`, name])];
    const files = Object.fromEntries([...shown, ...names.map((name) => [`${name}/stray.txt`, name])]);
    const after = sayJson(200, toApp(slug, 'draft', { files }));
    await using service = await startScripted({ read: [draft, after], deploy: draft });
    const result = await stage.run({ 'base-url': service.url });
    assertSafe(result);
    assert.equal(result.outputs['outcome'], 'deployed', result.output);
    const sent: { readonly files: Readonly<Record<string, string>> } = JSON.parse(service.requests[1]?.body ?? '');
    for (const name of names) assert.equal(sent.files[`assets/${name}.txt`], name, 'sent exactly as it is');
  });

  test('lines that differ cannot act, nor leave their block', async () => {
    await using stage = await openStage();
    await stage.write({ 'app/assets/style.css': writable.join('\n') });
    const files = {
      'service.json': `{"name":${JSON.stringify(mixtures[0])}}`,
      'assets/style.css': mixtures[1]?.toWellFormed(),
    };
    await using service = await startScripted({ read: sayJson(200, toApp(slug, 'draft', { files })) });
    const inputs = { 'base-url': service.url, diff: 'true', 'dry-run': 'true' };
    const result = await stage.run(inputs, { env: { RUNNER_DEBUG: '1' } });
    assert.equal(result.exitCode, 0, result.output);
    assert.deepEqual(
      result.commands.filter(({ name }) => !['add-mask', 'debug', 'group', 'endgroup', 'notice'].includes(name)),
      [],
    );
    assert.match(result.output, /\+`` ` ```\n\+# STRUCK/);
    assert.deepEqual(findLive(result.summary ?? ''), []);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be printed
    assert.doesNotMatch(result.output, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202e]/);
  });

  test('a folder whose name is hostile is named and not found, and cannot act', async () => {
    await using stage = await openStage();
    for (const folder of commands) {
      const result = await stage.run({ folder: `no${folder}` });
      assertSafe(result);
      assert.equal(result.exitCode, 1);
    }
  });

  test('inputs that are hostile are refused, and cannot act', async () => {
    await using stage = await openStage();
    for (const text of commands) {
      const inputs = {
        slug: text,
        command: text,
        'base-url': text,
        'on-stale': text,
        'terms-version': text,
        confirm: text,
      };
      const result = await stage.run(inputs);
      assertSafe(result);
      assert.equal(result.exitCode, 1);
      assert.deepEqual(result.requests, []);
    }
  });

  test('patterns, refs and names of the run cannot act', { skip: process.platform === 'win32' }, async () => {
    await using stage = await openStage();
    for (const text of commands) {
      const places = { GITHUB_SERVER_URL: text, GITHUB_REPOSITORY: text, GITHUB_RUN_ID: text };
      const names = { GITHUB_REF: text, GITHUB_SHA: text, GITHUB_EVENT_NAME: `push${text}` };
      const env = { ...places, ...names, RUNNER_DEBUG: '1' };
      const result = await stage.run({ create: 'true', exclude: `assets/${text}` }, { env });
      assertSafe(result);
      assert.doesNotMatch(result.output, /no connection|no usable response/, 'the requests can be sent');
    }
  });

  test('a page that is hostile cannot leave its code frame', async () => {
    const page = `${appFiles['app/index.html']}${hostile.filter((text) => writable.includes(text)).join('\n')}`;
    await using stage = await openStage();
    await stage.write({ 'app/index.html': page });
    const lines = page.split('\n').length;
    const problems = Array.from({ length: lines }, (_, index) => ({
      path: 'index.html',
      line: index + 1,
      message: 'Wrong.',
    }));
    await using service = await startScripted({ read: draft, deploy: refuseWith(problems) });
    const result = await stage.run({ 'base-url': service.url });
    assert.deepEqual(findLive(result.summary ?? ''), []);
    const named: readonly Problem[] = JSON.parse(result.outputs['problems'] ?? '');
    assert.equal(named.filter(({ severity }) => severity === 'error').length, lines);
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startGithub } from '../integration/github/fake-github.ts';
import {
  pack,
  type Reply,
  refuse,
  refuseWith,
  sayHtml,
  sayJson,
  sayNothing,
  toApp,
} from '../support/dialects/replies.ts';
import { type Script, startDialect } from '../support/dialects/server.ts';
import { findLive } from '../unit/report/live-markdown.ts';
import { githubToken, onPullRequest, openStage, type StageResult, slug, terms, type With } from './stage.ts';

/** A key with all that an encoding may change. */
const key = `k"&<>'%+/=\\^$.*({[|-0123456789`;
const token = githubToken;

/** How a service, or what stands before it, may show a key again. */
const echoes: readonly string[] = [
  key,
  `Bearer ${key}`,
  Buffer.from(key).toString('base64'),
  Buffer.from(`Bearer ${key}`).toString('base64url'),
  Buffer.from(`x:${key}`).toString('base64'),
  encodeURIComponent(key),
  JSON.stringify({ authorization: `Bearer ${key}` }),
  `${key}${key}`,
  // As pages of HTML, JSON of other languages, and addresses have it, and one in another.
  escapeHtml(key),
  escapeHtml(JSON.stringify(key)),
  escapeHtml(escapeHtml(key)),
  key.replace(/[&<>"'+=/]/g, (unit) => `&#${unit.charCodeAt(0)};`),
  key.replace(/[&<>"'+=/]/g, (unit) => `&#x${toHex(unit).toUpperCase()};`),
  toJson(key).replace(/[&<>'+=]/g, (unit) => `\\u00${toHex(unit)}`),
  toJson(key).replace(/[&<>'+=/]/g, (unit) => `\\u00${toHex(unit).toUpperCase()}`),
  toJson(toJson(key).replaceAll('/', '\\/')),
  encodeURIComponent(key).replaceAll('%2F', '/'),
  encodeURIComponent(key).replace(/%../g, (code) => code.toLowerCase()),
  encodeURIComponent(encodeURIComponent(key)),
];

function escapeHtml(text: string): string {
  const names: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' };
  return text.replace(/[&<>"']/g, (unit) => `&${names[unit]};`);
}

function toJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function toHex(unit: string): string {
  return unit.charCodeAt(0).toString(16);
}

const draft = sayJson(200, toApp(slug, 'draft'));
const all = echoes.join(' ; ');

async function play(script: Script, inputs: With = {}): Promise<StageResult> {
  await using stage = await openStage();
  await using service = await startDialect(script);
  const usual = { 'base-url': service.url, 'api-key': key, 'github-token': token };
  return await stage.run({ ...usual, ...inputs }, { env: { RUNNER_DEBUG: '1' } });
}

/** Neither the key nor a piece of it stands anywhere but in the mask. */
function assertHidden({ output, outputs, summary }: StageResult): void {
  const printed = output.split('\n').filter((line) => !line.startsWith('::add-mask::'));
  for (const text of [printed.join('\n'), ...Object.values(outputs), summary ?? '']) assertNoPiece(text);
}

function assertNoPiece(told: string): void {
  for (const text of [told, ...undo(told)]) {
    for (const piece of pieces) assert.ok(!text.includes(piece), `${piece} in\n${text.slice(0, 2_000)}`);
  }
}

/** Of each form so much that it could only come from the key. */
const pieces = [
  ...[key, token, encodeURIComponent(key), JSON.stringify(key), JSON.stringify(JSON.stringify(key))].flatMap(toEnds),
  // What no escaping changes.
  '|-0123456',
  ...['', 'x:', 'Bearer '].map((before) =>
    Buffer.from(before + key)
      .toString('base64url')
      .slice(12, 32),
  ),
];

function toEnds(text: string): readonly string[] {
  return [text.slice(0, 10), text.slice(-12, -2)];
}

/** What a reader would make of it: the escapes of commands and of HTML, and what is written in tags, undone. */
function undo(text: string): readonly string[] {
  const plain = text
    .replaceAll('%0A', '\n')
    .replaceAll('%0D', '\r')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%25', '%');
  const bare = text.replace(/<wbr>/g, '').replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
  return [plain, bare];
}

describe('a service shows the key again', { concurrency: true }, () => {
  test('in problems: message, path, code, fix, and as what is not understood', async () => {
    const problems = [
      ...echoes.map((echo) => ({ path: 'index.html', line: 3, code: echo, message: echo, fix: echo })),
      ...echoes.map((echo) => ({ path: echo, message: 'path' })),
      ...echoes.map((echo) => ({ field: echo, message: 'field' })),
      ...echoes.map((echo) => ({ odd: echo })),
      ...echoes,
    ];
    const result = await play({ read: draft, deploy: refuseWith(problems) });
    assertHidden(result);
    assert.equal(result.outputs['problem-count'], String(problems.length));
    assert.ok(result.outputs['problems']?.includes('***'));
  });

  test('in the words of a refusal', async () => {
    const refusals: readonly Reply[] = [
      refuse(400, all, all),
      refuse(401, 'unauthorized', `Unknown key ${key}`),
      refuse(403, all, all),
      pack(refuse(409, all, all)),
      sayHtml(413, `<pre>authorization: Bearer ${key}</pre>`),
      sayJson(415, { error: all }),
      sayJson(422, { message: all, detail: all }),
    ];
    const results = await Promise.all(
      refusals.map((deploy) => play({ read: draft, deploy }, { 'timeout-minutes': '0.05' })),
    );
    for (const result of results) assertHidden(result);
  });

  test('where the words shown of a foreign answer are cut off', async () => {
    // Wherever the cut falls, it must not leave a piece of the key too short to be recognized.
    const offsets = [150, 165, 175, 180, 185, 188, 190, 195];
    const results = await Promise.all(
      offsets.map((length) =>
        play({ read: draft, deploy: sayHtml(400, `${'<p> '.repeat(60).slice(0, length)}${key} and more.`) }),
      ),
    );
    for (const result of results) assertHidden(result);
  });

  test('in the fields of the app', async () => {
    const app = {
      slug,
      url: `https://apps.example.com/${encodeURIComponent(key)}`,
      name: all,
      status: all,
      review_note: all,
      updated_at: all,
    };
    const url = `https://apps.example.com/${Buffer.from(key).toString('base64url')}`;
    const results = await Promise.all([
      play({ read: sayJson(200, app), deploy: sayJson(200, { app }) }),
      play({ read: sayJson(200, app) }, { command: 'status' }),
      play({ read: sayJson(200, { ...app, url, status: 'draft' }) }, { command: 'status' }),
    ]);
    for (const result of results) assertHidden(result);
  });

  test('in the texts of the draft, where a diff shows them', async () => {
    const files = {
      'service.json': JSON.stringify({ name: all }),
      'index.html': echoes.map((echo) => `${'x'.repeat(470)}${echo}\n`).join(''),
      'assets/style.css': `data:text/css;base64,${Buffer.from(all).toString('base64')}`,
    };
    const read = sayJson(200, toApp(slug, 'draft', { files, system_prompt: all }));
    const result = await play({ read }, { diff: 'true', 'dry-run': 'true' });
    assertHidden(result);
    assert.equal(result.summary?.match(/^```diff$/gm)?.length, 4);
    assert.match(result.output, /^-.*\*\*\*/m);
  });

  test('in the list of the apps', async () => {
    const apps = echoes.map((echo) => ({ slug: echo, url: echo, name: echo, status: echo, review_note: echo }));
    assertHidden(await play({ list: sayJson(200, { apps }) }, { command: 'list', slug: '', folder: '' }));
  });

  test('as the version of the terms', async () => {
    const playWith = (echo: string) => {
      const error = { code: 'terms_required', message: `Send "${echo}".`, terms_version: echo };
      return play({ read: draft, submit: sayJson(400, { error }) }, { command: 'submit', 'terms-version': terms });
    };
    const forms = [key, Buffer.from(key).toString('base64'), encodeURIComponent(key)];
    for (const result of await Promise.all(forms.map(playWith))) assertHidden(result);
  });

  test('and none of it goes into the comment of the pull request, which no runner masks', async () => {
    await using github = await startGithub(({ method }) => ({ status: 200, body: method === 'GET' ? [] : { id: 1 } }));
    await using stage = await openStage();
    const problems = echoes.flatMap((echo) => [
      { path: 'index.html', line: 3, code: echo, message: echo, fix: echo },
      echo,
    ]);
    await using service = await startDialect({
      read: sayJson(200, toApp(slug, 'draft', { review_note: all })),
      deploy: refuse(422, all, `${all} @team <script>`, { problems: [...problems, '@team <script>alert(1)</script>'] }),
    });
    const inputs = { 'base-url': service.url, 'api-key': key, 'github-token': token, comment: 'true' };
    await stage.run(inputs, onPullRequest(github));
    const { body } = (github.asked.at(-1)?.body ?? { body: '' }) as { readonly body: string };
    assert.ok(body.startsWith('<!-- miniapp-deploy') && body.length < 65_000);
    assertNoPiece(body);
    assert.deepEqual(findLive(body.replace(/^#+ .*$/gm, '')), []);
    assert.doesNotMatch(body, /<script|@team/);
  });

  test('in headers, in a redirect, and in what is no answer', async () => {
    const replies: readonly Reply[] = [
      sayNothing(302, { location: `https://struck.example/?key=${encodeURIComponent(key)}` }),
      sayNothing(429, { 'retry-after': encodeURIComponent(key) }),
      { ...sayJson(200, {}), body: `{"app": "${Buffer.from(key).toString('base64')}` },
      sayHtml(200, key),
      sayHtml(502, `${key} ${all}`),
    ];
    const results = await Promise.all(
      replies.map((deploy) => play({ read: draft, deploy }, { 'timeout-minutes': '0.05' })),
    );
    for (const result of results) assertHidden(result);
  });

  test('to the token of GitHub just as to the key', async () => {
    const result = await play({
      read: draft,
      deploy: refuse(400, 'x', `Not ${token}, ${Buffer.from(token).toString('base64')}.`),
    });
    assertHidden(result);
    assert.match(result.summary ?? '', /\*\*\*|&#42;&#42;&#42;/);
  });
});

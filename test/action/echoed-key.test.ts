import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startGithub } from '../integration/github/fake-github.ts';
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
import {
  concurrency,
  githubToken,
  onPullRequest,
  openStage,
  type StageResult,
  slug,
  terms,
  type With,
} from './stage.ts';

/** A key with all that an encoding may change. */
const key = `k"&<>'%+/=\\^$.*({[|-0123456789`;
const token = githubToken;

/** How a service, or what stands before it, may show a key again. */
const echoes: readonly string[] = [
  key,
  `Bearer ${key}`,
  toBase64(key),
  Buffer.from(`Bearer ${key}`).toString('base64url'),
  toBase64(`x:${key}`),
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

function toBase64(text: string): string {
  return Buffer.from(text).toString('base64');
}

function toJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function toHex(unit: string): string {
  return unit.charCodeAt(0).toString(16);
}

const draft = sayJson(200, toApp(slug, 'draft'));
const all = echoes.join(' ; ');
const inBase64 = toBase64(key);

async function play(script: Script, inputs: With = {}): Promise<StageResult> {
  await using stage = await openStage();
  await using service = await startScripted(script);
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

const problems = [
  ...echoes.map((echo) => ({ path: 'index.html', line: 3, code: echo, message: echo, fix: echo })),
  ...echoes.map((echo) => ({ path: echo, message: 'path' })),
  ...echoes.map((echo) => ({ field: echo, message: 'field' })),
  ...echoes.map((echo) => ({ odd: echo })),
  ...echoes,
];
const app = { slug, name: all, status: all, review_note: all, updated_at: all };
const urls = [encodeURIComponent(key), Buffer.from(key).toString('base64url')].map(
  (echo) => `https://a.example/${echo}`,
);
const onlyStatus = { command: 'status' };

/** A response to a deploy. */
function toDeploy(deploy: Reply): { readonly script: Script } {
  return { script: { read: draft, deploy } };
}

/** Wherever the cut falls, it must not leave a piece of the key too short to be recognized. */
const cuts = [150, 180, 185, 190, 195].map((length) => `${'<p> '.repeat(60).slice(0, length)}${key} and more.`);

const places: Readonly<Record<string, { readonly script: Script; readonly inputs?: With }>> = {
  'in problems: message, path, code, fix, and as what is not understood': toDeploy(refuseWith(problems)),
  'in the words of a refusal': toDeploy(refuse(400, all, all)),
  'in the words of an unknown key': toDeploy(refuse(401, 'unauthorized', `Unknown key ${key}`)),
  'in an error that is a text': toDeploy(sayJson(422, { error: all })),
  'in the page of a gateway': toDeploy(sayHtml(413, `<pre>authorization: Bearer ${key}</pre>`)),
  ...Object.fromEntries(
    cuts.map((page) => [`in a page that is cut off near it (${page.indexOf(key)})`, toDeploy(sayHtml(400, page))]),
  ),
  'in the fields of an app that is deployed to': {
    script: { read: sayJson(200, { ...app, url: urls[0] }), deploy: sayJson(200, { app }) },
  },
  'in the fields and the address of an app': {
    script: { read: sayJson(200, { ...app, url: urls[1] }) },
    inputs: onlyStatus,
  },
  'in the list of the apps': {
    script: {
      list: sayJson(
        200,
        echoes.map((echo) => ({ ...app, slug: echo, url: echo, name: echo, review_note: echo })),
      ),
    },
    inputs: { command: 'list', slug: '', folder: '' },
  },
  'as the version of the terms': {
    script: {
      read: draft,
      submit: sayJson(400, { error: { code: 'terms_required', message: all, terms_version: inBase64 } }),
    },
    inputs: { command: 'submit', 'terms-version': terms },
  },
  'in the address of a redirect': toDeploy({
    ...sayHtml(302, ''),
    headers: { location: `https://a.example/${urls[0]}` },
  }),
  'in a Retry-After': toDeploy({ ...refuse(429, 'x', 'x'), headers: { 'retry-after': encodeURIComponent(key) } }),
  'in what is no JSON': toDeploy({ ...sayJson(200, {}), body: `{"app": "${inBase64}` }),
  'in a page with 200': toDeploy(sayHtml(200, key)),
};

describe('a service shows the key again', { concurrency }, () => {
  for (const [name, { script, inputs }] of Object.entries(places)) {
    test(name, async () => assertHidden(await play(script, { 'timeout-minutes': '0.05', ...inputs })));
  }

  test('and *** is in its place, the token of GitHub just as the key', async () => {
    const result = await play({ read: draft, deploy: refuse(400, 'x', `Not ${key}, ${token}, ${toBase64(token)}.`) });
    assertHidden(result);
    assert.match(result.output, /Not \*\*\*, \*\*\*, \*\*\*/);
  });

  test('in the texts of the draft, where a diff shows them', async () => {
    const files = {
      'service.json': JSON.stringify({ name: all }),
      'index.html': echoes.map((echo) => `${'x'.repeat(470)}${echo}\n`).join(''),
      'assets/style.css': `data:text/css;base64,${toBase64(all)}`,
    };
    const read = sayJson(200, toApp(slug, 'draft', { files, system_prompt: all }));
    const result = await play({ read }, { diff: 'true', 'dry-run': 'true' });
    assertHidden(result);
    assert.equal(result.summary?.match(/^```diff$/gm)?.length, 4);
    assert.match(result.output, /^-.*\*\*\*/m);
  });

  test('and none of it goes into the comment of the pull request, which no runner masks', async () => {
    await using github = await startGithub(({ method }) => ({ status: 200, body: method === 'GET' ? [] : { id: 1 } }));
    await using stage = await openStage();
    await using service = await startScripted({
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
});

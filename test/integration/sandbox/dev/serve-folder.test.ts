import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { DraftNotices } from '../../../../sandbox/dev/draft-notices.ts';
import { type OnRead, serveFolder } from '../../../../sandbox/dev/serve-folder.ts';
import { createSandbox } from '../../../../sandbox/server.ts';
import { createSelector } from '../../../../src/folder/select.ts';
import { walkFolder } from '../../../../src/folder/walk.ts';
import { quickStart } from '../../../support/quick-start.ts';

const timeout = 30_000;
const sound = {
  'service.json': '{"name": "Tides"}',
  'index.html': '<!doctype html><title>Tides</title>',
};

/** Far shorter than the default: each state of a folder is read after two polls. */
const minPauseMs = 5;

/** Serves a folder. `until` waits for a report that matches. */
function open(
  t: TestContext,
  files: Readonly<Record<string, string | Uint8Array>>,
  links: Readonly<Record<string, string>> = {},
) {
  const parent = mkdtempSync(join(tmpdir(), 'dev-'));
  const folder = join(parent, 'My Tides!');
  const write = (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  for (const [path, content] of Object.entries(files)) write(path, content);
  for (const [path, target] of Object.entries(links)) symlinkSync(target, join(folder, path));
  // The command that checks the folder inherits the environment of this process, which other test
  // files share.
  const { env } = process;
  t.after(() => {
    process.env = env;
  });
  process.env = { ...env, ...quickStart };
  const notices = new DraftNotices();
  const sandbox = createSandbox({ notices });
  const reports: string[] = [];
  const onRead: OnRead = (headline, problems) => {
    notices.setProblems(served.slug, problems);
    reports.push([headline, ...problems].join('\n'));
  };
  const served = serveFolder(folder, sandbox, onRead, minPauseMs);
  t.after(() => rmSync(parent, { recursive: true }));
  t.after(() => served.close());
  const until = async (pattern: RegExp) => {
    while (!pattern.test(reports.at(-1) ?? '') && !t.signal.aborted) await setTimeout(5);
  };
  const openDraft = async () => {
    const { headers, body } = await sandbox.fetch(
      new Request(`http://my-tides-_draft.localhost/a/my-tides-/`),
    );
    return {
      version: headers.get('x-version'),
      notice: headers.get('x-notice'),
      page: body && (await text(body)),
    };
  };
  return { parent, folder, write, sandbox, notices, reports, until, openDraft };
}

test('the draft follows the files of the folder, stays while the folder is deleted, and shows the problems of the check until they are fixed', {
  timeout,
}, async (t) => {
  const { folder, parent, write, sandbox, until, openDraft, reports } = open(t, sound);
  await until(/is read\. A deploy would be accepted\.$/);
  assert.equal(sandbox.store.find('my-tides-')?.owner, 'developer');
  const { version, notice, page } = await openDraft();
  assert.deepEqual([version, notice], ['2', '']);
  assert.match(
    page ?? '',
    /<title>Tides<\/title><script data-version="2">.*fetch\(address, .*location\.reload\(\)/s,
  );

  renameSync(folder, join(parent, 'away'));
  await until(/does not exist\. The draft stays as it is until the folder is back\.$/);
  assert.match((await openDraft()).page ?? '', /<title>Tides/);

  const faulty = '<!doctype html><title></title>\n<img src="assets/none.png" alt="">';
  for (const [path, content] of Object.entries({ ...sound, 'index.html': faulty })) {
    write(path, content);
  }
  await until(
    /index\.html:2:11 warning: .*assets\/none\.png.*\nindex\.html:1:16 refused: The title of the page is empty/,
  );
  const refused = await openDraft();
  assert.match(refused.page ?? '', /none\.png/);
  assert.match(decodeURIComponent(refused.notice ?? ''), /^index\.html:1:\d+ warning: /);

  write('service.json', '{');
  await until(/^.* A deploy would be refused\.\n(?:.*\n)*service\.json:1:2 error: /);
  assert.equal(reports.at(-1)?.match(/service\.json/g)?.length, 2);
  for (const [path, content] of Object.entries(sound)) write(path, content);
  await until(/accepted\.$/);
  assert.equal((await openDraft()).notice, '');
});

test('the draft has the files that a deploy would send: no links, hidden files, credentials or packages', {
  timeout,
}, async (t) => {
  const names = [
    '.env',
    '.git/config',
    'server.key',
    'assets/a.PEM',
    'assets/id_rsa',
    'assets/id_rsa.pub',
    '_netrc',
    'Node_Modules/a.js',
  ];
  const others = Object.fromEntries(
    [...names, 'assets/id_ID.json', 'assets/keys.txt'].map((name) => [name, 'x']),
  );
  const links = { self: '.', 'assets/up': '..', 'assets/host.txt': '/etc/hosts' };
  const files = { ...sound, ...others, 'assets/dot.png': Buffer.of(0x89, 0x50) };
  const { folder, sandbox, until } = open(t, files, process.platform === 'win32' ? {} : links);
  await until(/accepted/);
  const selector = await createSelector({ include: [], exclude: [] });
  const sent = await walkFolder({ root: folder, selector, signal: t.signal });
  const draft = sandbox.store.find('my-tides-')?.draft;
  assert.deepEqual([...(draft?.keys() ?? [])].sort(), sent.files.map(({ path }) => path).sort());
  assert.equal(draft?.get('assets/dot.png'), 'data:image/png;base64,iVA=');
});

test('names of files are shown as one line that no terminal acts on, and a draft that was reset comes back', {
  timeout,
  skip: process.platform === 'win32',
}, async (t) => {
  const name = 'assets/\u001b[31m\u0007\u009b\nfake.txt';
  const { sandbox, notices, reports, until } = open(t, { ...sound, [name]: 'x' });
  await until(/is read/);
  sandbox.reset();
  assert.equal(sandbox.store.find('my-tides-'), undefined);
  const count = reports.length;
  while (reports.length === count && !t.signal.aborted) await setTimeout(5);
  const app = sandbox.store.find('my-tides-');
  assert.ok(app);
  assert.ok(app.draft.has(name));
  notices.setProblems(app.slug, ['\u001b]0;x\u0007\nwarning']);
  const file = encodeURIComponent(name.slice('assets/'.length));
  notices.addMissing(app, `/a/my-tides-/${file}`);
  assert.equal(
    notices.getText(app),
    '\\u{1b}]0;x\\u{7}\\u{a}warning\n' +
      `404 /a/my-tides-/${file}: the folder has assets/\\u{1b}[31m\\u{7}\\u{9b}\\u{a}fake.txt. Correct the reference.`,
  );
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { runStep } from '../../scripts/runner/step.ts';

const script = join(import.meta.dirname, '..', '..', 'scripts', 'check-folder.ts');

/** A checkout with an app in `app`; npm is called from `docs` in it. */
function createCheckout(t: TestContext, service: string) {
  const workspace = realpathSync.native(mkdtempSync(join(tmpdir(), 'check-folder-')));
  t.after(() => rmSync(workspace, { recursive: true }));
  for (const folder of ['.git', 'docs', 'app/assets']) mkdirSync(join(workspace, folder), { recursive: true });
  writeFileSync(join(workspace, 'app/service.json'), service);
  writeFileSync(join(workspace, 'app/index.html'), '<!doctype html>\n<title>Tides</title>\n');
  writeFileSync(join(workspace, 'app/instructions.md'), 'Answer in few words.\n');
  writeFileSync(join(workspace, 'app/assets/app.js.map'), '{}');
  const check = (...args: readonly string[]) => {
    const env = { PATH: process.env['PATH'], INIT_CWD: join(workspace, 'docs') };
    const { status, stdout } = spawnSync(process.execPath, [script, ...args], { cwd: tmpdir(), env, encoding: 'utf8' });
    return { status, lines: stdout.split(/\r?\n/) };
  };
  return { workspace, check };
}

test('a sound folder is checked from any directory, with the patterns that are given', (t) => {
  const { check } = createCheckout(t, '{"name":"Tides"}');
  const { status, lines } = check('../app', '--exclude', '**/*.map', '--exclude', 'docs');
  assert.equal(status, 0);
  assert.ok(lines.some((line) => /\b3 files\b/.test(line)));
  assert.ok(lines.every((line) => !line.startsWith('::') && !line.startsWith('Error: ')));
});

test('a folder with problems ends as in CI: the same exit code, each error of the run, no command', async (t) => {
  const { workspace, check } = createCheckout(t, '{"name":"Tides",\n"color":"red"}');
  const step = { command: 'deploy', 'dry-run': 'true', slug: 'app', folder: 'app', include: '', exclude: '' };
  const { commands, exitCode } = await runStep({ with: step, workspace });
  const { status, lines } = check('../app');
  assert.equal(status, exitCode);
  assert.equal(status, 1);
  const errors = commands.filter(({ name }) => name === 'error');
  assert.ok(errors.length > 0);
  for (const { data } of errors) assert.ok(lines.includes(`Error: ${data.split('\n')[0]}`), data);
  assert.ok(lines.some((line) => line.includes('service.json') && line.includes('color')));
  assert.ok(lines.every((line) => !line.startsWith('::')));
});

test('wrong arguments are told apart from a folder with problems', (t) => {
  const { check } = createCheckout(t, '{}');
  for (const args of [[], ['a', 'b'], ['a', '--nope']]) assert.equal(check(...args).status, 2);
});

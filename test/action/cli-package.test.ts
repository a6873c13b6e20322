import assert from 'node:assert/strict';
import { execFileSync, execSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { root } from '../support/repository.ts';
import { runCommand } from './command.ts';
import { openStage, slug, terms } from './stage.ts';

const folder = realpathSync.native(mkdtempSync(join(tmpdir(), 'cli-package-')));
after(() => rmSync(folder, { recursive: true }));

/** Made and installed as somebody would who has nothing else: an empty folder, and no registry. */
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], { cwd: root });
execFileSync(process.execPath, ['scripts/build-cli.ts'], { cwd: root });
const [packed]: readonly {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}[] = JSON.parse(
  execSync(`npm pack --json --pack-destination "${folder}"`, { cwd: join(root, 'package'), encoding: 'utf8' }),
);
writeFileSync(join(folder, 'package.json'), '{}');
execSync(`npm install --offline --no-audit --no-fund "./${packed?.filename}"`, { cwd: folder, stdio: 'pipe' });
const installed = join(folder, 'node_modules', 'miniapp-deploy');
const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
const { version, bugs } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

test('the package is small, brings no other and runs nothing when it is installed', () => {
  assert.ok(packed !== undefined && packed.size < 600_000, `${packed?.size} bytes`);
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  assert.deepEqual(Object.keys(lock.packages), ['', 'node_modules/miniapp-deploy']);
  assert.deepEqual([manifest.scripts, manifest.dependencies], [undefined, undefined]);
  assert.deepEqual([manifest.version, manifest.bugs, manifest.license], [version, bugs, 'MIT']);
  const others = packed.files.map(({ path }) => path).filter((path) => !/^dist\/[a-z-]+\.(js|json|txt)$/.test(path));
  assert.deepEqual(others.sort(), ['LICENSE', 'README.md', 'package.json']);
});

test('the package asks for the Node that its dependencies need', () => {
  const { engines } = JSON.parse(readFileSync(join(root, 'node_modules', 'undici', 'package.json'), 'utf8'));
  assert.equal(engines.node, '>=22.19.0');
  assert.equal(manifest.engines.node, '>=22.19');
});

test('the installed command checks, plans, deploys, submits and shows the state', async () => {
  const run = (args: string) => execSync(`npx --no-install miniapp-deploy ${args}`, { cwd: folder, encoding: 'utf8' });
  assert.equal(run('--version').trim(), version);
  await using stage = await openStage();
  const file = join(installed, 'dist', 'index.js');
  const lines: readonly (readonly [args: readonly string[], words: RegExp])[] = [
    [['check', 'app'], /^✅ app: no problems \(5 files/],
    [['plan', 'app', '--slug', slug, '--create'], /2 changes planned \(create and deploy\)/],
    [['deploy', 'app', '--slug', slug, '--create', '--include', '**/*'], /^✅ tides deployed\n/],
    [
      ['submit', 'app', '--slug', slug, '--terms-version', terms, '--wait-for-review', '0.005'],
      /✅ tides sent for review\n/,
    ],
    [['status', '--slug', slug], /^✅ tides is in review\n/],
  ];
  for (const [args, words] of lines) {
    const { exitCode, stdout, stderr } = await runCommand(stage, args, { file });
    assert.equal(exitCode, 0, `${stdout}${stderr}`);
    assert.match(stdout, words);
  }
});

/**
 * `npm run build:cli`, after tsc: writes package/, from which `npm pack` makes the package of the
 * command `miniapp-deploy`. It holds the bundle of cli/index.ts, the page about the command, the
 * schemas, the skill and the license. It has no dependencies, and runs nothing when it is
 * installed.
 *
 * The workflow "Release" sets RELEASE_COMMIT, the commit that `init` pins the action to; it becomes
 * the package's `gitHead` too.
 */
import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeBundle, writeBundle } from './bundler.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'package');
const commit = process.env['RELEASE_COMMIT'] ?? null;
if (commit !== null && !/^[0-9a-f]{40}$/.test(commit)) {
  throw new Error('RELEASE_COMMIT must be the full SHA of a commit.');
}

await replaceModules();
const bundle = new Map(await makeBundle('cli/index.js'));
bundle.set('index.js', `#!/usr/bin/env node\n${bundle.get('index.js')}`);
writeBundle(bundle, join(folder, 'dist'));
chmodSync(join(folder, 'dist', 'index.js'), 0o755);
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(makeManifest(), null, 2)}\n`);
for (const [from, to] of [
  ['docs/command.md', 'README.md'],
  ['examples/service.schema.json', 'service.schema.json'],
  ['docs/output.schema.json', 'output.schema.json'],
  ['skills', 'skills'],
  ['LICENSE', 'LICENSE'],
] as const) {
  cpSync(join(root, from), join(folder, to), { recursive: true });
}
console.log('package/ is written. "npm pack ./package" makes the package of it.');

/**
 * Replaces the two modules in lib/ that read files and the commit from this repository. In the
 * package, the modules contain the texts of the files and the commit.
 */
async function replaceModules(): Promise<void> {
  const { packageFiles } = await import('../cli/files/package-files.ts');
  const built = join(root, 'lib', 'cli');
  const files = `export const packageFiles = ${JSON.stringify(packageFiles)};\n`;
  writeFileSync(join(built, 'files', 'package-files.js'), files);
  const releaseFile = join(built, 'init', 'release.js');
  const release = readFileSync(releaseFile, 'utf8');
  const line = `releaseCommit = ${JSON.stringify(commit)};`;
  writeFileSync(releaseFile, release.replace(/releaseCommit = .*;/, line));
}

function makeManifest(): Readonly<Record<string, unknown>> {
  const own: Readonly<Record<string, string>> = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const manifest = {
    name: 'miniapp-deploy',
    version: own['version'],
    description: 'Check, deploy and submit mini apps from a terminal or any CI',
    keywords: ['mini-apps', 'deploy', 'review', 'cli'],
    license: own['license'],
    homepage: own['homepage'],
    bugs: own['bugs'],
    // npm compares this address with the one in the provenance, so it must have the same form.
    repository: {
      type: 'git',
      url: `git+https://github.com/${own['repository']?.replace('github:', '')}.git`,
    },
    type: 'commonjs',
    bin: { 'miniapp-deploy': 'dist/index.js' },
    files: ['dist', 'output.schema.json', 'service.schema.json', 'skills'],
    // The oldest version of Node that undici runs on.
    engines: { node: '>=22.19' },
  };
  return commit === null ? manifest : { ...manifest, gitHead: commit };
}

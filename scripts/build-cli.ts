/**
 * `npm run build:cli`: writes package/, from which `npm pack` makes the package of the command
 * `miniapp-deploy`, after tsc. It has the bundle of cli/index.ts, the page about the command and
 * the license; what installs it gets no other package and runs nothing. The commit in
 * RELEASE_COMMIT, which the workflow "Release" sets, is what `init` pins, and the package's
 * `gitHead`.
 */
import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeBundle, writeBundle } from './bundler.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'package');
const { version, license, homepage, bugs, repository }: Readonly<Record<string, string>> =
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const commit = process.env['RELEASE_COMMIT'] ?? null;
if (commit !== null && !/^[0-9a-f]{40}$/.test(commit))
  throw new Error('RELEASE_COMMIT must be the full SHA of a commit.');
const manifest = {
  name: 'miniapp-deploy',
  version,
  description: 'Check, deploy and submit mini apps from a terminal or any CI',
  keywords: ['mini-apps', 'deploy', 'review', 'cli'],
  license,
  homepage,
  bugs,
  // The form that provenance is compared with.
  repository: {
    type: 'git',
    url: `git+https://github.com/${repository?.replace('github:', '')}.git`,
  },
  type: 'commonjs',
  bin: { 'miniapp-deploy': 'dist/index.js' },
  files: ['dist', 'output.schema.json', 'service.schema.json', 'skills'],
  // undici runs on no older one.
  engines: { node: '>=22.19' },
  // Of the release: "npm view miniapp-deploy gitHead" shows it.
  ...(commit !== null && { gitHead: commit }),
};

// What a command reads from this repository is in the package as texts.
const { packageFiles } = await import('../cli/package-files.ts');
const built = join(root, 'lib', 'cli');
writeFileSync(
  join(built, 'package-files.js'),
  `export const packageFiles = ${JSON.stringify(packageFiles)};\n`,
);
const release = readFileSync(join(built, 'release.js'), 'utf8');
writeFileSync(
  join(built, 'release.js'),
  release.replace(/releaseCommit = .*;/, `releaseCommit = ${JSON.stringify(commit)};`),
);
const bundle = await makeBundle('cli/index.js');
writeBundle(
  new Map([...bundle, ['index.js', `#!/usr/bin/env node\n${bundle.get('index.js')}`]]),
  join(folder, 'dist'),
);
chmodSync(join(folder, 'dist', 'index.js'), 0o755);
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
cpSync(join(root, 'docs', 'command.md'), join(folder, 'README.md'));
cpSync(join(root, 'examples', 'service.schema.json'), join(folder, 'service.schema.json'));
cpSync(join(root, 'docs', 'output.schema.json'), join(folder, 'output.schema.json'));
cpSync(join(root, 'skills'), join(folder, 'skills'), { recursive: true });
cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
console.log('package/ is written: "npm pack ./package" makes the package of it.');

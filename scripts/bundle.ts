/**
 * Bundles lib/main.js into dist/ (or the folder named): run by `npm run build` after tsc. The result is the same byte
 * for byte wherever the same lock file is installed.
 *
 * Three things keep the start light; docs/decisions/0004-late-loading.md has the reasons and the figures:
 * - what follows the input check is imported dynamically, and ncc makes chunks of it;
 * - `@actions/core` does not say in its package.json that its modules have no side effects, so that its OIDC client and
 *   with it a whole HTTP library would be loaded though nothing calls them. The bundle is made from a copy of the
 *   package that says so, made anew from node_modules each time, so that an update needs no care here;
 * - undici works without HTTP/2 where node has none (it catches the failed `require`), and we never speak HTTP/2: here
 *   the name leads nowhere, which saves loading the dearest of node's own modules.
 */
import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

interface Bundle {
  readonly code: string;
  readonly assets: Readonly<Record<string, { readonly source: string | Uint8Array }>>;
}
type Ncc = (input: string, options: object) => Promise<Bundle>;

const root = join(import.meta.dirname, '..');
const outDir = process.argv[2] ?? join(root, 'dist');
const ncc: Ncc = createRequire(import.meta.url)('@vercel/ncc');

copyWithoutSideEffects('@actions/core');
const { code, assets } = await ncc(join(root, 'lib', 'main.js'), {
  cache: false,
  quiet: true,
  license: 'licenses.txt',
  externals: { 'node:http2': 'node:left-out-http2' },
});
rmSync(outDir, { recursive: true, force: true });
mkdirSync(outDir, { recursive: true });
writeFileSync(join(outDir, 'index.js'), code);
for (const [name, { source }] of Object.entries(assets)) writeFileSync(join(outDir, name), source);
appendFileSync(join(outDir, 'licenses.txt'), readCopiedLicense('@actions/core'));

/** Puts a copy of a package where the bundler finds it before the original: below the folder of the importing file. */
function copyWithoutSideEffects(name: string): void {
  const copy = join(root, 'lib', 'node_modules', name);
  rmSync(copy, { recursive: true, force: true });
  cpSync(join(root, 'node_modules', name), copy, { recursive: true });
  const manifest = join(copy, 'package.json');
  const description: Record<string, unknown> = JSON.parse(readFileSync(manifest, 'utf8'));
  writeFileSync(manifest, JSON.stringify({ ...description, sideEffects: false }));
}

/** ncc knows the licences of what lies in node_modules, and so not that of the copy. */
function readCopiedLicense(name: string): string {
  return `\n${name}\n${readFileSync(join(root, 'node_modules', name, 'LICENSE.md'), 'utf8').trimEnd()}\n`;
}

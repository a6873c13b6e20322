import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The files of a bundle by name: `index.js`, its chunks, `licenses.txt`; with source maps, `<name>.map` too. */
export type Bundle = ReadonlyMap<string, string | Uint8Array>;

interface NccResult {
  readonly code: string;
  readonly map?: string;
  readonly assets: Readonly<Record<string, { readonly source: string | Uint8Array }>>;
}
type Ncc = (input: string, options: object) => Promise<NccResult>;

const root = join(import.meta.dirname, '..');

/** What undici asks for and we never use, by the names it asks by: the first is caught there, the others are asked for late. */
const leftOut = {
  'node:http2': 'node:left-out-http2',
  '../web/fetch/body.js': 'node:left-out-form-data',
  '../web/fetch/formdata': 'node:left-out-form-data',
  '../web/webidl': 'node:left-out-form-data',
  '../milo/simd.js': 'node:left-out-second-parser',
  '../milo/no-simd.js': 'node:left-out-second-parser',
};

/**
 * Bundles lib/main.js, which tsc must have written before.
 *
 * Six things keep the start light; docs/decisions/0004-late-loading.md has the reasons and the figures:
 * - what follows the input check is imported dynamically, and ncc makes chunks of it;
 * - `@actions/core` does not say in its package.json that its modules have no side effects, so that its OIDC client and
 *   with it a whole HTTP library would be loaded though nothing calls them. The bundle is made from a copy of the
 *   package that says so, made anew from node_modules each time, so that an update needs no care here;
 * - undici works without HTTP/2 where node has none (it catches the failed `require`), and we never speak HTTP/2: here
 *   the name leads nowhere, which saves loading the dearest of node's own modules;
 * - undici's form data and its second parser are asked for only by those who use them, and we do neither;
 * - all of it is written in ASCII: one other character makes V8 keep a whole file as UTF-16, and read twice the bytes;
 * - the bundle is CommonJS, though its sources are not: node starts an ES module and imports its chunks later.
 */
export async function makeBundle({ sourceMap = false }: { readonly sourceMap?: boolean } = {}): Promise<Bundle> {
  const ncc: Ncc = createRequire(import.meta.url)('@vercel/ncc');
  copyWithoutSideEffects('@actions/core');
  const { code, map, assets } = await ncc(join(root, 'lib', 'main.js'), {
    cache: false,
    quiet: true,
    esm: false,
    license: 'licenses.txt',
    externals: leftOut,
    sourceMap,
    sourceMapRegister: false,
  });
  const sources = Object.entries(assets).map(([name, { source }]): [string, string | Uint8Array] => [name, source]);
  if (map !== undefined) sources.push(['index.js.map', map]);
  const scripts = [['index.js', code] as const, ...sources.filter(([name]) => name.endsWith('.js'))];
  return new Map<string, string | Uint8Array>([
    ...sources,
    ...scripts.map(([name, source]) => [name, escapeNonAscii(String(source))] as const),
    // The package.json above says that files are ES modules.
    ['package.json', `${JSON.stringify({ type: 'commonjs' }, null, 2)}\n`],
    ['licenses.txt', `${assets['licenses.txt']?.source}${readCopiedLicense('@actions/core')}`],
  ]);
}

/** Writes what is not ASCII as `\uXXXX`, which says the same in names, strings, patterns and comments; not in String.raw. */
function escapeNonAscii(code: string): string {
  if (/\\[^\0-\x7f]/.test(code))
    throw new Error('what is not ASCII stands behind a backslash: escaped it would differ');
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Writes a bundle into a folder, in place of whatever is in it. */
export function writeBundle(bundle: Bundle, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, source] of bundle) writeFileSync(join(folder, name), source);
}

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

import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The files of a bundle by name: `index.js`, its chunks, `licenses.txt`. */
export type Bundle = ReadonlyMap<string, string>;

type Ncc = (
  input: string,
  options: object,
) => Promise<{
  readonly code: string;
  readonly assets: Readonly<Record<string, { readonly source: string | Uint8Array }>>;
}>;

const root = join(import.meta.dirname, '..');

/**
 * The licenses that ncc's own list misses: of a package that it joins to a module of ours, and of
 * what undici has from elsewhere.
 */
const unlisted = [
  'node_modules/@actions/core/LICENSE.md',
  'scripts/licenses/llhttp.txt',
  ...globSync('node_modules/undici/lib/**/LICENSE*', { cwd: root }).sort(),
];

/**
 * What undici's client requires, by these names, where a body is a form, or a client wants another
 * parser: neither is so here.
 */
const neverRequired = [
  '../milo/no-simd.js',
  '../milo/simd.js',
  '../web/fetch/body.js',
  '../web/fetch/formdata',
  '../web/webidl',
];

/**
 * Bundles an entry in lib/, which tsc must have written before: that of the action, or of the
 * command.
 *
 * Six things keep the start light; docs/decisions/0004-late-loading.md has the reasons and the
 * figures:
 * - what follows the input check is imported dynamically, and ncc makes chunks of it;
 * - `@actions/core` does not say in its package.json that its modules have no side effects, so that
 *   its OIDC client and with it a whole HTTP library would be loaded though nothing calls them. The
 *   bundle is made from a copy of the package that says so, made anew from node_modules each time,
 *   so that an update needs no care here;
 * - `jsonc-parser` in the same way: its main file is UMD, of which the bundler would take
 *   everything, 87 KB in place of 30;
 * - of undici's client, half of what it can require is left out, and its part for HTTP/2 waits
 *   until a server chooses that;
 * - all of it is written in ASCII: one other character makes V8 keep a whole file as UTF-16, and
 *   read twice the bytes;
 * - the bundle is CommonJS, though its sources are not: node starts an ES module and imports its
 *   chunks later.
 */
export async function makeBundle(entry: 'src/index.js' | 'cli/index.js'): Promise<Bundle> {
  const ncc: Ncc = createRequire(import.meta.url)('@vercel/ncc');
  copyWithoutSideEffects('@actions/core');
  copyWithoutSideEffects('jsonc-parser');
  const options = {
    cache: false,
    quiet: true,
    esm: false,
    license: 'licenses.txt',
    externals: neverRequired,
  };
  const { code, assets } = await ncc(join(root, 'lib', entry), options);
  const chunks = Object.entries(assets).map(
    ([name, { source }]) => [name, String(source)] as const,
  );
  const { 'licenses.txt': licenses = '', ...files } = Object.fromEntries([
    ['index.js', code],
    ...chunks,
  ]);
  const others = unlisted.map(
    (file) => `${file.replaceAll('\\', '/')}\n${readFileSync(join(root, file), 'utf8')}`,
  );
  return new Map([
    ...loadHttp2Late(Object.entries(files)).map(
      ([name, text]) => [name, escapeNonAscii(dropMapNames(text))] as const,
    ),
    // The package.json above says that files are ES modules.
    ['package.json', `${JSON.stringify({ type: 'commonjs' }, null, 2)}\n`],
    ['licenses.txt', [licenses.trimEnd(), ...others].join('\n\n').replaceAll('\r\n', '\n')],
  ]);
}

/**
 * undici's client requires its part for HTTP/2, and with it node:http2, when it is loaded itself.
 * Here it does so when a server chooses HTTP/2, which only GitHub's may: the connection to the
 * service does not offer it.
 */
function loadHttp2Late(files: readonly (readonly [name: string, text: string])[]): typeof files {
  const early = /(const connectH2 = )(\w+\(\d+\))/;
  if (!files.some(([, text]) => early.test(text)))
    throw new Error('undici requires HTTP/2 in another way');
  return files.map(([name, text]) => [name, text.replace(early, '$1(...given) => $2(...given)')]);
}

/** Takes out the comments that name source maps of the packages, which are not in the bundle. */
function dropMapNames(code: string): string {
  return code.replaceAll(/^\/\/# sourceMappingURL=.*\n/gm, '');
}

/**
 * Writes what is not ASCII as `\uXXXX`, which says the same in names, strings, patterns and
 * comments; not in String.raw.
 */
function escapeNonAscii(code: string): string {
  if (/\\[^\0-\x7f]/.test(code))
    throw new Error('what is not ASCII stands behind a backslash: escaped it would differ');
  return code.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Writes a bundle into a folder, in place of whatever is in it. */
export function writeBundle(bundle: Bundle, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, source] of bundle) writeFileSync(join(folder, name), source);
}

/**
 * Puts a copy of a package where the bundler finds it before the original: below the folder of the
 * importing file. It leads to the package's ES modules, of which the bundler takes what is used.
 */
function copyWithoutSideEffects(name: string): void {
  const copy = join(root, 'lib', 'node_modules', name);
  rmSync(copy, { recursive: true, force: true });
  cpSync(join(root, 'node_modules', name), copy, { recursive: true });
  const manifest = join(copy, 'package.json');
  const description: Record<string, unknown> = JSON.parse(readFileSync(manifest, 'utf8'));
  const { main, module = main } = description;
  writeFileSync(manifest, JSON.stringify({ ...description, main: module, sideEffects: false }));
}

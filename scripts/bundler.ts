import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { collectLicenses } from './licenses.ts';

/** The files of a bundle by name: `index.js`, its chunks, `licenses.txt`. */
export type Bundle = ReadonlyMap<string, string>;

interface NccResult {
  readonly code: string;
  readonly map?: string;
  readonly assets: Readonly<Record<string, { readonly source: string | Uint8Array }>>;
}
type Ncc = (input: string, options: object) => Promise<NccResult>;

const root = join(import.meta.dirname, '..');

interface Chunk {
  /** The number by which the bundle's loader asks for it. */
  readonly id: string;
  readonly code: string;
  /** Absolute paths of the files it is made of. */
  readonly sources: readonly string[];
}

/** What an `import()` of ours asks for. */
interface LateImport {
  /** Absolute. */
  readonly path: string;
  readonly name: string;
}

/**
 * Bundles an entry in lib/, which tsc must have written before: that of the action, or of the command.
 *
 * Five things keep the start light; docs/decisions/0004-late-loading.md has the reasons and the figures:
 * - what follows the input check is imported dynamically, and ncc makes chunks of it;
 * - `@actions/core` does not say in its package.json that its modules have no side effects, so that its OIDC client and
 *   with it a whole HTTP library would be loaded though nothing calls them. The bundle is made from a copy of the
 *   package that says so, made anew from node_modules each time, so that an update needs no care here;
 * - `jsonc-parser` in the same way: its main file is UMD, of which the bundler would take everything, 87 KB in place of 30;
 * - all of it is written in ASCII: one other character makes V8 keep a whole file as UTF-16, and read twice the bytes;
 * - the bundle is CommonJS, though its sources are not: node starts an ES module and imports its chunks later.
 */
export async function makeBundle(entry: 'index.js' | 'cli.js'): Promise<Bundle> {
  const ncc: Ncc = createRequire(import.meta.url)('@vercel/ncc');
  copyWithoutSideEffects('@actions/core');
  copyWithoutSideEffects('jsonc-parser');
  // The source maps say which files are in the bundle.
  const options = { cache: false, quiet: true, esm: false, sourceMap: true, sourceMapRegister: false };
  const { code, map, assets } = await ncc(join(root, 'lib', entry), options);
  const found = Object.entries(assets).flatMap(([name, { source }]) => {
    const [, id] = /^(\d+)\.index\.js$/.exec(name) ?? [];
    if (id === undefined) return [];
    return [{ id, code: String(source), sources: listSources(String(assets[`${name}.map`]?.source)) }];
  });
  const sources = [...found.flatMap((chunk) => chunk.sources), ...listSources(String(map))];
  const chunks = nameChunks(found, sources.flatMap(listImports));
  const files = new Map(Array.from(chunks, ([name, chunk]) => [`${name}.js`, chunk.code]));
  files.set('index.js', nameInLoader(code, chunks));
  return new Map([
    ...Array.from(files, ([name, text]) => {
      return [name, escapeNonAscii(text.replace(/;?\n\/\/# sourceMappingURL=\S+$/, '\n'))] as const;
    }),
    // The package.json above says that files are ES modules.
    ['package.json', `${JSON.stringify({ type: 'commonjs' }, null, 2)}\n`],
    ['licenses.txt', collectLicenses(sources)],
  ]);
}

/** The files that a source map names, without the bundler's own. */
function listSources(map: string): readonly string[] {
  const { sources }: { sources: readonly string[] } = JSON.parse(map);
  return sources.filter((source) => /^(?:\.\.\/)*\.\//.test(source)).map((source) => join(root, 'lib', source));
}

/** What a file of ours imports late: the path, and a name for it such as `report` of `./report/index.js`. */
function listImports(source: string): readonly LateImport[] {
  if (source.includes('node_modules')) return [];
  const found = readFileSync(source, 'utf8').matchAll(/\bimport\(\s*'(?!node:)([^']+)'\s*\)/g);
  return Array.from(found, ([, specifier = '']) => {
    // A package with its scope: a module of ours may be called as a package is.
    const name = specifier.replace('@', '').replaceAll('/', '-');
    if (!specifier.startsWith('.')) return { path: fileURLToPath(import.meta.resolve(specifier)), name };
    const path = join(dirname(source), specifier);
    return { path, name: basename(path.replace(/[\\/]index\.js$/, '.js'), '.js') };
  });
}

/**
 * Gives each chunk a name that says what it is: that of the module or package which an `import()` of ours asks for; for what
 * several chunks share, that of its first package; and `-shared` behind it where that name is taken.
 */
function nameChunks(chunks: readonly Chunk[], imports: readonly LateImport[]): ReadonlyMap<string, Chunk> {
  const all = chunks.map((chunk) => ({ ...chunk, asked: imports.find(({ path }) => chunk.sources.includes(path)) }));
  const names = new Map<string, Chunk>();
  // What is asked for comes first, so that it gets the name.
  for (const { asked, ...chunk } of all.sort((one, other) => Number(!one.asked) - Number(!other.asked))) {
    const [, first = 'shared'] = /.*node_modules[\\/](?:@[^\\/]+[\\/])?([^\\/]+)/.exec(chunk.sources[0] ?? '') ?? [];
    let name = asked?.name ?? first;
    while (names.has(name)) name += '-shared';
    names.set(name, chunk);
  }
  return names;
}

/** Makes the bundle's loader ask for the chunks by their names. */
function nameInLoader(code: string, chunks: ReadonlyMap<string, Chunk>): string {
  const names = Object.fromEntries(Array.from(chunks, ([name, { id }]) => [id, `${name}.js`]));
  const byNumber = 'return "" + chunkId + ".index.js";';
  if (code.split(byNumber).length !== 2)
    throw new Error('the loader of the bundle no longer asks for chunks as it did');
  return code.replace(byNumber, `return (${JSON.stringify(names)})[chunkId];`);
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

/**
 * Puts a copy of a package where the bundler finds it before the original: below the folder of the importing file. It leads
 * to the package's ES modules, of which the bundler takes what is used.
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

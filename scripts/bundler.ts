import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The texts of a bundle by file name: `index.js`, its chunks, `package.json`, `licenses.txt`. */
export type Bundle = ReadonlyMap<string, string>;

type Ncc = (
  input: string,
  options: object,
) => Promise<{
  readonly code: string;
  readonly assets: Readonly<Record<string, { readonly source: string | Uint8Array }>>;
}>;

const root = join(import.meta.dirname, '..');

/** License files that ncc does not find. */
const unlistedLicenses = [
  // ncc does not list the license of this package, because it merges the package with one of our
  // modules.
  'node_modules/@actions/core/LICENSE.md',
  // undici contains code with these licenses.
  'scripts/licenses/llhttp.txt',
  ...globSync('node_modules/undici/lib/**/LICENSE*', { cwd: root }).sort(),
];

/**
 * Modules that undici's client requires only for a body that is a form, or for another parser.
 * Neither is used here.
 */
const neverRequired = [
  '../milo/no-simd.js',
  '../milo/simd.js',
  '../web/fetch/body.js',
  '../web/fetch/formdata',
  '../web/webidl',
];

/**
 * Bundles an entry point in lib/, which tsc must have written before: of the action, or of the
 * command.
 *
 * Seven things keep the start fast; docs/decisions/0004-late-loading.md has the reasons and
 * figures:
 *
 * - What follows the input check is imported dynamically, and ncc makes chunks of it.
 * - The package.json of `@actions/core` does not declare that its modules have no side effects, so
 *   that its OIDC client, and with it a whole HTTP library, would be loaded although nothing calls
 *   them. The bundle is made from a copy of the package that declares it. The copy is made anew from
 *   node_modules each time, so that an update needs no care here.
 * - `jsonc-parser` is copied in the same way: its main file is UMD, which would be bundled whole, 87
 *   KB instead of 30.
 * - `undici` gets an index of only the exports that are used: the other ones would be loaded at each
 *   start.
 * - Half of what undici's client can require is left out, and its HTTP/2 part is loaded only when a
 *   server chooses HTTP/2.
 * - The bundle is ASCII: with a single other character V8 keeps a file as UTF-16, and reads twice
 *   the bytes.
 * - The bundle is CommonJS, although its sources are not: Node starts it sooner.
 */
export async function makeBundle(entry: 'src/index.js' | 'cli/index.js'): Promise<Bundle> {
  const ncc: Ncc = createRequire(import.meta.url)('@vercel/ncc');
  copyWithoutSideEffects('@actions/core');
  copyWithoutSideEffects('jsonc-parser');
  trimUndici(['buildConnector', 'Client', 'EnvHttpProxyAgent']);
  const packed = await ncc(join(root, 'lib', entry), {
    cache: false,
    quiet: true,
    esm: false,
    license: 'licenses.txt',
    externals: neverRequired,
  });
  const scripts = new Map([['index.js', packed.code]]);
  let licenses = '';
  for (const [name, asset] of Object.entries(packed.assets)) {
    if (name === 'licenses.txt') licenses = String(asset.source);
    else scripts.set(name, String(asset.source));
  }
  const bundle = new Map<string, string>();
  for (const [name, text] of loadHttp2Late(scripts)) {
    bundle.set(name, escapeNonAscii(dropSourceMapComments(text)));
  }
  // The package.json in the folder above declares ES modules.
  bundle.set('package.json', `${JSON.stringify({ type: 'commonjs' }, null, 2)}\n`);
  bundle.set('licenses.txt', joinLicenses(licenses));
  return bundle;
}

/** Adds the licenses that ncc does not find to its list. */
function joinLicenses(found: string): string {
  const others = unlistedLicenses.map((file) => {
    return `${file.replaceAll('\\', '/')}\n${readFileSync(join(root, file), 'utf8')}`;
  });
  return [found.trimEnd(), ...others].join('\n\n').replaceAll('\r\n', '\n');
}

/**
 * Makes undici's client require its HTTP/2 part, and with it node:http2, only when a server chooses
 * HTTP/2. Only GitHub's may: the connection to the service does not offer it.
 */
function loadHttp2Late(scripts: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const early = /(const connectH2 = )(\w+\(\d+\))/g;
  const changed = new Map<string, string>();
  let isFound = false;
  for (const [name, text] of scripts) {
    const late = text.replace(early, '$1(...given) => $2(...given)');
    if (late !== text) isFound = true;
    changed.set(name, late);
  }
  if (!isFound) throw new Error('undici requires HTTP/2 in another way');
  return changed;
}

/** Removes the comments that name source maps of packages, which are not in the bundle. */
function dropSourceMapComments(code: string): string {
  return code.replaceAll(/^\/\/# sourceMappingURL=.*\n/gm, '');
}

/**
 * Writes every character that is not ASCII as `\uXXXX`, which means the same in names, strings,
 * patterns and comments. The meaning changes only in String.raw and after a backslash.
 */
function escapeNonAscii(code: string): string {
  if (/\\[^\0-\x7f]/.test(code)) {
    throw new Error('A backslash precedes a character that is not ASCII: it cannot be escaped.');
  }
  return code.replace(/[^\0-\x7f]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** Writes a bundle into a folder, and removes everything else from it. */
export function writeBundle(bundle: Bundle, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of bundle) writeFileSync(join(folder, name), text);
}

/**
 * Copies a package to lib/, in which the bundler finds it before the original. The copy declares
 * that its modules have no side effects and leads to its ES modules, of which only what is used is
 * bundled.
 */
function copyWithoutSideEffects(name: string): void {
  const copy = join(root, 'lib', 'node_modules', name);
  rmSync(copy, { recursive: true, force: true });
  cpSync(join(root, 'node_modules', name), copy, { recursive: true });
  const manifestFile = join(copy, 'package.json');
  const manifest: Record<string, unknown> = JSON.parse(readFileSync(manifestFile, 'utf8'));
  const main = manifest['module'] ?? manifest['main'];
  writeFileSync(manifestFile, JSON.stringify({ ...manifest, main, sideEffects: false }));
}

/**
 * Writes a package to lib/ that the bundler finds before undici. It has only these exports of
 * undici, each of which is loaded when it is used, and the methods `request` and `connect`.
 */
function trimUndici(names: readonly string[]): void {
  const folder = join(root, 'lib', 'node_modules', 'undici');
  const code = readFileSync(join(root, 'node_modules', 'undici', 'index.js'), 'utf8');
  const load = (file: string): string => `require('../../../node_modules/undici/lib/${file}')`;
  const lines = [
    `const { prototype } = ${load('dispatcher/dispatcher')};`,
    `prototype.request = ${load('api/api-request')};`,
    `prototype.connect = ${load('api/api-connect')};`,
  ];
  for (const name of names) {
    const declaration = new RegExp(`^const ${name} = require\\('./lib/([^']+)'\\)$`, 'm');
    const [, file] = declaration.exec(code) ?? [];
    if (file === undefined) throw new Error(`undici exports ${name} in another way`);
    lines.push(`Object.defineProperty(exports, '${name}', { get: () => ${load(file)} });`);
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.js'), lines.join('\n'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'undici', type: 'commonjs' }));
}

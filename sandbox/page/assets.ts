import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The media types of the files that a page loads. */
const types: Readonly<Record<string, string>> = {
  'pico.css': 'text/css; charset=utf-8',
  'page.css': 'text/css; charset=utf-8',
  'page.js': 'text/javascript; charset=utf-8',
  'idiomorph.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
};

/** The files of packages. The build puts them next to this module. */
const packaged: Readonly<Record<string, string>> = {
  'pico.css': '@picocss/pico/css/pico.classless.min.css',
  'idiomorph.js': 'idiomorph/dist/idiomorph.esm.js',
};

/** Returns the response for a file that a page loads, or null if the name is unknown. */
export function respondWithAsset(name: string): Response | null {
  const type = types[name];
  if (type === undefined) return null;
  const headers = { 'content-type': type, 'cache-control': 'no-cache' };
  return new Response(readAsset(name), { headers });
}

/** Returns the text of a file that the pages load or contain. */
export function readAsset(name: string): string {
  return readFileSync(findAsset(name), 'utf8');
}

function findAsset(name: string): string | URL {
  const url = new URL(name, import.meta.url);
  const path = packaged[name];
  if (path === undefined || existsSync(url)) return url;
  return createRequire(import.meta.url).resolve(path);
}

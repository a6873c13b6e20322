/**
 * The folders that a rehearsal deploys: a small app or a copy of the given folder, and the same
 * with changes.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Folder } from '../../src/folder/folder.ts';
import { toJsonObject } from '../../src/text/json.ts';
import { packageFiles } from '../files/package-files.ts';

/** 512 by 512 pixels, as a store asks for: a service may refuse the SVG of the small app. */
const logo =
  'iVBORw0KGgoAAAANSUhEUgAAAgAAAAIAAQMAAADOtka5AAAABlBMVEUKfqT///+AqWxHAAAAZ0lEQVR42u3MQQ0AAAgEoOtfWiM4N/1BABIAAAAAAAAAgGM1' +
  'EAgEAoFAIBAIBAKBQCAQCAQCgUAgEAgEAoFAIBAIBAKBQCAQCAQCgUAgEAgEAoFAIBAIBAKBQCD4DgAAAAAAAAAAlhrvN+HSAmCw9gAAAABJRU5ErkJggg==';

/** Writes the small app of `init` to a folder. It should pass the rules of any service. */
export function writeSmallApp(to: string): void {
  for (const [file, text] of Object.entries(packageFiles)) {
    const [, path] = file.split('examples/new-app/');
    if (path === undefined || path.endsWith('.svg')) continue;
    mkdirSync(dirname(join(to, path)), { recursive: true });
    const named = text.replaceAll('My app', 'Rehearsal').replaceAll('logo.svg', 'logo.png');
    writeFileSync(join(to, path), named.replace('image/svg+xml', 'image/png'));
  }
  writeFileSync(join(to, 'assets/logo.png'), logo, 'base64');
}

/** Writes the included files of a folder to another place. */
export function copyFolder(folder: Folder, to: string): void {
  for (const { path, bytes } of folder.files) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    writeFileSync(join(to, path), bytes);
  }
}

/**
 * Changes the page so little that it still passes the rules of the service: adds two words in the
 * small app, or a line break at the end of any other page.
 */
export function changePage(folder: string): void {
  change(join(folder, 'index.html'), (page) => {
    const other = page.replace('> times.</p>', '> times so far.</p>');
    return other === page ? `${page}\n` : other;
  });
}

/** Changes the tagline in `service.json`. */
export function changeTagline(folder: string): void {
  change(join(folder, 'service.json'), (text) => {
    const service = toJsonObject(JSON.parse(text.replace(/^\uFEFF/, '')));
    return `${JSON.stringify({ ...service, tagline: 'Shows that an update works' }, null, 2)}\n`;
  });
}

/** Changes a file, if it is there. */
function change(path: string, toText: (text: string) => string): void {
  if (existsSync(path)) writeFileSync(path, toText(readFileSync(path, 'utf8')));
}

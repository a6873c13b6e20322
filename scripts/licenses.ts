import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Code inside a package that comes from elsewhere and brings no license file: part of a path, and our copy of its license. */
const embedded = [{ part: '/undici/lib/llhttp/', name: 'llhttp', file: 'licenses/llhttp.txt' }];

/**
 * Gathers the licenses of everything that a bundle took in, sorted by package: each with the license that its package.json
 * names and the texts of all license files between its root and the files that were taken.
 * @param sources Absolute paths of the files in the bundle. Those outside node_modules are ours and left out.
 */
export function collectLicenses(sources: readonly string[]): string {
  const packages = new Map<string, Set<string>>();
  for (const source of sources.map((path) => path.replaceAll('\\', '/'))) {
    const root = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(source)?.[0];
    if (root === undefined) continue;
    const texts = packages.get(root) ?? new Set();
    for (const file of findLicenseFiles(source, root)) texts.add(file);
    packages.set(root, texts);
  }
  const parts = Array.from(packages, ([root, files]) => {
    const { name, license }: { name: string; license?: string } = JSON.parse(readText(join(root, 'package.json')));
    return { name, lines: [name, license ?? '', ...[...files].sort().map(readText)] };
  });
  const foreign = embedded.filter(({ part }) => sources.some((source) => source.replaceAll('\\', '/').includes(part)));
  const copies = foreign.map(({ name, file }) => ({ name, lines: [name, readText(join(import.meta.dirname, file))] }));
  const sorted = [...parts, ...copies].sort((one, other) => (one.name < other.name ? -1 : 1));
  const entries = sorted.map(({ lines }) => `${lines.filter((line) => line !== '').join('\n')}\n`);
  return [...new Set(entries)].join('\n');
}

/** Finds the license files in the folders from a file up to the root of its package. */
function findLicenseFiles(source: string, root: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = dirname(source); folder.length >= root.length; folder = dirname(folder)) folders.push(folder);
  return folders.flatMap((folder) => {
    const names = readdirSync(folder).filter((name) => /^(?:licen[cs]e|copying|notice)(?:[.-]|$)/i.test(name));
    return names.filter((name) => !/\.[cm]?[jt]s$/.test(name)).map((name) => join(folder, name));
  });
}

function readText(path: string): string {
  return readFileSync(path, 'utf8').replaceAll('\r\n', '\n').trimEnd();
}

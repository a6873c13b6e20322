import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { YamlFile } from './languageservice.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** Reads a file of the repository. */
export function readYaml(path: string): YamlFile {
  return { path, text: readFileSync(join(root, path), 'utf8') };
}

/** Reads every workflow in a folder, sorted by name. */
export function readWorkflows(folder: '.github/workflows' | 'examples/workflows'): readonly YamlFile[] {
  const names = readdirSync(join(root, folder)).sort();
  return names.map((name) => readYaml(`${folder}/${name}`));
}

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

/** Reads the workflows that stand as code in a page. */
export function readSnippets(page: string): readonly YamlFile[] {
  const blocks = Array.from(readYaml(page).text.matchAll(/```yaml\n([\s\S]*?)```/g), ([, block = '']) => block);
  return blocks.map((text, index) => ({ path: `${page}/snippet-${index + 1}.yml`, text }));
}

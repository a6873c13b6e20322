import { listFiles, readText } from '../../support/repository.ts';
import type { YamlFile } from './languageservice.ts';

/** Reads a file of the repository. */
export function readYaml(path: string): YamlFile {
  return { path, text: readText(path) };
}

/** Reads every workflow in a folder, sorted by name. */
export function readWorkflows(folder: '.github/workflows' | 'examples/workflows'): readonly YamlFile[] {
  return listFiles(folder, '.yml').map(readYaml);
}

/** Reads the workflows that stand as code in a page. */
export function readSnippets(page: string): readonly YamlFile[] {
  const blocks = Array.from(readYaml(page).text.matchAll(/```yaml\n([\s\S]*?)```/g), ([, block = '']) => block);
  return blocks.map((text, index) => ({ path: `${page}/snippet-${index + 1}.yml`, text }));
}

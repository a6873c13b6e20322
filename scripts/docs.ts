/**
 * Writes what README.md repeats from elsewhere: the tables of inputs and outputs from action.yml, and each recipe from
 * examples/workflows/. With `--check` it writes nothing and fails when the README differs.
 * A generated part stands between `<!-- begin NAME -->` and `<!-- end NAME -->`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

interface Entry {
  readonly description: string;
  readonly default?: string;
}

const root = join(import.meta.dirname, '..');
const readme = join(root, 'README.md');
const before = readFileSync(readme, 'utf8');
const after = before.replace(/<!-- begin (\S+) -->\n[\s\S]*?<!-- end \1 -->/g, (_part, name: string) => {
  return `<!-- begin ${name} -->\n${generate(name)}\n<!-- end ${name} -->`;
});

if (!process.argv.includes('--check')) writeFileSync(readme, after);
else if (after !== before) {
  console.error('README.md differs from action.yml or examples/workflows/: run "npm run docs" and commit the result.');
  process.exitCode = 1;
}

function generate(name: string): string {
  const action: { inputs: Record<string, Entry>; outputs: Record<string, Entry> } = parse(read('action.yml'));
  if (name === 'inputs') return toTable(['input', 'default', 'meaning'], Object.entries(action.inputs).map(toInputRow));
  if (name === 'outputs') return toTable(['output', 'value'], Object.entries(action.outputs).map(toOutputRow));
  return `\`\`\`yaml\n${read(join('examples', 'workflows', name)).trimEnd()}\n\`\`\``;
}

function toInputRow([name, { description, default: value }]: [string, Entry]): readonly string[] {
  return [`\`${name}\``, value === undefined ? '' : `\`${value}\``, description];
}

function toOutputRow([name, { description }]: [string, Entry]): readonly string[] {
  return [`\`${name}\``, description];
}

function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n');
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

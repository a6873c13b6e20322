/**
 * Writes what pages repeat from elsewhere. In README.md: the tables of inputs and outputs from action.yml, the command that
 * verifies a release from SECURITY.md, and workflows from examples/workflows/. In docs/troubleshooting.md: the problems of the
 * offline check. The first sentence of an input says when it is required, if it ever is. With `--check` it writes nothing and
 * fails when a page differs. A generated part is between `<!-- begin NAME -->` and `<!-- end NAME -->`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { checkWords } from '../src/folder/check-words.ts';
import { readArguments } from './arguments.ts';

interface Entry {
  readonly description: string;
  readonly default?: string;
}

/** The inputs in the order and under the headings of the README. */
const groups: Readonly<Record<string, readonly string[]>> = {
  Connection: ['base-url', 'api-key'],
  App: ['command', 'slug', 'folder', 'include', 'exclude'],
  Deploy: ['create', 'force', 'on-in-review', 'on-stale', 'dry-run'],
  Review: ['submit', 'terms-version', 'wait-for-review'],
  Reporting: ['diff', 'comment', 'github-token'],
  Other: ['timeout-minutes', 'confirm'],
};

const { values: options } = readArguments('npm run docs [-- --check]', { options: { check: { type: 'boolean' } } });
const root = join(import.meta.dirname, '..');
for (const page of ['README.md', join('docs', 'troubleshooting.md')]) {
  const before = read(page);
  const after = before.replace(/<!-- begin (\S+) -->\n[\s\S]*?<!-- end \1 -->/g, (_part, name: string) => {
    return `<!-- begin ${name} -->\n${generate(name)}\n<!-- end ${name} -->`;
  });
  if (!options.check) {
    writeFileSync(join(root, page), after);
    console.log(`${page} ${after === before ? 'is as it was' : 'is written'}.`);
  } else if (after !== before) {
    console.error(`${page} differs from what it repeats: run "npm run docs" and commit the result.`);
    process.exitCode = 1;
  }
}

function generate(name: string): string {
  const action: { inputs: Record<string, Entry>; outputs: Record<string, Entry> } = parse(read('action.yml'));
  if (name === 'inputs') return renderInputs(action.inputs);
  if (name === 'outputs') {
    const rows = Object.entries(action.outputs).map(([output, { description }]) => [`\`${output}\``, description]);
    return toTable(['Output', 'Description'], rows);
  }
  if (name === 'checks') return renderChecks();
  if (name === 'verify') return /```sh\n[\s\S]*?```/.exec(read('SECURITY.md'))?.[0] ?? '';
  return `\`\`\`yaml\n${read(join('examples', 'workflows', name)).trimEnd()}\n\`\`\``;
}

function renderInputs(inputs: Readonly<Record<string, Entry>>): string {
  const grouped = Object.values(groups).flat();
  if (grouped.toSorted().join() !== Object.keys(inputs).sort().join())
    throw new Error('Each input of action.yml must be in one group of scripts/docs.ts, and nothing else.');
  const parts = Object.entries(groups).map(([title, names]) => {
    const rows = names.map((name) => toInputRow(name, inputs[name] ?? { description: '' }));
    return `### ${title}\n\n${toTable(['Input', 'Required', 'Default', 'Description'], rows)}`;
  });
  return `\n${parts.join('\n\n')}\n`;
}

function toInputRow(name: string, { description, default: value }: Entry): readonly string[] {
  const [, required = 'no', rest = description] = /^Required (.+?)\. (.+)$/.exec(description) ?? [];
  return [`\`${name}\``, required, value === undefined ? '' : `\`${value}\``, rest];
}

/** A row for each problem of the offline check, which is the anchor of its code. */
function renderChecks(): string {
  const rows = Object.entries(checkWords()).map(([code, { severity, message, fix }]) => {
    return [`<a id="${code}"></a>\`${code}\``, severity, message, fix];
  });
  return toTable(['code', 'level', 'message', 'fix'], rows);
}

function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n');
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

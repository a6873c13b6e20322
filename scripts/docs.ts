/**
 * `npm run docs`: writes what files repeat from the code. With `--check` it writes nothing, and
 * fails if a file differs.
 *
 * - README.md: the table of inputs.
 * - action.yml and action-types.yml: the inputs, from the table in src/model/inputs.ts and the words
 *   in cli/options.ts; the latter also the outputs, from docs/output.schema.json.
 * - docs/approval.md: the actions that the recipes use.
 * - docs/built-apps.md: the table of builders.
 * - docs/command.md: the keys that `--json` prints.
 * - docs/troubleshooting.md: the problems of the offline check.
 *
 * A generated part stands between `<!-- begin NAME -->` and `<!-- end NAME -->`, in YAML between
 * `# begin NAME` and `# end NAME`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { builders } from '../cli/init/builders.ts';
import { inputWords } from '../cli/options.ts';
import { checkWords } from '../src/folder/check-words.ts';
import { inputTable } from '../src/model/inputs.ts';
import { joinTexts, toClause } from '../src/text/format.ts';
import { readArguments } from './arguments.ts';

/** The inputs with their descriptions, in the order of action.yml. */
const inputs = Object.values(inputTable).map((row) => {
  const { about, more, actionDefault, ...words } = inputWords[row.name];
  const { name, kind, fallback } = row;
  const value = fallback === null || String(fallback) === '' ? undefined : String(fallback);
  const what = kind.type === 'boolean' ? `\`true\` to ${toClause(about)}` : about;
  return {
    ...words,
    name,
    kind,
    summary: `${what}.`,
    description: joinTexts([`${what}.`, more ?? ''], ' '),
    default: actionDefault ?? value,
  };
});
type Input = (typeof inputs)[number];

const { values: options } = readArguments('npm run docs [-- --check]', {
  options: { check: { type: 'boolean' } },
});
const root = join(import.meta.dirname, '..');
for (const page of [
  'README.md',
  'action.yml',
  'action-types.yml',
  ...['approval.md', 'built-apps.md', 'command.md', 'troubleshooting.md'].map((name) =>
    join('docs', name),
  ),
]) {
  const before = read(page);
  const parts = /(<!-- | *# )begin (\S+)( -->)?\n[\s\S]*?\1end \2(?: -->)?/g;
  const after = before.replace(parts, (_part, mark: string, name: string, end = '') => {
    return `${mark}begin ${name}${end}\n${generate(name)}\n${mark}end ${name}${end}`;
  });
  if (!options.check) {
    writeFileSync(join(root, page), after);
    console.log(`${page} ${after === before ? 'is as it was' : 'is written'}.`);
  } else if (after !== before) {
    console.error(
      `${page} differs from what it repeats: run "npm run docs" and commit the result.`,
    );
    process.exitCode = 1;
  }
}

function generate(name: string): string {
  if (name === 'inputs') return renderInputs();
  if (name === 'action-inputs') return inputs.map(renderActionInput).join('\n');
  if (name === 'input-types')
    return inputs.map((input) => renderType(input.name, input.kind)).join('\n');
  if (name === 'output-types') return Object.keys(listOutputs()).map(renderOutputType).join('\n');
  if (name === 'envelope') return renderEnvelope();
  if (name === 'checks') return renderChecks();
  if (name === 'builders') return renderBuilders();
  if (name === 'actions') return renderActions();
  return `\`\`\`yaml\n${read(join('examples', 'workflows', name)).trimEnd()}\n\`\`\``;
}

/** Returns each action that a recipe uses, for the allow list of an organization. */
function renderActions(): string {
  const folder = join('examples', 'workflows');
  const recipes = readdirSync(join(root, folder)).map((name) => read(join(folder, name)));
  const names = recipes.flatMap((text) =>
    [...text.matchAll(/uses: ([^@\s]+)@/g)].map(([, used]) => `${used}@*`),
  );
  return ['```text', ...[...new Set(names)].sort(), '```'].join('\n');
}

/** Returns one line for each input: action.yml has the rest of the description. */
function renderInputs(): string {
  const rows = inputs.map((input) => {
    const value = input.default === undefined ? '' : `\`${input.default}\``;
    return [`\`${input.name}\``, input.required ?? 'no', value, input.summary];
  });
  return toTable(['Input', 'Required', 'Default', 'Description'], rows);
}

function renderActionInput({ name, required, description, default: value }: Input): string {
  const needed = required === undefined ? '' : `Required ${required}.`;
  const lines = [`  ${name}:`, `    description: ${quote(joinTexts([needed, description], ' '))}`];
  return [...lines, ...(value === undefined ? [] : [`    default: ${quote(value)}`])].join('\n');
}

/** Returns the outputs with their descriptions, in the order of action.yml. */
function listOutputs(): Readonly<Record<string, { readonly description: string }>> {
  return parse(read('action.yml')).outputs;
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly description?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** Returns the schema of each key that `--json` prints. */
function readEnvelope(): Readonly<Record<string, Schema>> {
  const { properties }: { readonly properties: Readonly<Record<string, Schema>> } = JSON.parse(
    read(join('docs', 'output.schema.json')),
  );
  return properties;
}

/** An output has the type that it has in `--json`; a list of objects is a string of JSON. */
function renderOutputType(name: string): string {
  const { results, [name]: schema } = readEnvelope();
  const values = results?.items?.properties?.['outcome']?.enum?.filter(
    (outcome) => outcome !== 'not_run',
  );
  if (name === 'outcome') return renderType(name, { type: 'enum', values: values ?? [] });
  if (name === 'plan') return renderType(name, { type: 'list', separator: ',' });
  const type = [schema?.type ?? []].flat().find((one) => one === 'boolean' || one === 'integer');
  return renderType(name, { type: type ?? 'string' });
}

interface TypeOptions {
  readonly type: Input['kind']['type'] | 'integer';
  readonly values?: readonly string[];
  readonly separator?: string;
}

/** Renders a type as https://github.com/typesafegithub/github-actions-typing defines it. */
function renderType(name: string, { type, values = [], separator = '\n' }: TypeOptions): string {
  const lines = {
    boolean: ['type: boolean'],
    string: ['type: string'],
    number: ['type: float'],
    integer: ['type: integer'],
    enum: ['type: enum', `allowed-values: [${values.join(', ')}]`],
    list: ['type: list', `separator: ${JSON.stringify(separator)}`, 'list-item:', '  type: string'],
  };
  return [`  ${name}:`, ...lines[type].map((line) => `    ${line}`)].join('\n');
}

/** Quotes a text for YAML. */
function quote(text: string): string {
  return text.includes("'") ? JSON.stringify(text) : `'${text}'`;
}

/** Returns a row for each key that `--json` prints in addition to the action's outputs. */
function renderEnvelope(): string {
  const rows = Object.entries(readEnvelope()).flatMap(([key, { description }]) =>
    description === undefined ? [] : [[`\`${key}\``, description]],
  );
  return toTable(['key', 'value'], rows);
}

/** Returns a row for each problem of the offline check; help links lead to its anchor. */
function renderChecks(): string {
  const rows = Object.entries(checkWords()).map(([code, { severity, message, fix }]) => {
    return [`<a id="${code}"></a>\`${code}\``, severity, message, fix];
  });
  return toTable(['code', 'level', 'message', 'fix'], rows);
}

/** Returns a row for each builder that `init` knows. */
function renderBuilders(): string {
  const rows = builders.map(({ name, script, flags, settings, output, copied, limit }) => {
    const build = ['npm run', script, ...(flags.length > 0 ? ['--', ...flags] : [])].join(' ');
    const changes = settings.map(({ kind, words }) => (kind === 'set' ? words : `no ${words}`));
    return [
      name,
      `\`${build}\``,
      output.usual === '' ? 'what the script names' : `\`${output.usual}\``,
      copied.usual === '' ? 'the top of the project' : `\`${copied.usual}/\``,
      changes.join('; '),
      limit,
    ];
  });
  return toTable(
    ['builder', 'build', 'writes', '`service.json` goes in', 'to set', 'to know'],
    rows,
  );
}

function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/**
 * `npm run docs`: updates the parts of files that are generated from the code. With `--check` it
 * writes nothing, and fails if a file differs.
 *
 * - README.md: the table of inputs.
 * - action.yml and action-types.yml: the inputs, from the table in src/inputs/inputs.ts and the words
 *   in cli/options/options.ts; the outputs, from the table in src/report/outputs.ts.
 * - docs/output.schema.json: the outputs, and the keys of `results`, in what `--json` prints. Other
 *   keys, descriptions, and the schemas of lists stay as they are.
 * - docs/approval.md: the actions that the recipes use.
 * - docs/built-apps.md: the tables of builders and routers.
 * - docs/command.md: the keys that `--json` prints.
 * - docs/troubleshooting.md: the errors, from their table in src/errors.ts and scripts/explanations.ts,
 *   and the problems of the offline check.
 * - docs/reliability.md and docs/decisions/0006: limits and times, such as `20<!--maxApps-->`.
 *
 * A generated part stands between `<!-- begin NAME -->` and `<!-- end NAME -->`, in YAML between
 * `# begin NAME` and `# end NAME`. A number stands before `<!--NAME-->`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builders, isKnown, siteBuilders } from '../cli/files/builders.ts';
import { inputWords } from '../cli/options/options.ts';
import { defaultSetup } from '../sandbox/service/settings.ts';
import { maxReportedProblems } from '../src/api/error-body.ts';
import {
  defaultRetryWindowMs,
  maxBackoffMs,
  maxRateLimitedAttempts,
  maxSends,
  rateLimitWaitMs,
} from '../src/api/policy.ts';
import { toTimeouts } from '../src/api/transport.ts';
import { maxPathUnits } from '../src/api/wire.ts';
import { maxApps } from '../src/app/app.ts';
import { readTimesMs, settleMs } from '../src/commands/change.ts';
import { maxDiffLines } from '../src/commands/text-changes.ts';
import { findErrorWords } from '../src/errors.ts';
import { checkWords } from '../src/folder/check-words.ts';
import { walkLimits } from '../src/folder/walk.ts';
import { inputTable } from '../src/inputs/inputs.ts';
import { type OutputRow, outputTable } from '../src/report/outputs.ts';
import { commentBudget, summaryBudget } from '../src/report/summary.ts';
import { joinTexts, toClause } from '../src/text/format.ts';
import { routers } from '../src/web/routers.ts';
import { readArguments } from './arguments.ts';
import { type Explanation, explanations } from './explanations.ts';

const root = join(import.meta.dirname, '..');

/** The schema of what `--json` prints. */
const schemaPath = 'docs/output.schema.json';

/** The files that have generated parts, relative to the repository. */
const pages = [
  schemaPath,
  'README.md',
  'action.yml',
  'action-types.yml',
  'docs/approval.md',
  'docs/built-apps.md',
  'docs/command.md',
  'docs/decisions/0006-content-comparison.md',
  'docs/reliability.md',
  'docs/troubleshooting.md',
];

const timeouts = toTimeouts(0);

/** The numbers that pages repeat, by name. A name that ends in S is in seconds, in Kb in KB. */
const facts: Readonly<Record<string, number | readonly number[]>> = {
  maxApps,
  changesPerMinute: defaultSetup.rate.changes,
  maxFolderFiles: walkLimits.files,
  requestTimeoutS: toSeconds(timeouts.totalTimeoutMs),
  maxPathUnits,
  maxProblems: maxReportedProblems,
  maxSends,
  retryWindowS: toSeconds(defaultRetryWindowMs),
  maxBackoffS: toSeconds(maxBackoffMs),
  rateLimitWaitS: toSeconds(rateLimitWaitMs),
  maxRateLimitedAttempts,
  settleS: toSeconds(settleMs),
  readTimesS: readTimesMs.map(toSeconds),
  summaryKb: summaryBudget.bytes / 1_000,
  commentKb: commentBudget.bytes / 1_000,
  maxDiffLines,
};

function toSeconds(milliseconds: number): number {
  return milliseconds / 1_000;
}

/** One input with its descriptions. */
interface DescribedInput {
  readonly name: string;
  readonly kind: (typeof inputTable)[keyof typeof inputTable]['kind'];
  /** When the input is required, such as "to submit"; undefined if it never is. */
  readonly required: string | undefined;
  /** One sentence. */
  readonly summary: string;
  /** The summary, and all that action.yml adds. */
  readonly description: string;
  readonly default: string | undefined;
}

/** The inputs in the order of action.yml. */
const inputs: readonly DescribedInput[] = Object.values(inputTable).map((row) => {
  const words = inputWords[row.name];
  const isSwitch = row.kind.type === 'boolean';
  const summary = isSwitch ? `\`true\` to ${toClause(words.about)}.` : `${words.about}.`;
  const fallback = row.fallback === null ? '' : String(row.fallback);
  return {
    name: row.name,
    kind: row.kind,
    required: words.required,
    summary,
    description: joinTexts([summary, words.more ?? ''], ' '),
    default: words.actionDefault ?? (fallback === '' ? undefined : fallback),
  };
});

/** The outputs of the action, in the order of action.yml. */
const outputs = listRows('result');
/** The keys of each entry of `results`. */
const resultKeys = listRows('output');

/** Returns the rows of the table of outputs, without those of one place. */
function listRows(excluded: OutputRow['place']): readonly (readonly [string, OutputRow])[] {
  return Object.entries<OutputRow>(outputTable).filter(([, row]) => row.place !== excluded);
}

/** The keys that `--json` always prints, in addition to the outputs. */
const envelopeKeys = ['command', 'outcome', 'code', 'help', 'message', 'next'];

const options = readArguments('npm run docs [-- --check]', {
  options: { check: { type: 'boolean' } },
}).values;
for (const page of pages) {
  const before = read(page);
  const after = page === schemaPath ? fillSchema(before) : fillNumbers(fillParts(before));
  if (!options.check) {
    writeFileSync(join(root, page), after);
    console.log(`${page} ${after === before ? 'is up to date' : 'is written'}.`);
  } else if (after !== before) {
    console.error(
      `${page} differs from what it repeats: run "npm run docs" and commit the result.`,
    );
    process.exitCode = 1;
  }
}

/** Writes the generated parts of a page. */
function fillParts(page: string): string {
  const parts = /(<!-- | *# )begin (\S+)( -->)?\n[\s\S]*?\1end \2(?: -->)?/g;
  return page.replace(parts, (_part, mark: string, name: string, end = '') => {
    return `${mark}begin ${name}${end}\n${generate(name)}\n${mark}end ${name}${end}`;
  });
}

/** Writes the numbers of a page. Throws an Error if the page names a number that does not exist. */
function fillNumbers(page: string): string {
  const numbers = /\b[\d,]+(?:(?:, | and )[\d,]+)*<!--(\w+)-->/g;
  return page.replace(numbers, (_number, name: string) => {
    const fact = facts[name];
    if (fact === undefined) throw new Error(`scripts/docs.ts has no number named ${name}.`);
    const texts = [fact].flat().map((value) => value.toLocaleString('en'));
    const last = texts.pop() ?? '';
    const text = texts.length === 0 ? last : `${texts.join(', ')} and ${last}`;
    return `${text}<!--${name}-->`;
  });
}

/** Returns the generated part with this name. The name of a recipe stands for its YAML. */
function generate(name: string): string {
  switch (name) {
    case 'inputs':
      return renderInputs();
    case 'action-inputs':
      return inputs.map(renderActionInput).join('\n');
    case 'input-types':
      return inputs.map((input) => renderType(input.name, input.kind)).join('\n');
    case 'action-outputs':
      return outputs.map(renderActionOutput).join('\n');
    case 'output-types':
      return outputs.map(renderOutputType).join('\n');
    case 'envelope':
      return renderEnvelope();
    case 'checks':
      return renderChecks();
    case 'inputs-errors':
    case 'folder-errors':
    case 'state-errors':
    case 'service-errors':
    case 'network-errors':
    case 'run-errors':
      return renderErrors(name.replace('-errors', ''));
    case 'builders':
      return renderBuilders();
    case 'sites':
      return renderSites();
    case 'routers':
      return renderRouters();
    case 'actions':
      return renderActions();
    default:
      return `\`\`\`yaml\n${read(join('examples', 'workflows', name)).trimEnd()}\n\`\`\``;
  }
}

/** Returns each action that a recipe uses, for the allow list of an organization. */
function renderActions(): string {
  const folder = join('examples', 'workflows');
  const names = new Set<string>();
  for (const recipe of readdirSync(join(root, folder))) {
    for (const [, used] of read(join(folder, recipe)).matchAll(/uses: ([^@\s]+)@/g)) {
      names.add(`${used}@*`);
    }
  }
  return ['```text', ...[...names].sort(), '```'].join('\n');
}

/** Returns one line for each input: action.yml has the rest of the description. */
function renderInputs(): string {
  const rows = inputs.map((input) => {
    const value = input.default === undefined ? '' : `\`${input.default}\``;
    return [`\`${input.name}\``, input.required ?? 'no', value, input.summary];
  });
  return toTable(['Input', 'Required', 'Default', 'Description'], rows);
}

function renderActionInput(input: DescribedInput): string {
  const needed = input.required === undefined ? '' : `Required ${input.required}.`;
  const description = joinTexts([needed, input.description], ' ');
  const lines = [`  ${input.name}:`, `    description: ${quote(description)}`];
  if (input.default !== undefined) lines.push(`    default: ${quote(input.default)}`);
  return lines.join('\n');
}

function renderActionOutput([name, row]: (typeof outputs)[number]): string {
  const description = row.description.replace('{…}', `{${toNames(resultKeys).join(', ')}}`);
  return [`  ${name}:`, `    description: ${quote(description)}`].join('\n');
}

function toNames(rows: typeof outputs): readonly string[] {
  return rows.map(([name]) => name);
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly description?: string;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** Writes the outputs and the keys of `results` into the schema. */
function fillSchema(text: string): string {
  const schema: Schema = JSON.parse(text);
  const filled = fillKeys(schema, envelopeKeys, outputs);
  const results = filled.properties?.['results'] ?? {};
  const items = fillKeys(results.items ?? {}, [], resultKeys);
  const properties = { ...filled.properties, results: { ...results, items } };
  return formatSchema({ ...filled, properties });
}

/**
 * Returns the schema of an object that has these keys. What the table does not say stays, as do
 * keys that are not required.
 */
function fillKeys(schema: Schema, own: readonly string[], rows: typeof outputs): Schema {
  const { properties = {}, required = [] } = schema;
  const keys = [...new Set([...own, ...toNames(rows)])];
  const optional = Object.keys(properties).filter((key) => !required.includes(key));
  const types = new Map(rows.map(([name, { type }]) => [name, type]));
  const entries = [...keys, ...optional].map((key) => {
    const type = types.get(key);
    if (type !== undefined) return [key, { ...properties[key], type }];
    if (properties[key] === undefined) throw new Error(`${schemaPath} lacks the type of ${key}.`);
    return [key, properties[key]];
  });
  return { ...schema, required: keys, properties: Object.fromEntries(entries) };
}

/** Writes a schema as `npm run format` does: a list of words is one line if that is short enough. */
function formatSchema(schema: Schema): string {
  const list = /^(.*)\[\n([^[\]{}]*)\n *\](,?)$/gm;
  const text = JSON.stringify(schema, null, 2).replace(list, (lines, start, words, end) => {
    const line = `${start}[${words.trim().replaceAll(/\n */g, ' ')}]${end}`;
    return line.length > 100 ? lines : line;
  });
  return `${text}\n`;
}

/** Returns the schema of each key that `--json` prints. */
function readEnvelope(): Readonly<Record<string, Schema>> {
  const schema: Schema = JSON.parse(read(schemaPath));
  return schema.properties ?? {};
}

/** Renders the type of an output. A list of objects is a string of JSON. */
function renderOutputType([name, row]: (typeof outputs)[number]): string {
  if (name === 'outcome') {
    // `--json` has more outcomes: those of commands that the action does not have.
    const ofAnApp = readEnvelope()['results']?.items?.properties?.['outcome']?.enum ?? [];
    const values = ofAnApp.filter((outcome) => outcome !== 'not_run');
    return renderType(name, { type: 'enum', values });
  }
  if (name === 'plan') return renderType(name, { type: 'list', separator: ',' });
  const type = [row.type].flat().find((one) => one === 'boolean' || one === 'integer');
  return renderType(name, { type: type ?? 'string' });
}

interface TypeOptions {
  readonly type: DescribedInput['kind']['type'] | 'integer';
  readonly values?: readonly string[];
  readonly separator?: string;
}

/** Renders a type as https://github.com/typesafegithub/github-actions-typing defines it. */
function renderType(name: string, options: TypeOptions): string {
  const lines = listTypeLines(options).map((line) => `    ${line}`);
  return [`  ${name}:`, ...lines].join('\n');
}

function listTypeLines(options: TypeOptions): readonly string[] {
  switch (options.type) {
    case 'number':
      return ['type: float'];
    case 'enum':
      return ['type: enum', `allowed-values: [${(options.values ?? []).join(', ')}]`];
    case 'list': {
      const separator = JSON.stringify(options.separator ?? '\n');
      return ['type: list', `separator: ${separator}`, 'list-item:', '  type: string'];
    }
    default:
      return [`type: ${options.type}`];
  }
}

/** Quotes a text for YAML. */
function quote(text: string): string {
  return text.includes("'") ? JSON.stringify(text) : `'${text}'`;
}

/** Returns a row for each key that `--json` prints in addition to the action's outputs. */
function renderEnvelope(): string {
  const rows: string[][] = [];
  for (const [key, schema] of Object.entries(readEnvelope())) {
    if (schema.description !== undefined) rows.push([`\`${key}\``, schema.description]);
  }
  return toTable(['key', 'value'], rows);
}

/** Marks words with angle brackets as code, which Markdown would else take for HTML. */
function markCode(text: string): string {
  return text.replace(/[^\s]*<\w+(?: [^>]*)?>(?:…<\/\w+>)?\/?/g, (word) => `\`${word}\``);
}

/**
 * Returns a row for each fix that the offline check advises, with the codes of its problems. Help
 * links lead to the anchor of a code.
 */
function renderChecks(): string {
  const rows = new Map<string, { codes: string[]; level: string; fix: string }>();
  for (const [code, words] of Object.entries(checkWords())) {
    const key = `${words.severity} ${words.fix}`;
    const row = rows.get(key) ?? { codes: [], level: words.severity, fix: words.fix };
    row.codes.push(toAnchor(code));
    rows.set(key, row);
  }
  const cells = Array.from(rows.values(), (row) => [
    row.codes.join(', '),
    row.level,
    markCode(row.fix),
  ]);
  return toTable(['code', 'level', 'fix'], cells);
}

/** Writes a code with the anchor that help links lead to. */
function toAnchor(code: string): string {
  return `<a id="${code}"></a>\`${code}\``;
}

/** Returns a row for each explanation of a part, with the codes and messages of its errors. */
function renderErrors(section: string): string {
  const rows = new Map<Explanation, string[]>();
  for (const [code, explanation] of Object.entries(explanations)) {
    if (explanation.section !== section) continue;
    const words = findErrorWords(code);
    // A message that is only a detail says nothing here.
    const hasMessage = words?.message !== undefined && words.message !== 'The {}';
    const message = (hasMessage ? words.message?.replace('{}', '…') : words?.short) ?? '';
    const described = joinTexts([toAnchor(code), markCode(message)], '<br>');
    rows.set(explanation, [...(rows.get(explanation) ?? []), described]);
  }
  const cells = Array.from(rows, ([{ why, check }, codes]) => [codes.join('<br>'), why, check]);
  return toTable(['code and message', 'why', 'how to check and fix'], cells);
}

/**
 * Returns a row for each builder that `init` knows. A limit that several builders share is a
 * footnote.
 */
function renderBuilders(): string {
  const limits = builders.map((builder) => builder.limit).filter((limit) => limit !== '');
  const shared = [...new Set(limits.filter((limit, index) => limits.indexOf(limit) !== index))];
  const rows = builders.filter(isKnown).map((builder) => {
    const flags = builder.flags.length === 0 ? [] : ['--', ...builder.flags];
    const build = ['npm run', builder.script, ...flags].join(' ');
    const output = builder.output.usual;
    const copied = builder.copied.usual;
    const changes = builder.settings.map(({ kind, words, file, need }) => {
      const what = `${kind === 'set' ? '' : 'no '}${words}`;
      const condition = need === undefined ? '' : `, if the project has ${need.words}`;
      return `${what} in \`${file.replace(/^src\/(?!routes)/, '')}\`${condition}`;
    });
    return [
      builder.name,
      `\`${build}\``,
      output === '' ? 'the folder that you name' : `\`${output}\``,
      copied === '' ? 'the top of the project' : `\`${copied}/\``,
      changes.join('; '),
      shared.includes(builder.limit) ? `(${shared.indexOf(builder.limit) + 1})` : builder.limit,
      builder.pressed,
    ];
  });
  const head = [
    'builder',
    'build',
    'writes',
    '`service.json` goes in',
    'to set',
    'to know',
    'pressed',
  ];
  const footnotes = shared.map((limit, index) => `${index + 1}. ${limit}`);
  return [toTable(head, rows), '', ...footnotes].join('\n');
}

/** Returns a row for each builder that needs no package.json. */
function renderSites(): string {
  const rows = new Map<string, readonly string[]>();
  for (const { name, command, output } of siteBuilders) {
    if (!rows.has(name)) rows.set(name, [name, `\`${command}\``, `\`${output}\``]);
  }
  return toTable(['builder', 'build', 'writes'], [...rows.values()]);
}

/** Returns a row for each router that `check` and `arrange` recognize. */
function renderRouters(): string {
  const rows = routers.map(({ name, hash, base }) => [name, hash || 'none', base || 'none']);
  return toTable(['router', 'with hash addresses', 'set for `/a/<slug>/`'], rows);
}

function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => {
    const escaped = cells.map((cell) => cell.replaceAll('|', '\\|'));
    return `| ${escaped.join(' | ')} |`;
  });
  return lines.join('\n');
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

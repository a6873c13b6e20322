/** The doctor's report, as text and as data. */
import { toPrintable } from '../escape.ts';
import { formatCount } from '../format.ts';
import type { Findings, Row } from './judge.ts';

/** Everything that the report tells. Texts may come from outside. */
export interface Report extends Findings {
  /** The service's address. */
  readonly address: string;
  readonly slug: string;
  /** How many changes were sent, the deletion included. */
  readonly changes: number;
  /** Why the doctor ended before its last step; null where it did not. */
  readonly stopped: string | null;
  /** What must not be overlooked, such as an app that could not be deleted. */
  readonly alarms: readonly string[];
}

/** The report as one JSON object. `clean` redacts the key. */
export function toJson(report: Report, clean: (text: string) => string): string {
  const { rows, deploysWork, ...facts } = report;
  const data = { summary: summarize(report), deploys_work: deploysWork, ...facts, assume: listSwitches(rows), rows };
  const cleaned = JSON.stringify(data, (_key, value: unknown) => (typeof value === 'string' ? clean(value) : value), 2);
  return `${cleaned}\n`;
}

/** The report as text, its table in Markdown, so that it can be pasted into an issue. */
export function toText(report: Report, clean: (text: string) => string): string {
  const { address, rows, alarms } = report;
  const isService = rows.length > 0;
  const blocks = [
    `${address}: ${summarize(report)}`,
    ...alarms.map((alarm) => `WARNING: ${alarm}`),
    ...(isService ? [writeTable(rows, clean), ...describeSandbox(rows)] : []),
  ];
  return `${blocks.map((block) => (block.startsWith('|') ? block : toPrintable(clean(block)))).join('\n\n')}\n`;
}

/** One or two sentences: how many assumptions hold, and whether deploys work. */
export function summarize({ rows, deploysWork, stopped }: Pick<Report, 'rows' | 'deploysWork' | 'stopped'>): string {
  const count = (result: Row['result']): number => rows.filter((row) => row.result === result).length;
  const [held, differ] = [count('confirmed'), count('differs')];
  const told = held + differ;
  if (told === 0) return stopped ?? 'Nothing was checked.';
  const broken = rows
    .filter(({ result, impact }) => result === 'differs' && impact === 'deploy')
    .map(({ where }) => where);
  const deploys = {
    true: 'Deploys will work as they are.',
    false: `Deploys will not work before this is changed: ${[...new Set(broken)].join('; ')}.`,
    null: 'Whether deploys will work is not known.',
  }[`${deploysWork}`];
  const end = stopped === null ? '' : ` The doctor ended early: ${stopped}`;
  const all = differ === 0 ? 'all hold' : `${held} hold and ${differ} ${differ === 1 ? 'differs' : 'differ'}`;
  return `Of ${formatCount(told, 'assumption')} that could be checked ${all}. ${deploys}${end}`;
}

/** The switches that make the sandbox respond like this service. */
export function listSwitches(rows: readonly Row[]): readonly string[] {
  return rows.flatMap(({ assume }) => (assume === null ? [] : [assume]));
}

function describeSandbox(rows: readonly Row[]): readonly string[] {
  const flags = listSwitches(rows).map((name) => ` --assume ${name}`);
  const others = rows.filter(({ result, assume }) => result === 'differs' && assume === null).map(({ id }) => id);
  if (flags.length + others.length === 0) return ['The sandbox responds like this service without any --assume.'];
  const commands = [
    `A sandbox that responds like this service: npm run sandbox --${flags.join('')}`,
    `The tests of the action against it: npm run test:action --${flags.join('')}`,
  ];
  const unlike = `The sandbox has no switch for what differs in: ${others.join(', ')}.`;
  return [...(flags.length > 0 ? commands : []), ...(others.length > 0 ? [unlike] : [])];
}

/** Characters of one cell. */
const maxCell = 100;

const order: readonly Row['result'][] = ['differs', 'confirmed', 'not told'];

function writeTable(rows: readonly Row[], clean: (text: string) => string): string {
  const head = ['result', 'assumption', 'seen', 'to change'];
  const sorted = order.flatMap((result) => rows.filter((row) => row.result === result));
  const cells = [head, ...sorted.map(toCells)].map((row) => row.map((cell) => toCell(clean(cell))));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const write = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`.trimEnd();
  const [first = [], ...others] = cells;
  return [write(first), write(widths.map((width) => '-'.repeat(width))), ...others.map(write)].join('\n');
}

function toCells({ result, id, assumed, seen, impact, where }: Row): readonly string[] {
  if (result !== 'differs') return [result, `${id}: ${assumed}`, seen, ''];
  const meaning = { none: 'nothing (handled)', other: where, deploy: `${where} (deploys fail)` }[impact];
  return [result, `${id}: ${assumed}`, seen, meaning];
}

/** Cut after it was cleaned: a piece of a key would not be known as one. */
function toCell(text: string): string {
  const characters = [...toPrintable(text).replaceAll('|', '\\|')];
  return characters.length <= maxCell ? characters.join('') : `${characters.slice(0, maxCell - 1).join('')}…`;
}

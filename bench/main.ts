/**
 * `npm run bench`: what users wait for, beside a plain program or curl that does the same work in the same minutes. Prints the
 * table that docs/performance.md holds. `--only tiny,trips` runs some cases, `--dist PATH` measures the bundle in another folder,
 * `--write` puts the table of all cases into docs/performance.md. Makes its files, up to 1 GB, below the system's temporary folder.
 */
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { exitWithUsage, readArguments } from '../scripts/arguments.ts';
import { cases, type Row } from './cases.ts';
import { startService } from './service.ts';

const usage = `npm run bench [-- --only ${Object.keys(cases).join(',')} | --write] [--dist PATH]`;
const { values: options } = readArguments(usage, {
  options: { only: { type: 'string' }, dist: { type: 'string' }, write: { type: 'boolean' } },
});
const root = join(import.meta.dirname, '..');
const names = options.only?.split(',') ?? Object.keys(cases);
const unknown = names.filter((name) => !Object.hasOwn(cases, name));
if (unknown.length > 0) exitWithUsage(usage, `there is no ${unknown.join(', ')}`);
if (options.write && options.only !== undefined) exitWithUsage(usage, '--write takes all cases');

const [load = 0] = loadavg();
const temp = realpathSync.native(mkdtempSync(join(tmpdir(), 'bench-')));
// Also where somebody stops it: what it makes is large.
process.once('exit', () => rmSync(temp, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
const service = await startService();
const rows: Row[] = [];
try {
  for (const name of names) {
    console.error(`${name} …`);
    rows.push(...((await cases[name]?.({ service, dist: resolve(options.dist ?? join(root, 'dist')), temp })) ?? []));
  }
} finally {
  service.stop();
}
const measured = `${describeMachine()}\n\n${toTable(rows)}`;
console.log(measured);
if (options.write) {
  const page = join(root, 'docs', 'performance.md');
  const before = readFileSync(page, 'utf8');
  const parts = /(<!-- begin measured -->\n)[\s\S]*(<!-- end measured -->)/;
  writeFileSync(
    page,
    before.replace(parts, (_part, begin, end) => `${begin}${measured}\n${end}`),
  );
}

/** Says whether other work ran beside the bench, as the load just before it tells. */
function describeMachine(): string {
  const busy = load < 0.5 ? 'idle' : `busy (load ${load.toFixed(1)})`;
  return `${cpus().length} cores, ${process.platform}, node ${process.versions.node}; the machine was ${busy} before the run.`;
}

function toTable(all: readonly Row[]): string {
  const head = ['', 'measured', 'against', 'theirs', 'ours', 'result', 'goal', ''];
  const rule = ['---', '---', '---', '---:', '---:', '---:', '---:', '---'];
  const cells = all.map((row) => [
    row.what,
    row.unit === 'trips' ? 'round trips' : row.unit,
    row.against,
    format(row.theirs, row),
    format(row.ours, row),
    formatResult(row.result, row),
    row.goal === undefined ? '' : `≤ ${formatResult(row.goal, row)}`,
    row.goal === undefined ? '' : row.result <= row.goal ? 'reached' : '**missed**',
  ]);
  return [head, rule, ...cells].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function formatResult(value: number, row: Row): string {
  if (row.unit === 'time') return `${value.toFixed(2)} ×`;
  return `${row.unit === 'memory' ? '+' : ''}${format(value, row)}`;
}

function format(value: number, { unit }: Row): string {
  if (unit === 'trips') return String(value);
  if (unit === 'memory') return `${Math.round(value / 1024 / 1024)} MiB`;
  return value >= 1_000 ? `${(value / 1_000).toFixed(2)} s` : `${Math.round(value)} ms`;
}

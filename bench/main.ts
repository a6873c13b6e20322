/**
 * `npm run bench`: compares how long the action takes, and how much memory, with a plain program or
 * curl that does the same work at the same time. Prints the table in docs/performance.md.
 *
 * - `--only tiny,big` runs some cases.
 * - `--dist PATH` measures the bundle in another folder.
 * - `--before COMMIT` adds a column for the bundle of that commit.
 *
 * Writes up to 1 GB below the system's temporary folder, and deletes it at the end.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { exitWithUsage, readArguments } from '../scripts/arguments.ts';
import { cases, type Row } from './cases.ts';
import { startService } from './service.ts';

const root = join(import.meta.dirname, '..');
const caseNames = Object.keys(cases);
const usage = `npm run bench [-- --only ${caseNames.join(',')}] [--dist PATH] [--before COMMIT]`;
const { values: options } = readArguments(usage, {
  options: { only: { type: 'string' }, dist: { type: 'string' }, before: { type: 'string' } },
});
const names = options.only?.split(',') ?? caseNames;
const unknown = names.filter((name) => !caseNames.includes(name));
if (unknown.length > 0) exitWithUsage(usage, `there is no ${unknown.join(', ')}`);

const temp = realpathSync.native(mkdtempSync(join(tmpdir(), 'bench-')));
// Deleted after a signal too, because the files are large.
process.once('exit', () => rmSync(temp, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const [load = 0] = loadavg();
const machine = `${cpus().length} cores, ${process.platform}, node ${process.versions.node}`;
console.log(`${machine}, load ${load.toFixed(1)} before\n`);
const dist = resolve(options.dist ?? join(root, 'dist'));
const before = options.before === undefined ? null : extractBundle(options.before);
console.log(renderHead(before !== null));
const service = await startService();
try {
  for (const name of names) {
    const rows = await cases[name]?.({ service, dist, before, temp });
    for (const row of rows ?? []) console.log(renderRow(row));
  }
} finally {
  service.stop();
}

/** Writes the bundle of a commit to a folder, and returns its path. */
function extractBundle(commit: string): string {
  const folder = join(temp, 'before');
  mkdirSync(folder);
  const archive = execFileSync('git', ['archive', '--format=tar', commit, 'dist'], {
    cwd: root,
    maxBuffer: 100e6,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  return join(folder, 'dist');
}

function renderHead(hasBefore: boolean): string {
  if (hasBefore) {
    return [
      '|  | measured | against | theirs | ours | before | result | goal |  |',
      '| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | --- |',
    ].join('\n');
  }
  return [
    '|  | measured | against | theirs | ours | result | goal |  |',
    '| --- | --- | --- | ---: | ---: | ---: | ---: | --- |',
  ].join('\n');
}

function renderRow(row: Row): string {
  const { unit, goal } = row;
  const cells = [row.what, unit, row.against, format(row.theirs, unit), format(row.ours, unit)];
  if (row.before !== null) cells.push(formatResult(row.before, unit));
  cells.push(formatResult(row.result, unit));
  if (goal === null) {
    cells.push('', '');
  } else {
    cells.push(`≤ ${formatResult(goal, unit)}`, row.result <= goal ? 'reached' : '**missed**');
  }
  return `| ${cells.join(' | ')} |`;
}

function formatResult(value: number, unit: Row['unit']): string {
  return unit === 'time' ? `${value.toFixed(2)} ×` : `+${format(value, unit)}`;
}

function format(value: number, unit: Row['unit']): string {
  if (unit === 'memory') return `${Math.round(value / 1024 / 1024)} MiB`;
  if (value >= 1_000) return `${(value / 1_000).toFixed(2)} s`;
  return `${Math.round(value)} ms`;
}

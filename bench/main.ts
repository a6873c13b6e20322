/**
 * `npm run bench`: what users wait for, beside a plain program or curl that does the same work in
 * the same minutes. Prints the table that docs/performance.md holds. `--only tiny,big` runs some
 * cases, `--dist PATH` measures the bundle in another folder, `--before COMMIT` shows beside it
 * that of a commit. Makes its files, up to 1 GB, below the system's temporary folder.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { exitWithUsage, readArguments } from '../scripts/arguments.ts';
import { cases, type Row } from './cases.ts';
import { startService } from './service.ts';

const root = join(import.meta.dirname, '..');
const usage = `npm run bench [-- --only ${Object.keys(cases).join(',')}] [--dist PATH] [--before COMMIT]`;
const given = readArguments(usage, {
  options: { only: { type: 'string' }, dist: { type: 'string' }, before: { type: 'string' } },
}).values;
const { only = Object.keys(cases).join(), dist = join(root, 'dist') } = given;
const names = only.split(',');
const unknown = names.filter((name) => !Object.hasOwn(cases, name));
if (unknown.length > 0) exitWithUsage(usage, `there is no ${unknown.join(', ')}`);

const temp = realpathSync.native(mkdtempSync(join(tmpdir(), 'bench-')));
// Also where somebody stops it: what it makes is large.
process.once('exit', () => rmSync(temp, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
const [load = 0] = loadavg();
console.log(
  `${cpus().length} cores, ${process.platform}, node ${process.versions.node}, load ${load.toFixed(1)} before\n`,
);
const before = given.before === undefined ? null : takeBundle(given.before);
const [head, line] = before === null ? ['', ''] : [' before |', ' ---: |'];
console.log(`|  | measured | against | theirs | ours |${head} result | goal |  |`);
console.log(`| --- | --- | --- | ---: | ---: |${line} ---: | ---: | --- |`);
const service = await startService();
try {
  for (const name of names) {
    const rows = await cases[name]?.({ service, dist: resolve(dist), before, temp });
    for (const row of rows ?? []) console.log(toLine(row));
  }
} finally {
  service.stop();
}

/** The folder of the bundle that a commit has. */
function takeBundle(commit: string): string {
  const folder = join(temp, 'before');
  mkdirSync(folder);
  const input = execFileSync('git', ['archive', '--format=tar', commit, 'dist'], {
    cwd: root,
    maxBuffer: 100e6,
  });
  execFileSync('tar', ['-x', '-C', folder], { input });
  return join(folder, 'dist');
}

function toLine({ what, unit, against, theirs, ours, before, result, goal }: Row): string {
  const toResult = (value: number): string =>
    unit === 'time' ? `${value.toFixed(2)} ×` : `+${format(value, unit)}`;
  const judged =
    goal === undefined
      ? ['', '']
      : [`≤ ${toResult(goal)}`, result <= goal ? 'reached' : '**missed**'];
  const results = [...(before === null ? [] : [before]), result].map(toResult);
  const cells = [
    what,
    unit,
    against,
    format(theirs, unit),
    format(ours, unit),
    ...results,
    ...judged,
  ];
  return `| ${cells.join(' | ')} |`;
}

function format(value: number, unit: Row['unit']): string {
  if (unit === 'memory') return `${Math.round(value / 1024 / 1024)} MiB`;
  return value >= 1_000 ? `${(value / 1_000).toFixed(2)} s` : `${Math.round(value)} ms`;
}

/**
 * `npm run bench`: what users wait for, beside a plain program or curl that does the same work in the same minutes. Prints the
 * table that docs/performance.md holds. `--only tiny,big` runs some cases, `--dist PATH` measures the bundle in another folder. Makes
 * its files, up to 1 GB, below the system's temporary folder.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { exitWithUsage, readArguments } from '../scripts/arguments.ts';
import { cases, type Row } from './cases.ts';
import { startService } from './service.ts';

const usage = `npm run bench [-- --only ${Object.keys(cases).join(',')}] [--dist PATH]`;
const { only = Object.keys(cases).join(), dist = join(import.meta.dirname, '..', 'dist') } = readArguments(usage, {
  options: { only: { type: 'string' }, dist: { type: 'string' } },
}).values;
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
console.log('|  | measured | against | theirs | ours | result | goal |  |');
console.log('| --- | --- | --- | ---: | ---: | ---: | ---: | --- |');
const service = await startService();
try {
  for (const name of names) {
    for (const row of (await cases[name]?.({ service, dist: resolve(dist), temp })) ?? []) console.log(toLine(row));
  }
} finally {
  service.stop();
}

function toLine({ what, unit, against, theirs, ours, result, goal }: Row): string {
  const toResult = (value: number): string => (unit === 'time' ? `${value.toFixed(2)} ×` : `+${format(value, unit)}`);
  const judged = goal === undefined ? ['', ''] : [`≤ ${toResult(goal)}`, result <= goal ? 'reached' : '**missed**'];
  const cells = [what, unit, against, format(theirs, unit), format(ours, unit), toResult(result), ...judged];
  return `| ${cells.join(' | ')} |`;
}

function format(value: number, unit: Row['unit']): string {
  if (unit === 'memory') return `${Math.round(value / 1024 / 1024)} MiB`;
  return value >= 1_000 ? `${(value / 1_000).toFixed(2)} s` : `${Math.round(value)} ms`;
}

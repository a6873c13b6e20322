/**
 * `npm run bench`: how fast the action starts, reads, packs and sends, how much memory it holds and how many round trips it
 * takes, against others in the same minutes on the same machine.
 *
 * Prints what docs/performance.md holds as "Measured", and what concerns only the moment to stderr.
 * `--only cold,tiny` runs some cases, `--rounds N` runs each so many times (9; short ones more often), `--dist PATH` runs
 * another bundle beside that of this repository. `--only huge` sends 1.5 GB for its memory. Makes its files below the
 * system's temporary folder, up to 4 GB, and takes them away at the end.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isCase, measure, usualCases } from './cases.ts';
import { listMissing } from './runners.ts';
import { startService } from './service.ts';
import { listMissed, toMarkdown } from './table.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    only: { type: 'string', default: usualCases.join(',') },
    dist: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const only = values.only.split(',').filter(isCase);
if (!Number.isInteger(rounds) || rounds < 1 || only.length !== values.only.split(',').length) {
  throw new Error(`usage: npm run bench -- [--only ${usualCases.join(',')},huge] [--rounds 9] [--dist PATH]`);
}
const otherDist = values.dist === undefined ? null : resolve(values.dist);
const dist = join(import.meta.dirname, '..', 'dist');
const missing = listMissing();
const temp = realpathSync.native(mkdtempSync(join(tmpdir(), 'bench-')));
// Also where somebody stops it: what it makes is large.
process.once('exit', () => rmSync(temp, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
const service = await startService();
try {
  console.log(`${cpus().length} cores, ${process.platform}, node ${process.versions.node}; medians.\n`);
  const missed: string[] = [];
  for (const name of only) {
    console.error(`${name} …`);
    const sections = await measure(name, { service, dist, otherDist, temp, rounds, missing });
    console.log(toMarkdown(sections));
    missed.push(...listMissed(sections));
  }
  for (const line of missed) console.error(`missed: ${line}`);
  if (missing.length > 0) console.error(`Without the bash step: this machine has no ${missing.join(', ')}.`);
} finally {
  service.stop();
}

/**
 * `npm run bench`: how fast the action starts, packs and sends, against others in the same minutes on the same machine.
 *
 * Prints a Markdown table of medians. `--pairs N` runs each N times (9; short ones more often), `--only
 * cold,tiny,mixed,big,one,fleet` some of it, `--huge` only sends 1.5 GB for its memory, `--dist` measures another bundle.
 * Makes its folders below the system's temporary one, up to 4 GB, and takes them away at the end.
 * docs/performance.md says how to read the table.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { measure } from './cases.ts';
import { readOptions } from './options.ts';
import { listMissing } from './runners.ts';
import { startSink } from './sink-process.ts';
import { type Row, toMarkdown } from './table.ts';

const { pairs, only, dist } = readOptions(process.argv.slice(2));
const temp = realpathSync.native(mkdtempSync(join(tmpdir(), 'bench-')));
const sink = await startSink();
const missing = listMissing();
try {
  const rows: Row[] = [];
  for (const name of only) {
    console.error(`${name} …`);
    rows.push(...(await measure(name, { address: sink.address, sink, dist, temp, pairs, missing })));
  }
  console.log(`\n${cpus().length} cores, ${process.platform}, node ${process.versions.node}; medians\n`);
  console.log(toMarkdown(rows));
  if (missing.length > 0) console.log(`\nWithout the bash step: this machine has no ${missing.join(', ')}.`);
} finally {
  sink.stop();
  rmSync(temp, { recursive: true, force: true });
}

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Runner, time } from './race.ts';

const hook = pathToFileURL(join(import.meta.dirname, 'peak-memory.mjs')).href;

/** The most memory that a program of node held while it ran, in bytes. */
export async function measurePeak(runner: Runner): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-peak-'));
  const file = join(folder, 'bytes');
  try {
    await time({ ...runner, args: ['--import', hook, ...runner.args], env: { ...runner.env, BENCH_PEAK_FILE: file } });
    return Number(readFileSync(file, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

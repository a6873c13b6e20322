/** Runs single test files for the mutants: once with coverage, to know which places each runs, and then to see it fail. */
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A test file that passes, with what it runs of src/. */
export interface Measured {
  readonly test: string;
  readonly durationMs: number;
  readonly covers: (file: string, place: number) => boolean;
}

/** What V8 writes of one process: for each function its blocks, each with how often it ran. */
interface CoverageFile {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly Range[] }[];
  }[];
}

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

const limitMs = 120_000;

/** Runs a test file with coverage; null where it does not pass, so that it can tell nothing of a mutant. */
export async function measure(tree: string, test: string): Promise<Measured | null> {
  const folder = mkdtempSync(join(tree, 'temp', 'coverage-'));
  const startedAt = Date.now();
  const passed = await runTest(tree, test, limitMs, { NODE_V8_COVERAGE: folder });
  if (!passed) return null;
  const durationMs = Date.now() - startedAt;
  const source = pathToFileURL(join(tree, 'src')).href;
  // One list for each process: the block of one that did not run a place must not hide that another did.
  const ranges = new Map<string, (readonly Range[])[]>();
  for (const name of globSync('*.json', { cwd: folder })) {
    const { result }: CoverageFile = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    for (const { url, functions } of result.filter(({ url }) => url.startsWith(source))) {
      const file = `src${url.slice(source.length)}`;
      ranges.set(file, [...(ranges.get(file) ?? []), functions.flatMap((each) => each.ranges)]);
    }
  }
  rmSync(folder, { recursive: true });
  return { test, durationMs, covers: (file, place) => ranges.get(file)?.some((each) => isRun(each, place)) === true };
}

/** The smallest block around a place says whether it ran. */
function isRun(ranges: readonly Range[], place: number): boolean {
  const around = ranges.filter(({ startOffset, endOffset }) => startOffset <= place && place < endOffset);
  const size = ({ startOffset, endOffset }: Range): number => endOffset - startOffset;
  const smallest = around.reduce<Range | null>(
    (best, each) => (best === null || size(each) <= size(best) ? each : best),
    null,
  );
  return (smallest?.count ?? 0) > 0;
}

/** True where all tests of the file pass within the time. Ends at the first that fails. */
export function runTest(
  tree: string,
  test: string,
  timeoutMs: number,
  more: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const env = { PATH: process.env['PATH'] ?? '', TMPDIR: join(tree, 'temp'), ...more };
    const args = ['--max-old-space-size=1024', '--test-reporter=tap', test];
    // A group of its own, so that nothing that it started is left.
    const child = spawn(process.execPath, args, {
      cwd: tree,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const end = (): void => {
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
        process.kill(-child.pid, 'SIGKILL');
    };
    const timer = setTimeout(end, timeoutMs);
    let line = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      line = (line + text).slice(-2_000);
      if (/^\s*not ok /m.test(line)) end();
    });
    child.once('error', reject);
    child.once('close', (exitCode) => {
      clearTimeout(timer);
      resolve(exitCode === 0);
    });
  });
}

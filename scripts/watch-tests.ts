/**
 * A reporter of `node --test` that finds tests that never end. If no test of a file begins or ends
 * for two minutes, or longer on a busy machine, the reporter names the running test and ends the
 * run. It also regularly sends a message to the process that started the run.
 */
import { availableParallelism, loadavg } from 'node:os';
import type { TestEvent } from 'node:test/reporters';

/** Milliseconds: far longer than any test takes on an idle machine. */
const maxIdleSilenceMs = 110_000;

/**
 * Returns the milliseconds of silence after which a test counts as hanging: more if many programs
 * compete for the processors.
 */
export function toMaxSilence(): number {
  const [load = 0] = loadavg();
  return maxIdleSilenceMs * Math.max(1, load / availableParallelism());
}

/** The running tests of a file. */
interface TestFile {
  /** The names of the running tests, each by a key of its own; the innermost last. */
  readonly running: Map<string, string>;
  /** The time when a test of the file last began or ended, by `performance.now`. */
  changedAtMs: number;
}

export default async function* watchTests(
  events: AsyncIterable<TestEvent>,
): AsyncGenerator<string> {
  const files = new Map<string, TestFile>();
  // This timer does not keep the process alive after the tests.
  const watch = setInterval(() => {
    process.send?.('alive');
    endHangingTests(files);
  }, 5_000).unref();
  for await (const { type, data } of events) {
    if (type !== 'test:dequeue' && type !== 'test:complete') continue;
    const { name, nesting, line, column } = data;
    const path = data.file ?? name;
    const file = files.get(path) ?? { running: new Map(), changedAtMs: 0 };
    files.set(path, file);
    file.changedAtMs = performance.now();
    const key = `${nesting} ${line}:${column} ${name}`;
    if (type === 'test:dequeue') file.running.set(key, name);
    else file.running.delete(key);
  }
  clearInterval(watch);
  process.send?.('ended');
}

function endHangingTests(files: ReadonlyMap<string, TestFile>): void {
  for (const [path, tests] of files) {
    const silenceMs = performance.now() - tests.changedAtMs;
    if (tests.running.size === 0 || silenceMs < toMaxSilence()) continue;
    const [file = path, kind] = /test\/(\w+)\/.*/.exec(path.replaceAll('\\', '/')) ?? [];
    const hint = kind === undefined ? '' : `. To run it by itself: npm run test:${kind} -- ${file}`;
    const name = [...tests.running.values()].at(-1);
    console.error(`✖ never ended: ${name} (${file})${hint}`);
    process.kill(process.pid, 'SIGTERM');
  }
}

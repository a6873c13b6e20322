/**
 * A reporter of `node --test` that prints nothing but the tests that never end, and ends the run
 * with them: where for two minutes, and longer on a busy machine, nothing of a file begins or ends,
 * what runs in it then. It tells the process that started the run that it still lives.
 */
import { availableParallelism, loadavg } from 'node:os';
import type { TestEvent } from 'node:test/reporters';

/** Far longer than any test takes on a machine with nothing else to do. */
const maxIdleSilenceMs = 110_000;

/**
 * Milliseconds of silence that mean that a test waits for nothing: more of them where many programs
 * want the same processors.
 */
export function toMaxSilence(): number {
  const [load = 0] = loadavg();
  return maxIdleSilenceMs * Math.max(1, load / availableParallelism());
}

/** What runs in a file, innermost last, and when something of it last began or ended. */
interface TestFile {
  readonly running: Map<string, string>;
  heardMs: number;
}

export default async function* watchTests(
  events: AsyncIterable<TestEvent>,
): AsyncGenerator<string> {
  const files = new Map<string, TestFile>();
  // It keeps nothing alive: the run itself ends when nothing else is left to wait for.
  const watch = setInterval(() => {
    process.send?.('alive');
    for (const [path, { running, heardMs }] of files) {
      if (running.size === 0 || performance.now() - heardMs < toMaxSilence()) continue;
      const [file = path, kind] = /test\/(\w+)\/.*/.exec(path.replaceAll('\\', '/')) ?? [];
      const alone = kind === undefined ? '' : `. Alone: npm run test:${kind} -- ${file}`;
      console.error(`✖ never ended: ${[...running.values()].at(-1)} (${file})${alone}`);
      process.kill(process.pid, 'SIGTERM');
    }
  }, 5_000).unref();
  for await (const { type, data } of events) {
    if (type !== 'test:dequeue' && type !== 'test:complete') continue;
    const { name, nesting, file: path = name, line, column } = data;
    const file = files.get(path) ?? { running: new Map(), heardMs: 0 };
    files.set(path, file);
    file.heardMs = performance.now();
    const key = `${nesting} ${line}:${column} ${name}`;
    if (type === 'test:dequeue') file.running.set(key, name);
    else file.running.delete(key);
  }
  clearInterval(watch);
  process.send?.('ended');
}

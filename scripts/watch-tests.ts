/**
 * A reporter of `node --test` that prints nothing but the tests that never end, and ends the run with them: where for two minutes
 * nothing of a file begins or ends, what runs in it then. It tells the process that started the run that it still lives.
 */
import type { TestEvent } from 'node:test/reporters';

/** Two minutes, less the time to look: far longer than any test takes, also where three others want the same processor. */
export const maxSilenceMs = 110_000;

/** What runs in a file, innermost last, and when something of it last began or ended. */
interface TestFile {
  readonly running: Map<string, string>;
  heardMs: number;
}

export default async function* watchTests(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const files = new Map<string, TestFile>();
  // It keeps nothing alive: the run itself ends when nothing else is left to wait for.
  const watch = setInterval(() => {
    process.send?.('alive');
    for (const [path, { running, heardMs }] of files) {
      if (running.size === 0 || performance.now() - heardMs < maxSilenceMs) continue;
      console.error(`✖ never ended: ${[...running.values()].at(-1)} (${path})`);
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

/**
 * A reporter of `node --test` for `npm test`: it prints each failure when it happens, and the tests
 * that passed only as a count.
 */
import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';

type Failure = Extract<TestEvent, { type: 'test:fail' }>['data'];

/** Lines that are printed of one error: a snapshot's difference is longer than anybody reads. */
const maxLines = 40;

export default async function* reportBriefly(
  events: AsyncIterable<TestEvent>,
): AsyncGenerator<string> {
  /** The names of the tests around the one that runs, by file; the outermost first. */
  const names = new Map<string, string[]>();
  for await (const { type, data } of events) {
    switch (type) {
      case 'test:start': {
        const around = names.get(data.file ?? '') ?? [];
        around.length = data.nesting;
        around.push(data.name);
        names.set(data.file ?? '', around);
        break;
      }
      case 'test:fail': {
        const around = names.get(data.file ?? '') ?? [];
        // A group fails because of its tests, which are printed themselves.
        const isGroup = /^\d+ subtests? failed$/.test(data.details.error.message);
        if (!isGroup) yield describeFailure(data, around.slice(0, data.nesting));
        break;
      }
      case 'test:diagnostic':
        // Such as a coverage below its floor.
        if (data.message.startsWith('Error')) yield `✖ ${data.message}\n`;
        break;
      case 'test:summary':
        if (data.file === undefined) {
          const { passed, tests } = data.counts;
          yield `${passed} of ${tests} tests passed.\n`;
        }
        break;
    }
  }
}

function describeFailure(failure: Failure, around: readonly string[]): string {
  const { file = '', line, name, details } = failure;
  const cause: unknown = details.error.cause;
  const text = cause instanceof Error ? (cause.stack ?? cause.message) : details.error.message;
  const lines = text.split('\n').filter((each) => !/^\s+at .*\(?node:/.test(each));
  const shown = lines.slice(0, maxLines).map((each) => `  ${each}`);
  if (lines.length > maxLines) shown.push(`  … ${lines.length - maxLines} more lines`);
  const place = `${relative(process.cwd(), file)}:${line}`;
  return `✖ ${[...around, name].join(' > ')}\n  ${place}\n${shown.join('\n')}\n\n`;
}

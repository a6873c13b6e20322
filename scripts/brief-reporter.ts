/**
 * A reporter of `node --test` for `npm test`: it prints each failure when it happens, and the
 * tests that passed only as a count. Of many failures in one file it prints only the first ones in
 * full, and at the end it lists the files by the share of their tests that fail: the first of these
 * files most likely tests the cause.
 */
import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';

type Failure = Extract<TestEvent, { type: 'test:fail' }>['data'];

/** The most lines that are printed of one error: the diff of a snapshot may be long. */
const maxLines = 40;
/** Failures of one file that are printed in full; only the names of the others are printed. */
const maxInFull = 3;
/**
 * The most characters that are printed of one line of an error: a value of a property test may be
 * long.
 */
const maxColumns = 300;

/** The tests of one file that have ended. */
interface FileCount {
  tests: number;
  failed: number;
}

let isSummedUp = false;
// A run that stops before all tests have ended has proven nothing, whatever its exit code.
process.once('exit', () => {
  if (isSummedUp) return;
  console.error('✖ the run ended before its tests.');
  process.exitCode = 1;
});

export default async function* reportBriefly(
  events: AsyncIterable<TestEvent>,
): AsyncGenerator<string> {
  /** The names of the tests around the one that runs, by file; the outermost first. */
  const names = new Map<string, string[]>();
  const counts = new Map<string, FileCount>();
  /** What the process of each test file wrote to stderr, by file. */
  const errorOutputs = new Map<string, string>();
  for await (const { type, data } of events) {
    switch (type) {
      case 'test:start': {
        const around = names.get(data.file ?? '') ?? [];
        around.length = data.nesting;
        around.push(data.name);
        names.set(data.file ?? '', around);
        break;
      }
      case 'test:stderr':
        errorOutputs.set(data.file, `${errorOutputs.get(data.file) ?? ''}${data.message}`);
        break;
      case 'test:pass':
        if (data.details.type !== 'suite') countTest(counts, data.file).tests += 1;
        break;
      case 'test:fail': {
        // A group fails because of its tests, which are printed themselves.
        if (/^\d+ subtests? failed$/.test(data.details.error.message)) break;
        const count = countTest(counts, data.file);
        count.tests += 1;
        count.failed += 1;
        const around = (names.get(data.file ?? '') ?? []).slice(0, data.nesting);
        yield describeFailure(data, around, count.failed <= maxInFull);
        // A file that could not be run has no other message.
        if (data.name === data.file) yield cutOutput(errorOutputs.get(data.file) ?? '');
        break;
      }
      case 'test:diagnostic':
        // Such a message reports, for example, that the coverage is below its minimum.
        if (data.message.startsWith('Error')) yield `✖ ${data.message}\n`;
        break;
      case 'test:summary':
        if (data.file === undefined) {
          isSummedUp = true;
          const { passed, tests } = data.counts;
          yield `${listFiles(counts)}${passed} of ${tests} tests passed.\n`;
        }
        break;
    }
  }
}

function countTest(counts: Map<string, FileCount>, file = ''): FileCount {
  const count = counts.get(file) ?? { tests: 0, failed: 0 };
  counts.set(file, count);
  return count;
}

function describeFailure(failure: Failure, around: readonly string[], isFull: boolean): string {
  const heading = `✖ ${[...around, failure.name].join(' > ')}\n`;
  if (!isFull) return heading;
  const { error } = failure.details;
  const text = describeError(error.cause ?? error);
  const lines = text.split('\n').filter((each) => !/^\s+at .*\(?node:/.test(each));
  const shown = lines.slice(0, maxLines).map((each) => `  ${each.slice(0, maxColumns)}`);
  if (lines.length > maxLines) shown.push(`  … ${lines.length - maxLines} more lines`);
  return `${heading}  ${toPath(failure.file)}:${failure.line}\n${shown.join('\n')}\n\n`;
}

/** Returns the last lines of what a process printed. */
function cutOutput(output: string): string {
  return `${output.trimEnd().split('\n').slice(-maxLines).join('\n')}\n\n`;
}

/** Describes an error with its causes. The first cause comes first. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.stack ?? error.message;
  return error.cause === undefined ? own : `${describeError(error.cause)}\n${own}`;
}

/** Lists the files with failures if there are several, those with the largest share first. */
function listFiles(counts: ReadonlyMap<string, FileCount>): string {
  const affected = [...counts].filter(([, count]) => count.failed > 0);
  if (affected.length < 2) return '';
  const share = (count: FileCount): number => count.failed / count.tests;
  affected.sort(([, one], [, other]) => share(other) - share(one));
  const lines = affected.map(([file, count]) => {
    return `  ${toPath(file)}: ${count.failed} of ${count.tests} tests\n`;
  });
  return `Failures by file, the most affected one first:\n${lines.join('')}`;
}

function toPath(file = ''): string {
  return relative(process.cwd(), file);
}

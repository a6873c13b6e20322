import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { toReason } from '../../src/errors.ts';
import { splitLines } from '../../src/text/escape.ts';
import { requireCwd } from '../action-command.ts';
import { type CommandRequest, UsageError } from '../options/command-request.ts';
import type { CommandIo } from '../output/command-io.ts';
import { printEnvelope } from '../output/envelope.ts';
import { findNews, type News } from './news.ts';
import { readIssues, readReports } from './reports.ts';

/**
 * Prints what is new in the reports of other commands, compared with the issues of a repository.
 * Offline. Returns the exit code. Throws a UsageError if a file cannot be read.
 */
export async function runNewsCommand(request: CommandRequest, io: CommandIo): Promise<number> {
  const cwd = requireCwd(io);
  const { folder = '', issues: issuesFile } = request.values;
  const texts = splitLines(folder).map((path) => readFile(cwd, path));
  const reports = readFrom(splitLines(folder).join(', '), () => readReports(texts));
  const known =
    issuesFile === undefined
      ? []
      : readFrom(issuesFile, () => readIssues(readFile(cwd, issuesFile)));
  const news = findNews(reports, known, io.process.effects.clock.now());
  const message = news.length === 0 ? 'There is no news.' : describeNews(news);
  if (request.isJson) {
    printEnvelope({ command: 'news', outcome: 'shown', message, next: [], own: { news } }, io);
    return 0;
  }
  io.log.info(message);
  for (const { title, body } of news) io.print(`# ${title}\n\n${cutMark(body)}\n\n`);
  return 0;
}

function describeNews(news: readonly News[]): string {
  return `There is news: ${news.map(({ title }) => title).join('; ')}.`;
}

/** Returns the text of an issue without its first line, the mark. */
function cutMark(body: string): string {
  return body.slice(body.indexOf('\n') + 1);
}

function readFile(cwd: string, path: string): string {
  try {
    return readFileSync(resolve(cwd, path), 'utf8');
  } catch (error) {
    throw new UsageError(`A file cannot be read: ${toReason(error)}`);
  }
}

/** Calls `read`. Throws a UsageError with the names of the files if it throws. */
function readFrom<Value>(names: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${names}: not the JSON that is expected (${toReason(error)}).`);
  }
}

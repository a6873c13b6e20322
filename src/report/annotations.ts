import type { Severity } from '../outcome.ts';
import type { CleanReport } from './clean.ts';
import { describePlace, type Merged, mergeProblems, toPosition } from './merge.ts';
import { toRepositoryFile, toSafeUrl } from './safe.ts';
import { formatCount } from '../format.ts';
import { cutText, joinLines, toPrintable } from './text.ts';
import { toVerdict } from './verdict.ts';

/** The levels that the runner knows. */
export type Level = Severity | 'notice';

/** One annotation, safe to print; without a file it has no line, without a line no column. Lines and columns count from 1. */
export interface Annotation {
  readonly level: Level;
  readonly title: string;
  readonly message: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
}

/**
 * What the runner keeps of a level in one step (ten, the first ones). Two places for warnings stay free: for the
 * runner's own and for trouble with the reporting itself, which comes later.
 */
const limits: Readonly<Record<Level, number>> = { error: 10, warning: 8, notice: 10 };

/** The runner cuts a message at 4,096 UTF-16 units, after masking, which may lengthen it. */
const longestMessage = 4000;
const longestLine = 900;
const longestSentence = 2000;
const longestTitle = 200;

/** An annotation before the cut, and how many things it speaks of. */
interface Entry {
  readonly annotation: Annotation;
  readonly times: number;
}

/**
 * Everything that is to be annotated, within the runner's limits: warnings, notices, errors, and of its level the
 * verdict as the last, so that it is always kept. What found no room is counted there.
 */
export function toAnnotations(report: CleanReport): readonly Annotation[] {
  const { facts } = report;
  const problems = mergeProblems(facts.problems).map((problem) => toEntry(problem, report.repositoryPath));
  const ofLevel = (level: Level) => problems.filter(({ annotation }) => annotation.level === level);
  const warnings = [...ofLevel('warning'), ...toRemarks('warning', facts.warnings)];
  const verdict = toVerdictAnnotation(report);
  const last = (level: Level) => (verdict.level === level ? verdict : null);
  return [
    ...limitLevel('warning', warnings, last('warning')),
    ...limitLevel('notice', toRemarks('notice', facts.notices), last('notice')),
    ...limitLevel('error', ofLevel('error'), last('error')),
  ];
}

function limitLevel(level: Level, entries: readonly Entry[], last: Annotation | null): readonly Annotation[] {
  const room = limits[level] - (last === null ? 0 : 1);
  const shown = entries.length <= room ? entries : entries.slice(0, last === null ? room - 1 : room);
  const annotations = shown.map(({ annotation }) => annotation);
  const left = entries.slice(shown.length).reduce((sum, { times }) => sum + times, 0);
  if (left === 0) return last === null ? annotations : [...annotations, last];
  const more = `and ${formatCount(left, level === 'error' ? 'more problem' : `more ${level}`)}: see the summary`;
  const closing = last ?? toPlain(level, `More ${level}s`, '');
  return [...annotations, { ...closing, message: [closing.message, more].filter((text) => text !== '').join('\n') }];
}

function toEntry(problem: Merged, repositoryPath: string | null): Entry {
  const { severity: level, path, message, fix, code, times } = problem;
  const file = toRepositoryFile(repositoryPath, path);
  const line = file === null ? null : toPosition(problem.line);
  const column = line === null ? null : toPosition(problem.column);
  // A place that cannot be shown as one is still worth its words.
  const place = file === null ? describePlace(problem) : '';
  const repair = fix === null || fix === '' ? '' : `\n${cutText(`Fix: ${toPrintable(fix)}`, longestLine)}`;
  const count = times === 1 ? '' : ` (${times} times)`;
  const text = toPrintable(`${place === '' ? '' : `${place}: `}${message || 'No message was given.'}`);
  const whole = `${cutText(text, longestMessage - repair.length - count.length)}${count}${repair}`;
  const title = cutText(toPrintable(code || (level === 'error' ? 'Problem' : 'Warning')), longestTitle);
  return { annotation: { level, title, message: whole, file, line, column }, times };
}

function toVerdictAnnotation(report: CleanReport): Annotation {
  const { level, headline, sentence, lines: list = [], next } = toVerdict(report);
  const url = toSafeUrl(report.facts.app?.url ?? null);
  const cuts = [
    [sentence, longestSentence] as const,
    ...list.map((line) => [line, longestSentence] as const),
    [toNote(report), longestLine] as const,
    [url ?? '', longestLine] as const,
    [next, longestLine] as const,
  ];
  const lines = cuts.filter(([text]) => text !== '').map(([text, limit]) => cutText(toPrintable(text), limit));
  return toPlain(level, headline, lines.join('\n'));
}

/** The reviewer's words, where they are why the run is red; its own sentence is a short one then. */
function toNote({ facts }: CleanReport): string {
  const note = facts.verdict === 'refused' ? joinLines(facts.app?.reviewNote ?? '') : '';
  return note === '' ? '' : `The reviewer says: ${note}`;
}

/** Remarks beside the verdict: each once. */
function toRemarks(level: Level, texts: readonly string[]): readonly Entry[] {
  const title = level === 'warning' ? 'Warning' : 'Notice';
  const messages = [...new Set(texts)].map((text) => cutText(toPrintable(text), longestMessage));
  return messages.map((message) => ({ annotation: toPlain(level, title, message), times: 1 }));
}

function toPlain(level: Level, title: string, message: string): Annotation {
  return { level, title: cutText(toPrintable(title), longestTitle), message, file: null, line: null, column: null };
}

import { servicePath } from '../app/app.ts';
import type { Problem } from '../app/problem.ts';
import { type FolderContents, type FolderFile, toPlainPath } from './folder-file.ts';
import { parseServiceJson, type ServiceJson } from './service-json.ts';
import { readText, toTextLines } from './text.ts';

const maxPathLength = 1000;

/**
 * Adds places in the files of the folder to problems that the service reported.
 *
 * - A path becomes the exact path of a file. A path that the folder lacks keeps no line. Text that
 *   does not read as a path in the folder becomes null, and the message names it.
 * - A line that the file does not have becomes null, and the message names it. A column beyond the
 *   end of its line becomes null.
 * - A field gets the position of its value in `service.json`; if it has none, line 1, and the
 *   message names the field.
 * - If only fields were sent, a line of `service.json` becomes null, because the service counts
 *   lines in a text of its own.
 * - Without a folder, lines are kept unchecked.
 */
export function locateProblems(
  folder: FolderContents | null,
  problems: readonly Problem[],
  sent: 'files' | 'fields' = 'files',
): readonly Problem[] {
  const sources = new Sources(folder);
  return problems.map((problem) => locateProblem(problem, sources, sent));
}

function locateProblem(reported: Problem, sources: Sources, sent: 'files' | 'fields'): Problem {
  const { field, placeInText = null, ...problem } = reported;
  const named = readLocation(placeInText, sources) ?? readLocation(problem.path, sources);
  if (named === null) return keepWrittenPath(problem, field, sources.hasFolder);
  const { file } = named;
  const isService = file.path === servicePath;
  // The line of the problem itself takes precedence over a line in the path.
  let location = named;
  if (problem.line !== null) location = { file, line: problem.line, column: problem.column };
  if (isService && sent === 'fields') location = { file, line: null, column: null };
  const { line, column, note } = fitLocation(location, sources);
  const message = `${problem.message}${note}`;
  if (line !== null || field === undefined || !isService)
    return { ...problem, path: file.path, line, column, message };
  const member = sources.load(file)?.members?.get(field);
  if (member !== undefined)
    return { ...problem, path: file.path, line: member.line, column: member.column, message };
  const withField = addSubject(field, message);
  return { ...problem, path: file.path, line: 1, column: null, message: withField };
}

/**
 * Locates a problem whose file was not found: keeps the path if it looks like the path of a
 * file.
 */
function keepWrittenPath(problem: Problem, field: string | undefined, hasFolder: boolean): Problem {
  const { line, column, message } = problem;
  // Do not turn backslashes into slashes: redaction must still recognize a secret that the service
  // returned JSON-escaped.
  const path = problem.path?.replace(/^(?:\.\/)+/, '') ?? null;
  if (path === null)
    return { ...problem, line: null, column: null, message: addSubject(field, message) };
  if (!isInside(path)) {
    const named = addSubject(problem.path, message);
    return { ...problem, path: null, line: null, column: null, message: named };
  }
  const keepsLine = !hasFolder && isCount(line);
  return {
    ...problem,
    path,
    line: keepsLine ? line : null,
    column: keepsLine && isCount(column) ? column : null,
    message: addSubject(field, message),
  };
}

/** A place in a file, as somebody wrote it. */
interface Location {
  readonly file: FolderFile;
  readonly line: number | null;
  readonly column: number | null;
}

/**
 * Finds the file that a path means, as services write it: `./index.html`, `/index.html`,
 * `assets\a.png`, `index.html:12:5`. Case counts. A file whose own name has such a form is found
 * first. Returns null if the folder has no such file.
 */
function readLocation(written: string | null, sources: Sources): Location | null {
  // No path is longer than this limit, and the pattern below would take more than linear time on a
  // megabyte.
  if (written === null || written.length > maxPathLength) return null;
  const exact = sources.find(toPlainPath(written));
  if (exact !== undefined) return { file: exact, line: null, column: null };
  const [, start, line, column] = /^(.+?):(\d{1,9})(?::(\d{1,9}))?:?$/s.exec(written) ?? [];
  if (start === undefined) return null;
  const file = sources.find(toPlainPath(start));
  if (file === undefined) return null;
  return { file, line: Number(line), column: column === undefined ? null : Number(column) };
}

/**
 * True if a text looks like the path of a file in the folder: it has a dot or a slash, does
 * not lead out of the folder, and is not an address.
 */
function isInside(path: string): boolean {
  if (path.length > maxPathLength || !/[./]/.test(path)) return false;
  if (/^\w+:|[\p{C}\\]/u.test(path)) return false;
  return path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');
}

function fitLocation({ file, line, column }: Location, sources: Sources) {
  if (!isCount(line)) return { line: null, column: null, note: '' };
  const lengths = sources.load(file)?.lengths ?? null;
  // A file that is not text has at most one line per byte.
  const lineCount = lengths?.length ?? file.bytes.length;
  if (line > lineCount) {
    const count = lengths === null ? '' : `; the file has ${lineCount}`;
    return { line: null, column: null, note: ` (line ${line}${count})` };
  }
  const length = lengths?.[line - 1] ?? -1;
  const hasColumn = isCount(column) && column <= length + 1;
  return { line, column: hasColumn ? column : null, note: '' };
}

function isCount(value: number | null): value is number {
  return value !== null && Number.isSafeInteger(value) && value >= 1;
}

/** The facts about a file's text by which places are checked. */
interface Source {
  /** The length of each line in UTF-16 units, without its LF or CRLF. */
  readonly lengths: readonly number[];
  /** The values of `service.json`; null if this is another file. */
  readonly members: ServiceJson['members'];
}

/** The files of a folder; the lines of each are counted once, when they are first needed. */
class Sources {
  readonly hasFolder: boolean;
  readonly #files: ReadonlyMap<string, FolderFile>;
  readonly #loaded = new Map<FolderFile, Source | null>();

  constructor(folder: FolderContents | null) {
    this.hasFolder = folder !== null;
    this.#files = new Map(folder?.files.map((file) => [file.path, file]));
  }

  find(path: string): FolderFile | undefined {
    return this.#files.get(path);
  }

  /** Returns null for a file that is too large, or not text. */
  load(file: FolderFile): Source | null {
    const loaded = this.#loaded.get(file);
    if (loaded !== undefined) return loaded;
    const source = readSource(file);
    this.#loaded.set(file, source);
    return source;
  }
}

function readSource(file: FolderFile): Source | null {
  const { text } = readText(file);
  if (text === null) return null;
  const lengths = toTextLines(text).map((line) => line.length);
  const members = file.path === servicePath ? parseServiceJson(text).members : null;
  return { lengths, members };
}

/** Puts a field or a path in front of a message, unless the message names it. */
function addSubject(subject: string | null | undefined, message: string): string {
  if (subject === null || subject === undefined) return message;
  if (message.toLowerCase().includes(subject.toLowerCase())) return message;
  return `${subject}: ${message}`;
}

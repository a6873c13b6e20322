import { servicePath } from '../model/app.ts';
import type { Problem } from '../model/problem.ts';
import { type FolderManifest, type PackedFile, toPlainPath } from './manifest.ts';
import { parseServiceJson, type ServiceJson } from './service-json.ts';
import { loadText, toTextLines } from './text.ts';

/** How many bytes of files are read to place all problems of a response. */
const maxSourceBytes = 64 * 1024 * 1024;
const maxPathLength = 1000;

/**
 * Gives problems that the service named their place in the folder's files, as far as it can be
 * known.
 *
 * A path becomes a file's exact path. A line that the file does not have becomes null, and the
 * message says which it was; a column outside the line becomes null. A field gets the place of its
 * value in `service.json`, line 1 when it has none: then the message names it. A path that the
 * folder lacks keeps no line; what does not read as a path in the folder becomes null, and the
 * message names it. Where only fields were sent, a line of `service.json` becomes null, since the
 * service counts in a file of its own. Without a folder a line is kept unchecked. Each file is read
 * at most once. Throws FolderError `file_changed` or `file_unreadable`.
 */
export async function locateProblems(
  manifest: FolderManifest | null,
  problems: readonly Problem[],
  sent: 'files' | 'fields' = 'files',
): Promise<readonly Problem[]> {
  const sources = createSources(manifest);
  return problems.map((problem) => locateProblem(problem, sources, sent));
}

function locateProblem(
  { field, placeInText, ...problem }: Problem,
  sources: Sources,
  sent: 'files' | 'fields',
): Problem {
  const found = readLocation(placeInText ?? null, sources) ?? readLocation(problem.path, sources);
  if (found === null) return { ...problem, ...keepPlain(problem, field, sources.isKnown) };
  const { path } = found.file;
  const isForeign = sent === 'fields' && path === servicePath;
  const named = problem.line === null ? found : { ...problem, file: found.file };
  const { note, ...place } = fitPlace(isForeign ? { ...named, line: null } : named, sources);
  const located = { ...problem, path, ...place, message: `${problem.message}${note}` };
  if (place.line !== null || field === undefined || path !== servicePath) return located;
  const member = sources.load(found.file)?.members?.get(field);
  return member === undefined
    ? { ...located, line: 1, message: addSubject(field, located.message) }
    : { ...located, line: member.line, column: member.column };
}

/**
 * The place of a problem in a file that is not known: the path as the service wrote it, if it reads
 * as one.
 */
function keepPlain(
  { path, line, column, message }: Problem,
  field: string | undefined,
  isFolderKnown: boolean,
) {
  // A backslash stays: a secret that a service escaped is known by its own.
  const plain = path?.replace(/^(?:\.\/)+/, '') ?? null;
  if (path !== null && plain !== null && !isInside(plain)) {
    return { path: null, line: null, column: null, message: addSubject(path, message) };
  }
  const isLine = !isFolderKnown && plain !== null && isPosition(line);
  const place = {
    line: isLine ? line : null,
    column: isLine && isPosition(column) ? column : null,
  };
  return { path: plain, ...place, message: addSubject(field, message) };
}

/** A place that somebody named in a file. */
interface Location extends Pick<Problem, 'line' | 'column'> {
  readonly file: PackedFile;
}

/**
 * Reads a path as services write it (`./index.html`, `/index.html`, `assets\a.png`,
 * `index.html:12:5`), in the folder's own spelling. Case counts. Null when the folder has no such
 * file. A name that has such marks itself is found first.
 */
function readLocation(written: string | null, sources: Sources): Location | null {
  // A longer one is no path, and a pattern over a megabyte would take more than linear time.
  if (written === null || written.length > maxPathLength) return null;
  const named = sources.find(toPlainPath(written));
  if (named !== undefined) return { file: named, line: null, column: null };
  const [, start = '', line, column] = /^(.+?):(\d{1,9})(?::(\d{1,9}))?:?$/s.exec(written) ?? [];
  const file = sources.find(toPlainPath(start));
  // Where none is written the column is NaN, which no file has.
  return file === undefined ? null : { file, line: Number(line), column: Number(column) };
}

/**
 * True for what reads as the path of a file in the folder: with a dot or a slash, no way out of it,
 * and no address.
 */
function isInside(path: string): boolean {
  if (path.length > maxPathLength || !/[./]/.test(path) || /^\w+:|[\p{C}\\]/u.test(path))
    return false;
  return path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');
}

/**
 * The line and column of a place as far as the file has them; `note` says which line it does not
 * have.
 */
function fitPlace({ file, line, column }: Location, sources: Sources) {
  if (!isPosition(line)) return { line: null, column: null, note: '' };
  const lengths = sources.load(file)?.lengths;
  // A file that is too large to read has at most one line per byte.
  if (line > (lengths?.length ?? file.bytes)) {
    const count = lengths === undefined ? '' : `; the file has ${lengths.length}`;
    return { line: null, column: null, note: ` (line ${line}${count})` };
  }
  const length = lengths?.[line - 1] ?? -1;
  return { line, column: isPosition(column) && column <= length + 1 ? column : null, note: '' };
}

function isPosition(value: number | null): value is number {
  return value !== null && Number.isSafeInteger(value) && value >= 1;
}

/** What is known of a file's text. */
interface KnownText {
  /** The length of each line, in UTF-16 units, without its LF or CRLF. */
  readonly lengths: readonly number[];
  /** The values of `service.json`; none of any other file. */
  readonly members: ServiceJson['members'];
}

type Sources = ReturnType<typeof createSources>;

/** The files of a folder as places for problems. Each is read once, when it is first asked for. */
function createSources(manifest: FolderManifest | null) {
  const files = new Map(manifest?.files.map((file) => [file.path, file]));
  const sources = new Map<PackedFile, KnownText | null>();
  let bytesLeft = maxSourceBytes;
  const read = ({ path, bytes }: PackedFile): KnownText | null => {
    if (manifest === null || bytes > bytesLeft) return null;
    bytesLeft -= bytes;
    const { text } = loadText(manifest, path);
    if (text === null) return null;
    const lengths = toTextLines(text).map((line) => line.length);
    return { lengths, members: path === servicePath ? parseServiceJson(text).members : null };
  };
  return {
    isKnown: manifest !== null,
    find: (path: string) => files.get(path),
    /** Null for what cannot be looked into: too large, or not text. */
    load(file: PackedFile): KnownText | null {
      if (!sources.has(file)) sources.set(file, read(file));
      return sources.get(file) ?? null;
    },
  };
}

/**
 * A problem's message with what it is about, a field or a path, in front, unless it names that
 * itself.
 */
function addSubject(subject: string | undefined, message: string): string {
  return subject === undefined || message.toLowerCase().includes(subject.toLowerCase())
    ? message
    : `${subject}: ${message}`;
}

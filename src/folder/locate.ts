import { fileOfField } from '../app-fields.ts';
import type { Problem } from '../outcome.ts';
import type { FolderManifest, PackedFile } from './manifest.ts';
import { type JsonMember, parseServiceJson } from './service-json.ts';
import { dropMark, measureLines, readText } from './text.ts';

/** How many bytes of files are read to place all problems of a response. */
export const maxSourceBytes = 64 * 1024 * 1024;
const maxPathLength = 1000;

/** A problem as the service named it: `path` may be written in many ways, `field` names a field of the app. */
export type NamedProblem = Problem & { readonly field?: string };

/**
 * Gives problems that the service named their place in the folder's files, as far as it can be known.
 *
 * A path becomes a file's exact path; without one, a field's file is taken. A line that the file does not have becomes null, and
 * the message says which it was; a column outside the line becomes null. A field gets the place of its value in `service.json`,
 * line 1 when it has none: then the message names it. A path that the folder lacks keeps no line; what is not plainly a path in
 * the folder becomes null, and the message names it. Each file is read at most once.
 * Throws FolderError `file_changed` or `file_unreadable`.
 */
export async function locateProblems(
  manifest: FolderManifest,
  problems: readonly NamedProblem[],
): Promise<readonly Problem[]> {
  const sources = new Sources(manifest);
  return problems.map((problem) => locateProblem(problem, sources));
}

function locateProblem({ field, ...problem }: NamedProblem, sources: Sources): Problem {
  const written = problem.path ?? (field === undefined ? null : fileOfField(field));
  if (written === null) {
    const message = field === undefined ? problem.message : nameSubject(field, problem.message);
    return { ...problem, line: null, column: null, message };
  }
  const found = findPath(written, sources);
  if (found === null) return placeMissing(problem, written, field);
  const { path } = found.file;
  const wanted = problem.line === null ? found : problem;
  const place = sources.findPlace(found.file, wanted.line, wanted.column);
  if (place.line !== null) return { ...problem, path, ...place };
  const located = { ...problem, path, line: null, column: null, message: `${problem.message}${place.note}` };
  if (field === undefined || path !== 'service.json') return located;
  const member = sources.findField(found.file, field);
  if (member !== undefined) return { ...located, line: member.line, column: member.column };
  return { ...located, line: 1, message: nameSubject(field, located.message) };
}

/** The folder has no such file. */
function placeMissing(problem: Problem, written: string, field: string | undefined): Problem {
  const isPlain = toPlainPath(written) === written && isInside(written);
  const subject = isPlain ? field : written;
  const message = subject === undefined ? problem.message : nameSubject(subject, problem.message);
  return { ...problem, path: isPlain ? written : null, line: null, column: null, message };
}

interface FoundPath {
  readonly file: PackedFile;
  readonly line: number | null;
  readonly column: number | null;
}

/**
 * Reads a path as services write it (`./index.html`, `/index.html`, `assets\a.png`, `index.html:12:5`), in the folder's own spelling.
 * Case counts. Null when the folder has no such file. A name that has such marks itself is found first.
 */
function findPath(written: string, sources: Sources): FoundPath | null {
  const named = sources.find(written) ?? sources.find(toPlainPath(written));
  if (named !== undefined) return { file: named, line: null, column: null };
  const [, start = '', line, column] = /^(.+?):(\d{1,9})(?::(\d{1,9}))?:?$/s.exec(written) ?? [];
  const file = sources.find(toPlainPath(start));
  if (file === undefined) return null;
  return { file, line: Number(line), column: column === undefined ? null : Number(column) };
}

/** Drops what does not change a path that is relative to the folder: `./` and `/` in front, `\` for `/`. */
function toPlainPath(written: string): string {
  return written.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '');
}

/** True for what reads as the path of a file in the folder: with a dot or a slash, no way out of it, and no address. */
function isInside(path: string): boolean {
  if (path.length > maxPathLength || !/[./]/.test(path) || /^\w+:|[\p{C}]/u.test(path)) return false;
  return path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');
}

/** Where a problem is in a file; without a line, `note` says which line there is not, if one was named. */
type Place = { readonly line: number; readonly column: number | null } | { readonly line: null; readonly note: string };

/** The files of a folder as places for problems. Reads each file once, when it is first asked for. */
class Sources {
  readonly #files: ReadonlyMap<string, PackedFile>;
  readonly #manifest: FolderManifest;
  readonly #lines = new Map<string, readonly number[] | null>();
  #members: ReadonlyMap<string, JsonMember> | null = null;
  #bytesLeft = maxSourceBytes;

  constructor(manifest: FolderManifest) {
    this.#manifest = manifest;
    this.#files = new Map(manifest.files.map((file) => [file.path, file]));
  }

  find(path: string): PackedFile | undefined {
    return this.#files.get(path);
  }

  /** A line and column that a problem names, as far as the file has them. */
  findPlace(file: PackedFile, line: number | null, column: number | null): Place {
    if (line === null || !Number.isSafeInteger(line) || line < 1) return { line: null, note: '' };
    const lengths = this.#measure(file);
    // Of a file that cannot be looked into, all that is known is that each line takes a byte.
    const count = lengths?.length ?? file.bytes;
    if (line > count)
      return { line: null, note: ` (line ${line}${lengths === null ? '' : `; the file has ${count}`})` };
    const isInside =
      column !== null && Number.isInteger(column) && column >= 1 && column <= (lengths?.[line - 1] ?? -1) + 1;
    return { line, column: isInside ? column : null };
  }

  /** Where the value of a key stands, in the file that is `service.json`. */
  findField(service: PackedFile, field: string): JsonMember | undefined {
    this.#members ??= parseMembers(this.#load(service) ?? '');
    return this.#members.get(field);
  }

  #measure(file: PackedFile): readonly number[] | null {
    const known = this.#lines.get(file.path);
    if (known !== undefined) return known;
    const text = this.#load(file);
    const lengths = text === null ? null : measureLines(text);
    this.#lines.set(file.path, lengths);
    return lengths;
  }

  #load({ path, bytes }: PackedFile): string | null {
    if (bytes > this.#bytesLeft) return null;
    this.#bytesLeft -= bytes;
    return readText(this.#manifest, path);
  }
}

function parseMembers(raw: string): ReadonlyMap<string, JsonMember> {
  const parsed = parseServiceJson(dropMark(raw));
  return parsed.kind === 'object' ? parsed.members : new Map();
}

/** A problem's message with what it is about, a field or a path, in front, unless it names that itself. */
function nameSubject(subject: string, message: string): string {
  return message.toLowerCase().includes(subject.toLowerCase()) ? message : `${subject}: ${message}`;
}

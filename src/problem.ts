/** How much a problem weighs: an error stops a deploy, a warning does not. */
export type Severity = 'error' | 'warning';

/**
 * One thing to fix, found offline or named by the service, in the shape of the `problems` output.
 *
 * `path` is relative to the app folder, with `/`; `line` and `column` count from 1, a column in UTF-16 units;
 * everything that is not known is null. Texts may come from outside: whoever prints them makes them safe.
 */
export interface Problem {
  readonly path: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly code: string | null;
  readonly message: string;
  readonly fix: string | null;
  readonly severity: Severity;
}

/** A problem's message with what it is about, a field or a path, in front, unless it names that itself. */
export function nameSubject(subject: string, message: string): string {
  return message.toLowerCase().includes(subject.toLowerCase()) ? message : `${subject}: ${message}`;
}

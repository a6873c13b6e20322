import type { Problem } from '../outcome.ts';

/** A problem as a check finds it: what is left out is not known. */
export interface Finding {
  readonly code: string;
  readonly message: string;
  readonly fix: string;
  readonly path?: string;
  readonly line?: number;
  readonly column?: number;
}

/** Makes an error: the service would refuse this, or show it broken. */
export function toError(finding: Finding): Problem {
  return toProblem(finding, 'error');
}

/** Makes a warning: the document only suggests it, the service has the last word. */
export function toWarning(finding: Finding): Problem {
  return toProblem(finding, 'warning');
}

function toProblem({ code, message, fix, path, line, column }: Finding, severity: Problem['severity']): Problem {
  return { path: path ?? null, line: line ?? null, column: column ?? null, code, message, fix, severity };
}

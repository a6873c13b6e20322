import { FolderError } from './errors.ts';

/** What a folder may have at most. */
export interface WalkLimits {
  /** Folders between the app folder and a file. */
  readonly depth: number;
  /** Files to send. */
  readonly files: number;
  /** Names looked at, those that stay behind included. */
  readonly names: number;
}

/** Far above any app, and low enough that a wrong folder (a home, a whole disk) is told within seconds. */
export const walkLimits: WalkLimits = { depth: 64, files: 50_000, names: 500_000 };

/** Throws FolderError `folder_too_large` past the limits. */
export function assertSize(files: number, names: number, limits: WalkLimits): void {
  if (files <= limits.files && names <= limits.names) return;
  const what = files > limits.files ? `${limits.files} files to send` : `${limits.names} names in it`;
  throw new FolderError('folder_too_large', `The folder has more than ${what}.`, {
    next: 'Is it the right folder? Otherwise leave parts of it out with the input exclude.',
  });
}

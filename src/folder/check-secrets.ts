import { isUtf8 } from 'node:buffer';
import type { Problem } from '../app/problem.ts';
import { nameInputInText } from '../text/frontend.ts';
import { createFinder, type Secret } from '../text/secrets.ts';
import { limitWarnings, toProblem } from './check-words.ts';
import { findLikelyCredential } from './credentials.ts';
import type { FolderFile } from './folder-file.ts';
import { findKeys } from './keys.ts';
import { EventLoopTurns } from './read.ts';
import { locateByte } from './text.ts';

/** A key or a credential in a file. */
interface Finding {
  readonly file: FolderFile;
  /** The offset of its first byte; null if it was recognized by the name of the file. */
  readonly offset: number | null;
  /** The kind, with the start of a key. */
  readonly what: string;
}

/**
 * Searches files for the secrets of the run (errors, in names too), for files that are credentials,
 * and for keys of other services (warnings). `paths`: the files that seem to hold a key or a
 * credential, so that no report may show their lines. Throws the signal's reason.
 */
export async function searchSecrets(
  files: readonly FolderFile[],
  secrets: readonly Secret[],
  signal?: AbortSignal,
) {
  const turns = new EventLoopTurns(signal);
  const find = createFinder(secrets);
  const own: Problem[] = [];
  const credentials: Finding[] = [];
  const keys: Finding[] = [];
  for (const file of files) {
    const secretOffsets = find(file.bytes);
    own.push(...reportOwn(file, find(Buffer.from(file.path)), secretOffsets));
    const credential = findLikelyCredential(file.path, file.bytes);
    if (credential !== null) credentials.push({ file, ...credential });
    // A secret of the run, and a private key at the beginning of a file, are reported already.
    const reported = new Set([...secretOffsets.values(), credential?.offset]);
    const found = isUtf8(file.bytes) ? findKeys(file.bytes) : [];
    for (const { offset, what, start } of found) {
      const shown = start === '' ? what : `${what} (${start}…)`;
      if (!reported.has(offset)) keys.push({ file, offset, what: shown });
    }
    await turns.count(file.bytes.length);
  }
  const warnings = [
    ...limitWarnings(credentials, 'file', 'of this kind', (found) => {
      return toProblem('credential_likely', [found.file.path, found.what], locate(found));
    }),
    ...limitWarnings(keys, 'key', 'in files', (found) => {
      return toProblem('secret_in_file', [found.file.path, found.what], locate(found));
    }),
  ];
  const paths = new Set([...credentials, ...keys].map((found) => found.file.path));
  return { problems: [...own, ...warnings], paths };
}

/**
 * Reports the secrets of the run in the name and the content of a file. Does not show a secret: a
 * path that contains it is redacted like every text of a report.
 */
function reportOwn(
  file: FolderFile,
  inName: ReadonlyMap<string, number>,
  inContent: ReadonlyMap<string, number>,
): readonly Problem[] {
  const { path } = file;
  const advice = `or exclude the file with ${nameInputInText('exclude')}. If it was ever published, revoke it.`;
  const named = Array.from(inName.keys(), (input) => {
    const parts = [`The name of ${path}`, nameInputInText(input)];
    return toProblem('secret_in_folder', parts, { path, fix: `Rename it, ${advice}` });
  });
  const contained = Array.from(inContent, ([input, offset]) => {
    const fix = `Remove it from ${path}, ${advice}`;
    const details = { ...locate({ file, offset }), fix };
    return toProblem('secret_in_folder', [path, nameInputInText(input)], details);
  });
  return [...named, ...contained];
}

function locate({ file, offset }: Pick<Finding, 'file' | 'offset'>) {
  const position = offset === null ? null : locateByte(file, offset);
  return { path: file.path, line: position?.line ?? null, column: position?.column ?? null };
}

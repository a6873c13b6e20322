/**
 * `node scripts/release-notes.ts v1.2.3` prints the section of CHANGELOG.md about that version, as the notes of its
 * release. Fails when the tag is not the version of package.json, or when the section is missing or empty.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Which release to make notes for, and the texts to make them from. */
export interface Release {
  /** Such as `v1.2.3`. */
  readonly tag: string;
  /** The text of CHANGELOG.md. */
  readonly changelog: string;
  /** The version in package.json. */
  readonly version: string;
}

/** Cuts the notes of a release out of the changelog, without their heading. Throws an Error that says what is amiss. */
export function cutNotes({ tag, changelog, version }: Release): string {
  if (tag !== `v${version}`) throw new Error(`The tag ${tag} is not v${version}, the version in package.json.`);
  const lines = changelog.split(/\r?\n/);
  const start = lines.findIndex((line) => /^## \[?([^\]\s]+)/.exec(line)?.[1] === version);
  if (start < 0) throw new Error(`CHANGELOG.md has no section "## ${version}".`);
  const rest = lines.slice(start + 1);
  // The list of link targets at the end of the file belongs to no version.
  const end = rest.findIndex((line) => /^## |^\[[^\]]+\]: /.test(line));
  const notes = rest
    .slice(0, end < 0 ? undefined : end)
    .join('\n')
    .trim();
  if (notes === '') throw new Error(`The section "## ${version}" of CHANGELOG.md is empty.`);
  return notes;
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  try {
    console.log(cutNotes({ tag: process.argv[2] ?? '', changelog, version }));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

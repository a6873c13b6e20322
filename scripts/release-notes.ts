/**
 * `node scripts/release-notes.ts v1.2.3` prints the section of CHANGELOG.md about that version, as the notes of its release.
 * Fails when the tag is not the version of package.json, or when the changelog says nothing of it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from './arguments.ts';

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
  const sections = changelog.replaceAll('\r\n', '\n').split(/^## /m);
  const section = sections.find((text) => /^\[?([^\]\s]+)/.exec(text)?.[1] === version) ?? '';
  // The list of link targets at the end of the file belongs to no version.
  const notes = section.replace(/^.*\n/, '').replace(/^\[[^\]]+\]: [\s\S]*/m, '');
  if (notes.trim() === '') throw new Error(`CHANGELOG.md has no notes for "## ${version}".`);
  return notes.trim();
}

if (import.meta.main) {
  const { positionals } = readArguments('node scripts/release-notes.ts <tag>', { allowPositionals: true });
  const read = (name: string): string => readFileSync(join(import.meta.dirname, '..', name), 'utf8');
  const { version }: { version: string } = JSON.parse(read('package.json'));
  console.log(cutNotes({ tag: positionals.join(' '), changelog: read('CHANGELOG.md'), version }));
}

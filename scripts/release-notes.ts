/**
 * `node scripts/release-notes.ts v1.2.3` prints the section of CHANGELOG.md about that version, as
 * the notes of its release. Fails if the tag is not the version in package.json, or if the
 * changelog has no such section.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the notes of a release from the text of CHANGELOG.md, without their heading. `tag`: such
 * as `v1.2.3`. Throws an Error if the notes are missing, or if the tag is not the version.
 */
export function cutNotes(release: {
  readonly tag: string;
  readonly changelog: string;
  readonly version: string;
}): string {
  const { tag, changelog, version } = release;
  if (tag !== `v${version}`)
    throw new Error(`The tag ${tag} is not v${version}, the version in package.json.`);
  const sections = changelog.replaceAll('\r\n', '\n').split(/^## /m);
  const section = sections.find((text) => /^\[?([^\]\s]+)/.exec(text)?.[1] === version) ?? '';
  // The list of link targets at the end of the file belongs to no version.
  const notes = section
    .replace(/^.*\n/, '')
    .replace(/^\[[^\]]+\]: [\s\S]*/m, '')
    .trim();
  if (notes === '') throw new Error(`CHANGELOG.md has no notes for "## ${version}".`);
  return notes;
}

if (import.meta.main) {
  const read = (name: string): string =>
    readFileSync(join(import.meta.dirname, '..', name), 'utf8');
  const { version }: { version: string } = JSON.parse(read('package.json'));
  console.log(cutNotes({ tag: `${process.argv[2]}`, changelog: read('CHANGELOG.md'), version }));
}

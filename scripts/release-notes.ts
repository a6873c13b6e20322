/**
 * `node scripts/release-notes.ts v1.2.3` prints the section of CHANGELOG.md about that version, as
 * the notes of its release. Fails when the tag is not the version of package.json, or when the
 * changelog says nothing of it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Cuts the notes of a release, whose tag is such as `v1.2.3`, out of the text of CHANGELOG.md,
 * without their heading. Throws an Error that says what is amiss.
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

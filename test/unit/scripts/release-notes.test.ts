import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutNotes } from '../../../scripts/release-notes.ts';
import { readText } from '../../support/repository.ts';

const notes = '### Fixed\n\n- A thing, see [the docs](docs/x.md).';
const changelog = `# Changelog\n\n## [1.2.3] - 2026-02-03\n\n${notes}\n\n## 1.2.30\n\n- Another version.\n\n## [0.9.0]\n`;

test('the notes of a release are its changelog section without the heading', () => {
  assert.equal(cutNotes({ tag: 'v1.2.3', changelog, version: '1.2.3' }), notes);
  const windows = changelog.replaceAll('\n', '\r\n');
  assert.equal(
    cutNotes({ tag: 'v1.2.30', changelog: windows, version: '1.2.30' }),
    '- Another version.',
  );
});

test('a tag that differs from the version, or a missing or empty section, stops the release', () => {
  assert.throws(() => cutNotes({ tag: 'v1.2.4', changelog, version: '1.2.3' }), /is not v1\.2\.3/);
  for (const version of ['1.2', '0.9.0']) {
    assert.throws(() => cutNotes({ tag: `v${version}`, changelog, version }), /has no notes/);
  }
});

test('the changelog has notes for the version in package.json', () => {
  const { version }: { version: string } = JSON.parse(readText('package.json'));
  assert.notEqual(
    cutNotes({ tag: `v${version}`, changelog: readText('CHANGELOG.md'), version }),
    '',
  );
});

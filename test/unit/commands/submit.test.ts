import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeFiles, toWireFiles } from '../../support/fake-service/folder.ts';
import { hideFiles, play, put, replace } from '../../support/fake-service/scene.ts';
import { type EndRow, testEnds } from './ends.ts';

const submits = { inputs: { command: 'submit' } } as const;
const sent = ['read submit read', 'submitted 0 in_review submitted'] as const;
const lastUpdated = 'The draft of tides was last updated at 2026-09-30T23:58:19.877Z.';
const told = { notices: [lastUpdated] };
const looks = 'read read read read';
const theirs = replace({ 'index.html': 'theirs' });

test('submit sends the terms that the workflow accepts', async () => {
  const { service, facts } = await play(submits);
  assert.deepEqual(service.exchanges[1]?.body, { accept_terms: '2026-10' });
  assert.partialDeepStrictEqual(facts, { sentForReview: true, statusBefore: 'draft' });
});

describe('submit without a folder', () => {
  const inReview = { app: { status: 'in_review' } };
  const takenDown = { app: { status: 'taken_down' } };
  const oldTerms = { inputs: { termsVersion: '2025-01' } };
  const asks = { ...told, termsRequired: '2026-10' };
  const rejected = { before: { 1: put({ status: 'not_approved' }) } };
  const withdrawn = { ...inReview, after: { 3000: put({ status: 'draft' }) } };
  const moved = { notices: [lastUpdated.replace('19.877', '22.877')] };
  const disturbed = 'unknown unverified 1 in_review';
  const published = { notices: [lastUpdated, 'tides is published with this content: there is nothing to review.'] };
  testEnds(
    [
      ...['draft', 'published_with_unreviewed_changes', 'changes_requested'].map((status): EndRow => {
        return [`of an app that is ${status}`, { app: { status } }, ...sent, told];
      }),
      ['of an app in review', inReview, 'read read', 'unchanged 0 in_review submitted', told],
      ['of a published app', { app: { status: 'published' } }, 'read read', 'unchanged 0 published', published],
      ['of a final app', { app: { status: 'not_approved' } }, 'read', 'rejected final_not_approved 1 not_approved'],
      ['of a taken-down app', takenDown, `read submit ${looks}`, 'rejected taken_down 1 taken_down', told],
      ['of no app', { app: null }, 'read', 'failed app_missing 1'],
      ['with old terms', oldTerms, 'read submit', 'rejected terms_required 1 draft', asks],
      ['of an app that is rejected meanwhile', rejected, 'read submit', 'rejected not_approved 1 draft', told],
      ['of what somebody changes right before', { before: { 1: theirs } }, `read submit ${looks}`, disturbed, told],
      ['of an app that a read of age shows as a draft', withdrawn, `read read submit ${looks}`, sent[1], moved],
    ],
    submits,
  );
});

describe('submit with a folder as a guard', () => {
  const files = makeFiles({ 'README.md': 'Tides' });
  const same = { files: toWireFiles(files) };
  const guards = { files, app: same, inputs: { ...submits.inputs, folder: 'app' } } as const;
  const problem = { path: 'a', line: 1, column: 1, code: 'x', message: 'x', fix: null, severity: 'error' } as const;
  const notShown = 'The service does not show these files, so that they could not be compared: README.md.';
  const differs = 'failed draft_differs 1 draft';
  const comes = { app: {}, after: { 2000: replace(same.files) } };
  const changes = [
    { path: 'index.html', kind: 'changed', bytesBefore: 12, bytesAfter: 14 },
    { path: 'service.json', kind: 'changed', bytesBefore: 14, bytesAfter: 16 },
  ] as const;
  const goes = { app: { ...same, status: 'published' }, after: { 3000: theirs } };
  testEnds(
    [
      ['of the same content', {}, ...sent, { changes: [], fileCount: 3 }],
      // What was wrong with it was said by its deploy.
      ['of a folder with problems', { problems: [problem] }, ...sent, { problems: [] }],
      ['of files that are not shown', { options: { listed_files: 'documented' } }, ...sent, { warnings: [notShown] }],
      ['of an app that shows no files', { prepare: hideFiles }, looks, differs, { changes: null }],
      ['of a draft that differs', { app: {} }, looks, differs, { changes }],
      ['of a draft that comes to be the same', comes, 'read read read submit read', sent[1]],
      ['of a draft that a read of age shows as another', goes, 'read read', 'failed draft_differs 1 published'],
    ],
    guards,
  );
});

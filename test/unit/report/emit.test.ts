import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ActionError } from '../../../src/model/action-error.ts';
import type { CommentTarget, MarkedComment } from '../../../src/report/emit.ts';
import { reportUnstarted } from '../../../src/report/redact-report.ts';
import { compareWithFile, renderRun, toSnapshotName } from '../../support/snapshot.ts';
import { fail, type GivenRun, makeApp, makePlan, makeProblem, show } from './sample.ts';

const url = 'https://apps.example.org/a/tides';
const lines = ['@@ -4,2 +5,3 @@', ' <body>', '-<p>Old', '+<p>New'];
const textChanges = {
  files: [{ path: 'index.html', lines, moreLines: 5 }],
  named: ['assets/a.png', 'assets/b.css'],
  moreFiles: 3,
} as const;

const page = ['<html>', '\t<head>', '<script src="https://a.example/x.js">', '</head>'];
const invalid = { code: 'invalid_inputs', next: 'Fix it.' };

function breakDown(): never {
  throw new ActionError('it is broken', { code: 'x', next: 'Repair it.' });
}

const reports: Readonly<Record<string, GivenRun>> = {
  'A deploy that is sent for review': {
    facts: {
      app: makeApp({ url, status: 'in_review', reviewNote: ' Bigger\r\n type,\n\n\u001bplease. ' }),
      statusBefore: 'draft',
      changed: true,
      submitted: true,
      sentForReview: true,
      filesVerified: true,
      fileCount: 3,
      byteCount: 5230,
      contentHash: `sha256:${'0'.repeat(64)}`,
      reviewResult: 'pending',
      changes: [
        { path: 'a.css', kind: 'changed', bytesBefore: 100, bytesAfter: 200 },
        { path: 'b.png', kind: 'added', bytesBefore: null, bytesAfter: 5000 },
        { path: 'c.wav', kind: 'removed', bytesBefore: 900, bytesAfter: null },
        { path: 'e', kind: 'changed', bytesBefore: null, bytesAfter: null },
        { path: 'd.js', kind: 'changed', bytesBefore: 1, bytesAfter: 1 },
      ],
      textChanges,
    },
  },
  'A dry run': {
    outcome: { kind: 'planned', plan: makePlan('deploy', 'submit') },
    facts: {
      app: makeApp({ status: 'draft' }),
      fileCount: 3,
      byteCount: 1,
      changes: [{ path: 'a', kind: 'added', bytesBefore: null, bytesAfter: 1 }],
      textChanges: { ...textChanges, named: [] },
    },
  },
  'Problems of every kind': {
    outcome: fail({ kind: 'rejected' }),
    repositoryPath: 'site',
    readLines: async (path, first, last) =>
      path === 'index.html' ? page.slice(first - 1, last) : null,
    facts: {
      slug: 'tides',
      problems: [
        makeProblem({
          path: 'index.html',
          line: 3,
          column: 2,
          code: 'bad',
          fix: 'Fix it_now\nor not',
        }),
        makeProblem({ message: 'of the app' }),
        makeProblem({
          path: 'a|b.png',
          message: 'of a whole file',
          code: 'large',
          fix: 'Make it smaller',
          severity: 'warning',
        }),
        makeProblem({ path: 'index.html', line: 1, message: 'twice', severity: 'warning' }),
        makeProblem({ path: 'index.html', line: 1, message: 'twice', severity: 'warning' }),
        makeProblem({ path: 'index.html', line: 3, column: 9, message: 'on the same line' }),
        makeProblem({ path: 'index.html', line: 3, message: 'without a column' }),
        makeProblem({ path: 'größe.html', line: 9, message: 'on a line that is not read' }),
        makeProblem({ message: 'of the app' }),
        makeProblem({ message: 'of no file', line: 2 }),
        makeProblem({ path: '../x', line: 3, column: 20, message: 'of a file outside' }),
        makeProblem({ path: 'notes.txt', severity: 'warning', message: 'ours' }),
        makeProblem({
          path: 'notes.txt',
          severity: 'warning',
          line: 2,
          message: 'ours, on a line',
        }),
        makeProblem({ path: 'notes.txt', message: 'theirs' }),
      ],
    },
  },
  'More problems than were read': {
    outcome: fail({ kind: 'rejected' }),
    facts: {
      slug: 'tides',
      problems: [makeProblem({ line: 1 }), makeProblem({ line: 2 })],
      moreProblems: 2000,
    },
  },
  "A rejection with the reviewer's note and new terms": {
    repositoryPath: 'site',
    outcome: fail({ kind: 'rejected', code: 'terms_required', path: 'assets/a.png' }),
    facts: {
      app: makeApp({
        url,
        status: 'changes_requested',
        reviewNote: ' Bigger type.\r\n\n- Thanks\n::error::and more',
      }),
      termsRequired: '2025-03',
      termsAccepted: '2024-01',
      changes: [],
      problems: [makeProblem()],
    },
  },
  'Invalid inputs': reportUnstarted(new ActionError('- a must be\n::error::b must be', invalid), {
    slug: '',
    secrets: [],
  }),
  'A bug, off a page that explains it': {
    outcome: fail({ code: 'bug', stack: 'Error: s3cr3tkey\n    at y' }),
    secrets: ['s3cr3tkey'],
    facts: {
      app: makeApp({ url: 'javascript:x' }),
      excluded: [{ path: '.env', reason: 'hidden file' }],
      waits: [
        { what: 'deploy', milliseconds: 5000, why: 'too many changes', attempt: 2, maxAttempts: 4 },
        { what: 'deploy', milliseconds: 700, why: 'no connection', attempt: 3, maxAttempts: null },
      ],
      warnings: ['one'],
      notices: ['two', 'three'],
    },
    sinks: { docsUrl: 'https://a.example/$(id)' },
  },
  'A list': {
    command: 'list',
    outcome: { kind: 'listed' },
    facts: {
      apps: [
        makeApp({ url, name: 'Tide | times', status: 'in review' }),
        makeApp({
          slug: 'moon',
          url: 'javascript:x',
          name: '##[error]',
          publishedAt: '2026-01-01T00:00:00Z',
        }),
        makeApp({ slug: 'sun', name: ' ' }),
        makeApp({ slug: 'sky' }),
      ],
    },
  },
  'A deletion': {
    command: 'delete',
    outcome: { kind: 'deleted' },
    facts: { slug: 'tides', statusBefore: 'draft' },
  },
  'Trouble with the reporting': {
    facts: { slug: 'tides' },
    sinks: {
      writeOutput: breakDown,
      writeSummary: breakDown,
      comment: {
        post: async () => breakDown(),
        service: 'https://apps.example',
        patterns: null,
      },
    },
  },
  'Nowhere to report to': { sinks: { writeOutput: null, writeSummary: null, comment: null } },
};

for (const [title, given] of Object.entries(reports)) {
  const file = `test/unit/report/snapshots/${toSnapshotName(title)}`;
  test(`${title} is reported as ${file} shows`, async () =>
    compareWithFile(file, renderRun(title, await show(given))));
}

test('a comment is found again by service and slug, or by the patterns of several apps', async () => {
  const service = 'https://apps.example';
  const marks = new Map<string, string>();
  const note = async (run: GivenRun, comment: Pick<CommentTarget, 'service' | 'patterns'>) => {
    const post = async ({ mark }: MarkedComment) => {
      marks.set(JSON.stringify([run.folder ?? null, run.facts?.slug, comment]), mark);
      return 'created' as const;
    };
    await show({ ...run, sinks: { comment: { ...comment, post } } });
    return [...marks.values()].at(-1);
  };
  const tides = { facts: { slug: 'tides' } };
  const one = { service, patterns: null };
  const several = { service, patterns: { slug: '', folder: 'apps/*' } };
  const deploy = await note({ ...tides, folder: 'app' }, one);
  const deletion = await note({ ...tides, command: 'delete', outcome: { kind: 'deleted' } }, one);
  assert.equal(deletion, deploy);
  const others = [
    await note({ facts: { slug: 'waves' } }, one),
    await note(tides, { ...one, service: 'https://other.example' }),
    await note(tides, several),
    await note(tides, { service, patterns: { slug: 'a-*', folder: 'apps/*' } }),
    await note(tides, { service, patterns: { slug: '', folder: 'other/*' } }),
  ];
  assert.equal(new Set([deploy, ...others]).size, 6);
});

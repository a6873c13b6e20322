import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseOutputFile } from '../../../scripts/runner/output-file.ts';
import type { Annotation } from '../../../src/report/annotations.ts';
import { emitReport, type Sinks } from '../../../src/report/emit.ts';
import { listFiles } from '../../support/repository.ts';
import { compareWithFile, renderRun, type ShownRun, toSnapshotName } from '../../support/snapshot.ts';
import {
  docsUrl,
  makeApp,
  makeFailure,
  makeOutcome,
  makePlan,
  makeProblem,
  makeRawReport,
  openPullRequest,
} from './sample.ts';

type Given = Parameters<typeof makeRawReport>[0] & { readonly docsUrl?: string | null };

/** Reports a run, and gives back what a person sees of it. */
async function show({ docsUrl: helpPage = docsUrl, ...given }: Given): Promise<ShownRun> {
  const outputs: string[] = [];
  const summary: string[] = [];
  const annotations: Annotation[] = [];
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  const printList = (title: string, lines: readonly string[]) => void printed.push(`> ${title}`, ...lines);
  const log: Sinks['log'] = {
    ...{ info: print, lines: print, warn: print, debug: () => undefined, group: printList, list: printList },
    annotate: (annotation) => void annotations.push(annotation),
  };
  const { port, sent } = openPullRequest();
  await emitReport(makeRawReport(given), {
    log,
    writeOutputs: (text) => void outputs.push(text),
    writeSummary: (text) => void summary.push(text),
    comment: { port, runUrl: 'https://github.com/o/r/actions/runs/1' },
    docsUrl: helpPage,
  });
  return {
    outputs: Object.fromEntries(parseOutputFile(outputs.join(''))),
    annotations,
    output: printed.join('\n'),
    summary: summary.join(''),
    comment: sent[0]?.body ?? null,
  };
}

const url = 'https://apps.example.org/a/tides';
const textChanges = {
  files: [
    {
      path: 'index.html',
      hunks: [{ oldStart: 4, oldLines: 2, newStart: 5, newLines: 3, lines: [' <body>', '-<p>Old', '+<p>New'] }],
      moreLines: 0,
    },
  ],
  named: [
    { path: 'assets/a.png', kind: 'changed', bytesBefore: 16, bytesAfter: 2000 },
    { path: 'assets/b.css', kind: 'removed', bytesBefore: 10_000_000, bytesAfter: null },
  ],
  moreFiles: 3,
} as const;

const page = ['<html>', '\t<head>', '<script src="https://a.example/x.js">', '</head>'];

const reports: Readonly<Record<string, Given>> = {
  'A deploy that is sent for review': {
    facts: {
      app: makeApp({ url, status: 'in_review', reviewNote: ' Bigger\r\n type,\n\n\u001bplease. ' }),
      ...{ statusBefore: 'draft', changed: true, submitted: true, sentForReview: true, filesVerified: true },
      ...{ fileCount: 3, byteCount: 5230, contentHash: `sha256:${'0'.repeat(64)}`, reviewResult: 'pending' },
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
      ...{ fileCount: 3, byteCount: 1, changes: [{ path: 'a', kind: 'added', bytesBefore: null, bytesAfter: 1 }] },
      textChanges,
    },
  },
  'Problems of every kind': {
    outcome: makeOutcome('rejected'),
    repositoryPath: 'site',
    readLines: async (path, first, last) => (path === 'index.html' ? page.slice(first - 1, last) : null),
    facts: {
      slug: 'tides',
      problems: [
        makeProblem({ path: 'index.html', line: 3, column: 2, code: 'bad', fix: 'Fix it_now\nor not' }),
        makeProblem({ message: 'of the app' }),
        makeProblem({ path: 'a|b.png', message: '', code: 'large', fix: 'Make it smaller', severity: 'warning' }),
        makeProblem({ path: 'index.html', line: 1, message: 'twice', severity: 'warning' }),
        makeProblem({ path: 'index.html', line: 1, message: 'twice', severity: 'warning' }),
        makeProblem({ path: 'index.html', line: 3, column: 9, message: 'on the same line' }),
        makeProblem({ path: 'index.html', line: 3, message: 'without a column' }),
        makeProblem({ path: 'gone.html', line: 9, column: 1.5, message: '' }),
        makeProblem({ message: 'of the app' }),
        makeProblem({ message: 'of no file', line: 2 }),
        makeProblem({ path: '../x', line: 3, column: 20, message: 'of a file outside' }),
        makeProblem({ path: 'c.html', line: 0, column: 7, message: 'on a line that is none' }),
        makeProblem({ path: 'notes.txt', severity: 'warning', message: 'ours, no annotation beside theirs' }),
        makeProblem({ path: 'notes.txt', severity: 'warning', line: 2, message: 'ours, on a line' }),
        makeProblem({ path: 'notes.txt', message: 'theirs' }),
      ],
    },
  },
  'More problems than were read': {
    outcome: makeOutcome('rejected'),
    facts: { slug: 'tides', problems: [makeProblem({ line: 1 }), makeProblem({ line: 2 })], moreProblems: 2000 },
  },
  "A rejection with the reviewer's note and new terms": {
    repositoryPath: 'site',
    outcome: {
      kind: 'rejected',
      failure: makeFailure({ kind: 'rejected', code: 'terms_required', path: 'assets/a.png' }),
    },
    facts: {
      app: makeApp({ url, status: 'changes_requested', reviewNote: ' Bigger type.\r\n\n- Thanks\n::error::and more' }),
      termsRequired: '2025-03',
    },
  },
  'An app that was rejected is read': {
    outcome: makeOutcome('read'),
    facts: { app: makeApp({ url, status: 'not_approved', reviewNote: 'Who made it?' }) },
  },
  'Invalid inputs': {
    outcome: {
      kind: 'failed',
      failure: makeFailure({ code: 'invalid_inputs', message: '- a must be\n::error::b must be', next: 'Fix it.' }),
    },
  },
  'A bug, off a page that explains it': {
    docsUrl: null,
    outcome: { kind: 'failed', failure: makeFailure({ code: 'bug', stack: 'Error: s3cr3tkey\n    at y' }) },
    secrets: ['s3cr3tkey'],
    facts: {
      app: makeApp({ url: 'javascript:x' }),
      excluded: [{ path: '.env', reason: 'hidden file' }],
      waits: [
        { what: 'deploy', milliseconds: 5000, why: 'too many changes', attempt: 2, maxAttempts: 4 },
        { what: 'deploy', milliseconds: 700, why: 'no connection', attempt: 3, maxAttempts: null },
      ],
      warnings: ['one', 'one'],
      notices: ['two', 'three'],
    },
  },
  'A list': {
    command: 'list',
    outcome: makeOutcome('listed'),
    facts: {
      apps: [
        makeApp({ url, name: 'Tide | times', status: 'in review' }),
        makeApp({ slug: 'moon', url: 'javascript:x', name: '##[error]', publishedAt: '2026-01-01T00:00:00Z' }),
        makeApp({ slug: 'sun', name: ' ' }),
      ],
    },
  },
  'A deletion': { command: 'delete', outcome: makeOutcome('deleted'), facts: { slug: 'tides', statusBefore: 'draft' } },
};

const folder = 'test/unit/report/snapshots';

for (const [title, given] of Object.entries(reports)) {
  const file = `${folder}/${toSnapshotName(title)}`;
  test(`${title} is reported as ${file} shows`, async () => compareWithFile(file, renderRun(title, await show(given))));
}

test('every file of the snapshots is compared', () => {
  const names = [...Object.keys(reports).map(toSnapshotName), 'excerpts.md', 'results.md'];
  assert.deepEqual(
    listFiles(folder, '').map((path) => path.slice(folder.length + 1)),
    names.sort(),
  );
});

import type { FileChange } from '../../../src/app/compare.ts';
import { fail, type GivenRun, makeApp, makePlan, makeProblem, plan, runLinks } from './sample.ts';

/** A run to report: of one app, or of several. */
export type Case = GivenRun | readonly GivenRun[];

const url = 'https://apps.example.org/a/tides';
const contentHash = `sha256:${'8830e2e46386'.padEnd(64, '0')}`;
const folder = { fileCount: 9, byteCount: 113_000, contentHash };
const byteCountBefore = 33_000;

const changes: readonly FileChange[] = [
  { path: 'index.html', kind: 'changed', bytesBefore: 4000, bytesAfter: 4300 },
  { path: 'assets/style.css', kind: 'changed', bytesBefore: 920, bytesAfter: 920 },
  { path: 'assets/harbour.jpg', kind: 'added', bytesBefore: null, bytesAfter: 81_000 },
  { path: 'assets/old.wav', kind: 'removed', bytesBefore: 9000, bytesAfter: null },
  { path: 'instructions.md', kind: 'changed', bytesBefore: null, bytesAfter: null },
];

const textChanges = {
  files: [
    {
      path: 'index.html',
      lines: ['@@ -4,3 +4,3 @@', '   <body>', '-<p>Old', '+<p>New', '   </body>'],
      moreLines: 5,
    },
  ],
  named: ['assets/harbour.jpg', 'assets/style.css'],
  moreFiles: 3,
};

const page = [
  '<!doctype html>',
  '<html lang="en">',
  '\t<head>',
  '    <title></title>',
  '    <img src="assets/harbour-at-low-water-in-the-morning-seen-from-the-north.jpg" alt="Harbour at low water" />',
  '</head>',
];

/** A folder whose page has the lines above. */
const withPage: GivenRun = {
  repositoryPath: 'site',
  readLines: (path, first, last) => (path === 'index.html' ? page.slice(first - 1, last) : null),
};

const rejected = fail({
  kind: 'rejected',
  code: 'folder_rejected',
  message: 'The service found 5 problems (HTTP 422): The folder rules are broken in 5 places.',
  next: 'Fix the problems listed above and push.',
});

const inReview = fail({
  code: 'in_review',
  message: 'The app is in review, and a change would take it out of review: gusts',
  next: 'Wait for the review result, or set on-in-review to skip (leave it in review) or replace (deploy anyway).',
});

/** One of several apps: a draft at its address unless something else is given. */
function makeOneOfSeveral(slug: string, given: GivenRun): GivenRun {
  const appUrl = `https://apps.example.org/a/${slug}`;
  return {
    isDryRun: given.outcome === 'planned',
    repositoryPath: `apps/${slug}`,
    readLines: (_path, first, last) => page.slice(first - 1, last),
    app: makeApp({ slug, url: appUrl, status: 'draft' }),
    statusBefore: 'draft',
    ...folder,
    ...given,
    folder: `apps/${slug}`,
    slug,
  };
}

function makeTenApps(): readonly GivenRun[] {
  const deployed = { outcome: 'deployed', filesVerified: true } as const;
  const unchanged = { outcome: 'unchanged', filesVerified: true } as const;
  const problem = makeProblem({ path: 'index.html', line: 4, column: 5, code: 'title_missing' });
  const warnings = ['The include pattern *.map matches nothing.'];
  const appInReview = makeApp({ slug: 'gusts', status: 'in_review' });
  return [
    makeOneOfSeveral('birds', deployed),
    makeOneOfSeveral('boats', { ...rejected, problems: [problem, makeProblem()] }),
    makeOneOfSeveral('coast', { outcome: 'deployed', done: ['deploy'], changes, warnings }),
    makeOneOfSeveral('depth', unchanged),
    makeOneOfSeveral('ferry', deployed),
    makeOneOfSeveral('gusts', { ...inReview, app: appInReview, changes }),
    makeOneOfSeveral('moon', deployed),
    makeOneOfSeveral('piers', unchanged),
    makeOneOfSeveral('reefs', deployed),
    makeOneOfSeveral('waves', unchanged),
  ];
}

function makePlannedApps(): readonly GivenRun[] {
  const planOne = (slug: string, given: GivenRun): GivenRun =>
    makeOneOfSeveral(slug, { ...given, baseBranch: 'main' });
  const app = makeApp({ slug: 'boats', status: 'in_review' });
  const nothing = { ...plan({ kind: 'nothing', reason: 'unchanged' }), filesVerified: true };
  const created = { ...plan(makePlan('create', 'deploy')), app: null, statusBefore: null };
  const warnings = ['The include pattern *.map matches nothing.'];
  const runWarnings = ['A link was left out.'];
  return [
    planOne('birds', { ...plan(makePlan('deploy')), changes, byteCountBefore, runWarnings }),
    planOne('boats', { ...plan({ kind: 'skip' }), app, changes }),
    planOne('coast', { ...nothing, changes: [] }),
    planOne('depth', { ...created, changes, textChanges, warnings }),
    planOne('ferry', { ...nothing, changes: [], warnings }),
  ];
}

function makePictures(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `https://pages.example/${index + 1}`);
}

const problemsOfEveryKind = [
  makeProblem({
    path: 'index.html',
    line: 4,
    column: 5,
    code: 'title_missing',
    message: 'The title of the page is empty.',
    fix: 'Put <title>…</title>\ninto its head.',
  }),
  makeProblem({ message: 'about the app' }),
  makeProblem({
    path: 'a|b.png',
    message: 'about a whole file',
    code: 'large',
    fix: 'Make it smaller',
    severity: 'warning',
  }),
  makeProblem({ path: 'index.html', line: 1, message: 'twice', severity: 'warning' }),
  makeProblem({ path: 'index.html', line: 1, message: 'twice', severity: 'warning' }),
  makeProblem({ path: 'index.html', line: 4, column: 9, message: 'on the same line' }),
  makeProblem({ path: 'index.html', line: 4, message: 'without a column' }),
  makeProblem({ path: 'index.html', line: 5, column: 12, message: 'in a long line' }),
  makeProblem({ path: 'größe (1).html', line: 9, message: 'on a line that is not read' }),
  makeProblem({ message: 'about the app' }),
  makeProblem({ message: 'without a file', line: 2 }),
  makeProblem({ path: '../x', line: 3, column: 20, message: 'in a file outside the folder' }),
  makeProblem({ path: 'notes.txt', severity: 'warning', message: 'a warning' }),
  makeProblem({ path: 'notes.txt', severity: 'warning', line: 2, message: 'a warning on a line' }),
  makeProblem({ path: 'notes.txt', message: 'an error' }),
];

/** Runs by title. The report of each is a snapshot, and is rendered in a browser. */
export const cases: Readonly<Record<string, Case>> = {
  'A deploy that is sent for review': {
    app: makeApp({
      url,
      status: 'in_review',
      reviewNote: ' Bigger\r\n type,\n\n\u001bplease. ',
      submittedAt: '2026-11-24T14:04:58.120Z',
      updatedAt: '2026-11-24T14:04:57Z',
      publishedAt: '2026-11-20T12:05:00Z',
    }),
    statusBefore: 'draft',
    done: ['deploy', 'submit'],
    filesVerified: true,
    review: 'pending',
    ...folder,
    byteCountBefore,
    changes,
    textChanges,
    sinks: { links: { ...runLinks, pictureUrls: makePictures(2) } },
  },
  'A dry run on a pull request': {
    baseBranch: 'main',
    isDryRun: true,
    ...plan(makePlan('deploy', 'submit')),
    app: makeApp({ url, status: 'draft' }),
    ...folder,
    byteCountBefore,
    changes,
    textChanges,
    // Characters that could end the link, and more pictures than are shown.
    sinks: {
      links: {
        ...runLinks,
        pageUrl: 'https://pages.example/a)@org/team?b="c"#d',
        pictureUrls: makePictures(12),
      },
    },
  },
  'Problems of every kind': {
    ...withPage,
    ...rejected,
    slug: 'tides',
    folder: 'site',
    ...folder,
    problems: problemsOfEveryKind,
  },
  'More problems than were read': {
    ...rejected,
    slug: 'tides',
    repositoryPath: 'site',
    problems: [
      makeProblem({ line: 1 }),
      makeProblem({ line: 2 }),
      ...[1, 2, 3, 5, 8, 13].map((line) => makeProblem({ path: 'a.css', line, message: 'Odd.' })),
      makeProblem({ path: 'a\u0007.html', message: 'a file whose name is not printable' }),
    ],
    moreProblems: 2000,
    sinks: { links: { ...runLinks, commit: null } },
  },
  "A rejection with the reviewer's note and new terms": {
    repositoryPath: 'site',
    ...fail({ kind: 'rejected', code: 'terms_required', path: 'assets/a.png' }),
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
  'An app that is in review': {
    command: 'status',
    outcome: 'read',
    app: makeApp({
      url,
      status: 'in_review',
      submittedAt: '2026-11-21T14:05:00Z',
      updatedAt: '2026-11-21T14:04:00Z',
      publishedAt: '2026-11-20T12:05:00Z',
    }),
    statusBefore: 'in_review',
    review: 'pending',
  },
  'A review that ended with a rejection': {
    command: 'status',
    outcome: 'read',
    app: makeApp({
      url,
      status: 'not_approved',
      reviewNote: 'The text is too small to read at sea.\n\nPlease use 16 pixels and more.',
    }),
    statusBefore: 'in_review',
    review: 'rejected',
    waitedForReview: true,
  },
  'A deploy that could not be verified': {
    ...fail({
      kind: 'unknown',
      code: 'unverified',
      causeCode: 'deadline',
      message:
        'The deploy of tides was sent, and its result could not be verified: POST /api/miniapps/deploy: the run took longer than timeout-minutes: 10',
      next: 'Re-run the job: it reads the app first, and sends nothing if the change has arrived.',
    }),
    app: makeApp({ url, status: 'draft' }),
    unresolved: 'deploy',
    ...folder,
    changes,
  },
  'Several apps, two of ten failing': makeTenApps(),
  'A dry run of several apps': makePlannedApps(),
  'Several apps, none of which exists': ['tides', 'waves'].map((slug) => {
    return { ...fail({ code: 'app_missing' }), slug };
  }),
  'Invalid inputs': fail({
    code: 'invalid_inputs',
    message: '- a must be\n::error::b must be',
    next: 'Fix it.',
  }),
  'A bug, without a page about codes': {
    ...fail({ code: 'bug', stack: 'Error: s3cr3tkey\n    at y' }),
    app: makeApp({ url }),
    excluded: [{ path: '.env', reason: 'hidden file' }],
    waits: [
      { what: 'deploy', milliseconds: 5000, why: 'too many changes', attempt: 2, maxAttempts: 4 },
      { what: 'deploy', milliseconds: 700, why: 'no connection', attempt: 3, maxAttempts: null },
    ],
    warnings: ['one'],
    notices: ['two', 'three'],
    sinks: { docsUrl: 'https://a.example/$(id)', secrets: ['s3cr3tkey'] },
  },
  'A list': {
    command: 'list',
    outcome: 'listed',
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
  'A deletion': {
    command: 'delete',
    outcome: 'deleted',
    slug: 'tides',
    statusBefore: 'draft',
  },
};

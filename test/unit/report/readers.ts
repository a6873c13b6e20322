import type { Facts, Outcome } from '../../../src/model/outcome.ts';
import type { RedactedReport } from '../../../src/report/redact-report.ts';
import { renderComment, renderSummary } from '../../../src/report/summary.ts';
import { docsUrl, fail, makeApp, makePlan, makeProblem, makeReport } from './sample.ts';

const links = {
  commit: { sha: 'abc1234def', url: 'https://github.com/coast/tides/commit/abc1234def' },
  runUrl: 'https://github.com/coast/tides/actions/runs/42',
  pageUrl: 'https://github.com/coast/tides/actions/runs/42/artifacts/7',
};

const lines = [
  '<!doctype html>',
  '<html lang="en">',
  '  <head>',
  '    <title></title>',
  '    <link rel="stylesheet" href="/style.css" />',
  '  </head>',
  '  <body>',
  '    <img src="assets/harbour-at-low-water-in-the-morning-seen-from-the-north.jpg" alt="The harbour" />',
  '    <script src="http://example.com/x.js"></script>',
  '  </body>',
];

const folder = {
  fileCount: 9,
  byteCount: 113_000,
  contentHash: `sha256:${'8830e2e46386'.padEnd(64, '0')}`,
};
const changes = [
  { path: 'index.html', kind: 'changed', bytesBefore: 4000, bytesAfter: 4300 },
  { path: 'assets/style.css', kind: 'changed', bytesBefore: 900, bytesAfter: 920 },
  { path: 'assets/harbour.jpg', kind: 'added', bytesBefore: null, bytesAfter: 81_000 },
  { path: 'instructions.md', kind: 'changed', bytesBefore: 700, bytesAfter: 720 },
] as const;

const textChanges = {
  files: [
    {
      path: 'index.html',
      lines: ['@@ -4,3 +4,3 @@', '   <body>', '-<p>Old', '+<p>New', '   </body>'],
      moreLines: 0,
    },
  ],
  named: [changes[2].path],
  moreFiles: 0,
};

const place = { path: 'index.html', column: 5 };
const problems = [
  makeProblem({
    ...place,
    line: 4,
    code: 'title_missing',
    message: 'The title of the page is empty.',
    fix: 'Put <title>…</title> into its head.',
  }),
  makeProblem({
    ...place,
    line: 5,
    column: 35,
    code: 'path_absolute',
    message: '/style.css leads past the app.',
    fix: 'Write assets/style.css.',
  }),
  makeProblem({
    ...place,
    line: 8,
    code: 'image_missing',
    message: 'The page shows a picture that the folder lacks.',
    fix: 'Add the picture below assets/.',
  }),
  makeProblem({
    ...place,
    line: 9,
    code: 'script_insecure',
    message: 'The page loads a script over plain http.',
    fix: 'Put the script under assets/, or load it over https.',
  }),
  makeProblem({
    path: 'service.json',
    line: 3,
    column: 12,
    code: 'tagline_long',
    message: 'The tagline has 95 characters; 80 are allowed.',
    fix: 'Shorten it.',
  }),
];

const unverified = { kind: 'unknown', code: 'unverified', path: null } as const;
const again =
  'Re-run the job: it reads the app first, and sends nothing if the change has arrived.';

/** The report of an app, which is a draft at its address unless something else is given. */
function report(
  slug: string,
  outcome: Outcome,
  facts: Partial<Facts> = {},
  baseBranch: string | null = null,
): RedactedReport {
  const url = `https://apps.example.com/a/${slug}`;
  return makeReport(
    {
      outcome,
      baseBranch,
      isDryRun: outcome.kind === 'planned',
      folder: `apps/${slug}`,
      repositoryPath: `apps/${slug}`,
      readLines: async (path, first, last) =>
        path === 'index.html' ? lines.slice(first - 1, last) : null,
      facts: {
        app: makeApp({ slug, url, status: 'draft' }),
        statusBefore: 'draft',
        ...folder,
        ...facts,
        slug,
      },
    },
    docsUrl,
  );
}

const deployed = { kind: 'deployed' } as const;
const plan = (planned: Extract<Outcome, { kind: 'planned' }>['plan']): Outcome => ({
  kind: 'planned',
  plan: planned,
});
const inReview = (slug: string) =>
  makeApp({ slug, url: `https://apps.example.com/a/${slug}`, status: 'in_review' });
const rejected = fail({
  kind: 'rejected',
  code: 'folder_rejected',
  message: 'The service found 5 problems (HTTP 422): The folder rules are broken in 5 places.',
  next: 'Fix the problems listed and re-run.',
});

const cases: Readonly<Record<string, readonly RedactedReport[]>> = {
  ok: [report('tide-times', deployed, { changed: true, filesVerified: true, changes })],
  'rejected with five problems': [report('tide-times', rejected, { problems, changes })],
  'several, two of ten failing': [
    'birds',
    'boats',
    'coast',
    'depth',
    'ferry',
    'gusts',
    'moon',
    'piers',
    'reefs',
    'waves',
  ].map((slug, index) => {
    if (slug === 'boats') return report(slug, rejected, { problems: problems.slice(0, 1) });
    if (slug === 'gusts') {
      const message = 'The app is in review, and this would take it out of review: gusts';
      const next =
        'Wait for the review result, or set on-in-review to skip (leave it in review) or replace (deploy anyway).';
      return report(slug, fail({ code: 'in_review', message, next }), {
        app: inReview(slug),
        changes,
      });
    }
    if (slug === 'coast')
      return report(slug, deployed, {
        changed: true,
        changes,
        warnings: ['The include pattern *.map matches nothing.'],
      });
    return report(slug, index % 2 === 0 ? deployed : { kind: 'unchanged' }, {
      filesVerified: true,
    });
  }),
  'dry run with diff': [
    report('tide-times', plan(makePlan('deploy')), { changes, textChanges }, 'main'),
  ],
  'dry run of several with a review': [
    report('birds', plan(makePlan('deploy')), { changes }, 'main'),
    report('boats', plan({ kind: 'skip' }), { app: inReview('boats'), changes }, 'main'),
    report(
      'coast',
      plan({ kind: 'nothing', reason: 'unchanged' }),
      { filesVerified: true, changes: [] },
      'main',
    ),
    report(
      'depth',
      plan(makePlan('create', 'deploy')),
      { app: null, statusBefore: null, changes },
      'main',
    ),
  ],
  'rejected in review': [
    report(
      'tide-times',
      { kind: 'read' },
      {
        app: makeApp({
          slug: 'tide-times',
          url: 'https://apps.example.com/a/tide-times',
          status: 'not_approved',
          reviewNote: 'The text is too small to read at sea.\n\nPlease use 16 pixels and more.',
        }),
        statusBefore: 'in_review',
        reviewResult: 'rejected',
        waitedForReview: true,
        fileCount: null,
        byteCount: null,
        contentHash: null,
      },
    ),
  ],
  unknown: [
    report(
      'tide-times',
      fail({
        ...unverified,
        message:
          'The deploy of tide-times was sent, and its result could not be verified: POST /api/miniapps/deploy: the connection broke',
        next: again,
      }),
      { isUnconfirmed: true, changes },
    ),
  ],
  timeout: [
    report(
      'tide-times',
      fail({
        ...unverified,
        causeCode: 'deadline',
        message:
          'The deploy of tide-times was sent, and its result could not be verified: POST /api/miniapps/deploy: the run took longer than timeout-minutes: 10',
        next: again,
      }),
      { isUnconfirmed: true, changes },
    ),
  ],
};

/**
 * What readers see in the cases that matter most, in Markdown: the comment, and of a diff the
 * summary.
 */
export async function renderCases(): Promise<ReadonlyMap<string, string>> {
  const entries = Object.entries(cases).map(async ([name, reports]) => {
    const markdown = name.includes('diff')
      ? renderSummary(reports, links.pageUrl)
      : renderComment(reports, links);
    return [name, await markdown] as const;
  });
  return new Map(await Promise.all(entries));
}

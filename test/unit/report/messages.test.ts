import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Failure } from '../../../src/errors.ts';
import { toOutputs } from '../../../src/report/outputs.ts';
import type { ReviewResult, SkipReason } from '../../../src/report/report.ts';
import { describeRun, describeUnchanged, explainShared } from '../../../src/report/several.ts';
import { describeReport, nameSizeChange } from '../../../src/report/words.ts';
import { onTerminal } from '../../support/frontend.ts';
import { compareSections } from '../../support/snapshot.ts';
import { fail, type Given, makeApp, makePlan, makeProblem, makeReport, plan } from './sample.ts';

const toApp = (status: string) => ({ app: makeApp({ status }) });
const draft = { ...toApp('draft'), fileCount: 2, byteCount: 3000 };
const inReview = toApp('in_review');
const submitted = { ...inReview, done: ['submit'] } as const;
const verified = { filesVerified: true };
const published = toApp('published');
const submitting = { lastSent: 'submit', done: ['deploy'] } as const;
const warning = makeProblem({ severity: 'warning' });
const change = { path: 'a', kind: 'added', bytesBefore: null, bytesAfter: 1 } as const;
const removal = { path: 'b', kind: 'removed', bytesBefore: 400_000, bytesAfter: null } as const;
const compared = { ...toApp('draft'), fileCount: 6, changes: [change] };

const deployed = { outcome: 'deployed' } as const;
const unchanged = { outcome: 'unchanged' } as const;
const rejected = fail({
  kind: 'rejected',
  code: 'folder_rejected',
  message: 'The service found 1 problem (HTTP 422)',
  next: 'Fix the problems listed above and push.',
});

/** A change of which no read shows whether it was made. */
function unverified(what: string, parts: Partial<Failure> = {}) {
  return fail({
    kind: 'unknown',
    code: 'unverified',
    message: `The ${what} of tides was sent, and its result could not be verified: the service failed`,
    next: 'Re-run the job: it reads the app first, and sends nothing if the change has arrived.',
    ...parts,
  });
}
const unknown = unverified('deploy');
const unknownSubmission = unverified('submission');
const offline = fail({
  kind: 'rejected',
  code: 'offline_problems',
  message: 'The folder has problems, and nothing was sent: 1 problem to fix',
  next: 'Fix the problems listed above and push.',
});
const keyRefused = fail({
  code: 'unauthorized',
  message: 'The service refused the API key (GET /api/miniapps returned 401)',
  next: 'Check in the developer dashboard that the key still exists.',
});
const cancelled = fail({
  code: 'cancelled',
  message: 'The run was cancelled',
  next: 'Re-run the job to finish: it reads the app first, and sends only what is missing.',
});
const differs = fail({
  code: 'draft_differs',
  message: 'The draft differs from the folder in index.html. Nothing was sent.',
  next: 'Deploy the folder first, or omit the input folder to submit the draft as it is.',
});
const notAccepted = fail({
  kind: 'rejected',
  code: 'terms_required',
  message: 'The current developer terms must be accepted (returned 400)',
  next: 'Only the owner of the account can accept the terms, after reading them.',
});
const taken = fail({
  kind: 'rejected',
  code: 'address_taken',
  message: 'The address is taken (POST /api/miniapps returned 409)',
  next: 'Choose another slug.',
});
const skip = (skipReason: SkipReason) => ({ outcome: 'skipped', skipReason }) as const;
const idle = (reason: 'unchanged' | 'in_review' | 'published') => plan({ kind: 'nothing', reason });

/** A deploy that waited for the review with this result. */
function review(result: ReviewResult, status: string | null, reviewNote = 'Too short.'): Given {
  const app = status === null ? null : makeApp({ status, reviewNote });
  return { ...deployed, app, waitedForReview: true, review: result, ...verified };
}

const ends: Readonly<Record<string, Given>> = {
  'deployed, all files compared': { ...deployed, ...draft, ...verified },
  'deployed, not all compared': { ...deployed, ...draft },
  'deployed, nothing known': { ...deployed },
  'deployed, over a published version': {
    ...deployed,
    ...toApp('published_with_unreviewed_changes'),
    done: ['deploy'],
  },
  created: { outcome: 'created', ...toApp('draft'), done: ['create'], command: 'create' },
  'updated after a request for changes': {
    outcome: 'updated',
    ...toApp('changes_requested'),
    command: 'update',
  },
  updated: { outcome: 'updated', ...draft, command: 'update' },
  submitted: { outcome: 'submitted', ...submitted, command: 'submit' },
  'submitted by another run': { outcome: 'submitted', ...inReview, command: 'submit' },
  'approved, as another run submitted it': {
    ...unchanged,
    ...toApp('published'),
    doneByOther: ['submit'],
    command: 'submit',
  },
  'unchanged, and approved, as another run submitted it': {
    ...unchanged,
    ...toApp('published'),
    doneByOther: ['submit'],
    ...verified,
  },
  'read, without a status': { outcome: 'read', app: makeApp(), command: 'status' },
  'read, withdrawn, not waited for': {
    outcome: 'read',
    ...toApp('draft'),
    review: 'withdrawn',
    command: 'status',
  },
  'taken out of review': {
    outcome: 'withdrawn',
    ...draft,
    done: ['withdraw'],
    command: 'withdraw',
  },
  'taken out of review, but rejected right before': {
    outcome: 'withdrawn',
    ...toApp('not_approved'),
    done: ['withdraw'],
    command: 'withdraw',
  },
  'not taken out of review': {
    ...unverified('withdrawal'),
    ...inReview,
    unresolved: 'withdraw',
    lastSent: 'withdraw',
    command: 'withdraw',
  },
  'nothing to take out of review': { ...unchanged, ...draft, command: 'withdraw' },
  'dry run: withdrawal': { ...plan(makePlan('withdraw')), ...inReview, command: 'withdraw' },
  'no apps': { outcome: 'listed', apps: [], command: 'list' },
  'the first page of the apps': {
    outcome: 'listed',
    apps: [makeApp(), makeApp()],
    hasMoreApps: true,
    warnings: ['Not complete.'],
    command: 'list',
  },
  'unchanged, sent for review': { ...unchanged, ...submitted, ...verified },
  'unchanged draft': { ...unchanged, ...draft, ...verified },
  'unchanged draft, not all compared': { ...unchanged, ...draft },
  'unchanged in review': { ...unchanged, ...inReview, hasContent: true, ...verified },
  'unchanged in review, to be submitted': {
    ...unchanged,
    ...inReview,
    hasContent: true,
    submits: true,
  },
  'unchanged, published': { ...unchanged, ...published, ...verified },
  'unchanged by update': { ...unchanged, command: 'update' },
  'nothing new to submit': { ...unchanged, command: 'submit' },
  'submitted before': { ...unchanged, ...inReview, hasContent: true, command: 'submit' },
  'created, and somebody else deployed the same': {
    ...unchanged,
    ...draft,
    done: ['create'],
    ...verified,
  },
  'created and deployed': { ...deployed, ...draft, done: ['create', 'deploy'], ...verified },
  'deployed after a request for changes': {
    ...deployed,
    ...toApp('changes_requested'),
    done: ['deploy'],
    ...verified,
  },
  'skipped: in review': { ...skip('in-review'), ...inReview },
  'skipped: stale': { ...skip('stale') },
  'skipped: a fork': { ...skip('fork'), command: 'status' },
  'a list that a fork skips': { ...skip('fork'), command: 'list' },
  'skipped: Dependabot': { ...skip('dependabot'), command: 'status' },
  'review approved': review('approved', 'published'),
  'review pending': { ...review('pending', 'in_review'), waitedMs: 300_000 },
  'review rejected': review('rejected', 'not_approved'),
  'review rejected without a note': review('rejected', 'not_approved', ''),
  'changes requested': review('rejected', 'changes_requested'),
  withdrawn: review('withdrawn', 'draft'),
  'taken down': review('withdrawn', 'taken_down'),
  'unchanged, and taken down before': { ...unchanged, ...toApp('taken_down'), ...verified },
  'deleted meanwhile': review('withdrawn', null),
  'failed, no slug known': { ...fail(), slug: '' },
  'failed, with a problem': { ...offline, problems: [makeProblem()] },
  'failed, with problems that it is not about': { ...fail(), problems: [makeProblem()] },
  'submission failed': { ...differs, termsRequired: '2026-10', command: 'submit' },
  'list failed': { ...keyRefused, command: 'list' },
  'failed after the submission': { ...cancelled, lastSent: 'submit', done: ['submit'] },
  'deploy rejected': { ...rejected, problems: [makeProblem(), warning] },
  'deploy rejected, and only warnings were read': { ...rejected, problems: [warning] },
  'deploy rejected after the creation': {
    ...rejected,
    done: ['create'],
    problems: [makeProblem()],
  },
  'creation rejected': { ...taken, lastSent: 'create', command: 'create' },
  'submission rejected': { ...notAccepted, lastSent: 'submit', termsRequired: '2026-10' },
  'submission rejected after the deploy': { ...notAccepted, ...submitting },
  'not run': { outcome: 'not_run' },
  'deploy unknown': { ...unknown },
  'deploy timed out': { ...unverified('deploy', { causeCode: 'deadline' }) },
  'deploy unknown that was confirmed before, never submitted': { ...unknown, done: ['deploy'] },
  'failed after a deploy that is not submitted': { ...cancelled, done: ['deploy'] },
  'submission unknown': { ...unknownSubmission, lastSent: 'submit' },
  'submission unknown after the deploy': { ...unknownSubmission, ...submitting },
  'submission of an app that was taken down': {
    ...fail({ code: 'taken_down', next: "Contact the service's support." }),
    ...toApp('taken_down'),
  },
  'dry run that failed': { ...keyRefused, isDryRun: true },
  'dry run that failed, no slug known': { ...keyRefused, isDryRun: true, slug: '' },
  'dry run of a deploy that would be rejected': { ...offline, isDryRun: true },
  'dry run of a deploy that would be refused': {
    ...fail({ code: 'app_missing', next: 'Set create: true.' }),
    isDryRun: true,
  },
  'dry run: create, deploy and submit': {
    ...plan(makePlan('create', 'deploy', 'submit')),
    fileCount: 6,
  },
  'dry run: deploy of an app in review': {
    ...plan(makePlan('deploy')),
    ...compared,
    ...inReview,
    problems: [warning],
  },
  'dry run: deploy of a larger app': {
    ...plan(makePlan('deploy')),
    ...compared,
    byteCount: 1_416_000,
    byteCountBefore: 1_200_000,
  },
  'dry run: deploy of a smaller app': {
    ...plan(makePlan('deploy')),
    ...compared,
    changes: [removal],
    byteCount: 800_000,
    byteCountBefore: 1_200_000,
  },
  'dry run: deploy of an app of the same size': {
    ...plan(makePlan('deploy')),
    ...compared,
    byteCount: 800_000,
    byteCountBefore: 800_000,
  },
  'dry run: deploy of an app that was rejected': {
    ...plan(makePlan('deploy')),
    ...compared,
    ...toApp('not_approved'),
  },
  'dry run: update of an app in review': {
    ...plan({ ...makePlan('update'), fields: ['name'] }),
    ...inReview,
    command: 'update',
  },
  'dry run: submit': { ...plan(makePlan('submit')), ...inReview, changes: [], command: 'submit' },
  'dry run: unchanged': { ...idle('unchanged'), ...compared, ...verified },
  'dry run: published, not all compared': { ...idle('published'), ...compared, ...published },
  'dry run: submitted before': { ...idle('in_review'), command: 'submit' },
  'dry run: no field differs': { ...idle('unchanged'), command: 'update' },
  'dry run: left in review': { ...plan({ kind: 'skip' }), ...compared },
  'dry run: left in review, files not compared': { ...plan({ kind: 'skip' }) },
  'dry run: offline': { ...plan(null), fileCount: 1 },
  'dry run: Dependabot': {
    outcome: 'planned',
    plan: null,
    skipReason: 'dependabot',
    fileCount: 1,
  },
  'dry run: a fork': {
    outcome: 'planned',
    plan: null,
    skipReason: 'fork',
    fileCount: 1,
    command: 'update',
  },
};

function report(end: Given, more: Given = {}) {
  return makeReport({ slug: 'tides', ...end, ...more });
}

test('every result of a run has a title, a sentence and a next step (snapshots/results.md)', () => {
  const sections = Object.entries(ends).map(([name, end]) => {
    const { level, sign, headline, lines, next, code } = describeReport(report(end));
    const { outcome, plan: steps, 'skip-reason': reason } = toOutputs([report(end)]);
    const rest = Object.entries({ Next: next, Code: code, Plan: steps, 'Skip reason': reason });
    const known = rest.filter(([, text]) => text).map(([label, text]) => `${label}: ${text}`);
    return [name, [`${outcome}: ${level} ${sign} ${headline}`, ...lines, ...known]] as const;
  });
  compareSections('test/unit/report/snapshots/results.md', sections);
});

const failedDeploy = { ...fail({ message: 'It is broken' }), slug: 'birds' };
const warned: Given = { ...deployed, warnings: ['One pattern matches nothing.'], slug: 'gulls' };
const rejectedApp: Given = { ...deployed, review: 'rejected', slug: 'reefs' };
const stale: Given = { ...skip('stale'), slug: 'moon' };
const left: Given = { ...skip('in-review'), slug: 'moon' };
const ofFork: Given = { ...plan(null), skipReason: 'fork' };
const ofForkBroken: Given = { ...offline, skipReason: 'fork', slug: 'sun' };
const wasCut: Given = { ...unverified('deploy'), slug: 'reefs' };
const keyWrong: Given = { ...keyRefused, slug: 'waves' };
const noTls: Given = { ...fail({ code: 'tls', next: 'Check TLS.' }), slug: 'wharf' };

/** Runs of several apps. */
const runs: Readonly<Record<string, readonly Given[]>> = {
  'all deployed': [deployed, { ...deployed, slug: 'waves' }],
  'one deployed, one in review': [left, deployed],
  'one skipped, one unchanged': [unchanged, left],
  'a warning about one': [deployed, warned],
  'a warning about the run': [deployed, unchanged].map((end) => {
    return { ...end, runWarnings: ['A link was left out.'] };
  }),
  'a rejection after a warning': [warned, rejectedApp],
  'a rejection before a warning': [rejectedApp, warned],
  'one failed, and one not run': [deployed, failedDeploy, { outcome: 'not_run', slug: 'waves' }],
  'one failed, and one could not be verified': [failedDeploy, wasCut],
  'two failed with the same advice': [keyWrong, { ...keyWrong, slug: 'wharf' }, deployed],
  'two failed with different advice': [keyWrong, noTls, deployed],
  'a dry run that failed with different advice': [keyWrong, noTls].map((end) => {
    return { ...end, isDryRun: true };
  }),
  'all stale': [stale, { ...stale, slug: 'sun' }],
  'one stale': [stale, deployed],
  'all in review': [left, { ...left, slug: 'sun' }],
  'all unchanged': [unchanged, { ...unchanged, slug: 'waves' }],
  'a pull request from a fork': [ofFork, { ...ofFork, slug: 'waves' }],
  'a pull request from a fork, with problems': [ofFork, ofForkBroken],
  'dry run for a pull request: nothing changes': [deployed, { slug: 'sun' }].map((end) => {
    return { ...end, ...idle('unchanged'), baseBranch: 'main' };
  }),
  'dry run: one changes': [idle('unchanged'), { ...plan(makePlan('deploy')), slug: 'sun' }],
};

test('every result of a run of several apps has a title and sentences (snapshots/results-of-several.md)', () => {
  const sections = Object.entries(runs).map(([name, given]) => {
    const reports = given.map((end) => report(end));
    const { level, sign, headline, lines, next } = describeRun(reports);
    const { outcome, 'skip-reason': reason } = toOutputs(reports);
    const rest = Object.entries({ Next: next, 'Skip reason': reason });
    const known = rest.filter(([, text]) => text).map(([label, text]) => `${label}: ${text}`);
    const shown = [...lines, ...known, ...describeUnchanged(reports)];
    return [name, [`${outcome}: ${level} ${sign} ${headline}`, ...shown]] as const;
  });
  compareSections('test/unit/report/snapshots/results-of-several.md', sections);
});

test('no result of a rejected app looks like a success', () => {
  for (const end of Object.values(ends).filter(({ outcome }) => outcome !== 'listed')) {
    for (const more of [
      toApp('not_approved'),
      toApp('changes_requested'),
      { review: 'rejected' } as const,
    ]) {
      const { sign, level } = describeReport(report(end, more));
      assert.doesNotMatch(sign, /✅|⏭️|ℹ️/u, JSON.stringify(end));
      assert.notEqual(level, 'notice', JSON.stringify(end));
    }
  }
});

test('content that must change is never answered with a re-run', () => {
  const problems = [makeProblem()];
  const failed = fail({ kind: 'rejected', code: 'offline_problems', next: 'Fix them and push.' });
  const broken = report({ ...failed, problems }, { folder: 'app', baseBranch: 'main' });
  const other = report(plan(makePlan('deploy')), { slug: 'moon', baseBranch: 'main' });
  const run = describeRun([broken, other]);
  const texts = [describeReport(broken).next, run.next, ...run.lines].join(' ');
  assert.doesNotMatch(texts, /re-run|done already|after the merge/i);
  assert.match(describeReport(broken).next, /npx miniapp-deploy check app\.$/);
  for (const folder of ['my app', "it's", '-x']) {
    const { next } = describeReport(report({ ...failed, problems }, { folder }));
    assert.equal(next, 'Fix them and push.', 'a shell would not take it for a path');
  }
  const merge = 'The apps without problems will be deployed after the merge';
  assert.ok(explainShared([broken, other])[0]?.startsWith(merge));

  const empty = report(fail({ code: 'folder_empty', next: 'Name the folder.' }), { slug: 'waves' });
  const { next } = describeRun([empty, report(fail({ code: 'service_error', next: 'Re-run.' }))]);
  assert.equal(next, 'Fix the problems of each app that failed and push.');
});

test('problems that only the service finds are not looked for with the offline check', () => {
  const failed = fail({ kind: 'rejected', code: 'folder_rejected', next: 'Fix them and push.' });
  const refused = report({ ...failed, problems: [makeProblem()] }, { folder: 'app' });
  assert.equal(describeReport(refused).next, 'Fix them and push.');
  refused.wasFoundOffline = true;
  assert.match(describeReport(refused).next, /npx miniapp-deploy check app\.$/);
});

test('a wait that ran out says on a terminal which line shows the result', async () => {
  const statusRun = 'npx miniapp-deploy status --slug tides';
  const waited = { review: 'pending', waitedForReview: true, waitedMs: 300_000 } as const;
  const pending = report({ outcome: 'read' }, { ...waited, statusRun });
  const { next, lines } = await onTerminal(async () => describeReport(pending));
  assert.equal(next, `To see the result later: ${statusRun}`);
  assert.match(lines.join(' '), /^There was no review result within 5 min\. /);
});

test('the headline of a cancel tells an upload that was cut off from one that was not', () => {
  const cancelled = fail({ kind: 'unknown', code: 'unverified', causeCode: 'cancelled' });
  const whole = report(cancelled);
  const part = report(cancelled, { isSentInPart: true });
  const headline = 'tides may have been deployed: the run was cancelled';
  assert.equal(describeReport(whole).headline, headline);
  assert.equal(describeReport(part).headline, `${headline} while the folder was being sent`);
});

test('an app that was rejected for good is the news, whatever the run did', () => {
  const app = makeApp({ status: 'not_approved', reviewNote: 'Too small.' });
  for (const end of [unchanged, idle('unchanged')]) {
    const { headline, next } = describeReport(report(end, { app, ...verified }));
    assert.equal(headline, 'tides was rejected for good');
    assert.match(next, /Deploy a corrected app under a new slug/);
  }
  const { headline } = describeReport(report(deployed, { app }));
  assert.equal(headline, 'tides deployed, but was rejected for good');
  const { next } = describeReport(report({ outcome: 'read' }, { app }));
  assert.match(next, /Deploy a corrected app under a new slug/);
});

test('an unchanged draft has no change of its size', () => {
  const sizes = { byteCount: 489, byteCountBefore: 485 };
  assert.equal(nameSizeChange(report(unchanged, { ...sizes, changes: [] })), '');
  assert.equal(
    nameSizeChange(report(deployed, { ...sizes, changes: [change] })),
    '485 B → 489 B, +1 %',
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Facts, Outcome, Plan } from '../../../src/api/wait.ts';
import type { Command } from '../../../src/inputs/inputs.ts';
import { toOutputs } from '../../../src/report/outputs.ts';
import { compareSections } from '../../support/snapshot.ts';
import { fail, makeApp, makePlan, makeProblem, makeReport } from './sample.ts';

type End = readonly [Outcome, Partial<Facts>?, Command?];

const toApp = (status: string) => ({ app: makeApp({ status }) });
const draft = { ...toApp('draft'), fileCount: 2, byteCount: 3000 };
const inReview = toApp('in_review');
const submitted = { ...inReview, submitted: true, sentForReview: true };
const verified = { filesVerified: true };
const submitting = { submitting: true, changed: true, deployed: true };
const warning = makeProblem({ severity: 'warning' });
const change = { path: 'a', kind: 'added', bytesBefore: null, bytesAfter: 1 } as const;
const removal = { path: 'b', kind: 'removed', bytesBefore: 400_000, bytesAfter: null } as const;
const compared = { ...toApp('draft'), fileCount: 6, changes: [change] };

const deployed = { kind: 'deployed' } as const;
const unchanged = { kind: 'unchanged' } as const;
const rejected = fail({ kind: 'rejected' });
const unknown = fail({ kind: 'unknown' });
const skip = (skipReason: 'in-review' | 'stale' | 'fork') =>
  ({ kind: 'skipped', skipReason }) as const;
const plan = (planned: Plan | null) => ({ kind: 'planned', plan: planned }) as const;
const idle = (reason: 'unchanged' | 'in_review' | 'published') => plan({ kind: 'nothing', reason });

/** A deploy that waited for the review with this result. */
function review(
  reviewResult: Facts['reviewResult'],
  status: string | null,
  reviewNote = 'Too short.',
): End {
  const app = status === null ? null : makeApp({ status, reviewNote });
  return [deployed, { app, waitedForReview: true, reviewResult, ...verified }];
}

const ends: Readonly<Record<string, End>> = {
  'deployed, all files compared': [deployed, { ...draft, ...verified }],
  'deployed, not all compared': [deployed, draft],
  'deployed, nothing known': [deployed],
  created: [{ kind: 'created' }, {}, 'create'],
  updated: [{ kind: 'updated' }, draft, 'update'],
  submitted: [{ kind: 'submitted' }, submitted, 'submit'],
  'submitted by another run': [{ kind: 'submitted' }, inReview, 'submit'],
  'approved, as another run submitted it': [
    unchanged,
    { ...toApp('published'), submittedByOther: true },
    'submit',
  ],
  'unchanged, and approved, as another run submitted it': [
    unchanged,
    { ...toApp('published'), submittedByOther: true, ...verified },
  ],
  'read, without a status': [{ kind: 'read' }, { app: makeApp() }, 'status'],
  'read, withdrawn, not waited for': [
    { kind: 'read' },
    { ...toApp('draft'), reviewResult: 'withdrawn' },
    'status',
  ],
  'no apps': [{ kind: 'listed' }, { apps: [] }, 'list'],
  'the first page of the apps': [
    { kind: 'listed' },
    { apps: [makeApp(), makeApp()], hasMoreApps: true, warnings: ['Not complete.'] },
    'list',
  ],
  'unchanged, sent for review': [unchanged, { ...submitted, ...verified }],
  'unchanged draft': [unchanged, { ...draft, ...verified }],
  'unchanged draft, not all compared': [unchanged, draft],
  'unchanged in review': [unchanged, { ...inReview, submitted: true, ...verified }],
  'unchanged by update': [unchanged, {}, 'update'],
  'nothing new to submit': [unchanged, {}, 'submit'],
  'submitted before': [unchanged, { submitted: true }, 'submit'],
  'created, and somebody else deployed the same': [unchanged, { changed: true, ...verified }],
  'skipped: in review': [skip('in-review'), inReview],
  'skipped: stale': [skip('stale')],
  'a list that a fork skips': [skip('fork'), {}, 'list'],
  'review approved': review('approved', 'published'),
  'review pending': review('pending', 'in_review'),
  'review rejected': review('rejected', 'not_approved'),
  'review rejected without a note': review('rejected', 'not_approved', ''),
  'changes requested': review('rejected', 'changes_requested'),
  withdrawn: review('withdrawn', 'draft'),
  'taken down': review('withdrawn', 'taken_down'),
  'deleted meanwhile': review('withdrawn', null),
  'failed, no slug known': [fail(), { slug: null }],
  'failed, with a problem': [fail(), { problems: [makeProblem()] }],
  'submission failed': [fail(), {}, 'submit'],
  'list failed': [fail(), {}, 'list'],
  'failed after the submission': [fail(), { submitting: true, sentForReview: true }],
  'deploy rejected': [rejected, { problems: [makeProblem(), warning] }],
  'deploy rejected after the creation': [
    rejected,
    { created: true, changed: true, problems: [makeProblem()] },
  ],
  'creation and its response rejected': [rejected, { created: true, changed: true }, 'create'],
  'submission rejected': [rejected, { submitting: true }],
  'submission rejected after the deploy': [rejected, submitting],
  'not run': [{ kind: 'not_run' }],
  'deploy unknown': [unknown],
  'deploy timed out': [fail({ kind: 'unknown', causeCode: 'deadline' })],
  'deploy unknown that was confirmed before, never submitted': [
    unknown,
    { deployed: true, changed: true },
  ],
  'failed after a deploy that is not submitted': [fail(), { deployed: true, changed: true }],
  'submission unknown': [unknown, { submitting: true }],
  'submission unknown after the deploy': [unknown, submitting],
  'draft changed before the submission': [
    fail({ kind: 'unknown', code: 'draft_changed' }),
    submitting,
  ],
  'dry run: create, deploy and submit': [plan(makePlan('create', 'deploy', 'submit')), compared],
  'dry run: deploy of an app in review': [
    plan(makePlan('deploy')),
    { ...compared, ...inReview, problems: [warning] },
  ],
  'dry run: deploy of a larger app': [
    plan(makePlan('deploy')),
    { ...compared, byteCount: 1_416_000, byteCountBefore: 1_200_000 },
  ],
  'dry run: deploy of a smaller app': [
    plan(makePlan('deploy')),
    { ...compared, changes: [removal], byteCount: 800_000, byteCountBefore: 1_200_000 },
  ],
  'dry run: deploy of an app of the same size': [
    plan(makePlan('deploy')),
    { ...compared, byteCount: 800_000, byteCountBefore: 800_000 },
  ],
  'dry run: update of an app in review': [
    plan({ ...makePlan('update'), fields: ['name'] }),
    inReview,
    'update',
  ],
  'dry run: submit': [plan(makePlan('submit')), { ...inReview, changes: [] }, 'submit'],
  'dry run: unchanged': [idle('unchanged'), { ...compared, ...verified }],
  'dry run: published, not all compared': [idle('published'), compared],
  'dry run: submitted before': [idle('in_review'), {}, 'submit'],
  'dry run: no field differs': [idle('unchanged'), {}, 'update'],
  'dry run: left in review': [plan({ kind: 'skip' }), compared],
  'dry run: offline': [plan(null), { fileCount: 1 }],
  'dry run: a fork': [
    { kind: 'planned', plan: null, skipReason: 'fork' },
    { fileCount: 1 },
    'update',
  ],
};

function report([outcome, facts, command = 'deploy']: End, more: Partial<Facts> = {}) {
  return makeReport({ command, outcome, facts: { slug: 'tides', ...facts, ...more } });
}

test('every result of a run has a title, a sentence and a next step (snapshots/results.md)', () => {
  const sections = Object.entries(ends).map(([name, end]) => {
    const { level, sign, headline, lines, next, code } = report(end).result;
    const { outcome, plan: steps, 'skip-reason': reason } = toOutputs([report(end)]);
    const rest = Object.entries({ Next: next, Code: code, Plan: steps, 'Skip reason': reason });
    const known = rest.filter(([, text]) => text).map(([label, text]) => `${label}: ${text}`);
    return [name, [`${outcome}: ${level} ${sign} ${headline}`, ...lines, ...known]] as const;
  });
  compareSections('test/unit/report/snapshots/results.md', sections);
});

test('no result of a rejected app looks like a success', () => {
  for (const end of Object.values(ends).filter(([{ kind }]) => kind !== 'listed')) {
    for (const facts of [
      toApp('not_approved'),
      toApp('changes_requested'),
      { reviewResult: 'rejected' } as const,
    ]) {
      const { sign, level } = report(end, facts).result;
      assert.doesNotMatch(sign, /✅|⏭️|ℹ️/u, JSON.stringify(end));
      assert.notEqual(level, 'notice', JSON.stringify(end));
    }
  }
});

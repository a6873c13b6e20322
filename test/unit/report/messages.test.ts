import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command } from '../../../src/inputs.ts';
import type { Facts, Outcome, Plan } from '../../../src/outcome.ts';
import { describeResult } from '../../../src/report/messages.ts';
import { compareWithFile } from '../../support/snapshot.ts';
import { everyOutcome, makeApp, makeFailure, makeOutcome, makePlan, makeProblem, makeReport } from './sample.ts';

function say(outcome: Outcome, facts: Partial<Facts> = {}, command: Command = 'deploy') {
  return describeResult(makeReport({ command, outcome, facts: { slug: 'tides', ...facts } }));
}

const toApp = (status: string) => ({ app: makeApp({ status }) });
const draft = { ...toApp('draft'), fileCount: 2, byteCount: 3000 };
const inReview = toApp('in_review');
const submitted = { ...inReview, submitted: true, sentForReview: true };
const verified = { filesVerified: true };

const deployed = { kind: 'deployed' } as const;
const unchanged = { kind: 'unchanged' } as const;
const failed = makeOutcome('failed');
const rejected = makeOutcome('rejected');
const unknown = makeOutcome('unknown');
const differed = { kind: 'unknown', failure: makeFailure({ kind: 'unknown', code: 'draft_changed' }) } as const;
const submitting = { submitting: true, changed: true };
const warning = makeProblem({ severity: 'warning' });

const skip = (skipReason: 'in-review' | 'stale' | 'fork') => ({ kind: 'skipped', skipReason }) as const;
const plan = (planned: Plan | null) => ({ kind: 'planned', plan: planned }) as const;
const idle = (why: 'unchanged' | 'in_review' | 'published') => plan({ do: 'nothing', why });
const change = { path: 'a', kind: 'added', bytesBefore: null, bytesAfter: 1 } as const;
const compared = { ...toApp('draft'), fileCount: 6, changes: [change] };

/** The result of a review that was waited for after a deploy that was verified. */
const review = (reviewResult: Facts['reviewResult'], status: string | null, reviewNote = 'Too short.') =>
  [
    deployed,
    {
      ...{ app: status === null ? null : makeApp({ status, reviewNote }) },
      ...{ waitedForReview: true, reviewResult, filesVerified: true },
    },
  ] as const;

const ends: Readonly<Record<string, readonly [Outcome, Partial<Facts>?, Command?]>> = {
  'deployed, all files compared': [deployed, { ...draft, ...verified }],
  'deployed, not all compared': [deployed, draft],
  'deployed, nothing known': [deployed],
  'deployed and sent for review': [deployed, submitted],
  'deployed, in review by another run': [deployed, { submitted: true }],
  created: [{ kind: 'created' }, {}, 'create'],
  updated: [{ kind: 'updated' }, draft, 'update'],
  deleted: [{ kind: 'deleted' }, {}, 'delete'],
  submitted: [{ kind: 'submitted' }, submitted, 'submit'],
  'submitted by another run': [{ kind: 'submitted' }, inReview, 'submit'],
  'read, in review': [{ kind: 'read' }, inReview, 'status'],
  'read, without a status': [{ kind: 'read' }, { app: makeApp() }, 'status'],
  'read, with a status that is a word of JavaScript': [{ kind: 'read' }, toApp('toString'), 'status'],
  'read, withdrawn, not waited for': [{ kind: 'read' }, { ...toApp('draft'), reviewResult: 'withdrawn' }, 'status'],
  'no apps': [{ kind: 'listed' }, { apps: [] }, 'list'],
  'one app': [{ kind: 'listed' }, { apps: [makeApp()] }, 'list'],
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
  'deploy failed': [failed],
  'deploy failed, nothing known': [failed, { slug: null }],
  'deploy failed beside a problem': [failed, { problems: [makeProblem()] }],
  'submission failed': [failed, {}, 'submit'],
  'status failed': [failed, {}, 'status'],
  'list failed': [failed, {}, 'list'],
  'failed after the submission': [failed, { submitting: true, sentForReview: true }],
  'deploy rejected': [rejected, { problems: [makeProblem(), warning] }],
  'deploy rejected, more problems than were read': [rejected, { problems: [makeProblem()], moreProblems: 3 }],
  'deploy rejected after the creation': [rejected, { created: true, changed: true, problems: [makeProblem()] }],
  'creation and its response rejected': [rejected, { created: true, changed: true }, 'create'],
  'submission rejected': [rejected, { submitting: true }],
  'submission rejected after the deploy': [rejected, submitting],
  'deploy unknown': [unknown],
  'deletion unknown': [unknown, {}, 'delete'],
  'submission unknown': [unknown, { submitting: true }],
  'submission unknown after the deploy': [unknown, submitting],
  'draft changed by somebody else before the submission': [differed, submitting],
  'one invalid input': [{ kind: 'failed', failure: makeFailure({ code: 'invalid_inputs', message: 'a must be' }) }],
  'two invalid inputs': [{ kind: 'failed', failure: makeFailure({ code: 'invalid_inputs', message: 'a\nb' }) }],
  'another message of two lines': [{ kind: 'failed', failure: makeFailure({ code: 'refused', message: 'a\nb' }) }],
  'dry run: create, deploy and submit': [plan(makePlan('create', 'deploy', 'submit')), compared],
  'dry run: deploy of an app in review': [
    plan(makePlan('deploy')),
    { ...compared, ...inReview, problems: [warning], changes: [change, change] },
  ],
  'dry run: update of an app in review': [
    plan({ ...makePlan('update'), fields: ['name', 'html'] }),
    { ...inReview, changes: [change] },
    'update',
  ],
  'dry run: submit': [plan(makePlan('submit')), { ...inReview, changes: [] }, 'submit'],
  'dry run: unchanged': [idle('unchanged'), { ...compared, ...verified }],
  'dry run: in review with this content': [idle('in_review'), { ...compared, ...verified }],
  'dry run: published with this content': [idle('published'), { ...compared, ...verified }],
  'dry run: published, not all compared': [idle('published'), compared],
  'dry run: submitted before': [idle('in_review'), { fileCount: null }, 'submit'],
  'dry run: no field differs': [idle('unchanged'), compared, 'update'],
  'dry run: left in review': [plan({ do: 'skip' }), compared],
  'dry run: offline': [plan(null), { fileCount: 1 }],
  'dry run: a fork': [{ kind: 'planned', plan: null, skipReason: 'fork' }, { fileCount: 1 }, 'update'],
};

test('every end of a run is told in the words of test/unit/report/snapshots/results.md', () => {
  const told = Object.entries(ends).map(([name, end]) => {
    const { level, sign, headline, lines, next, code } = say(...end);
    const more = [next === '' ? '' : `Next: ${next}`, code === null ? '' : `Code: ${code}`];
    return [`## ${name}`, '', `${level} ${sign} ${headline}`, ...[...lines, ...more].filter((line) => line !== '')];
  });
  compareWithFile('test/unit/report/snapshots/results.md', told.map((lines) => lines.join('\n')).join('\n\n'));
});

test('a rejected app is never a plain success', () => {
  for (const outcome of everyOutcome.filter(({ kind }) => kind !== 'deleted' && kind !== 'listed')) {
    for (const facts of [toApp('not_approved'), toApp('changes_requested'), { reviewResult: 'rejected' } as const]) {
      const { sign, level } = say(outcome, facts);
      assert.doesNotMatch(sign, /✅|⏭️|ℹ️/u, JSON.stringify(outcome));
      assert.notEqual(level, 'notice', JSON.stringify(outcome));
    }
  }
});

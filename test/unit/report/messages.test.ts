import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Command, commands } from '../../../src/inputs.ts';
import type { Facts, Outcome, Plan } from '../../../src/outcome.ts';
import { describeResult } from '../../../src/report/messages.ts';
import { everyOutcome, makeApp, makeFailure, makeOutcome, makePlan, makeProblem, makeReport } from './sample.ts';

function say(outcome: Outcome, facts: Partial<Facts> = {}, command: Command = 'deploy') {
  return describeResult(makeReport({ command, outcome, facts: { slug: 'tides', ...facts } }));
}

const toApp = (status: string) => ({ app: makeApp({ status }) });
const inReview = toApp('in_review');
const deployed = { kind: 'deployed' } as const;
const failed = makeOutcome('failed');
const rejected = makeOutcome('rejected');
const unknown = makeOutcome('unknown');

test('every command and outcome has words, and none of them is a value that is missing', () => {
  for (const command of commands) {
    for (const outcome of everyOutcome) {
      for (const facts of [{}, toApp('odd'), { problems: [makeProblem()] }]) {
        const { headline, lines, next } = say(outcome, facts, command);
        const sentence = lines.join('\n');
        assert.ok(headline !== '' && sentence !== '');
        assert.equal(lines.length, 1);
        assert.doesNotMatch(`${headline} ${sentence} ${next}`, /undefined|null|NaN|\[object| {2}/);
        assert.doesNotMatch(headline, /\.$/);
      }
    }
  }
});

describe('the headline says what the run came to', () => {
  const submitting = { submitting: true, changed: true };
  const rows: readonly (readonly [string, Outcome, Partial<Facts>, Command?])[] = [
    ['✅ tides deployed', deployed, inReview],
    ['✅ tides deployed and sent for review', deployed, { ...inReview, submitted: true, sentForReview: true }],
    ['✅ tides deployed', deployed, { submitted: true }],
    ['✅ tides created', { kind: 'created' }, {}],
    ['✅ tides updated', { kind: 'updated' }, {}],
    ['✅ tides deleted', { kind: 'deleted' }, {}],
    ['✅ tides sent for review', { kind: 'submitted' }, { ...inReview, sentForReview: true }],
    ['✅ tides is in review', { kind: 'submitted' }, inReview],
    ['✅ tides sent for review (content unchanged)', { kind: 'unchanged' }, { ...inReview, sentForReview: true }],
    ['⏭️ tides unchanged', { kind: 'unchanged' }, inReview],
    ['✅ tides is in review', { kind: 'read' }, inReview],
    ['✅ tides has no known status', { kind: 'read' }, { app: makeApp() }],
    ['✅ tides has the status toString', { kind: 'read' }, toApp('toString')],
    ['✅ 0 apps', { kind: 'listed' }, {}],
    ['✅ 1 app', { kind: 'listed' }, { apps: [makeApp()] }],
    ['⏭️ tides skipped', { kind: 'skipped', skipReason: 'in-review' }, {}],
    ['⏭️ The list skipped', { kind: 'skipped', skipReason: 'fork' }, {}, 'list'],
    ['❌ tides was not deployed', failed, {}],
    ['❌ The app was not deployed', failed, { slug: null }],
    ['❌ tides was not sent for review', failed, {}, 'submit'],
    ['❌ tides was not read', failed, {}, 'status'],
    ['❌ The apps were not listed', failed, {}, 'list'],
    ['❌ tides was not deployed', failed, { reviewResult: 'rejected', waitedForReview: true }],
    ['❌ tides was not deployed', failed, { problems: [makeProblem()] }],
    [
      '❌ tides was not deployed: 1 problem to fix',
      rejected,
      { problems: [makeProblem(), makeProblem({ severity: 'warning' })] },
    ],
    ['❓ tides: the result of the deploy could not be verified', unknown, {}],
    ['❓ tides: the result of the deletion could not be verified', unknown, {}, 'delete'],
    ['❓ tides: the result of the submission could not be verified', unknown, { submitting: true }],
    ['❓ tides was deployed, but the result of the submission could not be verified', unknown, submitting],
    ['❌ tides was not sent for review', rejected, { submitting: true }],
    ['❌ tides was deployed, but not sent for review', rejected, submitting],
    ['❌ tides was sent for review, but the run failed', failed, { submitting: true, sentForReview: true }],
  ];
  for (const [expected, outcome, facts, command] of rows) {
    test(`${expected} ${JSON.stringify(facts)}`, () => {
      const { sign, headline } = say(outcome, facts, command);
      assert.equal(`${sign} ${headline}`, expected);
    });
  }
});

describe('a rejected app is never a plain success', () => {
  for (const outcome of everyOutcome.filter(({ kind }) => kind !== 'deleted' && kind !== 'listed')) {
    test(JSON.stringify(outcome), () => {
      for (const facts of [toApp('not_approved'), toApp('changes_requested'), { reviewResult: 'rejected' } as const]) {
        const { sign, level } = say(outcome, facts);
        assert.doesNotMatch(sign, /✅|⏭️|ℹ️/u);
        assert.notEqual(level, 'notice');
      }
    });
  }
});

describe('a review that was waited for ends the run, and what was done before stays where it still holds', () => {
  const note = "Read the reviewer's note";
  type Row = readonly [Facts['reviewResult'], status: string | null, ...expected: readonly string[]];
  const rows: readonly Row[] = [
    ['approved', 'published', '✅ null', 'tides was approved and published', 'in review.', ''],
    ['pending', 'in_review', '✅ null', 'tides deployed', 'until the review is done.', ''],
    [
      'rejected',
      'not_approved',
      '❌ review_rejected',
      'tides was rejected in review',
      'cannot be submitted again.',
      `${note}. A rejection is final for this app: deploy a corrected one under a new slug.`,
    ],
    [
      'rejected',
      'changes_requested',
      '❌ review_rejected',
      'tides was rejected in review',
      'submit the app for review again.',
      "Make the changes of the reviewer's note, deploy, and submit the app for review again.",
    ],
    [
      'withdrawn',
      'draft',
      '❌ review_withdrawn',
      'tides was taken out of review',
      'when it is ready.',
      'Find out which run or person changed it, then deploy and submit it again.',
    ],
    [
      'withdrawn',
      'taken_down',
      '❌ review_withdrawn',
      'tides was taken down',
      'visible only to you.',
      `${note}, and contact the service's support.`,
    ],
    [
      'withdrawn',
      null,
      '❌ review_withdrawn',
      'tides was deleted before there was a review result',
      'The app no longer exists.',
      'Find out who deleted it; create and deploy it again if that was a mistake.',
    ],
  ];
  for (const [reviewResult, status, ...expected] of rows) {
    test(`${reviewResult}, ${status ?? 'no app'}`, () => {
      const app = status === null ? null : makeApp({ status, reviewNote: 'Too short.' });
      const { sign, code, headline, lines, next } = say(
        { kind: 'deployed' },
        { app, waitedForReview: true, reviewResult, filesVerified: true },
      );
      const [line = ''] = lines;
      const end = expected[2] ?? '';
      assert.deepEqual([`${sign} ${code}`, headline, line.slice(-end.length), next], expected);
      // What was verified before holds no more where the app was taken out of review.
      assert.equal(line.includes('The draft holds exactly'), reviewResult !== 'withdrawn');
    });
  }

  test('withdrawn without a wait is a warning', () => {
    const { sign, level } = say({ kind: 'read' }, { ...toApp('draft'), reviewResult: 'withdrawn' });
    assert.deepEqual([sign, level], ['⚠️', 'warning']);
  });
});

describe('the sentence says what was done', () => {
  const draft = { ...toApp('draft'), fileCount: 2, byteCount: 3000 };
  const state = 'Draft: visible only to you. Try it at its address, and submit it for review when it is ready.';
  const reviewed = 'In review: visible only to you until the review is done.';
  const unchanged = { kind: 'unchanged' } as const;
  const fields = 'name, tagline, color, system_prompt and html';
  const rows: readonly (readonly [string, Outcome, Partial<Facts>, Command?])[] = [
    // Exactly these files are claimed only where they were compared.
    [`The draft holds exactly the 2 files of the folder (3 KB). ${state}`, deployed, { ...draft, filesVerified: true }],
    [`The service confirmed the new draft: the 2 files of the folder (3 KB). ${state}`, deployed, draft],
    ['The service confirmed the new draft: the content of the folder.', deployed, {}],
    ['The service confirmed the new app.', { kind: 'created' }, {}],
    [`The service confirmed the new draft. ${state}`, { kind: 'updated' }, draft],
    [`The service accepted the submission. ${reviewed}`, { kind: 'submitted' }, { ...inReview, sentForReview: true }],
    ['The app no longer exists.', { kind: 'deleted' }, {}],
    ['These are all apps that this key can access.', { kind: 'listed' }, {}],
    [
      `The draft had exactly this content already, so it was not deployed again. ${reviewed}`,
      unchanged,
      { ...inReview, submitted: true, sentForReview: true, filesVerified: true },
    ],
    [`No field that update sends differs: ${fields}. Nothing was sent.`, unchanged, {}, 'update'],
    ['There is nothing new to send for review. Nothing was sent.', unchanged, {}, 'submit'],
    ['The app is in review already. Nothing was sent.', unchanged, { submitted: true }, 'submit'],
    [
      `The draft has exactly this content already. Nothing was sent. ${state}`,
      unchanged,
      { ...draft, filesVerified: true },
    ],
    [`The draft has this content (as far as it can be compared) already. Nothing was sent. ${state}`, unchanged, draft],
    [
      'The app is in review already, with exactly this content. Nothing was sent.',
      unchanged,
      { submitted: true, filesVerified: true },
    ],
    ['A newer commit exists on the branch. Nothing was sent.', { kind: 'skipped', skipReason: 'stale' }, {}],
  ];
  for (const [expected, outcome, facts, command] of rows) {
    test(expected, () => assert.deepEqual(say(outcome, facts, command).lines, [expected]));
  }

  test('for anybody who reads it, and not only for the owner of the key', () => {
    const forAnybody = (outcome: Outcome) => describeResult(makeReport({ outcome, facts: draft }), 'anybody');
    assert.match(forAnybody(deployed).lines.join(), / Draft: visible only to the owner of its API key\.$/);
    assert.equal(forAnybody({ kind: 'planned', plan: makePlan('deploy') }).next, 'The merge sends it.');
  });

  test('and there is a next step only where there is something to do', () => {
    const idle = everyOutcome.filter(({ kind }) => !/rejected|failed|unknown|planned|skipped/.test(kind));
    const skipped = (['stale', 'fork'] as const).map((skipReason) => ({ kind: 'skipped', skipReason }) as const);
    for (const outcome of [...idle, ...skipped]) assert.equal(say(outcome, inReview).next, '');
  });
});

test('invalid inputs are counted, and have a line each; no other message has', () => {
  const fail = (code: string, message: string) => {
    const { headline, lines } = say({ kind: 'failed', failure: makeFailure({ code, message }) });
    return [headline, ...lines];
  };
  assert.deepEqual(fail('invalid_inputs', 'a must be'), ['1 invalid input', 'a must be']);
  assert.deepEqual(fail('invalid_inputs', 'a must be\nb must be'), ['2 invalid inputs', 'a must be', 'b must be']);
  assert.deepEqual(fail('refused', 'a\nb').slice(1), ['a\nb']);
});

describe('a dry run says what it checked, what differs and what it would send, and promises nothing', () => {
  const change = { path: 'a', kind: 'added', bytesBefore: null, bytesAfter: 1 } as const;
  const known = { ...toApp('draft'), fileCount: 6, changes: [change] };
  const rules = "The service's own rules are checked only when the change is sent.";
  const real = (steps: string) => `No changes were made. A real run sends: ${steps}. `;
  const leaves = `This takes the app out of review. ${rules}`;
  const checked = 'Checked 6 files offline: no problems. 1 file differs from the draft. ';
  const unchecked = { ...inReview, fileCount: null, changes: [] };

  const rows: readonly (readonly [string, string, Plan, Partial<Facts>, Command?])[] = [
    [
      '3 changes planned (create, deploy and submit)',
      `${checked}${real('create, deploy and submit')}${rules}`,
      makePlan('create', 'deploy', 'submit'),
      {},
    ],
    [
      '1 change planned (deploy)',
      `Checked 6 files offline: 1 warning. 2 files differ from the draft. ${real('deploy')}${leaves}`,
      makePlan('deploy'),
      { ...inReview, problems: [makeProblem({ severity: 'warning' })], changes: [change, change] },
    ],
    [
      '1 change planned (update)',
      `Fields that differ: name, html. ${real('update')}${leaves}`,
      { ...makePlan('update'), fields: ['name', 'html'] },
      { ...unchecked, changes: [change] },
      'update',
    ],
    ['1 change planned (submit)', `${real('submit')}${rules}`, makePlan('submit'), unchecked],
  ];
  for (const [headline, sentence, plan, facts, command] of rows) {
    test(headline, () => {
      const result = say({ kind: 'planned', plan }, { ...known, ...facts }, command);
      assert.deepEqual(result, {
        code: null,
        level: 'notice',
        sign: 'ℹ️',
        headline: `Dry run of tides: ${headline}`,
        lines: [sentence],
        next: 'Run without dry-run to send it.',
      });
    });
  }

  const nothing = (why: 'unchanged' | 'in_review' | 'published') => ({ do: 'nothing', why }) as const;
  const idle: readonly (readonly [headline: string, Plan, Command, filesVerified?: boolean])[] = [
    ['nothing to send, the draft has exactly this content', nothing('unchanged'), 'deploy', true],
    ['nothing to send, the app is in review with exactly this content', nothing('in_review'), 'deploy', true],
    ['nothing to send, the app is published with exactly this content', nothing('published'), 'deploy', true],
    [
      'nothing to send, the app is published with this content (as far as it can be compared)',
      nothing('published'),
      'deploy',
    ],
    ['nothing to send, the app is in review', nothing('in_review'), 'submit'],
    ['nothing to send, the app is published', nothing('published'), 'submit'],
    ['nothing to send, no field differs', nothing('unchanged'), 'update'],
  ];
  for (const [headline, plan, command, filesVerified = false] of idle) {
    test(`${headline} (${command})`, () => {
      const result = say({ kind: 'planned', plan }, { ...known, filesVerified }, command);
      assert.deepEqual([result.sign, result.headline], ['⏭️', `Dry run of tides: ${headline}`]);
      assert.deepEqual([...result.lines, result.next], [`${checked}No changes were made.`, '']);
    });
  }

  test('an app in review that on-in-review leaves there', () => {
    const { sign, headline, lines, next } = say({ kind: 'planned', plan: { do: 'skip' } }, known);
    assert.equal(`${sign} ${headline}`, '⏭️ Dry run of tides: nothing to send, the app is in review');
    assert.match(lines.join('\n'), /No changes were made\. A real run leaves it there, since on-in-review is skip\.$/);
    assert.equal(next, 'Wait for the review result and re-run, or set on-in-review to replace.');
  });

  test('a check without the service says why nothing was compared', () => {
    const offline = say({ kind: 'planned', plan: null }, { fileCount: 1 });
    assert.deepEqual(
      [offline.headline, ...offline.lines, offline.next],
      [
        'Dry run of tides: checked offline',
        'Checked 1 file offline: no problems. No changes were made. Without api-key nothing is compared with the app.',
        'Set api-key to see what a real run would send.',
      ],
    );
    const fork = say({ kind: 'planned', plan: null, skipReason: 'fork' }, {}, 'update');
    assert.deepEqual([fork.headline, fork.next], ['tides checked, not updated', '']);
    assert.match(fork.lines.join('\n'), /^A pull request from a fork gets no secrets, .* No changes were made\.$/);
  });
});

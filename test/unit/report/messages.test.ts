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

test('every command and outcome has words, and none of them is a value that is missing', () => {
  for (const command of commands) {
    for (const outcome of everyOutcome) {
      for (const facts of [{}, toApp('odd'), { problems: [makeProblem()] }]) {
        const { headline, sentence, next, lines } = say(outcome, facts, command);
        assert.ok(headline !== '' && sentence !== '');
        assert.deepEqual(lines, [sentence]);
        assert.doesNotMatch(`${headline} ${sentence} ${next}`, /undefined|null|NaN|\[object| {2}/);
        assert.doesNotMatch(headline, /\.$/);
      }
    }
  }
});

describe('the headline says what the run came to', () => {
  const inReview = toApp('in_review');
  const rows: readonly (readonly [string, Outcome, Partial<Facts>, Command?])[] = [
    ['✅ tides deployed', { kind: 'deployed' }, inReview],
    [
      '✅ tides deployed and sent for review',
      { kind: 'deployed' },
      { ...inReview, submitted: true, sentForReview: true },
    ],
    ['✅ tides deployed', { kind: 'deployed' }, { submitted: true }],
    ['✅ tides created', { kind: 'created' }, {}],
    ['✅ tides updated', { kind: 'updated' }, {}],
    ['✅ tides deleted', { kind: 'deleted' }, {}],
    ['✅ tides sent for review', { kind: 'submitted' }, inReview],
    ['✅ tides sent for review (content unchanged)', { kind: 'unchanged' }, { ...inReview, sentForReview: true }],
    ['⏭️ tides unchanged', { kind: 'unchanged' }, inReview],
    ['✅ tides is in review', { kind: 'read' }, inReview],
    ['✅ tides has no known status', { kind: 'read' }, { app: makeApp() }],
    ['✅ tides has the status toString', { kind: 'read' }, toApp('toString')],
    ['✅ 1 app', { kind: 'listed' }, { apps: [makeApp()] }],
    ['⏭️ tides skipped', { kind: 'skipped', skipReason: 'in-review' }, {}],
    ['⏭️ The list skipped', { kind: 'skipped', skipReason: 'fork' }, {}, 'list'],
    ['❌ tides was not deployed', makeOutcome('failed'), {}],
    ['❌ tides was not sent for review', makeOutcome('failed'), {}, 'submit'],
    ['❌ tides was not read', makeOutcome('failed'), {}, 'status'],
    ['❌ The apps were not listed', makeOutcome('failed'), {}, 'list'],
    [
      '❌ tides was not deployed: 1 problem to fix',
      makeOutcome('rejected'),
      { problems: [makeProblem(), makeProblem({ severity: 'warning' })] },
    ],
    ['❓ tides: the result of the deploy could not be verified', makeOutcome('unknown'), {}],
    ['❓ tides: the result of the deletion could not be verified', makeOutcome('unknown'), {}, 'delete'],
    ['❓ tides: the result of the submission could not be verified', makeOutcome('unknown'), { submitting: true }],
    [
      '❓ tides was deployed, but the result of the submission could not be verified',
      makeOutcome('unknown'),
      { submitting: true, changed: true },
    ],
    ['❌ tides was not sent for review', makeOutcome('rejected'), { submitting: true }],
    ['❌ tides was deployed, but not sent for review', makeOutcome('rejected'), { submitting: true, changed: true }],
    [
      '❌ tides was sent for review, but the run failed',
      makeOutcome('failed'),
      { submitting: true, sentForReview: true },
    ],
  ];
  for (const [expected, outcome, facts, command] of rows) {
    test(expected, () => {
      const { sign, headline } = say(outcome, facts, command);
      assert.equal(`${sign} ${headline}`, expected);
    });
  }
  test('without a slug', () => {
    assert.equal(describeResult(makeReport({ outcome: makeOutcome('failed') })).headline, 'The app was not deployed');
  });
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

test('a review that was waited for and ended without an approval is red, and what was done before stays', () => {
  const done = { ...toApp('not_approved'), changed: true, sentForReview: true, fileCount: 2, filesVerified: true };
  const rejected = say({ kind: 'deployed' }, { ...done, waitedForReview: true, reviewResult: 'rejected' });
  assert.deepEqual([rejected.sign, rejected.level], ['❌', 'error']);
  assert.equal(rejected.headline, 'tides was rejected in review');
  assert.match(rejected.sentence, /^The draft holds exactly the 2 files of the folder\. Not approved, which is final/);
  const withdrawn = say({ kind: 'read' }, { ...toApp('draft'), waitedForReview: true, reviewResult: 'withdrawn' });
  assert.deepEqual([withdrawn.sign, withdrawn.level], ['❌', 'error']);
  assert.equal(withdrawn.headline, 'tides was taken out of review before there was a result');
  assert.match(withdrawn.next, /submit it again\.$/);
  const approved = say({ kind: 'read' }, { ...toApp('published'), waitedForReview: true, reviewResult: 'approved' });
  assert.deepEqual([approved.sign, approved.level], ['✅', 'notice']);
  assert.match(approved.sentence, /it is public\. The app was approved in review\.$/);
  const pending = say({ kind: 'submitted' }, { ...toApp('in_review'), waitedForReview: true, reviewResult: 'pending' });
  assert.equal(pending.headline, 'tides sent for review');
});

test('a failure after all is told as a failure, whatever the review said', () => {
  const { headline, level } = say(makeOutcome('failed'), { reviewResult: 'rejected', waitedForReview: true });
  assert.deepEqual([headline, level], ['tides was not deployed', 'error']);
});

test('exactly these files are claimed only where they were compared', () => {
  const facts = { ...toApp('draft'), fileCount: 2, byteCount: 3000 };
  const state = 'Draft: visible only to you. Try it at its address, and submit it for review when it is ready.';
  assert.equal(
    say({ kind: 'deployed' }, { ...facts, filesVerified: true }).sentence,
    `The draft holds exactly the 2 files of the folder (3 KB). ${state}`,
  );
  assert.equal(
    say({ kind: 'deployed' }, facts).sentence,
    `The service confirmed the new draft: the 2 files of the folder (3 KB). ${state}`,
  );
  assert.equal(say({ kind: 'deployed' }).sentence, 'The service confirmed the new draft: the content of the folder.');
});

test('what the service confirmed is told apart', () => {
  assert.equal(say({ kind: 'created' }).sentence, 'The service confirmed the new app.');
  assert.equal(say({ kind: 'updated' }).sentence, 'The service confirmed the new draft.');
});

test('there is a next step only where there is something to do', () => {
  for (const outcome of everyOutcome.filter(({ kind }) => !/rejected|failed|unknown|planned|skipped/.test(kind))) {
    assert.equal(say(outcome, toApp('in_review')).next, '');
  }
});

test('a draft that needed no deploy but was sent for review never says that nothing was sent', () => {
  const { sentence } = say({ kind: 'unchanged' }, { ...toApp('in_review'), submitted: true, sentForReview: true });
  assert.match(sentence, /^The draft had exactly this content already, so it was not deployed again\. In review/);
});

test('an unchanged app says what was compared', () => {
  const sentence = (command: Command, submitted = false) => say({ kind: 'unchanged' }, { submitted }, command).sentence;
  assert.equal(
    sentence('update'),
    'No field that update sends differs: name, tagline, color, system_prompt and html. Nothing was sent.',
  );
  assert.equal(sentence('submit'), 'There is nothing new to send for review. Nothing was sent.');
  assert.equal(sentence('submit', true), 'The app is in review already. Nothing was sent.');
  assert.equal(sentence('deploy'), 'The draft has exactly this content already. Nothing was sent.');
  assert.equal(sentence('deploy', true), 'The app is in review already, with exactly this content. Nothing was sent.');
});

test('invalid inputs are counted, and have a line each; no other message has', () => {
  const fail = (code: string, message: string) => {
    const { headline, lines } = say({ kind: 'failed', failure: makeFailure({ code, message }) });
    return { headline, lines };
  };
  assert.deepEqual(fail('invalid_inputs', 'a must be'), { headline: '1 invalid input', lines: ['a must be'] });
  assert.deepEqual(fail('invalid_inputs', 'a must be\nb must be'), {
    headline: '2 invalid inputs',
    lines: ['a must be', 'b must be'],
  });
  assert.deepEqual(fail('refused', 'a\nb').lines, ['a\nb']);
});

describe('a dry run says what it checked, what differs and what it would send, and promises nothing', () => {
  const facts = {
    ...toApp('draft'),
    fileCount: 6,
    changes: [{ path: 'a', kind: 'added', bytesBefore: null, bytesAfter: 1 }],
  } as const;
  const plan = (given: Plan, more: Partial<Facts> = {}, command: Command = 'deploy') =>
    say({ kind: 'planned', plan: given }, { ...facts, ...more }, command);

  test('the changes of a real run', () => {
    const { sign, level, headline, sentence, next } = plan(makePlan('create', 'deploy', 'submit'));
    assert.deepEqual([sign, level], ['ℹ️', 'notice']);
    assert.equal(headline, 'Dry run of tides: 3 changes planned (create, deploy and submit)');
    assert.equal(
      sentence,
      "Checked 6 files offline: no problems. 1 file differs from the draft. No changes were made. A real run sends: create, deploy and submit. The service's own rules are checked only when the change is sent.",
    );
    assert.equal(next, 'Run without dry-run to send it.');
  });

  test('warnings, and what would be taken out of review', () => {
    const problems = [makeProblem({ severity: 'warning' })];
    const { headline, sentence } = plan(makePlan('deploy'), { ...toApp('in_review'), problems, changes: null });
    assert.equal(headline, 'Dry run of tides: 1 change planned (deploy)');
    assert.match(
      sentence,
      /^Checked 6 files offline: 1 warning\. No changes were made\. .* This takes the app out of review\./,
    );
    assert.doesNotMatch(plan(makePlan('submit'), toApp('in_review')).sentence, /out of review/);
  });

  test('the fields of an update', () => {
    const { sentence } = plan({ ...makePlan('update'), fields: ['name', 'html'] }, toApp('in_review'), 'update');
    assert.match(sentence, /Fields that differ: name, html\..* This takes the app out of review\./);
  });

  test('two files differ', () => {
    const change = { path: 'b', kind: 'added', bytesBefore: null, bytesAfter: 1 } as const;
    assert.match(plan(makePlan('deploy'), { changes: [change, change] }).sentence, /2 files differ from the draft\./);
  });

  const idle: readonly (readonly [string, Plan, Command])[] = [
    [
      '⏭️ Dry run of tides: nothing to send, the draft has exactly this content',
      { do: 'nothing', why: 'unchanged' },
      'deploy',
    ],
    [
      '⏭️ Dry run of tides: nothing to send, the app is in review with exactly this content',
      { do: 'nothing', why: 'in_review' },
      'deploy',
    ],
    [
      '⏭️ Dry run of tides: nothing to send, the app is published with exactly this content',
      { do: 'nothing', why: 'published' },
      'deploy',
    ],
    ['⏭️ Dry run of tides: nothing to send, the app is in review', { do: 'nothing', why: 'in_review' }, 'submit'],
    ['⏭️ Dry run of tides: nothing to send, the app is published', { do: 'nothing', why: 'published' }, 'submit'],
    ['⏭️ Dry run of tides: nothing to send, no field differs', { do: 'nothing', why: 'unchanged' }, 'update'],
    ['⏭️ Dry run of tides: nothing to send, the app is in review', { do: 'skip' }, 'deploy'],
    ['⚠️ Dry run of tides: a real run would fail', { do: 'refuse', failure: makeFailure() }, 'deploy'],
  ];
  for (const [expected, given, command] of idle) {
    test(`${command}: ${expected}`, () => {
      const { sign, headline, sentence } = plan(given, {}, command);
      assert.equal(`${sign} ${headline}`, expected);
      assert.doesNotMatch(sentence, /A real run sends/);
    });
  }

  test('a plan to fail gives the reason and what to do, as a warning', () => {
    const { level, sentence, next } = plan(
      { do: 'refuse', failure: makeFailure() },
      { fileCount: null, changes: null },
    );
    assert.deepEqual([level, next], ['warning', 'Name a folder that exists.']);
    assert.equal(sentence, 'No changes were made. The folder site was not found.');
  });

  test('problems come before any plan, and make it red', () => {
    const { sign, level, headline, sentence, next } = plan(makePlan('deploy'), { problems: [makeProblem()] });
    assert.deepEqual([sign, level], ['❌', 'error']);
    assert.deepEqual(
      [headline, sentence, next],
      ['1 problem to fix in tides', 'Dry run: no changes were made.', 'Fix the problems listed and re-run.'],
    );
  });

  test('a check without the service says why nothing was compared', () => {
    const offline = say({ kind: 'planned', plan: null }, { fileCount: 1 });
    assert.equal(offline.headline, 'Dry run of tides: checked offline');
    assert.match(
      offline.sentence,
      /^Checked 1 file offline: no problems\. .* Without api-key nothing is compared with the app\.$/,
    );
    const fork = say({ kind: 'planned', plan: null, skipReason: 'fork' }, {}, 'update');
    assert.equal(fork.headline, 'tides checked, not updated');
    assert.match(fork.sentence, /^A pull request from a fork gets no secrets/);
  });
});

test('a dry run that would send nothing, and a check of a fork, have no next step', () => {
  for (const more of [{ plan: { do: 'nothing', why: 'unchanged' } }, { skipReason: 'fork' }] as const) {
    assert.equal(say({ kind: 'planned', plan: null, ...more }).next, '');
  }
});

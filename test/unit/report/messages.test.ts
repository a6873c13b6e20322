import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commands } from '../../../src/inputs.ts';
import type { Facts } from '../../../src/outcome.ts';
import { toVerdict } from '../../../src/report/verdict.ts';
import { everyOutcome, makeApp, makeOutcome, makeProblem, makeReport } from './sample.ts';

test('every command and outcome has words, and none of them is a value that is missing', () => {
  for (const command of commands) {
    for (const outcome of everyOutcome) {
      for (const facts of [{}, { app: makeApp({ status: 'odd' }) }, { problems: [makeProblem()] }]) {
        const { headline, sentence, next } = toVerdict(makeReport({ command, outcome, facts }));
        assert.ok(headline !== '' && sentence !== '');
        assert.doesNotMatch(`${headline} ${sentence} ${next}`, /undefined|null|NaN|\[object/);
        assert.doesNotMatch(headline, /\.$/);
      }
    }
  }
});

test('the headline says what came of the app', () => {
  const app = makeApp({ status: 'in_review' });
  const say = (name: Parameters<typeof makeOutcome>[0], facts: Partial<Facts> = {}) =>
    toVerdict(makeReport({ outcome: makeOutcome(name), facts: { app, ...facts } })).headline;
  assert.equal(say('deployed'), 'tides deployed');
  assert.equal(say('deployed', { submitted: true }), 'tides deployed and sent for review');
  assert.equal(say('read'), 'tides is in review');
  assert.equal(say('read', { app: makeApp() }), 'tides was read');
  assert.equal(say('read', { app: makeApp({ status: 'toString' }) }), 'tides has the status toString');
  assert.equal(say('listed', { apps: [app] }), '1 app');
  assert.equal(say('planned'), 'tides checked offline');
  assert.equal(say('planned', { problems: [makeProblem()] }), '1 problem to fix in tides');
  assert.equal(
    say('rejected', { problems: [makeProblem(), makeProblem({ severity: 'warning' })] }),
    'tides was not deployed: 1 problem to fix',
  );
  assert.equal(say('failed', { app: null, slug: 'moon' }), 'moon was not deployed');
  assert.equal(say('unknown', { app: null }), 'The app: not known whether it was deployed');
});

test('in review means that nobody else sees it yet', () => {
  const report = makeReport({ facts: { app: makeApp({ status: 'in_review' }), fileCount: 2, byteCount: 3000 } });
  const { sentence, next } = toVerdict(report);
  assert.equal(sentence, 'The draft holds exactly the 2 files of the folder (3 KB).');
  assert.equal(next, 'In review: nobody else sees it until it is reviewed.');
});

test('red is what is rejected, failed, unknown, planned with errors, or refused after a wait', () => {
  const isRed = (parts: Parameters<typeof makeReport>[0]) => toVerdict(makeReport(parts)).level === 'error';
  assert.deepEqual(
    everyOutcome.filter((outcome) => isRed({ outcome })).map(({ kind }) => kind),
    ['rejected', 'failed', 'unknown'],
  );
  const planned = makeOutcome('planned');
  assert.equal(isRed({ outcome: planned, facts: { problems: [makeProblem()] } }), true);
  assert.equal(isRed({ outcome: planned, facts: { problems: [makeProblem({ severity: 'warning' })] } }), false);
  const facts = { app: makeApp({ status: 'not_approved' }), submitted: true };
  assert.equal(isRed({ facts: { ...facts, verdict: 'refused' } }), true);
  assert.equal(isRed({ facts }), false);
});

test('a review that was waited for is told with its end', () => {
  const read = makeOutcome('read');
  const app = makeApp({ status: 'not_approved' });
  const refused = toVerdict(makeReport({ outcome: read, facts: { app, verdict: 'refused' } }));
  assert.equal(refused.headline, 'tides was not approved');
  assert.match(refused.next, /^Not approved, which is final/);
  assert.equal(toVerdict(makeReport({ facts: { verdict: 'refused' } })).headline, 'The app was not approved');
  assert.equal(toVerdict(makeReport({ facts: { app: makeApp({ status: 'odd' }), verdict: 'refused' } })).next, '');
  const approved = toVerdict(
    makeReport({ outcome: read, facts: { app: makeApp({ status: 'published' }), verdict: 'approved' } }),
  );
  assert.equal(approved.sentence, 'Nothing was changed: the app was only read. The review is over: approved.');
});

test('a failure after all is told as a failure, whatever the review said', () => {
  const { headline, level } = toVerdict(
    makeReport({ outcome: makeOutcome('failed'), facts: { slug: 'tides', verdict: 'refused' } }),
  );
  assert.deepEqual([headline, level], ['tides was not deployed', 'error']);
  assert.equal(
    toVerdict(makeReport({ command: 'list', outcome: makeOutcome('failed') })).headline,
    'The apps were not listed',
  );
});

test('a draft that needed no deploy but was sent for review says so, and never that nothing was sent', () => {
  const { headline, sentence } = toVerdict(
    makeReport({ outcome: { kind: 'unchanged', sentForReview: true }, facts: { submitted: true } }),
  );
  assert.match(headline, /unchanged and sent for review$/);
  assert.doesNotMatch(sentence, /Nothing was sent/);
});

test('what failed is the submission, once the deploy is done or was not needed', () => {
  const tell = (kind: 'rejected' | 'unknown', changed: boolean) =>
    toVerdict(makeReport({ outcome: makeOutcome(kind), facts: { slug: 'tides', submitting: true, changed } })).headline;
  assert.equal(tell('rejected', true), 'tides was deployed, but not sent for review');
  assert.equal(tell('rejected', false), 'tides was not sent for review');
  assert.equal(tell('unknown', true), 'tides was deployed: not known whether it was sent for review');
  assert.equal(tell('unknown', false), 'tides: not known whether it was sent for review');
});

test('a run with invalid inputs does not claim to know what it was to do, and names each on its own line', () => {
  const toMessage = (message: string) => {
    const failure = { code: 'invalid_inputs', message, next: 'Fix it.' };
    const { headline, sentence, lines } = toVerdict(makeReport({ outcome: { kind: 'failed', failure } }));
    return { headline, sentence, lines };
  };
  assert.deepEqual(toMessage('slug must be so'), {
    headline: '1 invalid input',
    sentence: '',
    lines: ['slug must be so'],
  });
  assert.deepEqual(toMessage('a must be\nb must be'), {
    headline: '2 invalid inputs',
    sentence: '',
    lines: ['a must be', 'b must be'],
  });
});

test('only a plan to fail is a warning', () => {
  const warned = everyOutcome.filter((outcome) => toVerdict(makeReport({ outcome })).level === 'warning');
  assert.deepEqual(
    warned.map((outcome) => (outcome.kind === 'planned' ? outcome.plan?.do : outcome.kind)),
    ['refuse'],
  );
});

test('what a fork’s pull request did not do is said of what the command does', () => {
  const outcome = { kind: 'skipped', skipReason: 'fork' } as const;
  const { headline, sentence, next } = toVerdict(makeReport({ command: 'status', outcome, facts: { slug: 'tides' } }));
  assert.equal(headline, 'tides skipped');
  assert.equal(
    sentence,
    'A pull request from a fork is not given the API key, so the service was not asked. Nothing was sent.',
  );
  assert.equal(next, 'A run of the repository itself, such as the push after the merge, has the key.');
  assert.equal(toVerdict(makeReport({ command: 'list', outcome })).headline, 'The list skipped');
});

test('an update that had nothing to send says that it compared the fields alone', () => {
  const say = (command: 'update' | 'submit' | 'deploy') =>
    toVerdict(makeReport({ command, outcome: { kind: 'unchanged' } })).sentence;
  assert.equal(
    say('update'),
    'None of the fields that update sends differs: name, tagline, color, system_prompt and html. Nothing was sent.',
  );
  assert.equal(say('submit'), 'There is nothing new to send for review.');
  assert.equal(say('deploy'), 'The service already has exactly this content. Nothing was sent.');
});

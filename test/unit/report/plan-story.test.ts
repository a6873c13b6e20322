import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Command } from '../../../src/inputs.ts';
import type { Intent } from '../../../src/outcome.ts';
import { tellPlan } from '../../../src/report/plan-story.ts';
import { makeApp, makeProblem, makeReport } from './sample.ts';

const nothing = 'A dry run: nothing was sent that changes anything.';
const doIt = 'Run without dry-run to do it.';
const failure = {
  code: 'in_review',
  message: 'The app is in review, and this would take it out of review: tides',
  next: 'Wait for the verdict.',
};

function tell(command: Command, plan: Intent, status = 'draft') {
  return tellPlan(command, { kind: 'planned', plan }, makeReport({ facts: { app: makeApp({ status }) } }).facts);
}

describe('the headline of a dry run says what a real one would do', () => {
  const steps = { do: 'deploy', createFirst: false, submits: false } as const;
  const rows: readonly (readonly [Command, Intent, string])[] = [
    ['deploy', steps, 'tides would be deployed'],
    ['deploy', { ...steps, submits: true }, 'tides would be deployed and sent for review'],
    ['deploy', { ...steps, createFirst: true }, 'tides would be created and deployed'],
    ['deploy', { ...steps, createFirst: true, submits: true }, 'tides would be created, deployed and sent for review'],
    ['deploy', { do: 'submit' }, 'tides would be sent for review'],
    ['submit', { do: 'submit' }, 'tides would be sent for review'],
    ['create', { do: 'create' }, 'tides would be created'],
    ['delete', { do: 'delete' }, 'tides would be deleted'],
    ['update', { do: 'update', fields: ['name'] }, 'tides would be updated'],
    ['deploy', { do: 'nothing', why: 'unchanged' }, 'tides would not be deployed: the draft has exactly this content'],
    [
      'deploy',
      { do: 'nothing', why: 'in_review' },
      'tides would not be deployed: it is in review with exactly this content',
    ],
    [
      'deploy',
      { do: 'nothing', why: 'published' },
      'tides would not be deployed: it is published with exactly this content',
    ],
    ['submit', { do: 'nothing', why: 'in_review' }, 'tides would not be sent for review: it is in review as it is'],
    ['submit', { do: 'nothing', why: 'published' }, 'tides would not be sent for review: it is published as it is'],
    ['update', { do: 'nothing', why: 'unchanged' }, 'tides would not be updated: no field differs'],
    ['deploy', { do: 'skip' }, 'tides would not be deployed: it is in review'],
    ['update', { do: 'skip' }, 'tides would not be updated: it is in review'],
    ['deploy', { do: 'refuse', failure }, 'tides would not be deployed: a run would fail'],
  ];
  for (const [command, plan, headline] of rows) {
    test(headline, () => assert.equal(tell(command, plan).headline, headline));
  }
});

test('a plan to change something says what to do next, and what it takes out of review', () => {
  const deploy = { do: 'deploy', createFirst: false, submits: false } as const;
  assert.deepEqual(tell('deploy', deploy), { headline: 'tides would be deployed', sentence: nothing, next: doIt });
  assert.equal(tell('deploy', deploy, 'in_review').sentence, `${nothing} The app would be taken out of review.`);
  const update = { do: 'update', fields: ['name', 'html'] } as const;
  assert.equal(tell('update', update).sentence, `${nothing} Fields that differ: name, html.`);
  assert.equal(
    tell('update', update, 'in_review').sentence,
    `${nothing} Fields that differ: name, html. The app would be taken out of review.`,
  );
  assert.equal(tell('deploy', { do: 'submit' }).sentence, `${nothing} The draft has exactly this content already.`);
  assert.equal(tell('submit', { do: 'submit' }).sentence, nothing);
});

test('a plan to do nothing says so, and never that it would be done without dry-run', () => {
  const same = tell('deploy', { do: 'nothing', why: 'unchanged' });
  assert.deepEqual([same.sentence, same.next], [`${nothing} A real run would send nothing either.`, '']);
  const skip = tell('deploy', { do: 'skip' }, 'in_review');
  assert.equal(skip.sentence, `${nothing} A real run would leave it there, as on-in-review is skip.`);
  assert.match(skip.next, /^Wait for the verdict/);
  const refuse = tell('deploy', { do: 'refuse', failure });
  assert.deepEqual([refuse.sentence, refuse.next], [`${nothing} ${failure.message}`, failure.next]);
});

test('problems come before any plan', () => {
  const { facts } = makeReport({ facts: { slug: 'tides', problems: [makeProblem()] } });
  assert.deepEqual(tellPlan('deploy', { kind: 'planned' }, facts), {
    headline: '1 problem to fix in tides',
    sentence: nothing,
    next: 'Fix them, then run again.',
  });
});

test('a check without the service says why nothing was compared', () => {
  const { facts } = makeReport({ facts: { slug: 'tides' } });
  const offline = tellPlan('deploy', { kind: 'planned' }, facts);
  assert.equal(offline.headline, 'tides checked offline');
  assert.match(offline.sentence, /^A dry run without api-key is offline: .* not compared with the app/);
  const fork = tellPlan('update', { kind: 'planned', skipReason: 'fork' }, facts);
  assert.equal(fork.headline, 'tides checked, not updated');
  assert.match(fork.sentence, /^A pull request from a fork .* the folder was only checked and nothing was sent\.$/);
  assert.equal(fork.next, 'It is updated by a run of the repository itself, such as the push after the merge.');
});

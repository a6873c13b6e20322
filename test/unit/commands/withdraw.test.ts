import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hide, play, review } from '../../support/fake-service/scene.ts';
import { testEnds } from './ends.ts';

const withdraws = {
  app: { status: 'in_review' },
  inputs: { command: 'withdraw', confirm: 'tides' },
} as const;

testEnds(
  'withdraw',
  {
    'an app in review': {},
    'a draft': { app: { status: 'draft' } },
    'no app': { app: null },
    'an app that is approved right before': { before: { 1: review('approve') } },
    'an app that is rejected right before': { before: { 1: review('reject') } },
    'an app that stays in review': {
      faults: [{ method: 'changes', status: 200, body: 'json' }],
    },
    'an app that is deleted right after': { before: { 2: (service) => service.remove() } },
  },
  withdraws,
);

test('withdraw sends a field as it is: the first one that the service shows', async () => {
  for (const [hidden, body] of [
    [{ name: 'Tides', tagline: 'High' }, { name: 'Tides' }],
    [{ name: null, tagline: 'High' }, { tagline: 'High' }],
    [{ name: null, tagline: null, color: '#003366' }, { color: '#003366' }],
    [{ name: null, tagline: null, color: null }, {}],
  ] as const) {
    const { service } = await play({ ...withdraws, prepare: hide(hidden) });
    assert.deepEqual(service.exchanges[1]?.body, body);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '../../support/fake-service/clock.ts';
import {
  type Doing,
  fail,
  play,
  review,
  revokeKey,
  type Scene,
} from '../../support/fake-service/scene.ts';
import { testEnds } from './ends.ts';

const putTwo: Doing = (service) => [
  service.put({ status: 'published' }, 'waves'),
  service.put({ status: 'not_approved', reviewNote: 'Nice' }, 'dunes'),
];
/** Lets the list be one page of a longer list. */
const listInPages: Doing = (_service, { run: { client } }) => {
  const { listApps } = client;
  Object.assign(client, { listApps: async () => ({ ...(await listApps()), hasMore: true }) });
};
testEnds(
  'list',
  {
    'two apps, in the order of the service': { prepare: putTwo },
    'no apps': {},
    'the first page of a longer list': {
      prepare: (service, open) => [putTwo(service, open), listInPages(service, open)],
    },
    'with a key that is not valid': { prepare: revokeKey },
  },
  { app: null, inputs: { command: 'list', slug: '' } },
);

test('the advice about a missing app names the apps of the key, with one request', async () => {
  const { failure, requests } = await play({
    app: null,
    inputs: { command: 'status' },
    prepare: putTwo,
  });
  assert.equal(requests, 'read list');
  assert.match(
    failure?.next ?? '',
    /^This key has these apps: (?:waves, dunes|dunes, waves)\. Check /,
  );
});

test('the advice about a missing app says if the key has no apps', async () => {
  const { failure } = await play({ app: null, inputs: { command: 'status' } });
  assert.match(failure?.next ?? '', /^This key has no apps\. Check /);
});

test('a list that fails does not hide that the app is missing', async () => {
  const { ending, failure, requests, tookMs } = await play({
    app: null,
    inputs: { command: 'status' },
    before: { 1: fail({ status: 500, times: null }) },
  });
  assert.deepEqual([ending, requests], ['failed app_missing', 'read list']);
  assert.ok(tookMs < 1_000, `${tookMs} ms`);
  assert.doesNotMatch(failure?.next ?? '', /This key has/);
});

const read = (status: string): Scene => ({ app: { status, reviewNote: 'A note' } });
const waitFor = (status: string): Scene => ({
  ...read(status),
  inputs: { waitForReviewMinutes: 5 },
});
const isApproved: Scene = { after: { 9000: review('approve') } };
testEnds(
  'status',
  {
    'a draft': read('draft'),
    'not approved': read('not_approved'),
    'an undocumented status': read('a_state_of_tomorrow'),
    'in review': read('in_review'),
    'unreviewed changes': read('published_with_unreviewed_changes'),
    'an app that does not exist': { app: null },
    // Nothing shows that these were ever submitted: there is no result to wait for.
    'a draft, wait-for-review': waitFor('draft'),
    'taken down, wait-for-review': waitFor('taken_down'),
    'published, wait-for-review': waitFor('published'),
    'not approved, wait-for-review': waitFor('not_approved'),
    'in review, wait-for-review': { ...waitFor('in_review'), ...isApproved },
    'an undocumented status, wait-for-review': { ...waitFor('in_first_review'), ...isApproved },
  },
  { inputs: { command: 'status' } },
);

test('the log shows how long an app has been in review, or how long ago it was published', async () => {
  const now = createFakeClock().now();
  const hourMs = 3_600_000;
  const read = async (app: NonNullable<Scene['app']>) => {
    const { lines } = await play({ app, inputs: { command: 'status' } });
    return lines.find((line) => line.startsWith('Remote: '));
  };
  const inReview = await read({ status: 'in_review', submittedAt: now - 72 * hourMs });
  assert.match(inReview ?? '', /^Remote: in_review for 3 days \(since \d+ \w+.*UTC\)$/);
  const published = await read({ status: 'published', publishedAt: now - 2 * hourMs });
  assert.equal(published, 'Remote: published 2 hours ago');
  assert.equal(await read({ status: 'draft', updatedAt: now - hourMs }), 'Remote: draft');
});

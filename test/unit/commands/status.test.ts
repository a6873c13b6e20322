import { type Doing, review, revokeKey, type Scene } from '../../support/fake-service/scene.ts';
import { testEnds } from './ends.ts';

const putTwo: Doing = (service) => [
  service.put({ status: 'published' }, 'waves'),
  service.put({ status: 'not_approved', reviewNote: 'Nice' }, 'dunes'),
];
testEnds(
  'list',
  {
    'two apps, in the order of the service': { prepare: putTwo },
    'no apps': {},
    'with a key that is not valid': { prepare: revokeKey },
  },
  { app: null, inputs: { command: 'list', slug: '' } },
);

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
    'an unknown state': read('a_state_of_tomorrow'),
    'in review': read('in_review'),
    'unreviewed changes': read('published_with_unreviewed_changes'),
    'no app': { app: null },
    // None of these was ever submitted for certain: there is no result to wait for.
    'a draft, and waits': waitFor('draft'),
    'taken down, and waits': waitFor('taken_down'),
    'published, and waits': waitFor('published'),
    'not approved, and waits': waitFor('not_approved'),
    'in review, and waits': { ...waitFor('in_review'), ...isApproved },
    'an unknown state, and waits': { ...waitFor('in_first_review'), ...isApproved },
  },
  { inputs: { command: 'status' } },
);

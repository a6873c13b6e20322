import type { FakeService } from '../../support/fake-service/service.ts';
import { testEnds } from './ends.ts';

const remove = { before: { 1: (service: FakeService) => service.remove() } };
testEnds(
  [
    ['delete of an app', {}, 'read delete read', 'deleted 0 changed', { app: null, statusBefore: 'published' }],
    // It may be somebody else's.
    ['delete of an app that is not there', { app: null }, 'read', 'failed app_missing 1'],
    ['delete of an app that somebody else deletes right before', remove, 'read delete', 'failed not_found 1 published'],
  ],
  { app: { status: 'published' }, inputs: { command: 'delete' } },
);

import { describe } from 'node:test';
import { testEnds } from './ends.ts';

describe('delete', () => {
  testEnds(
    [
      [
        'of an app that is there',
        {},
        'read delete read',
        'deleted 0 changed',
        { app: null, statusBefore: 'published' },
      ],
      // It may be somebody else's.
      ['of an app that is not there', { app: null }, 'read', 'failed app_missing 1'],
      [
        'of an app that somebody else deletes in between',
        { before: { 1: (service) => service.remove('tides') } },
        'read delete',
        'failed not_found 1 published',
      ],
    ],
    { app: { status: 'published' }, inputs: { command: 'delete' } },
  );
});

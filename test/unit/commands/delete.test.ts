import { before } from '../../support/fake-service/faults.ts';
import { testEnds } from './ends.ts';

testEnds(
  'delete',
  {
    'an app': {},
    // It may be somebody else's.
    'an app that is not there': { app: null },
    'an app that is not there, where the read of age fails for a while': {
      app: null,
      faults: [null, before('503'), before('503'), before('reset')],
    },
    'an app that somebody else deletes right before': { before: { 1: (service) => service.remove() } },
  },
  { app: { status: 'published' }, inputs: { command: 'delete' } },
);

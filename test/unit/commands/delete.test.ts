import { testEnds } from './ends.ts';

testEnds(
  'delete',
  {
    'an app': {},
    'an app in review': { app: { status: 'in_review' } },
    // It may be somebody else's.
    'an app that is not there': { app: null },
    'an app that is not there, where the read of age fails for a while': {
      app: null,
      faults: [
        { skip: 1, times: 2 },
        { skip: 3, kind: 'reset' },
      ],
    },
    'an app that somebody else deletes right before': {
      before: { 1: (service) => service.remove() },
    },
  },
  { app: { status: 'published' }, inputs: { command: 'delete' } },
);

import { testEnds } from './ends.ts';

testEnds(
  'delete',
  {
    'an app': {},
    'an app in review': { app: { status: 'in_review' } },
    'an app that does not exist': { app: null },
    'an app that does not exist, when the second read fails for a while': {
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

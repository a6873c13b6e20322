import { test } from 'node:test';
import {
  type App,
  makeApp,
  moveApp,
  moves,
  statuses,
  toPublicFolder,
  updateApp,
} from '../../../../sandbox/service/app.ts';
import { presets, switches } from '../../../../sandbox/service/assumptions.ts';
import { compareWithFile } from '../../../support/snapshot.ts';

const draft = new Map([['index.html', 'new']]);
const folder = new Map([['index.html', 'old']]);
const states = [...statuses, 'changes_requested', 'in_first_review', 'a_state_of_tomorrow'];
const steps = [...moves, 'update'] as const;

/** Returns where each step leads from each state: to a state, or to a refusal. */
function listSteps(isPublished: boolean, assumed = {}): readonly string[] {
  const moment = { time: 2, assumptions: { ...presets.documented, ...assumed } };
  const published = isPublished ? { published: folder, publishedAt: 1 } : {};
  return states.flatMap((status) => {
    const app: App = { ...makeApp('ann', 'tides', draft, 1), status, ...published };
    const rows = steps.map((step) => {
      const result =
        step === 'update'
          ? ({ kind: 'moved', app: updateApp(app, draft, moment) } as const)
          : moveApp(app, step, moment);
      if (result.kind === 'refused') return `${step} is refused as ${result.code}`;
      const moved = result.app;
      const effects = [
        moved.published === app.published ? '' : ' and publishes the draft',
        moved.draft === app.draft ? '' : ' and brings back the published files',
        moved.publishedAt === app.publishedAt ? '' : ' now',
      ];
      return `${step} leads to ${moved.status}${effects.join('')}`;
    });
    return [`is ${toPublicFolder(app) === null ? 'private' : 'public'}`, ...rows].map(
      (row) => `${status}: ${row}`,
    );
  });
}

test('moves.md shows the next state for each move in each state, and the effect of assumptions', () => {
  const usual = listSteps(true);
  const names = ['form', 'update_in_review', 'submit_leads_to', 'rejection'];
  const assumed = names.flatMap((name) => {
    const [, ...others] = switches[name as keyof typeof switches].values;
    return others.map((value) => [`${name}=${value}`, listSteps(true, { [name]: value })] as const);
  });
  const parts = [['Without a published version', listSteps(false)] as const, ...assumed].flatMap(
    ([what, rows]) => [
      `# ${what}: what differs`,
      ...rows.filter((row) => !usual.includes(row)).map((row) => `- ${row}`),
    ],
  );
  const all = ['# With a published version', ...usual.map((row) => `- ${row}`), ...parts];
  compareWithFile(
    'test/unit/sandbox/service/snapshots/moves.md',
    all.join('\n').replaceAll('\n#', '\n\n#'),
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ActionError } from '../../../src/errors.ts';
import type { CommentTarget, MarkedComment } from '../../../src/report/emit.ts';
import { outputTable } from '../../../src/report/outputs.ts';
import {
  compareWithFile,
  renderRun,
  type ShownRun,
  toSnapshotName,
} from '../../support/snapshot.ts';
import { type Case, cases } from './cases.ts';
import { fail, type GivenRun, makeApp, show, showAll } from './sample.ts';

/** Cases about the places that a report is written to. */
const sinkCases: Readonly<Record<string, Case>> = {
  'Trouble with the reporting': {
    slug: 'tides',
    sinks: {
      writeOutputs: breakDown,
      writeSummary: breakDown,
      comment: { post: async () => breakDown(), service: 'https://apps.example', patterns: null },
    },
  },
  'Nowhere to report to': { sinks: { writeOutputs: null, writeSummary: null, comment: null } },
};

function breakDown(): never {
  throw new ActionError('it is broken', { code: 'x', next: 'Repair it.' });
}

/** The cases whose snapshots print all outputs. */
const withAllOutputs = [
  'A deploy that is sent for review',
  'More problems than were read',
  'Several apps, two of ten failing',
];
/** The outputs that other snapshots print, because few runs have them. */
const rareOutputs = [
  'outcome',
  'plan',
  'review-note',
  'review-result',
  'terms-required',
  'apps',
  'problems',
];

function printsOutput(title: string, name: string): boolean {
  return withAllOutputs.includes(title) || rareOutputs.includes(name);
}

for (const [title, given] of Object.entries({ ...cases, ...sinkCases })) {
  const file = `test/unit/report/snapshots/${toSnapshotName(title)}`;
  test(`report: ${title} (snapshots/${toSnapshotName(title)})`, async () => {
    const shown = await showAll(given);
    compareWithFile(
      file,
      renderRun(title, shown, (name) => printsOutput(title, name)),
    );
  });
}

test('a snapshot prints a value of every output', async () => {
  // messages.test.ts has all values of `skip-reason`.
  const printed = new Set(['skip-reason']);
  for (const [title, given] of Object.entries(cases)) {
    const { outputs } = await showAll(given);
    for (const [name, value] of Object.entries(outputs)) {
      if (value !== '' && value !== '[]' && printsOutput(title, name)) printed.add(name);
    }
  }
  const missing = Object.entries(outputTable).flatMap(([name, { place }]) => {
    return place === 'result' || printed.has(name) ? [] : [name];
  });
  assert.deepEqual(missing, [], 'add a value to the first case of cases.ts');
});

test('the results name an app without a slug by its folder, and leave out a run without an app', async () => {
  const unnamed = { ...fail(), slug: '', folder: 'apps/My App' };
  for (const [runs, names] of [
    [
      [{ slug: 'tides' }, unnamed],
      ['tides', 'apps/My App'],
    ],
    [[{ ...fail(), slug: '' }], []],
  ] as const) {
    const { outputs } = await showAll(runs);
    const results: readonly ShownRun['outputs'][] = JSON.parse(outputs['results'] ?? '');
    assert.deepEqual(
      results.map(({ slug, folder }) => slug ?? folder),
      names,
    );
  }
});

test('a comment says whether the address of the app shows a draft', async () => {
  const address = 'https://apps.example.org/a/tides';
  for (const [status, subject] of [
    ['draft', 'The draft'],
    ['published_with_unreviewed_changes', 'The app'],
    [null, 'The draft'],
  ] as const) {
    const { comment } = await show({ app: makeApp({ url: address, status }) });
    assert.match(comment ?? '', new RegExp(`^${subject} as it is now: <${address}>$`, 'm'));
  }
});

test('an output reaches the next step unchanged, even if it contains possible heredoc delimiters', async () => {
  const reviewNote = 'end\nend_\nstatus=approved\nend';
  const { outputs } = await show({ slug: 'tides', app: makeApp({ reviewNote }) });
  assert.equal(outputs['review-note'], reviewNote);
  assert.equal(outputs['slug'], 'tides');
});

test('the marker of a comment contains the service and the slug, or the folder patterns of several apps', async () => {
  const service = 'https://apps.example';
  const readMark = async (run: GivenRun, target: Omit<CommentTarget, 'post'>) => {
    let found = '';
    const post = async ({ mark }: MarkedComment) => {
      found = mark;
      return 'created' as const;
    };
    await show({ ...run, sinks: { comment: { ...target, post } } });
    return found;
  };
  const tides: GivenRun = { slug: 'tides' };
  const one = { service, patterns: null };
  const deploy = await readMark({ ...tides, folder: 'app' }, one);
  const deletion: GivenRun = { ...tides, command: 'delete', outcome: 'deleted' };
  assert.equal(await readMark(deletion, one), deploy);
  const others = [
    await readMark({ slug: 'waves' }, one),
    await readMark(tides, { ...one, service: 'https://other.example' }),
    await readMark(tides, { service, patterns: { slug: '', folder: 'apps/*' } }),
    await readMark(tides, { service, patterns: { slug: 'a-*', folder: 'apps/*' } }),
    await readMark(tides, { service, patterns: { slug: '', folder: 'other/*' } }),
  ];
  assert.equal(new Set([deploy, ...others]).size, 6);
  assert.equal(await readMark({ slug: '' }, one), '');
});

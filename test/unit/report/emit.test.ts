import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ActionError } from '../../../src/errors.ts';
import type { CommentTarget, MarkedComment } from '../../../src/report/emit.ts';
import { compareWithFile, renderRun, toSnapshotName } from '../../support/snapshot.ts';
import { type Case, cases } from './cases.ts';
import { type GivenRun, makeApp, show, showAll } from './sample.ts';

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

for (const [title, given] of Object.entries({ ...cases, ...sinkCases })) {
  const file = `test/unit/report/snapshots/${toSnapshotName(title)}`;
  test(`report: ${title} (snapshots/${toSnapshotName(title)})`, async () =>
    compareWithFile(file, renderRun(title, await showAll(given))));
}

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

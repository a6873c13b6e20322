import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ActionError } from '../../../src/action-error.ts';
import { emitReport, reportUnstarted, type Sinks } from '../../../src/report/emit.ts';
import { makeFailure, makeOutcome, makeProblem, makeRawReport, openPullRequest } from './sample.ts';

/** Reports a run, and gives back what was told, in its order. */
async function emit(report: Parameters<typeof makeRawReport>[0], parts: Partial<Sinks> = {}) {
  const told: string[] = [];
  const tell = (what: string) => (text: string) => void told.push(`${what} ${text}`);
  const log: Sinks['log'] = {
    info: tell('info'),
    debug: tell('debug'),
    lines: tell('lines'),
    warn: tell('warn'),
    annotate: ({ level }) => void told.push(level),
    group: (title, lines) => void told.push(`group ${title}`, ...lines),
    list: (title, lines) => void told.push(`list ${title}`, ...lines),
  };
  const writeOutputs = () => void told.push('outputs');
  const writeSummary = () => void told.push('summary');
  await emitReport(makeRawReport(report), { log, writeOutputs, writeSummary, comment: null, docsUrl: null, ...parts });
  return told;
}

test('outputs and annotations come before the summary, the comment last', async () => {
  const { port } = openPullRequest();
  assert.deepEqual(await emit({ facts: { slug: 'tides' } }, { comment: { port, runUrl: null } }), [
    'outputs',
    'notice',
    'summary',
    'debug Pull-request comment: created.',
  ]);
});

test('trouble with the telling is a warning each, and nothing throws', async () => {
  const fail = (error: unknown) => () => {
    throw error;
  };
  const create = fail(new ActionError('no network', { code: 'x', next: 'Plug it in.' }));
  const sinks = {
    writeOutputs: fail(new Error('GITHUB_OUTPUT is broken')),
    writeSummary: fail('odd'),
    comment: { port: { ...openPullRequest().port, create }, runUrl: null },
  };
  assert.deepEqual(await emit({ outcome: makeOutcome('failed'), facts: { slug: 'tides' } }, sinks), [
    'warn The outputs could not be written: GITHUB_OUTPUT is broken',
    'error',
    'warn The job summary could not be written: odd',
    'warn The pull-request comment was not posted: no network. Plug it in. This does not change the result of the run.',
  ]);
});

test('off a runner there are no outputs and no summary, and without a slug no comment', async () => {
  const { port } = openPullRequest();
  const sinks = { writeOutputs: null, writeSummary: null, comment: { port, runUrl: null } };
  assert.deepEqual(await emit({ outcome: makeOutcome('listed') }, sinks), [
    'warn The outputs could not be written: GITHUB_OUTPUT is not set.',
    'notice',
    'debug There is no job summary to write to.',
  ]);
});

test('one problem needs no group, and of many the log says how many it omits', async () => {
  const list = async (count: number) => {
    const problems = Array.from({ length: count }, (_, index) => makeProblem({ message: `p${index}` }));
    const told = await emit({ outcome: makeOutcome('rejected'), facts: { problems } });
    return told.slice(1, told.indexOf('error'));
  };
  assert.deepEqual(await list(0), []);
  assert.deepEqual(await list(1), ['info error: p0']);
  assert.deepEqual(await list(2), ['group Problems (2)', 'error: p0', 'error: p1']);
  assert.deepEqual((await list(200)).at(-1), 'error: p199');
  assert.deepEqual((await list(1205)).slice(200), ['error: p199', 'and 1,005 more problems: see the summary']);
});

test('a run that did not begin is reported with its error alone', async () => {
  const failure = makeFailure({ code: 'invalid_inputs', message: 'slug must be a slug', next: 'Fix it.' });
  const { readLines, ...report } = reportUnstarted(new ActionError(failure.message, failure), {
    slug: 'tides',
    secrets: ['k'],
  });
  const expected = makeRawReport({
    outcome: { kind: 'failed', failure },
    secrets: ['k'],
    facts: { slug: 'tides' },
  });
  assert.deepEqual({ ...report, readLines: expected.readLines }, expected);
  assert.equal(await readLines('a', 1, 1), null);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ActionError } from '../../../src/errors.ts';
import type { Annotation } from '../../../src/report/annotations.ts';
import { emitReport, reportUnstarted, type Sinks } from '../../../src/report/emit.ts';
import { makeFailure, makeOutcome, makeProblem, makeRawReport } from './sample.ts';

function openSinks(parts: Partial<Sinks> = {}) {
  const told: string[] = [];
  const annotations: Annotation[] = [];
  const log = {
    info: (text: string) => void told.push(`info ${text}`),
    debug: (text: string) => void told.push(`debug ${text}`),
    lines: (text: string) => void told.push(`lines ${text}`),
    warn: (text: string) => void told.push(`warn ${text}`),
    annotate: (annotation: Annotation) => {
      annotations.push(annotation);
      told.push(annotation.level);
    },
    group: <T>(title: string, work: () => Promise<T>) => {
      told.push(`group ${title}`);
      return work();
    },
  };
  const sinks: Sinks = {
    log,
    setOutput: (name) => void told.push(`output ${name}`),
    writeSummary: () => Promise.resolve(void told.push('summary')),
    comment: null,
    docsUrl: null,
    ...parts,
  };
  return { sinks, told, annotations };
}

const list = async function* () {};
const port = { list, create: () => Promise.resolve(), update: () => Promise.resolve() };

test('outputs and annotations come before the summary, the comment last', async () => {
  const { sinks, told } = openSinks({ comment: { port, runUrl: null } });
  await emitReport(makeRawReport({ facts: { slug: 'tides' } }), sinks);
  assert.equal(told.length, 20);
  assert.deepEqual(told.slice(16), ['output apps', 'notice', 'summary', 'debug Pull-request comment: created.']);
});

test('problems are listed with their places, and a bug of ours shows its stack', async () => {
  const failure = makeFailure({ code: 'bug', stack: 'Error: at s3cr3tkey' });
  const problems = [
    makeProblem({ path: 'a.html', line: 2, message: 'x' }),
    makeProblem({ message: 'y', severity: 'warning' }),
  ];
  const { sinks, told } = openSinks();
  await emitReport(
    makeRawReport({ outcome: { kind: 'failed', failure }, secrets: ['s3cr3tkey'], facts: { problems } }),
    sinks,
  );
  assert.deepEqual(told.slice(17), [
    'group Problems (2)',
    'info a.html:2: error: x',
    'info warning: y',
    'warning',
    'error',
    'error',
    'lines Error: at ***',
    'summary',
  ]);
});

test('trouble with the telling is a warning each, and nothing throws', async () => {
  const fail = (what: string) => () => {
    throw new Error(`${what} is broken`);
  };
  const comment = {
    port: {
      ...port,
      create: () => Promise.reject(new ActionError('no network', { code: 'x', next: 'Plug it in.' })),
    },
    runUrl: null,
  };
  const { sinks, told } = openSinks({
    setOutput: fail('GITHUB_OUTPUT'),
    writeSummary: () => Promise.reject('odd'),
    comment,
  });
  await emitReport(makeRawReport({ outcome: makeOutcome('failed'), facts: { slug: 'tides' } }), sinks);
  assert.deepEqual(told, [
    'warn The outputs could not be written: GITHUB_OUTPUT is broken',
    'error',
    'warn The job summary could not be written: odd',
    'warn The pull-request comment was not posted: no network. Plug it in. This does not change the result of the run.',
  ]);
});

test('off a runner there are no outputs and no summary, and without a slug no comment', async () => {
  const { sinks, told } = openSinks({
    setOutput: null,
    writeSummary: null,
    comment: { port, runUrl: null },
  });
  await emitReport(makeRawReport({ outcome: makeOutcome('listed') }), sinks);
  assert.deepEqual(told, [
    'warn The outputs could not be written: GITHUB_OUTPUT is not set.',
    'notice',
    'debug There is no job summary to write to.',
  ]);
});

test('one problem needs no group, and of many the log says how many it omits', async () => {
  const list = async (count: number) => {
    const { sinks, told } = openSinks();
    const problems = Array.from({ length: count }, (_, index) => makeProblem({ message: `p${index}` }));
    await emitReport(makeRawReport({ outcome: makeOutcome('rejected'), facts: { problems } }), sinks);
    return told.filter((line) => line.startsWith('info') || line.startsWith('group'));
  };
  assert.deepEqual(await list(0), []);
  assert.deepEqual(await list(1), ['info error: p0']);
  const many = await list(1205);
  assert.deepEqual(
    [many.length, many[0], many.at(-1)],
    [202, 'group Problems (1205)', 'info and 1,005 more problems: see the summary'],
  );
});

test('a run that did not begin is reported with its error alone', async () => {
  const error = new ActionError('slug must be a slug', { code: 'invalid_inputs', next: 'Fix it.' });
  const report = reportUnstarted(error, { slug: 'tides', secrets: ['k'] });
  assert.deepEqual(
    {
      outcome: report.outcome,
      slug: report.facts.slug,
      secrets: report.secrets,
      lines: await report.readLines('a', 1, 1),
    },
    {
      outcome: {
        kind: 'failed',
        failure: makeFailure({ code: 'invalid_inputs', message: 'slug must be a slug', next: 'Fix it.' }),
      },
      slug: 'tides',
      secrets: ['k'],
      lines: null,
    },
  );
});

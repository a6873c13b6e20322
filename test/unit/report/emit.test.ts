import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ActionError } from '../../../src/errors.ts';
import type { Annotation } from '../../../src/report/annotations.ts';
import { emitReport, type Sinks } from '../../../src/report/emit.ts';
import { makeOutcome, makeProblem, makeRawReport } from './sample.ts';

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
    ...parts,
  };
  return { sinks, told, annotations };
}

const list = async function* () {};
const port = { list, create: () => Promise.resolve(), update: () => Promise.resolve() };

test('outputs and annotations come before the summary, the comment last', async () => {
  const { sinks, told } = openSinks({ comment: { port, runUrl: null } });
  await emitReport(makeRawReport({ facts: { slug: 'tides' } }), sinks);
  assert.equal(told.length, 18);
  assert.deepEqual(told.slice(14), ['output apps', 'notice', 'summary', 'debug Pull-request comment: created.']);
});

test('problems are listed with their places, and a bug of ours shows its stack', async () => {
  const failure = { code: 'bug', message: 'm', next: 'n', stack: 'Error: at s3cr3tkey' };
  const problems = [
    makeProblem({ path: 'a.html', line: 2, message: 'x' }),
    makeProblem({ message: 'y', severity: 'warning' }),
  ];
  const { sinks, told } = openSinks();
  await emitReport(
    makeRawReport({ outcome: { kind: 'failed', failure }, secrets: ['s3cr3tkey'], facts: { problems } }),
    sinks,
  );
  assert.deepEqual(told.slice(15), [
    'group Problems (2)',
    'info error in a.html, line 2: x',
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
    'warn The pull-request comment was not posted: no network. Plug it in. The result of the run stands.',
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

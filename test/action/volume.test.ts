import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Problem } from '../../src/app/problem.ts';
import { hitWhen } from './hit.ts';
import { type Reply, refuseWith, sayJson, startScripted, toApp } from './scripted-service.ts';
import { concurrency, openStage, preload, slug, toSentFiles } from './stage.ts';

const draft = sayJson(200, toApp(slug, 'draft'));
const current = sayJson(200, toApp(slug, 'draft', { files: Object.fromEntries(toSentFiles()) }));

/** A 422 of 8 MiB with four million problems, the maximum size of a response that is read. */
const fourMillion: Reply = {
  ...refuseWith([]),
  body: `{"error":{"code":"x","message":"No."},"problems":[${'0,'.repeat(4_194_000)}0]}`,
};

/** 2 MB of two-byte entries, each of which needs as much memory as an entry of a hundred bytes. */
const empties = Array(700_000).fill('{}').join();

/**
 * Makes the response after it the last attempt: a read is retried for a minute, and each attempt
 * with so many objects takes a while.
 */
const waitAMinute: Reply = { ...sayJson(503, null), headers: { 'retry-after': '60' } };

/**
 * The time limit of a run. Quadratic work would take minutes; linear work takes a second or two,
 * and longer on a busy machine.
 */
const limitMs = 120_000;

function sayRaw(status: number, body: string): Reply {
  return { ...sayJson(status, null), body };
}

/**
 * Runs a deploy that is refused with this response. Sends `signal` as soon as the service has the
 * deploy.
 */
async function refuseDeploy(deploy: Reply, signal?: NodeJS.Signals) {
  await using stage = await openStage();
  await using service = await startScripted({ read: draft, deploy });
  const start = performance.now();
  const hit = hitWhen(
    () => signal !== undefined && service.asked() === 'read, deploy',
    signal ? [signal] : [],
  );
  const result = await stage.run({ 'base-url': service.url }, { onStart: hit.onStart });
  const problems: readonly Problem[] = JSON.parse(result.outputs['problems'] ?? '');
  assert.ok(performance.now() - start < limitMs, 'it takes too long');
  assert.notEqual(result.summary, null, 'the runner keeps it');
  return {
    ...result,
    problems,
    errors: result.annotations.filter(({ level }) => level === 'error'),
  };
}

describe('a response with hundreds of thousands of empty objects', { concurrency }, () => {
  for (const [name, inputs, script, outcome, words] of [
    [
      'refuses with them',
      {},
      { deploy: sayRaw(422, `{"error":{"message":"No"},"problems":[${empties}]}`) },
      'rejected',
      '422: No)',
    ],
    [
      'has them in its error',
      {},
      { deploy: sayRaw(400, `{"error":{"list":[${empties}]}}`) },
      'rejected',
      'returned 400)',
    ],
    [
      'accepts a change',
      {},
      { read: [draft, current], deploy: sayRaw(200, `[${empties}]`) },
      'deployed',
      '',
    ],
    [
      'lists them',
      { command: 'list' },
      { list: [sayRaw(200, `[${empties}]`), waitAMinute, sayRaw(200, `[${empties}]`)] },
      'failed',
      'the response is not a list of apps',
    ],
    [
      'shows them beside the app',
      {},
      {
        read: [
          sayRaw(200, `{"list":[${empties}]}`),
          waitAMinute,
          sayRaw(200, `{"list":[${empties}]}`),
        ],
      },
      'failed',
      'the response does not show the app with its slug and status',
    ],
  ] as const) {
    test(`${name}: the run ends with the right outcome, and its message names what was received`, async () => {
      await using stage = await openStage();
      await using service = await startScripted({ read: draft, ...script });
      const { outputs, annotations } = await stage.run({ 'base-url': service.url, ...inputs });
      assert.equal(outputs['outcome'], outcome);
      const errors = annotations
        .filter(({ level }) => level === 'error')
        .map(({ message }) => message);
      assert.ok(errors.join().includes(words), errors.join());
    });
  }
});

describe('a huge error response', { concurrency }, () => {
  test('four million problems are counted', async () => {
    const outputs = { outcome: 'rejected', 'problem-count': '4194001' };
    assert.partialDeepStrictEqual(await refuseDeploy(fourMillion), { exitCode: 1, outputs });
  });

  test('four million problems do not delay SIGTERM', {
    skip: process.platform === 'win32',
  }, async () => {
    assert.equal((await refuseDeploy(fourMillion, 'SIGTERM')).exitCode, 130);
  });

  test('ten thousand problems become nine annotations, and the result counts the others', async () => {
    const message = 'This line is wrong for a reason that takes a while to explain. '.repeat(4);
    const toProblem = (at: number) => ({
      path: 'index.html',
      line: 3,
      message: `${at} ${message}`,
    });
    const refusal = refuseWith(Array.from({ length: 10_000 }, (_, at) => toProblem(at)));
    const { problems, outputs, errors } = await refuseDeploy(refusal);
    assert.equal(errors.filter(({ file }) => file === 'app/index.html').length, 9);
    assert.match(errors.at(-1)?.message ?? '', /and 9,991 more problems: see the summary/);
    assert.equal(outputs['problem-count'], '10000');
    assert.ok((outputs['problems']?.length ?? 0) < 400_000);
    assert.equal(
      problems.at(-1)?.message,
      `${problems.length - 1} ${message}`,
      'cut after whole entries',
    );
  });

  test('a path and a message of a megabyte are cut, and the fix is kept', async () => {
    const path = `${'assets/'.repeat(1_000_000 / 14)}${':1'.repeat(1_000_000 / 4)}`;
    const long = { path: 'index.html', line: 3, message: 'm'.repeat(1_000_000), fix: 'Mend it.' };
    const { problems, errors } = await refuseDeploy(
      refuseWith([long, { path, message: path }, path]),
    );
    assert.equal(problems.length, 3);
    assert.equal(problems[0]?.fix, 'Mend it.');
    assert.ok((problems[0]?.message.length ?? 0) <= 10_000);
    const [{ message } = assert.fail()] = errors;
    assert.ok(message.length < 4_096);
    assert.match(message, /characters more\)\nFix: Mend it\.$/);
  });
});

/** Code that is loaded before the action: prints its peak memory in MiB when it exits. */
const printPeak = `
  const { readFileSync } = require('node:fs');
  process.on('exit', () => {
    const [, kib] = /^VmHWM:\\s*(\\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'));
    console.log('peak: ' + Math.round(kib / 1024));
  });
`;

test('to read an app with 50 MB of paths takes at most four times as much memory', {
  skip: process.platform !== 'linux',
}, async () => {
  const paths = Array.from({ length: 50 }, (_, at) => String(at).padStart(1_000_000, 'p'));
  const files = Object.fromEntries(paths.map((path) => [path, 'x']));
  const read = sayJson(200, toApp(slug, 'draft', { files }));
  await using stage = await openStage();
  await using service = await startScripted({ read });
  const { NODE_OPTIONS } = await preload(stage, printPeak);
  // The limit has V8 collect what is free before it asks for more.
  const env = { NODE_OPTIONS: `${NODE_OPTIONS} --max-old-space-size=100` };
  for (const [inputs, outcome] of [
    [{ command: 'status' }, 'read'],
    [{ 'dry-run': 'true' }, 'planned'],
  ] as const) {
    const { outputs, output } = await stage.run({ 'base-url': service.url, ...inputs }, { env });
    assert.equal(outputs['outcome'], outcome);
    const peak = Number(/^peak: (\d+)$/m.exec(output)?.[1]);
    // Without the app, the action takes 60 MiB.
    assert.ok(peak < 60 + 4 * 48, `${peak} MiB`);
  }
});

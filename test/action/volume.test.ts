import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Problem } from '../../src/problem.ts';
import { hitWhen } from './hit.ts';
import { type Reply, refuseWith, sayJson, startScripted, toApp } from './scripted-service.ts';
import { concurrency, openStage, type StageResult, slug } from './stage.ts';

const draft = sayJson(200, toApp(slug, 'draft'));

/** A 422 of 8 MiB with four million problems, the most that is read of a response. */
const fourMillion: Reply = {
  ...refuseWith([]),
  body: `{"error":{"code":"x","message":"No."},"problems":[${'0,'.repeat(4_194_000)}0]}`,
};

/** What grows with the square of the volume takes minutes; the rest, a second or two, and longer on a busy machine. */
const limitMs = 20_000;

/** Runs a deploy that is refused so; `signal` comes as soon as the service has it. */
async function refuseDeploy(deploy: Reply, signal?: NodeJS.Signals) {
  await using stage = await openStage();
  await using service = await startScripted({ read: draft, deploy });
  const start = performance.now();
  const hit = hitWhen(() => signal !== undefined && service.asked() === 'read, deploy', signal ? [signal] : []);
  const result = await stage.run({ 'base-url': service.url }, { onStart: hit.onStart });
  const problems: readonly Problem[] = JSON.parse(result.outputs['problems'] ?? '');
  return { ...result, problems, tookMs: performance.now() - start, sinceSignalMs: hit.tookMs() };
}

function listErrors({ annotations }: StageResult) {
  return annotations.filter(({ level }) => level === 'error');
}

describe('a refusal of great volume', { concurrency }, () => {
  test('four million problems are counted in no time', async () => {
    const { outputs, exitCode, tookMs } = await refuseDeploy(fourMillion);
    assert.equal(exitCode, 1);
    assert.partialDeepStrictEqual(outputs, { outcome: 'rejected', 'problem-count': '4194001' });
    assert.ok(tookMs < limitMs, `took ${tookMs} ms`);
  });

  test('four million problems do not keep SIGTERM from being heard', {
    skip: process.platform === 'win32',
  }, async () => {
    const { exitCode, sinceSignalMs } = await refuseDeploy(fourMillion, 'SIGTERM');
    assert.equal(exitCode, 130);
    assert.ok(sinceSignalMs < limitMs, `took ${sinceSignalMs} ms`);
  });

  test('a problem whose path is a text of 1 MB is read in no time', async () => {
    const path = `${'assets/'.repeat(1_000_000 / 14)}${':1'.repeat(1_000_000 / 4)}`;
    const { outputs, tookMs } = await refuseDeploy(refuseWith([{ path, message: path }, path]));
    assert.partialDeepStrictEqual(outputs, { outcome: 'rejected', 'problem-count': '2' });
    assert.ok(tookMs < limitMs, `took ${tookMs} ms`);
  });

  test('ten thousand problems: nine annotations and the result with the count of the rest', async () => {
    const message = 'This line is wrong for a reason that takes a while to explain. '.repeat(4);
    const many = Array.from({ length: 10_000 }, (_, at) => ({
      path: 'index.html',
      line: 3,
      message: `${at} ${message}`,
    }));
    const { problems, outputs, summary, ...result } = await refuseDeploy(refuseWith(many));
    const errors = listErrors({ ...result, outputs, summary });
    assert.equal(errors.filter(({ file }) => file === 'app/index.html').length, 9);
    assert.match(errors.at(-1)?.message ?? '', /and 9,991 more problems: see the summary/);
    assert.equal(outputs['problem-count'], '10000');
    assert.ok((outputs['problems']?.length ?? 0) < 400_000);
    assert.equal(problems.at(-1)?.message, `${problems.length - 1} ${message}`, 'cut after whole entries');
    assert.notEqual(summary, null, 'the runner keeps it');
  });

  test('a message of a megabyte is cut in the annotation, the summary and the output, with its fix still there', async () => {
    const given = { path: 'index.html', line: 3, message: 'm'.repeat(1_000_000), fix: 'Mend it.' };
    const result = await refuseDeploy(refuseWith([given, { ...given, message: 'short' }]));
    const [long] = listErrors(result);
    assert.ok((long?.message.length ?? 0) < 4_096);
    assert.match(long?.message ?? '', /characters more\)\nFix: Mend it\.$/);
    assert.notEqual(result.summary, null);
    const shown = result.problems.map(({ message, fix }) => ({ fits: message.length <= 10_000, fix }));
    assert.deepEqual(shown, Array(2).fill({ fits: true, fix: 'Mend it.' }));
  });
});

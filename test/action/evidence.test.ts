import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { runStep, type StepResult } from '../support/action.ts';
import { type Files, makeFiles, toWireFiles } from '../support/fake-service/folder.ts';
import { createRealClock, serveFake } from '../support/fake-service/http.ts';
import { type FakeOptions, FakeService } from '../support/fake-service/service.ts';
import { assertContract } from './contract.ts';
import { writeFiles } from './stage.ts';

// Each case takes the real seconds that the action looks and waits: they are played side by side.

const ours = makeFiles();
const theirs = toWireFiles(makeFiles({ 'index.html': '<h1>Theirs</h1>' }));
const submits = { submit: 'true', 'terms-version': '2026-10', 'on-in-review': 'replace' };
const slug = 'tides';

interface Case {
  readonly options?: Partial<FakeOptions>;
  readonly inputs: Readonly<Record<string, string>>;
  /** Sets the app, and what happens to it. */
  readonly prepare: (service: FakeService) => void;
}

async function play({ options, inputs, prepare }: Case): Promise<StepResult & { readonly service: FakeService }> {
  const service = new FakeService(options, createRealClock());
  prepare(service);
  await using served = await serveFake(service);
  const workspace = await mkdtemp(join(tmpdir(), 'evidence-'));
  try {
    await writeFiles(join(workspace, 'app'), ours);
    const usual = { 'base-url': served.url, 'api-key': 'key-of-the-tests', slug, folder: 'app' };
    const result = await runStep({ workspace, with: { ...usual, ...inputs } });
    await assertContract(result);
    return { ...result, service };
  } finally {
    await rm(workspace, { recursive: true, force: true });
  }
}

function putPublished(service: FakeService, files: Files = theirs as Files): void {
  service.put(slug, { status: 'published', files: toWireFiles(files), publishedAt: Date.now() - 100_000 });
}

function countSubmissions(service: FakeService): number {
  return service.commits.filter(({ did }) => did === 'submit').length;
}

describe('a service that lags behind, or that others change', { concurrency: true }, () => {
  test('a review that somebody ends beside a published version is withdrawn, and never approved', async () => {
    const { exitCode, outputs, summary } = await play({
      inputs: { command: 'status', folder: '', 'wait-for-review': '0.5' },
      prepare(service) {
        const times = { publishedAt: Date.now() - 100_000, submittedAt: Date.now() - 5_000 };
        service.put(slug, { status: 'in_review', files: toWireFiles(ours), publishedFiles: theirs, ...times });
        service.onRequest = (number) => {
          if (number === 1) service.review(slug, 'withdraw');
        };
      },
    });
    assert.deepEqual([exitCode, outputs['review-result']], [1, 'withdrawn']);
    assert.equal(outputs['status'], 'published_with_unreviewed_changes');
    assert.match(summary ?? '', /^## ❌/);
  });

  for (const [before, prepare] of [
    ['published', putPublished],
    ['a draft', (service: FakeService) => void service.put(slug)],
  ] as const) {
    test(`reads that lag 4 s after a submission of an app that was ${before} end no wait for its review`, async () => {
      const { exitCode, outputs } = await play({
        options: { lag: () => 4_000 },
        inputs: { ...submits, 'wait-for-review': '0.2' },
        prepare,
      });
      assert.deepEqual([exitCode, outputs['review-result'], outputs['status']], [0, 'pending', 'in_review']);
    });
  }

  for (const status of ['in_review', 'published']) {
    test(`a deploy whose response shows the app as it was (${status}) is followed by its submission`, async () => {
      const { exitCode, outputs, service } = await play({
        options: { answers: 'before', lag: () => 5_000 },
        inputs: submits,
        prepare: (fake) => void fake.put(slug, { status, submittedAt: Date.now() - 50_000 }),
      });
      assert.deepEqual([exitCode, outputs['submitted'], countSubmissions(service)], [0, 'true', 1]);
    });
  }

  for (const answers of ['app', 'appless'] as const) {
    test(`another deploy between ours and our submission makes it unknown (${answers})`, async () => {
      const { exitCode, outputs } = await play({
        options: { answers },
        inputs: submits,
        prepare(service) {
          service.put(slug);
          // Right before our submission is handled: behind the read that verifies the deploy where its response has no app.
          service.onRequest = (number) => {
            if (number === (answers === 'app' ? 2 : 3)) service.replace(slug, theirs);
          };
        },
      });
      assert.deepEqual([exitCode, outputs['outcome'], outputs['submitted']], [1, 'unknown', 'false']);
    });
  }

  test('a submission whose response is lost is not sent twice where reads lag 3 s', async () => {
    const { exitCode, outputs, service } = await play({
      options: { lag: () => 3_000 },
      inputs: submits,
      prepare(fake) {
        fake.put(slug, { files: toWireFiles(ours) });
        fake.faults = [null, { kind: 'reset', when: 'after' }];
      },
    });
    assert.deepEqual([exitCode, outputs['submitted'], countSubmissions(service)], [0, 'true', 1]);
  });
});

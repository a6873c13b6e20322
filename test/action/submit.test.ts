import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  assertOutputs,
  concurrency,
  moveApp,
  openDeployed,
  otherPage,
  plays,
  type Scenario,
  slug,
  submit,
  terms,
} from './stage.ts';

const read = `GET /api/miniapps/${slug} 200`;
const deploy = 'POST /api/miniapps/deploy 200';
const send = `POST /api/miniapps/${slug}/submit 200`;

/** A release of another page. */
const release = { state: 'draft', files: otherPage, inputs: submit } as const;

/** Each run by what holds of it. */
const scenarios: Readonly<Record<string, Scenario>> = {
  'a deploy with a submit is one read, one deploy and one submission': {
    ...release,
    requests: [read, deploy, send],
    outputs: { outcome: 'deployed', changed: 'true', submitted: 'true', status: 'in_review' },
    summary: /In review: visible only to you until the review is done/,
  },
  'a deploy answer without the app costs one more read, before the submission': {
    ...release,
    server: { assumptions: { deploy_response: 'empty' } },
    requests: [read, 'POST /api/miniapps/deploy 204', read, send],
    outputs: { submitted: 'true' },
  },
  'content that is there already is submitted without a deploy': {
    state: 'draft',
    inputs: submit,
    requests: [read, send, read],
    outputs: { outcome: 'unchanged', changed: 'false', submitted: 'true' },
  },
  'exactly this content in review already is submitted: nothing is sent': {
    state: 'in_review',
    inputs: submit,
    requests: [read],
    outputs: { submitted: 'true' },
  },
  'other content after a publication is deployed and submitted': {
    ...release,
    state: 'published',
    requests: [read, deploy, send],
    outputs: { status: 'in_review' },
  },
  'an app that was not approved is refused before anything is changed': {
    ...release,
    state: 'not_approved',
    requests: [read],
    exitCode: 1,
    outputs: {
      outcome: 'rejected',
      status: 'not_approved',
      'review-note': 'The page does not say who made it.',
    },
    message: /final/,
  },
  'replace takes an app out of review and sends the new content for review': {
    state: 'in_review',
    files: otherPage,
    inputs: { ...submit, 'on-in-review': 'replace' },
    requests: [read, deploy, send],
    outputs: { status: 'in_review' },
  },
  'a rejection fails the run, with the note of the reviewer in the annotation and the summary': {
    state: 'not_approved',
    inputs: { command: 'status', 'wait-for-review': '0.05' },
    requests: [read],
    exitCode: 1,
    outputs: { outcome: 'read', status: 'not_approved' },
    message: /who made it/,
    summary: /who made it/,
  },
};

describe('a deploy that submits, and the review', { concurrency }, () => {
  for (const [name, scenario] of Object.entries(scenarios)) test(name, plays(scenario));

  test('exactly this content published already has nothing to review: nothing is sent, and a notice says so', async () => {
    await using stage = await openDeployed('published');
    const result = await stage.run(submit);
    assert.deepEqual([result.requests, result.exitCode], [[read], 0]);
    assertOutputs(result, { outcome: 'unchanged', submitted: 'false' });
    assert.ok(result.annotations.some(({ level, message }) => level === 'notice' && /nothing to review/.test(message)));
  });

  test('terms that are not the current ones are named, and nothing is sent again', async () => {
    await using stage = await openDeployed();
    await stage.write(otherPage);
    const result = await stage.run({ ...submit, 'terms-version': '2025-01' });
    assert.deepEqual(result.requests, [read, deploy, send.replace('200', '400')]);
    assert.equal(result.exitCode, 1);
    assertOutputs(result, {
      outcome: 'rejected',
      'terms-required': terms,
      changed: 'true',
      submitted: 'false',
      status: 'draft',
    });
    const { title, message } = result.annotations.at(-1) ?? {};
    assert.equal(title, 'tides was deployed, but not sent for review');
    assert.match(message ?? '', /terms-version/);
    assert.match(result.summary ?? '', /Terms version: <code>2026-10<\/code>/);
  });

  test('the result of the review that comes while it is waited for is reported', async () => {
    await using stage = await openDeployed();
    const timer = setInterval(() => {
      // Not before the read that verifies the submission.
      const isVerified = stage.sandbox.requests.at(-1)?.method === 'GET';
      if (isVerified && stage.sandbox.store.find(slug)?.status === 'in_review') moveApp(stage, 'approve', 'Lovely.');
    }, 100);
    const result = await stage.run({ ...submit, 'wait-for-review': '0.2' }).finally(() => clearInterval(timer));
    assert.deepEqual([result.requests, result.exitCode], [[read, send, read, read], 0]);
    assertOutputs(result, {
      status: 'published',
      'review-result': 'approved',
      'review-note': 'Lovely.',
      submitted: 'true',
    });
  });

  test('a timeout of the wait is green, with a notice that there is no result yet', async () => {
    await using stage = await openDeployed('in_review');
    const result = await stage.run({ command: 'status', 'wait-for-review': '0.01' });
    assert.deepEqual([result.requests, result.exitCode, result.outputs['outcome']], [[read, read], 0, 'read']);
    assert.ok(
      result.annotations.some(({ level, message }) => level === 'notice' && /No review result within/.test(message)),
    );
  });
});

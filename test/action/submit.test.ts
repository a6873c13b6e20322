import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { concurrency, moveApp, openDeployed, otherPage, slug, terms } from './stage.ts';

const read = `GET /api/miniapps/${slug}`;
const deploy = 'POST /api/miniapps/deploy';
const send = `POST /api/miniapps/${slug}/submit`;
const submit = { submit: 'true', 'terms-version': terms };

describe('a deploy that submits, and the review', { concurrency }, () => {
  test('a deploy with a submit is one read, one deploy and one submission', async () => {
    await using stage = await openDeployed();
    await stage.write(otherPage);
    const result = await stage.run(submit);
    assert.deepEqual(result.requests, [`${read} 200`, `${deploy} 200`, `${send} 200`]);
    assert.equal(result.exitCode, 0);
    assert.equal(result.outputs['outcome'], 'deployed');
    assert.equal(result.outputs['changed'], 'true');
    assert.equal(result.outputs['submitted'], 'true');
    assert.equal(result.outputs['status'], 'in_review');
    assert.match(result.summary ?? '', /In review: visible only to you until the review is done/);
  });

  test('a deploy answer without the app costs one more read, before the submission', async () => {
    await using stage = await openDeployed('draft', { assumptions: { deploy_response: 'empty' } });
    await stage.write(otherPage);
    const result = await stage.run(submit);
    assert.deepEqual(result.requests, [`${read} 200`, `${deploy} 204`, `${read} 200`, `${send} 200`]);
    assert.equal(result.outputs['submitted'], 'true');
  });

  test('content that is there already is submitted without a deploy', async () => {
    await using stage = await openDeployed();
    const result = await stage.run(submit);
    assert.deepEqual(result.requests, [`${read} 200`, `${send} 200`, `${read} 200`]);
    assert.equal(result.outputs['outcome'], 'unchanged');
    assert.equal(result.outputs['changed'], 'false');
    assert.equal(result.outputs['submitted'], 'true');
  });

  test('exactly this content in review already is submitted: nothing is sent', async () => {
    await using stage = await openDeployed('in_review');
    const result = await stage.run(submit);
    assert.deepEqual(result.requests, [`${read} 200`]);
    assert.equal(result.exitCode, 0);
    assert.equal(result.outputs['submitted'], 'true');
  });

  test('exactly this content published already has nothing to review: nothing is sent, and a notice says so', async () => {
    await using stage = await openDeployed('published');
    const result = await stage.run(submit);
    assert.deepEqual(result.requests, [`${read} 200`]);
    assert.equal(result.exitCode, 0);
    assert.equal(result.outputs['outcome'], 'unchanged');
    assert.equal(result.outputs['submitted'], 'false');
    assert.ok(result.annotations.some(({ level, message }) => level === 'notice' && /nothing to review/.test(message)));
  });

  test('other content after a publication is deployed and submitted', async () => {
    await using stage = await openDeployed('published');
    await stage.write(otherPage);
    const result = await stage.run(submit);
    assert.deepEqual(result.requests, [`${read} 200`, `${deploy} 200`, `${send} 200`]);
    assert.equal(result.outputs['status'], 'in_review');
  });

  test('an app that was not approved is refused before anything is changed', async () => {
    await using stage = await openDeployed('not_approved');
    await stage.write(otherPage);
    const result = await stage.run(submit);
    assert.deepEqual(result.requests, [`${read} 200`]);
    assert.equal(result.exitCode, 1);
    assert.equal(result.outputs['outcome'], 'rejected');
    assert.equal(result.outputs['status'], 'not_approved');
    assert.equal(result.outputs['review-note'], 'The page does not say who made it.');
    assert.match(result.annotations.at(-1)?.message ?? '', /final/);
  });

  test('terms that are not the current ones are named, and nothing is sent again', async () => {
    await using stage = await openDeployed();
    await stage.write(otherPage);
    const result = await stage.run({ ...submit, 'terms-version': '2025-01' });
    assert.deepEqual(result.requests, [`${read} 200`, `${deploy} 200`, `${send} 400`]);
    assert.equal(result.exitCode, 1);
    assert.equal(result.outputs['outcome'], 'rejected');
    assert.equal(result.outputs['terms-required'], terms);
    assert.equal(result.outputs['changed'], 'true');
    assert.equal(result.outputs['submitted'], 'false');
    assert.equal(result.outputs['status'], 'draft');
    assert.equal(result.annotations.at(-1)?.title, 'tides was deployed, but not sent for review');
    assert.match(result.annotations.at(-1)?.message ?? '', /terms-version/);
    assert.match(result.summary ?? '', /Terms version: <code>2026-10<\/code>/);
  });

  test('replace takes an app out of review and sends the new content for review', async () => {
    await using stage = await openDeployed('in_review');
    await stage.write(otherPage);
    const result = await stage.run({ ...submit, 'on-in-review': 'replace' });
    assert.deepEqual(result.requests, [`${read} 200`, `${deploy} 200`, `${send} 200`]);
    assert.equal(result.outputs['status'], 'in_review');
  });

  test('the result of the review that comes while it is waited for is reported', async () => {
    await using stage = await openDeployed();
    const timer = setInterval(() => {
      // Not before the read that verifies the submission.
      const isVerified = stage.sandbox.requests.at(-1)?.method === 'GET';
      if (isVerified && stage.sandbox.store.find(slug)?.status === 'in_review') moveApp(stage, 'approve', 'Lovely.');
    }, 100);
    const result = await stage.run({ ...submit, 'wait-for-review': '0.2' }).finally(() => clearInterval(timer));
    assert.deepEqual(result.requests, [`${read} 200`, `${send} 200`, `${read} 200`, `${read} 200`]);
    assert.equal(result.exitCode, 0);
    assert.equal(result.outputs['status'], 'published');
    assert.equal(result.outputs['review-result'], 'approved');
    assert.equal(result.outputs['review-note'], 'Lovely.');
    assert.equal(result.outputs['submitted'], 'true');
  });

  test('a rejection fails the run, with the note of the reviewer in the annotation and the summary', async () => {
    await using stage = await openDeployed('not_approved');
    const result = await stage.run({ command: 'status', 'wait-for-review': '0.05' });
    assert.deepEqual(result.requests, [`${read} 200`]);
    assert.equal(result.exitCode, 1);
    assert.equal(result.outputs['outcome'], 'read');
    assert.equal(result.outputs['status'], 'not_approved');
    assert.match(result.summary ?? '', /who made it/);
    const [resultMessage] = result.annotations.filter(({ level }) => level === 'error');
    assert.match(resultMessage?.message ?? '', /who made it/, 'the note as an annotation');
  });

  test('a timeout of the wait is green, with a notice that there is no result yet', async () => {
    await using stage = await openDeployed('in_review');
    const result = await stage.run({ command: 'status', 'wait-for-review': '0.01' });
    assert.deepEqual(result.requests, [`${read} 200`, `${read} 200`]);
    assert.equal(result.exitCode, 0);
    assert.equal(result.outputs['outcome'], 'read');
    assert.ok(
      result.annotations.some(({ level, message }) => level === 'notice' && /No review result within/.test(message)),
    );
  });
});

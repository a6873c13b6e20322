import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  answer,
  answerCoded,
  commitThen,
  type Fault,
  finAfterRequest,
  passOn,
  resetAfterAnswering,
  resetAfterRequest,
  startFaultServer,
} from '../support/fault-server/index.ts';
import { appFiles, openDeployed, openStage, otherPage, type Stage, slug, terms, type With } from './stage.ts';

const read = `GET /api/miniapps/${slug} 200`;
const deploy = 'POST /api/miniapps/deploy 200';
const send = `POST /api/miniapps/${slug}/submit 200`;
/** What a lost change is judged by: after 0, 1, 3 and 7 s. */
const looks = [read, read, read, read];
const submit = { submit: 'true', 'terms-version': terms };

/** Runs a step that reaches the sandbox through a line on which the exchanges go as listed, and well after the last. */
async function runThrough(stage: Stage, exchanges: (ok: Fault, origin: string) => readonly Fault[], inputs: With) {
  const origin = stage.sandbox.url;
  await using line = await startFaultServer([...exchanges(passOn(origin), origin), passOn(origin)], {
    byRequest: true,
  });
  return await stage.run({ 'base-url': line.origin, ...inputs });
}

/** The first change is made, and its answer lost. */
function loseFirst(loss: Fault = resetAfterRequest) {
  return (ok: Fault, origin: string): readonly Fault[] => [ok, commitThen(origin, loss)];
}

/** The ways in which an answer gets lost once the whole request is in. */
const losses: Readonly<Record<string, Fault>> = {
  'a reset': resetAfterRequest,
  'a silent end': finAfterRequest,
  'half an answer': resetAfterAnswering('HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n{"app": {'),
  'a response in an unknown coding': answerCoded(200, 'zstd'),
  'a gateway that gave up': answer(504, '<h1>Gateway Timeout</h1>', ['content-type: text/html']),
};

describe('an answer is lost', { concurrency: true }, () => {
  for (const [name, loss] of Object.entries(losses)) {
    test(`${name} after the deploy was done: the read proves it, and it is not done twice`, async () => {
      await using stage = await openDeployed();
      await stage.write(otherPage);
      const result = await runThrough(stage, loseFirst(loss), {});
      assert.deepEqual(result.requests, [read, deploy, read]);
      assert.equal(result.exitCode, 0);
      assert.equal(result.outputs['outcome'], 'deployed');
      assert.equal(result.outputs['changed'], 'true');
      assert.equal(stage.sandbox.store.find(slug)?.version, 2);
    });
  }

  test('before the deploy was done: the read proves the old content, and it is sent again', async () => {
    await using stage = await openDeployed();
    await stage.write(otherPage);
    const result = await runThrough(stage, (ok) => [ok, resetAfterRequest], {});
    assert.deepEqual(result.requests, [read, ...looks, deploy]);
    assert.equal(result.exitCode, 0);
    assert.equal(result.outputs['outcome'], 'deployed');
    assert.equal(stage.sandbox.store.find(slug)?.version, 2);
    assert.match(result.output, /reading/, 'the looks are told');
  });

  test('after the submission was taken: it is not sent twice', async () => {
    await using stage = await openDeployed();
    const result = await runThrough(stage, loseFirst(), submit);
    assert.deepEqual(result.requests, [read, send, read]);
    assert.equal(result.exitCode, 0);
    assert.equal(result.outputs['submitted'], 'true');
    assert.equal(result.outputs['status'], 'in_review');
  });

  test('the submission never arrived: the read proves that, and it is sent again', async () => {
    await using stage = await openDeployed();
    await stage.write(otherPage);
    const result = await runThrough(stage, (ok) => [ok, ok, resetAfterRequest], submit);
    assert.deepEqual(result.requests, [read, deploy, ...looks, send]);
    assert.equal(result.outputs['submitted'], 'true');
  });

  test('both the deploy and its submission are done and lose their answers: each happens once', async () => {
    await using stage = await openDeployed();
    await stage.write(otherPage);
    const result = await runThrough(
      stage,
      (ok, origin) => [ok, commitThen(origin, resetAfterRequest), ok, commitThen(origin, resetAfterRequest)],
      submit,
    );
    assert.deepEqual(result.requests, [read, deploy, read, send, read]);
    assert.equal(result.outputs['outcome'], 'deployed');
    assert.equal(result.outputs['submitted'], 'true');
  });

  test('the app was created, its answer lost: the deploy goes on', async () => {
    await using stage = await openStage();
    const result = await runThrough(stage, loseFirst(), { create: 'true' });
    const created = [`GET /api/miniapps/${slug} 404`, 'POST /api/miniapps 201', read, deploy];
    assert.deepEqual(result.requests, created);
    assert.equal(result.outputs['outcome'], 'deployed');
  });

  test('the app was deleted, its answer lost: it is gone, which is proven', async () => {
    await using stage = await openDeployed();
    const inputs = { command: 'delete', confirm: slug };
    const result = await runThrough(stage, loseFirst(), inputs);
    assert.deepEqual(result.requests, [read, `DELETE /api/miniapps/${slug} 200`, `GET /api/miniapps/${slug} 404`]);
    assert.equal(result.exitCode, 0);
    assert.equal(result.outputs['outcome'], 'deleted');
  });

  test('the draft was updated, its answer lost: the read shows the new fields', async () => {
    await using stage = await openDeployed();
    await stage.write({ 'app/instructions.md': 'Tell no tides.\n' });
    const result = await runThrough(stage, loseFirst(), { command: 'update' });
    assert.deepEqual(result.requests, [read, `PATCH /api/miniapps/${slug} 200`, read]);
    assert.equal(result.outputs['outcome'], 'updated');
  });

  test('a response in an unknown coding to a create, an update and a delete that were done: the read proves each', async () => {
    await using stage = await openStage();
    const lose = loseFirst(answerCoded(200, 'utf-8'));
    for (const [inputs, outcome] of [
      [{ command: 'create' }, 'created'],
      [{ command: 'update' }, 'updated'],
      [{ command: 'delete', confirm: slug }, 'deleted'],
    ] as const) {
      await stage.write({ 'app/instructions.md': `Tell of ${outcome} tides.\n` });
      const result = await runThrough(stage, lose, inputs);
      assert.deepEqual([result.exitCode, result.outputs['outcome']], [0, outcome], result.output);
    }
  });

  test('somebody else deployed in between: what became of ours is unknown, red, and says what to look at', async () => {
    await using stage = await openDeployed();
    await stage.write(otherPage);
    const origin = stage.sandbox.url;
    const meddle: Fault = async (peer) => {
      await peer.readRequest();
      const app = stage.sandbox.store.find(slug);
      if (app !== undefined) stage.sandbox.store.update(app, new Map([...app.draft, ['assets/other.css', 'x {}']]));
      peer.socket.resetAndDestroy();
    };
    const result = await runThrough(stage, (ok) => [ok, commitThen(origin, meddle)], submit);
    assert.deepEqual(result.requests, [read, deploy, ...looks], 'and above all no submission');
    assert.equal(result.exitCode, 1);
    assert.equal(result.outputs['outcome'], 'unknown');
    assert.equal(result.outputs['submitted'], 'false');
    assert.match(result.annotations.at(-1)?.message ?? '', /dashboard/);
  });

  test('a connection that breaks in the middle of a large body is sent again, whole', async () => {
    await using stage = await openDeployed();
    const large = Buffer.alloc(6_000_000, 'tides ');
    await stage.write({ 'app/assets/large.txt': large });
    const cut: Fault = async (peer) => {
      await peer.waitForBytes(1_000_000);
      peer.socket.resetAndDestroy();
    };
    const result = await runThrough(stage, (ok) => [ok, cut], {});
    assert.deepEqual(result.requests, [read, ...looks, deploy]);
    assert.equal(stage.sandbox.store.find(slug)?.draft.get('assets/large.txt')?.length, large.length);
  });

  test('no read to settle it by: unknown, red, and no submission', async () => {
    await using stage = await openDeployed();
    await stage.write(otherPage);
    const refused = answer(403, '{"error": {"code": "forbidden", "message": "Closed for today."}}');
    const result = await runThrough(
      stage,
      (ok, origin) => [ok, commitThen(origin, resetAfterRequest), refused],
      submit,
    );
    assert.deepEqual(result.requests, [read, deploy]);
    assert.equal(result.exitCode, 1);
    assert.equal(result.outputs['outcome'], 'unknown');
    assert.equal(result.outputs['status'], 'draft');
    assert.equal(stage.sandbox.store.find(slug)?.draft.get('index.html') === appFiles['app/index.html'], false);
  });
});

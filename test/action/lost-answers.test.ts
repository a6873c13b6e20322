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
import {
  openDeployed,
  openStage,
  otherPage,
  plays,
  type Scenario,
  type Stage,
  slug,
  submit,
  type With,
} from './stage.ts';

const read = `GET /api/miniapps/${slug} 200`;
const missing = `GET /api/miniapps/${slug} 404`;
const deploy = 'POST /api/miniapps/deploy 200';
const send = `POST /api/miniapps/${slug}/submit 200`;
/** What a lost change is judged by: after 0, 1, 3 and 7 s. */
const looks = [read, read, read, read];

/** Runs a step that reaches the sandbox through a line on which the exchanges go as listed, and well after the last. */
async function runThrough(stage: Stage, exchanges: (ok: Fault, origin: string) => readonly Fault[], inputs: With) {
  const origin = stage.sandbox.url;
  await using line = await startFaultServer([...exchanges(passOn(origin), origin), passOn(origin)]);
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

/** A push of another page, and a release of it. */
const push = { state: 'draft', files: otherPage } as const;
const release = { ...push, inputs: submit };

interface Loss extends Scenario {
  /** By default the first change is made, and its answer lost. */
  readonly exchanges?: (ok: Fault, origin: string) => readonly Fault[];
}

/** Each loss of one answer, or of two, and what comes of it. */
const scenarios: Readonly<Record<string, Loss>> = {
  'before the deploy was done: the read proves the old content, and it is sent again': {
    ...push,
    exchanges: (ok) => [ok, resetAfterRequest],
    requests: [read, ...looks, deploy],
    outputs: { outcome: 'deployed' },
    output: /reading/,
  },
  'after the submission was taken: it is not sent twice': {
    state: 'draft',
    inputs: submit,
    requests: [read, send, read],
    outputs: { submitted: 'true', status: 'in_review' },
  },
  'the submission never arrived: the read proves that, and it is sent again': {
    ...release,
    exchanges: (ok) => [ok, ok, resetAfterRequest],
    requests: [read, deploy, ...looks, send],
    outputs: { submitted: 'true' },
  },
  'both the deploy and its submission are done and lose their answers: each happens once': {
    ...release,
    exchanges: (ok, origin) => [...loseFirst()(ok, origin), ...loseFirst()(ok, origin)],
    requests: [read, deploy, read, send, read],
    outputs: { outcome: 'deployed', submitted: 'true' },
  },
  'the app was created, its answer lost: the deploy goes on': {
    inputs: { create: 'true' },
    requests: [missing, 'POST /api/miniapps 201', read, deploy],
    outputs: { outcome: 'deployed' },
  },
  'the app was deleted, its answer lost: it is gone, which is proven': {
    state: 'draft',
    inputs: { command: 'delete', confirm: slug },
    requests: [read, `DELETE /api/miniapps/${slug} 200`, missing],
    outputs: { outcome: 'deleted' },
  },
  'the draft was updated, its answer lost: the read shows the new fields': {
    state: 'draft',
    files: { 'app/instructions.md': 'Tell no tides.\n' },
    inputs: { command: 'update' },
    requests: [read, `PATCH /api/miniapps/${slug} 200`, read],
    outputs: { outcome: 'updated' },
  },
  'no read to settle it by: unknown, red, and no submission': {
    ...release,
    exchanges: (ok, origin) => [
      ...loseFirst()(ok, origin),
      answer(403, '{"error": {"code": "forbidden", "message": "Closed for today."}}'),
    ],
    requests: [read, deploy],
    exitCode: 1,
    outputs: { outcome: 'unknown', status: 'draft' },
  },
};

describe('an answer is lost', { concurrency: true }, () => {
  for (const [name, { exchanges = loseFirst(), ...scenario }] of Object.entries(scenarios)) {
    test(
      name,
      plays(scenario, (stage, inputs) => runThrough(stage, exchanges, inputs)),
    );
  }

  for (const [name, loss] of Object.entries(losses)) {
    test(
      `${name} after the deploy was done: the read proves it, and it is not done twice`,
      plays(
        {
          ...push,
          requests: [read, deploy, read],
          outputs: { outcome: 'deployed', changed: 'true' },
        },
        (stage) => runThrough(stage, loseFirst(loss), {}),
      ),
    );
  }

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
});

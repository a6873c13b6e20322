import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { planRefusal } from '../../../src/commands/intent.ts';
import { endByCancel } from '../../../src/errors.ts';
import { FolderError } from '../../../src/folder/errors.ts';
import type { Inputs } from '../../../src/inputs.ts';
import type { Intent, Problem } from '../../../src/outcome.ts';
import { createFakeFolder, makeFiles, packFiles, toWireFiles } from '../../support/fake-service/folder.ts';
import { type EndedRun, type RunParts, runCommand } from '../../support/fake-service/run.ts';
import { FakeService, forbiddenText } from '../../support/fake-service/service.ts';

const read = 'GET /api/miniapps/tides';
const send = 'POST /api/miniapps/deploy';
const submit = 'POST /api/miniapps/tides/submit';
const create = 'POST /api/miniapps';
const files = makeFiles();
const same = { files: toWireFiles(files) };

function deploy(service: FakeService, inputs: Partial<Inputs> = {}, parts: Partial<RunParts> = {}): Promise<EndedRun> {
  return runCommand({ service, inputs, ...parts });
}

function listCommits(service: FakeService): readonly string[] {
  return service.commits.map(({ operation }) => operation);
}

/** What the outputs are made of. */
function summarize({ outcome, facts, exitCode }: EndedRun) {
  const { changed, submitted } = facts;
  return { kind: outcome.kind, exitCode, status: facts.app?.status ?? null, changed, submitted };
}

function failureOf({ outcome }: EndedRun): { readonly code: string; readonly message: string; readonly next: string } {
  assert.ok('failure' in outcome, `ended as ${outcome.kind}`);
  return outcome.failure;
}

describe('a deploy of other content', () => {
  test('is one GET and one POST, and the answer is the proof', async () => {
    const service = new FakeService();
    service.put('tides');
    const ended = await deploy(service);
    assert.deepEqual(service.requests, [read, send]);
    assert.deepEqual(service.apps.get('tides')?.files, same.files);
    assert.deepEqual(summarize(ended), {
      kind: 'deployed',
      exitCode: 0,
      status: 'draft',
      changed: true,
      submitted: false,
    });
    assert.equal(ended.facts.contentHash, packFiles(files).contentHash);
    assert.deepEqual([ended.facts.fileCount, ended.facts.byteCount], [2, 30]);
    assert.equal(ended.facts.app?.url, 'https://apps.example.com/a/tides');
    assert.deepEqual(
      ended.facts.changes?.map(({ path, kind }) => `${kind} ${path}`),
      ['changed index.html', 'changed service.json'],
    );
    assert.deepEqual(ended.lines, [
      '# Pack',
      `2 files, 30 bytes, ${packFiles(files).contentHash}`,
      '# Check',
      'no problems',
      '# Read',
      'tides is draft, 2 files differ',
      '# Deploy',
      'sending 2 files, 94 bytes',
      'deployed: tides is draft',
    ]);
  });

  for (const answers of ['app', 'wrapped'] as const) {
    test(`with submit is GET, POST deploy, POST submit where answers carry the app (${answers})`, async () => {
      const service = new FakeService({ answers });
      service.put('tides');
      const ended = await deploy(service, { submit: true });
      assert.deepEqual(service.requests, [read, send, submit]);
      assert.deepEqual(service.bodies.at(-1), { accept_terms: '2026-10' });
      assert.deepEqual(summarize(ended), {
        kind: 'deployed',
        exitCode: 0,
        status: 'in_review',
        changed: true,
        submitted: true,
      });
    });
  }

  for (const answers of ['appless', 'empty'] as const) {
    test(`with submit reads after each change where answers do not carry the app (${answers})`, async () => {
      const service = new FakeService({ answers });
      service.put('tides');
      const ended = await deploy(service, { submit: true });
      assert.deepEqual(service.requests, [read, send, read, submit, read]);
      assert.deepEqual([ended.outcome.kind, ended.facts.submitted], ['deployed', true]);
    });
  }

  test('names the app of an unknown state, and files that are left out', async () => {
    const service = new FakeService();
    service.put('tides', { status: null as unknown as string });
    const folder = createFakeFolder(files);
    const excluded = [{ path: '.env', kind: 'credential', reason: 'looks like a credential', isHidden: true }] as const;
    const scan = async () => ({ ...(await folder.scan()), excluded });
    const ended = await deploy(service, {}, { folder: { ...folder, scan } });
    assert.deepEqual(ended.facts.excluded, excluded);
    assert.ok(ended.lines.includes('excluded: .env (looks like a credential)'));
    assert.ok(ended.lines.includes('tides is in no known state, 2 files differ'));
    assert.ok(ended.lines.includes('deployed: tides is in no known state'));
  });

  test('sends any content, also where a read shows no files to compare with', async () => {
    const service = new FakeService();
    service.put('tides');
    const ended = await runCommand({ service }, ({ ports }) => {
      const { client } = ports;
      const readApp = async (slug: string) => {
        const app = await client.readApp(slug);
        return app === null ? null : { ...app, files: null };
      };
      Object.assign(ports, { client: { ...client, readApp } });
    });
    assert.equal(ended.outcome.kind, 'deployed');
    assert.ok(ended.lines.includes('tides is draft, nothing to compare with'));
  });
});

describe('the same content', () => {
  test('that was only sent for review says so in its outcome', async () => {
    const service = new FakeService();
    service.put('tides', same);
    assert.deepEqual((await deploy(service, { submit: true })).outcome, { kind: 'unchanged', sentForReview: true });
    assert.deepEqual((await deploy(service, { submit: true })).outcome, { kind: 'unchanged' });
  });

  const rows: readonly (readonly [string, Partial<Inputs>, string[], object])[] = [
    ['draft', {}, [read], { kind: 'unchanged', status: 'draft', submitted: false }],
    ['draft', { submit: true }, [read, submit], { kind: 'unchanged', status: 'in_review', submitted: true }],
    ['draft', { force: true }, [read, send], { kind: 'deployed', status: 'draft', changed: true }],
    ['in_review', {}, [read], { kind: 'unchanged', status: 'in_review', submitted: true }],
    ['in_review', { submit: true }, [read], { kind: 'unchanged', status: 'in_review', submitted: true }],
    [
      'in_review',
      { force: true, onInReview: 'skip' },
      [read, send],
      { kind: 'deployed', status: 'draft', changed: true },
    ],
    ['in_review', { force: true }, [read, send], { kind: 'deployed', status: 'draft', changed: true }],
    ['in_review', { dryRun: true }, [read], { kind: 'planned', status: 'in_review', submitted: true }],
    ['published', {}, [read], { kind: 'unchanged', status: 'published', submitted: false }],
    ['published', { submit: true }, [read], { kind: 'unchanged', status: 'published', submitted: false }],
    ['not_approved', {}, [read], { kind: 'unchanged', status: 'not_approved' }],
    ['taken_down', {}, [read], { kind: 'unchanged', status: 'taken_down' }],
  ];
  for (const [status, inputs, requests, expected] of rows) {
    test(`in the state ${status} with ${JSON.stringify(inputs)}: ${requests.join(', ')}`, async () => {
      const service = new FakeService();
      service.put('tides', { ...same, status });
      const ended = await deploy(service, inputs);
      assert.deepEqual(service.requests, requests);
      assert.deepEqual(summarize(ended), { changed: false, submitted: false, exitCode: 0, ...expected });
    });
  }

  test('that is published says in a notice that there is nothing to review', async () => {
    const service = new FakeService();
    service.put('tides', { ...same, status: 'published' });
    const ended = await deploy(service, { submit: true, waitForReviewMinutes: 5 });
    assert.deepEqual(ended.facts.notices, [
      'tides is published with exactly this content: there is nothing to review.',
    ]);
    assert.equal(service.requests.length, 1);
  });

  test('that is in review already is waited for, like one sent by this run', async () => {
    const service = new FakeService();
    service.put('tides', { ...same, status: 'in_review' });
    service.clock.after(10_000, () => service.review('tides', 'approve'));
    const ended = await deploy(service, { submit: true, waitForReviewMinutes: 5 });
    assert.deepEqual([ended.outcome.kind, ended.facts.verdict, ended.exitCode], ['unchanged', 'approved', 0]);
    assert.deepEqual(listCommits(service), []);
  });
});

describe('the same content with force', () => {
  test('that is lost before it happened is sent again', async () => {
    const service = new FakeService();
    service.put('tides', same);
    service.faults = [null, { kind: 'reset', when: 'before' }];
    const ended = await deploy(service, { force: true });
    assert.deepEqual(service.requests, [read, send, read, read, send]);
    assert.deepEqual([ended.outcome.kind, listCommits(service)], ['deployed', ['deploy']]);
  });

  test('that is lost after it happened is not', async () => {
    const service = new FakeService();
    service.put('tides', same);
    service.faults = [null, { kind: 'reset', when: 'after' }];
    const ended = await deploy(service, { force: true });
    assert.deepEqual(service.requests, [read, send, read]);
    assert.deepEqual([ended.outcome.kind, listCommits(service)], ['deployed', ['deploy']]);
  });
});

describe('other content for an app in review', () => {
  async function deployInReview(inputs: Partial<Inputs>) {
    const service = new FakeService();
    service.put('tides', { status: 'in_review' });
    return { service, ended: await deploy(service, inputs) };
  }

  test('fails by default, before anything is sent', async () => {
    const { service, ended } = await deployInReview({ submit: true });
    assert.deepEqual(service.requests, [read]);
    assert.deepEqual([ended.outcome.kind, ended.exitCode, failureOf(ended).code], ['failed', 1, 'in_review']);
    assert.match(failureOf(ended).next, /on-in-review to skip .* or replace/);
    assert.equal(ended.facts.submitted, false);
  });

  test('is left there with skip, which is green and says so', async () => {
    const { service, ended } = await deployInReview({ onInReview: 'skip', submit: true });
    assert.deepEqual(service.requests, [read]);
    assert.deepEqual(ended.outcome, { kind: 'skipped', skipReason: 'in-review' });
    assert.match(String(ended.facts.notices[0]), /in review and was left there/);
    assert.deepEqual(summarize(ended), {
      kind: 'skipped',
      exitCode: 0,
      status: 'in_review',
      changed: false,
      submitted: false,
    });
  });

  test('replaces it with replace, and may be sent for review again', async () => {
    const { service, ended } = await deployInReview({ onInReview: 'replace' });
    assert.deepEqual([ended.facts.statusBefore, ended.facts.app?.status], ['in_review', 'draft']);
    assert.deepEqual(service.requests, [read, send]);
    const again = await deployInReview({ onInReview: 'replace', submit: true });
    assert.deepEqual(again.service.requests, [read, send, submit]);
    assert.equal(again.ended.facts.submitted, true);
  });
});

describe('an app that was not approved', () => {
  for (const content of ['same', 'other'] as const) {
    test(`is never changed in order to be submitted (${content} content)`, async () => {
      const service = new FakeService();
      service.put('tides', { ...(content === 'same' ? same : {}), status: 'not_approved', reviewNote: 'No.' });
      const ended = await deploy(service, { submit: true });
      assert.deepEqual(service.requests, [read]);
      assert.deepEqual([ended.outcome.kind, failureOf(ended).code], ['rejected', 'final_not_approved']);
      assert.equal(ended.facts.app?.reviewNote, 'No.');
    });
  }

  test('takes a deploy without a submission', async () => {
    const service = new FakeService();
    service.put('tides', { status: 'not_approved' });
    const ended = await deploy(service);
    assert.deepEqual([ended.outcome.kind, ended.facts.app?.status], ['deployed', 'not_approved']);
  });

  test('is not submitted when that came out only with the deploy', async () => {
    const service = new FakeService();
    service.put('tides', { status: 'in_review' });
    service.onRequest = (number) => number === 1 && service.review('tides', 'reject');
    const ended = await deploy(service, { submit: true, onInReview: 'replace' });
    assert.deepEqual(service.requests, [read, send]);
    assert.deepEqual([ended.outcome.kind, ended.facts.changed], ['rejected', true]);
    assert.equal(failureOf(ended).code, 'final_not_approved');
  });
});

describe('an app that does not exist', () => {
  test('fails with the hint to create it', async () => {
    const service = new FakeService();
    const ended = await deploy(service);
    assert.deepEqual(service.requests, [read, send]);
    assert.deepEqual([ended.outcome.kind, failureOf(ended).code], ['failed', 'not_found']);
    assert.match(failureOf(ended).next, /create: true/);
    assert.deepEqual(summarize(ended), {
      kind: 'failed',
      exitCode: 1,
      status: null,
      changed: false,
      submitted: false,
    });
  });

  test('is created first with its name, when asked', async () => {
    const service = new FakeService();
    const ended = await deploy(service, { create: true, submit: true });
    assert.deepEqual(service.requests, [read, create, send, submit]);
    assert.deepEqual(service.bodies[1], { slug: 'tides', name: 'Tides' });
    assert.deepEqual(summarize(ended), {
      kind: 'deployed',
      exitCode: 0,
      status: 'in_review',
      changed: true,
      submitted: true,
    });
    assert.equal(ended.facts.statusBefore, null);
  });

  test('is created without a name where the folder has none', async () => {
    const service = new FakeService();
    await deploy(service, { create: true }, { folder: createFakeFolder(makeFiles({ 'service.json': '{}' })) });
    assert.deepEqual(service.bodies[1], { slug: 'tides' });
  });

  test('of somebody else is refused as taken', async () => {
    const service = new FakeService();
    service.foreign.add('tides');
    const ended = await deploy(service, { create: true });
    assert.deepEqual([ended.outcome.kind, failureOf(ended).code], ['rejected', 'address_taken']);
    assert.deepEqual(listCommits(service), []);
  });

  test('stays created when the deploy behind it is refused, and that is told', async () => {
    const service = new FakeService();
    const folder = createFakeFolder(makeFiles({ 'index.html': forbiddenText }));
    const ended = await deploy(service, { create: true }, { folder });
    assert.deepEqual([ended.outcome.kind, ended.facts.changed, ended.facts.app?.status], ['rejected', true, 'draft']);
    assert.deepEqual(listCommits(service), ['create']);
  });

  test('is proven where neither answers nor reads show all of it', async () => {
    const service = new FakeService({ listed: 'documented', answers: 'empty' });
    const folder = createFakeFolder(makeFiles({ 'README.md': 'Tides' }));
    const ended = await deploy(service, { create: true, submit: true }, { folder });
    assert.deepEqual(service.requests, [read, create, read, send, read, submit, read]);
    assert.deepEqual([ended.outcome.kind, ended.facts.submitted], ['deployed', true]);
  });

  test('is deployed again over its empty beginning when the deploy was lost', async () => {
    const service = new FakeService();
    service.faults = [null, null, { kind: 'reset', when: 'before' }];
    const ended = await deploy(service, { create: true });
    assert.deepEqual(service.requests, [read, create, send, read, read, send]);
    assert.equal(ended.outcome.kind, 'deployed');
  });
});

describe('a dry run', () => {
  const steps = { do: 'deploy', createFirst: false, submits: false } as const;
  const rows: readonly (readonly [string, Partial<Inputs>, object | null, Intent])[] = [
    ['of other content', {}, { status: 'draft' }, steps],
    ['of other content with submit', { submit: true }, { status: 'draft' }, { ...steps, submits: true }],
    ['of the same content', {}, { ...same, status: 'draft' }, { do: 'nothing', why: 'unchanged' }],
    ['of the same content with submit', { submit: true }, { ...same, status: 'draft' }, { do: 'submit' }],
    ['of the same content with force', { force: true }, { ...same, status: 'draft' }, steps],
    ['of the content in review', {}, { ...same, status: 'in_review' }, { do: 'nothing', why: 'in_review' }],
    [
      'of the content in review with submit',
      { submit: true },
      { ...same, status: 'in_review' },
      { do: 'nothing', why: 'in_review' },
    ],
    [
      'of the published content with submit',
      { submit: true },
      { ...same, status: 'published' },
      { do: 'nothing', why: 'published' },
    ],
    ['in review', {}, { status: 'in_review' }, planRefusal('in_review', 'tides')],
    ['in review with skip', { onInReview: 'skip' }, { status: 'in_review' }, { do: 'skip' }],
    ['in review with replace', { onInReview: 'replace' }, { status: 'in_review' }, steps],
    ['of a final app', { submit: true }, { status: 'not_approved' }, planRefusal('final_not_approved', 'tides')],
    ['of an app to be created', { create: true }, null, { ...steps, createFirst: true }],
    [
      'of an app to be created and submitted',
      { create: true, submit: true },
      null,
      { do: 'deploy', createFirst: true, submits: true },
    ],
    ['of an app that is not there', {}, null, planRefusal('app_missing', 'tides')],
  ];
  for (const [name, inputs, app, plan] of rows) {
    test(`${name} reads, plans to ${plan.do}, and changes nothing`, async () => {
      const service = new FakeService();
      if (app !== null) service.put('tides', app);
      const ended = await deploy(service, { ...inputs, dryRun: true, waitForReviewMinutes: 5 });
      assert.deepEqual(service.requests, [read]);
      assert.deepEqual([ended.outcome, ended.exitCode], [{ kind: 'planned', plan }, 0]);
      assert.deepEqual([ended.facts.warnings, ended.facts.notices], [[], []]);
    });
  }

  test('without a key only checks the folder', async () => {
    const service = new FakeService();
    const ended = await deploy(service, { dryRun: true, apiKey: null });
    assert.deepEqual(service.requests, []);
    assert.deepEqual([ended.outcome, ended.exitCode], [{ kind: 'planned' }, 0]);
  });
});

describe('a pull request from a fork', () => {
  const problem: Problem = {
    path: 'index.html',
    line: 1,
    column: null,
    code: 'x',
    message: 'No title',
    fix: null,
    severity: 'error',
  };

  test('is checked and planned, and says so', async () => {
    const service = new FakeService();
    const ended = await deploy(service, { apiKey: null }, { fromFork: true });
    assert.deepEqual(service.requests, []);
    assert.deepEqual([ended.outcome, ended.exitCode], [{ kind: 'planned', skipReason: 'fork' }, 0]);
    assert.deepEqual(ended.facts.notices, []);
  });

  test('fails by the check alone', async () => {
    const service = new FakeService();
    const folder = createFakeFolder(files, [problem]);
    const ended = await deploy(service, { apiKey: null }, { fromFork: true, folder });
    assert.equal(ended.exitCode, 1);
    assert.ok(ended.outcome.kind === 'rejected' && ended.outcome.skipReason === 'fork');
  });

  test('that has a key is a run like any other', async () => {
    const service = new FakeService();
    service.put('tides');
    const ended = await deploy(service, {}, { fromFork: true });
    assert.deepEqual([ended.outcome, ended.facts.notices], [{ kind: 'deployed' }, []]);
  });

  test('problems of the offline check stop a run before anything is sent, warnings do not', async () => {
    const service = new FakeService();
    service.put('tides');
    const bad = await deploy(service, {}, { folder: createFakeFolder(files, [problem]) });
    assert.deepEqual([bad.outcome.kind, failureOf(bad).code, bad.exitCode], ['rejected', 'offline_problems', 1]);
    assert.deepEqual([service.requests, bad.facts.problems], [[], [problem]]);
    assert.ok(bad.lines.includes('1 problems'));
    const doubtful = createFakeFolder(files, [{ ...problem, severity: 'warning' }]);
    const good = await deploy(service, {}, { folder: doubtful });
    assert.deepEqual([good.outcome.kind, good.facts.problems.length], ['deployed', 1]);
  });
});

describe('on-stale', () => {
  const rows = [
    ['ignore', true, 'deployed', 0, 0],
    ['warn', true, 'deployed', 1, 0],
    ['skip', true, 'skipped', 0, 1],
    ['fail', true, 'failed', 0, 0],
    ['warn', false, 'deployed', 0, 0],
    ['skip', false, 'deployed', 0, 0],
    ['fail', false, 'deployed', 0, 0],
    ['fail', null, 'deployed', 0, 0],
  ] as const;
  for (const [onStale, isStale, kind, warnings, notices] of rows) {
    test(`${onStale} on a run whose commit is ${isStale === null ? 'of unknown age' : isStale ? 'stale' : 'new'}: ${kind}`, async () => {
      const service = new FakeService();
      service.put('tides');
      const ended = await deploy(service, { onStale }, { isStale });
      assert.equal(ended.outcome.kind, kind);
      assert.deepEqual([ended.facts.warnings.length, ended.facts.notices.length], [warnings, notices]);
      assert.deepEqual(service.requests, kind === 'deployed' ? [read, send] : []);
      if (ended.outcome.kind === 'skipped') assert.equal(ended.outcome.skipReason, 'stale');
      if (kind === 'failed') assert.equal(failureOf(ended).code, 'stale');
    });
  }
});

describe('a refusal', () => {
  test('of the terms tells the version asked for, and never sends it by itself', async () => {
    const service = new FakeService({ terms: '2027-01' });
    service.put('tides');
    const ended = await deploy(service, { submit: true });
    assert.deepEqual(service.requests, [read, send, submit]);
    assert.deepEqual([ended.outcome.kind, failureOf(ended).code], ['rejected', 'terms_required']);
    assert.equal(ended.facts.termsRequired, '2027-01');
    assert.match(failureOf(ended).message, /Send accept_terms "2027-01"/);
    assert.deepEqual(summarize(ended), {
      kind: 'rejected',
      exitCode: 1,
      status: 'draft',
      changed: true,
      submitted: false,
    });
  });

  test('of the folder brings its problems in place, before those of the check', async () => {
    const service = new FakeService();
    service.put('tides');
    const warning: Problem = {
      path: 'a',
      line: 1,
      column: null,
      code: null,
      message: 'w',
      fix: null,
      severity: 'warning',
    };
    const folder = createFakeFolder(makeFiles({ 'index.html': forbiddenText }), [warning]);
    const ended = await deploy(service, {}, { folder });
    assert.deepEqual([ended.outcome.kind, failureOf(ended).code, ended.exitCode], ['rejected', 'folder_rejected', 1]);
    assert.deepEqual(ended.facts.problems, [
      {
        path: 'index.html',
        line: 3,
        column: null,
        code: null,
        message: 'index.html blinks',
        fix: 'Let it stand still.',
        severity: 'error',
      },
      warning,
    ]);
    assert.deepEqual(listCommits(service), []);
  });

  test('of a field is placed in the file that holds it', async () => {
    const service = new FakeService();
    service.put('tides');
    const folder = createFakeFolder(makeFiles({ 'service.json': `{"name":"${'x'.repeat(41)}"}` }));
    const ended = await deploy(service, {}, { folder });
    assert.deepEqual([ended.outcome.kind, failureOf(ended).code], ['rejected', 'field_rejected']);
    assert.deepEqual(
      ended.facts.problems.map(({ path, line, message }) => [path, line, message]),
      [['service.json', 2, 'name is too long']],
    );
  });

  test('stands as it is where the folder has changed and its problems cannot be placed', async () => {
    const service = new FakeService();
    service.put('tides');
    const locate = () =>
      Promise.reject(new FolderError('index.html changed.', { code: 'file_changed', next: 'Again.' }));
    const folder = { ...createFakeFolder(makeFiles({ 'index.html': forbiddenText })), locate };
    const ended = await deploy(service, {}, { folder });
    assert.deepEqual([ended.outcome.kind, failureOf(ended).code], ['rejected', 'folder_rejected']);
    assert.equal(ended.facts.problems.length, 1);
    assert.ok(ended.lines.includes('debug: the problems could not be placed: index.html changed.'));
  });

  test('does not hide a bug in placing its problems', async () => {
    const service = new FakeService();
    service.put('tides');
    const locate = () => Promise.reject(new TypeError('a bug'));
    const folder = { ...createFakeFolder(makeFiles({ 'index.html': forbiddenText })), locate };
    const ended = await deploy(service, {}, { folder });
    assert.equal(failureOf(ended).code, 'bug');
  });

  test('of the key fails before anything is sent', async () => {
    const service = new FakeService();
    service.isKeyValid = false;
    const ended = await deploy(service, { create: true });
    assert.deepEqual([ended.outcome.kind, failureOf(ended).code], ['failed', 'unauthorized']);
    assert.deepEqual(service.requests, [read]);
  });
});

describe('a submission', () => {
  test('that is lost is proven by a read that shows our content in review', async () => {
    const service = new FakeService();
    service.put('tides');
    service.faults = [null, null, { kind: 'reset', when: 'after' }];
    const ended = await deploy(service, { submit: true });
    assert.deepEqual(service.requests, [read, send, submit, read]);
    assert.deepEqual([ended.outcome.kind, ended.facts.submitted], ['deployed', true]);
  });

  test('that is lost is proven too where a read does not list all files of the folder', async () => {
    const service = new FakeService({ listed: 'documented', answers: 'empty' });
    service.put('tides');
    service.faults = [null, null, null, { kind: 'reset', when: 'after' }];
    const folder = createFakeFolder(makeFiles({ 'README.md': 'Tides', 'instructions.md': 'Be kind.' }));
    const ended = await deploy(service, { submit: true }, { folder });
    assert.deepEqual(service.requests, [read, send, read, submit, read]);
    assert.deepEqual([ended.outcome.kind, ended.facts.submitted], ['deployed', true]);
  });

  test('that is lost and has its verdict already is not sent again', async () => {
    const service = new FakeService();
    service.put('tides', { status: 'changes_requested' });
    service.faults = [null, null, { kind: 'reset', when: 'after' }];
    service.onRequest = (number) => number === 3 && service.review('tides', 'request_changes');
    const ended = await deploy(service, { submit: true, waitForReviewMinutes: 1 });
    assert.deepEqual(service.requests, [read, send, submit, read]);
    assert.deepEqual([ended.outcome.kind, ended.facts.submitted, ended.facts.verdict], ['deployed', true, 'refused']);
  });

  test('that is lost is unknown when other content is in review by then', async () => {
    const service = new FakeService();
    service.put('tides');
    service.faults = [null, null, { kind: 'reset', when: 'after' }];
    service.onRequest = (number) => number === 3 && service.put('tides', { status: 'in_review' });
    const ended = await deploy(service, { submit: true });
    assert.deepEqual([ended.outcome.kind, failureOf(ended).code, ended.exitCode], ['unknown', 'unproven', 1]);
    assert.deepEqual([ended.facts.changed, ended.facts.submitted], [true, false]);
  });

  test('is never followed by a deploy, nor begun after a cancel', async () => {
    const service = new FakeService();
    service.put('tides');
    const ended = await runCommand({ service, inputs: { submit: true } }, ({ abort }) => {
      service.onRequest = (number) => number === 1 && service.clock.after(0, () => abort(endByCancel()));
    });
    assert.deepEqual(service.requests, [read, send]);
    assert.deepEqual([ended.outcome.kind, failureOf(ended).code], ['failed', 'cancelled']);
    assert.deepEqual([ended.facts.changed, ended.facts.submitted], [true, false]);
    assert.equal(failureOf(ended).message, 'The run was cancelled');
  });

  test('of an app that has its verdict by the deploy’s answer is not repeated', async () => {
    const service = new FakeService();
    service.put('tides');
    // Not what the document describes: a service that sends each deploy for review by itself.
    service.faults = [null, { kind: 'empty', when: 'after' }];
    service.onRequest = (number) => number === 2 && service.put('tides', { ...same, status: 'in_review' });
    const ended = await deploy(service, { submit: true });
    assert.deepEqual(service.requests, [read, send, read, read]);
    assert.deepEqual([ended.outcome.kind, ended.facts.submitted], ['deployed', true]);
  });

  for (const status of ['in_review', 'published']) {
    test(`goes out although the deploy's answer shows the state from before (${status})`, async () => {
      const service = new FakeService();
      service.put('tides', { status });
      const inputs = { submit: true, onInReview: 'replace' } as const;
      const ended = await runCommand({ service, inputs }, ({ ports }) => {
        const { client } = ports;
        const deployApp: typeof client.deployApp = async (slug, body) => {
          const response = await client.deployApp(slug, body);
          return { ...response, app: response.app === null ? null : { ...response.app, status } };
        };
        Object.assign(ports, { client: { ...client, deployApp } });
      });
      assert.deepEqual(service.requests, [read, send, read, submit]);
      assert.deepEqual([ended.outcome.kind, ended.facts.submitted], ['deployed', true]);
    });
  }

  test('of an app that the deploy itself published says that there is nothing to review', async () => {
    const service = new FakeService();
    service.put('tides');
    service.onRequest = (number) => number === 2 && service.put('tides', { ...same, status: 'published' });
    service.faults = [null, { kind: 'empty', when: 'after' }];
    const ended = await deploy(service, { submit: true });
    assert.deepEqual([ended.outcome.kind, ended.facts.submitted], ['deployed', false]);
    assert.match(ended.facts.notices[0] ?? '', /published with exactly this content/);
  });

  test('is tried for an app of no known state: the service has the last word', async () => {
    const service = new FakeService();
    service.put('tides', { status: null as unknown as string });
    const ended = await deploy(service, { submit: true });
    assert.deepEqual(service.requests, [read, send, read, submit]);
    assert.deepEqual([ended.outcome.kind, ended.facts.changed], ['rejected', true]);
  });

  const verdicts = [
    ['approve', 'approved', 0],
    ['reject', 'refused', 1],
    ['request_changes', 'refused', 1],
  ] as const;
  for (const [move, verdict, exitCode] of verdicts) {
    test(`that is waited for ends with the verdict (${move})`, async () => {
      const service = new FakeService();
      service.put('tides');
      service.clock.after(30_000, () => service.review('tides', move, 'A note'));
      const ended = await deploy(service, { submit: true, waitForReviewMinutes: 5 });
      assert.deepEqual([ended.outcome.kind, ended.facts.verdict, ended.exitCode], ['deployed', verdict, exitCode]);
      assert.equal(ended.facts.app?.reviewNote, 'A note');
      assert.deepEqual(listCommits(service), ['deploy', 'submit']);
    });
  }

  test('that gets no verdict in time is green', async () => {
    const service = new FakeService();
    service.put('tides');
    const ended = await deploy(service, { submit: true, waitForReviewMinutes: 0.5 });
    assert.deepEqual([ended.exitCode, ended.facts.verdict, ended.facts.submitted], [0, null, true]);
    assert.match(String(ended.facts.notices[0]), /No verdict within 0.5 minutes/);
  });
});

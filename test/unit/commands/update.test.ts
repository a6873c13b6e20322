import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { planRefusal } from '../../../src/commands/intent.ts';
import type { Inputs } from '../../../src/inputs.ts';
import { createFakeFolder, makeFiles } from '../../support/fake-service/folder.ts';
import { type RunParts, runCommand } from '../../support/fake-service/run.ts';
import { FakeService, forbiddenText } from '../../support/fake-service/service.ts';

const read = 'GET /api/miniapps/tides';
const send = 'PATCH /api/miniapps/tides';
const local = makeFiles({
  'service.json': '{"name":"Tides","tagline":"High and low","color":"#003366"}',
  'instructions.md': 'Be kind.',
});
const shown = {
  'service.json': local['service.json'] as string,
  'instructions.md': 'Be kind.',
  'index.html': '<h1>Tides</h1>',
  'assets/a.css': 'a{}',
};

async function update(files: object | null, inputs: Partial<Inputs> = {}, parts: Partial<RunParts> = {}) {
  const { service = new FakeService(), folder = createFakeFolder(local) } = parts;
  if (files !== null) service.put('tides', { files: { ...shown, ...files } });
  const ended = await runCommand({ ...parts, folder, service, inputs: { ...inputs, command: 'update' } });
  const code = 'failure' in ended.outcome ? ended.outcome.failure.code : null;
  return { ...ended, service, code, kind: ended.outcome.kind };
}

describe('update', () => {
  const rows: readonly (readonly [string, object, object])[] = [
    ['the name', { 'service.json': '{"name":"T","tagline":"High and low","color":"#003366"}' }, { name: 'Tides' }],
    ['fields of service.json', { 'service.json': '{"name":"Tides"}' }, { tagline: 'High and low', color: '#003366' }],
    ['the prompt', { 'instructions.md': 'Be.' }, { system_prompt: 'Be kind.' }],
    ['the page', { 'index.html': '<h1>' }, { html: '<h1>Tides</h1>' }],
    [
      'the page and the prompt',
      { 'index.html': '', 'instructions.md': '' },
      { system_prompt: 'Be kind.', html: '<h1>Tides</h1>' },
    ],
  ];
  for (const [name, files, body] of rows) {
    test(`sends only what differs: ${name}`, async () => {
      const { service, kind, facts, exitCode } = await update(files);
      assert.deepEqual(service.requests, [read, send]);
      assert.deepEqual(service.bodies.at(-1), body);
      assert.deepEqual([kind, exitCode, facts.changed, facts.statusBefore], ['updated', 0, true, 'draft']);
      assert.equal(service.apps.get('tides')?.files['assets/a.css'], 'a{}');
    });
  }

  test('proves by a read what the answer does not show', async () => {
    const service = new FakeService({ answers: 'empty' });
    const { kind } = await update({ 'index.html': '' }, {}, { service });
    assert.deepEqual([service.requests, kind], [[read, send, read], 'updated']);
  });

  test('sends nothing when no field differs', async () => {
    const { service, kind, facts, lines } = await update({});
    assert.deepEqual([service.requests, kind, facts.changed], [[read], 'unchanged', false]);
    assert.ok(lines.includes('fields that differ: none'));
  });

  test('sends no field that the folder does not hold', async () => {
    const folder = createFakeFolder({ 'index.html': '<h1>Tides</h1>' });
    const { service, kind } = await update({}, {}, { folder });
    assert.deepEqual([service.requests, kind], [[read], 'unchanged']);
  });

  for (const path of ['index.html', 'instructions.md']) {
    test(`refuses ${path} that cannot be a field, and asks nothing of the service`, async () => {
      const whole = createFakeFolder({ ...local, [path]: 'text' });
      const lost = path === 'index.html' ? 'html' : 'system_prompt';
      const check: typeof whole.check = async (packed) => {
        const { fields, problems } = await whole.check(packed);
        return { problems, fields: Object.fromEntries(Object.entries(fields).filter(([name]) => name !== lost)) };
      };
      const { service, kind, code } = await update({}, {}, { folder: { ...whole, check } });
      assert.deepEqual([service.requests, kind, code], [[], 'rejected', 'field_unreadable']);
    });
  }

  test('fails for an app that does not exist', async () => {
    const { service, kind, code } = await update(null);
    assert.deepEqual([service.requests, kind, code], [[read], 'failed', 'app_missing']);
  });

  test('brings the problems of a refused page in place', async () => {
    const folder = createFakeFolder({ ...local, 'index.html': forbiddenText });
    const { kind, code, facts } = await update({}, {}, { folder });
    assert.deepEqual([kind, code, facts.problems[0]?.path], ['rejected', 'folder_rejected', 'index.html']);
  });

  for (const [onInReview, kind, requests] of [
    ['fail', 'failed', [read]],
    ['skip', 'skipped', [read]],
    ['replace', 'updated', [read, send]],
  ] as const) {
    test(`of an app in review with on-in-review ${onInReview}: ${kind}`, async () => {
      const service = new FakeService();
      service.put('tides', { status: 'in_review', files: { ...shown, 'index.html': '' } });
      const ended = await update(null, { onInReview }, { service });
      assert.deepEqual([service.requests, ended.kind], [requests, kind]);
      assert.equal(ended.facts.app?.status, onInReview === 'replace' ? 'draft' : 'in_review');
      if (onInReview === 'fail') assert.equal(ended.code, 'in_review');
      if (onInReview === 'skip') assert.deepEqual(ended.outcome, { kind: 'skipped', skipReason: 'in-review' });
      // What is left there, or the asset that only the app has.
      assert.equal(ended.facts.notices.length, onInReview === 'fail' ? 0 : 1);
    });
  }

  test('leaves an app in review alone when no field differs', async () => {
    const service = new FakeService();
    service.put('tides', { status: 'in_review', files: shown });
    const { kind } = await update(null, {}, { service });
    assert.deepEqual([service.requests, kind], [[read], 'unchanged']);
  });

  test('only plans in a dry run, whether or not a field differs', async () => {
    for (const [files, plan] of [
      [{}, { do: 'nothing', why: 'unchanged' }],
      [{ 'index.html': '' }, { do: 'update', fields: ['html'] }],
    ] as const) {
      const { service, outcome } = await update(files, { dryRun: true });
      assert.deepEqual([service.requests, outcome], [[read], { kind: 'planned', plan }]);
    }
    const { service, outcome } = await update({}, { dryRun: true, apiKey: null });
    assert.deepEqual([service.requests, outcome], [[], { kind: 'planned' }]);
  });

  for (const [onInReview, plan] of [
    ['fail', planRefusal('in_review', 'tides')],
    ['skip', { do: 'skip' }],
    ['replace', { do: 'update', fields: ['html'] }],
  ] as const) {
    test(`plans what on-in-review ${onInReview} has it do: ${plan.do}`, async () => {
      const service = new FakeService();
      service.put('tides', { status: 'in_review', files: { ...shown, 'index.html': '' } });
      const { outcome, exitCode } = await update(null, { onInReview, dryRun: true }, { service });
      assert.deepEqual([service.requests, outcome, exitCode], [[read], { kind: 'planned', plan }, 0]);
    });
  }

  for (const [name, files, dryRun, count] of [
    ['an asset that the folder lacks', {}, false, '1 file differs'],
    ['files beside the page that is sent', { 'index.html': '', 'README.md': 'Tides' }, false, '2 files differ'],
    ['files in a dry run', { 'instructions.md': '', 'README.md': 'Tides' }, true, '2 files differ'],
    [
      'a key of service.json that no field carries',
      { 'service.json': `${local['service.json']?.slice(0, -1)},"logo":"assets/a.png"}` },
      false,
      '2 files differ',
    ],
  ] as const) {
    test(`notices what it does not send: ${name}`, async () => {
      const { facts } = await update(files, { dryRun });
      assert.deepEqual(facts.notices, [
        `${count} from what the app shows, and update does not send that: the command deploy sends all files.`,
      ]);
    });
  }

  test('compares no files where the app shows none', async () => {
    const service = new FakeService();
    service.put('tides', { files: shown });
    const { outcome, facts } = await runCommand(
      { service, folder: createFakeFolder(local), inputs: { command: 'update' } },
      ({ ports }) => {
        const { client } = ports;
        const readApp = async (slug: string) => {
          const app = await client.readApp(slug);
          return app === null ? null : { ...app, files: null };
        };
        Object.assign(ports, { client: { ...client, readApp } });
      },
    );
    assert.deepEqual([outcome, facts.notices], [{ kind: 'unchanged' }, []]);
  });

  test('has an app as submitted only where it is in review with exactly this content', async () => {
    const folder = createFakeFolder({ ...local, 'assets/a.css': 'a{}' });
    for (const [status, files, submitted] of [
      ['in_review', shown, true],
      ['in_review', { ...shown, 'assets/b.css': 'b{}' }, false],
      ['draft', shown, false],
    ] as const) {
      const service = new FakeService();
      service.put('tides', { status, files });
      const { outcome, facts } = await update(null, {}, { service, folder });
      assert.deepEqual([outcome, facts.submitted], [{ kind: 'unchanged' }, submitted]);
    }
  });

  test('stops a stale run when asked', async () => {
    const { service, outcome } = await update({}, { onStale: 'skip' }, { isStale: true });
    assert.deepEqual([service.requests, outcome], [[], { kind: 'skipped', skipReason: 'stale' }]);
  });

  test('names the app of an unknown state', async () => {
    const service = new FakeService();
    service.put('tides', { status: null as unknown as string, files: { ...shown, 'index.html': '' } });
    const { lines } = await update(null, {}, { service });
    assert.equal(lines.at(-1), 'updated: tides is in no known state');
  });
});

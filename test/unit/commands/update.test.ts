import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ScannedFolder } from '../../../src/folder/folder.ts';
import { createFakeFolder, makeFiles } from '../../support/fake-service/folder.ts';
import { hideFiles, type Played, play, type Scene } from '../../support/fake-service/scene.ts';
import { forbiddenText } from '../../support/fake-service/service.ts';

const service = '{"name":"Tides","tagline":"High and low","color":"#003366"}';
const local = makeFiles({ 'service.json': service, 'instructions.md': 'Be kind.' });
const shown = {
  'service.json': service,
  'instructions.md': 'Be kind.',
  'index.html': '<h1>Tides</h1>',
  'assets/a.css': 'a{}',
};

/** Updates an app that shows what the folder holds and an asset, save for `files`. */
function update(files: object | null, { app, ...scene }: Scene = {}): Promise<Played> {
  return play({
    files: local,
    ...scene,
    app: files === null ? null : { ...app, files: { ...shown, ...files } },
    inputs: { ...scene.inputs, command: 'update' },
  });
}

const page = { 'index.html': '<h1>' };

describe('update', () => {
  const rows: readonly (readonly [string, object, object])[] = [
    ['the name', { 'service.json': service.replace('Tides', 'T') }, { name: 'Tides' }],
    ['fields of service.json', { 'service.json': '{"name":"Tides"}' }, { tagline: 'High and low', color: '#003366' }],
    ['the prompt', { 'instructions.md': 'Be.' }, { system_prompt: 'Be kind.' }],
    ['the page', page, { html: '<h1>Tides</h1>' }],
    [
      'the page and the prompt',
      { 'index.html': '', 'instructions.md': '' },
      { system_prompt: 'Be kind.', html: '<h1>Tides</h1>' },
    ],
  ];
  for (const [name, files, body] of rows) {
    test(`sends only what differs: ${name}`, async () => {
      const { requests, service: fake, kind, facts, exitCode, lines } = await update(files);
      assert.deepEqual([requests, fake.bodies[1]], ['read update read', body]);
      assert.deepEqual([kind, exitCode, facts.changed, facts.statusBefore], ['updated', 0, true, 'draft']);
      assert.deepEqual(facts.warnings, []);
      assert.equal(fake.apps.get('tides')?.files['assets/a.css'], 'a{}');
      assert.equal(lines.at(-1), `Updated ${Object.keys(body).join(', ')}`);
      assert.deepEqual(fake.clock.slept, []);
    });
  }

  test('is proven where the service writes the fields in its own way', async () => {
    const files = { 'service.json': '{"name":"T"}', 'instructions.md': '' };
    const own = makeFiles({
      'service.json': '{"name":" Tides ","color":"#0A7EA4"}',
      'instructions.md': '\uFEFF\nBe kind.\n\n',
    });
    const options = { prompt: 'trimmed', rewrites: 'service_json' } as const;
    const first = await update(files, { files: own, options });
    assert.deepEqual([first.kind, first.service.clock.slept], ['updated', []]);
    const second = await update(first.service.apps.get('tides')?.files ?? {}, { files: own, options });
    assert.deepEqual([second.kind, second.requests], ['unchanged', 'read']);
  });

  test('sends nothing when no field differs', async () => {
    const { requests, kind, facts, lines } = await update({});
    assert.deepEqual([requests, kind, facts.changed], ['read', 'unchanged', false]);
    assert.ok(lines.includes('Remote: draft, fields that differ: none'));
  });

  test('sends no field that the folder does not hold', async () => {
    const { requests, kind } = await update({}, { files: { 'index.html': '<h1>Tides</h1>' } });
    assert.deepEqual([requests, kind], ['read', 'unchanged']);
  });

  for (const [path, lost] of [
    ['index.html', 'html'],
    ['instructions.md', 'system_prompt'],
  ] as const) {
    test(`refuses ${path} that cannot be a field, and asks nothing of the service`, async () => {
      const fake = createFakeFolder({ ...local, [path]: 'text' });
      const scan = async (): Promise<ScannedFolder> => {
        const scanned = await fake.scan();
        return { ...scanned, fields: { ...scanned.fields, [lost]: undefined } };
      };
      const { requests, ending, failure } = await update({}, { folder: { ...fake, scan } });
      assert.deepEqual([requests, ending, failure?.path], ['', 'rejected field_unreadable', path]);
    });
  }

  test('fails for an app that does not exist', async () => {
    const { requests, ending } = await update(null);
    assert.deepEqual([requests, ending], ['read', 'failed app_missing']);
  });

  test('brings the problems of a refused page in place', async () => {
    const { ending, facts } = await update({}, { files: { ...local, 'index.html': forbiddenText } });
    assert.deepEqual([ending, facts.problems[0]?.path], ['rejected folder_rejected', 'index.html']);
  });

  const unsent = '1 file differs that update does not send: the command deploy sends all files.';
  const took = 'The update took the app out of review.';
  for (const [status, onInReview, ending, requests, after, notices, warnings] of [
    ['in_review', 'fail', 'failed in_review', 'read', 'in_review', [], []],
    ['in_review', 'skip', 'skipped', 'read', 'in_review', [], []],
    ['in_review', 'replace', 'updated', 'read update read', 'draft', [unsent], [took]],
    ['queued', 'fail', 'failed unknown_state', 'read', 'queued', [], []],
    ['queued', 'replace', 'updated', 'read update read', 'queued', [unsent], []],
    ['not_approved', 'fail', 'updated', 'read update read', 'not_approved', [unsent], []],
  ] as const) {
    test(`of an app that is ${status}, with on-in-review ${onInReview}: ${ending}`, async () => {
      const played = await update(page, { app: { status }, inputs: { onInReview } });
      assert.deepEqual([played.ending, played.requests, played.facts.app?.status], [ending, requests, after]);
      assert.deepEqual([played.facts.notices, played.facts.warnings], [notices, warnings]);
      const dry = await update(page, { app: { status }, inputs: { onInReview, dryRun: true } });
      // A dry run is red where a real run would be.
      assert.deepEqual([dry.requests, dry.exitCode], ['read', played.exitCode]);
    });
  }

  test('leaves an app in review alone when no field differs', async () => {
    const { requests, kind } = await update({}, { app: { status: 'in_review' } });
    assert.deepEqual([requests, kind], ['read', 'unchanged']);
  });

  for (const [files, plan] of [
    [{}, { do: 'nothing', why: 'unchanged' }],
    [page, { do: 'change', steps: ['update'], fields: ['html'] }],
  ] as const) {
    test(`only plans in a dry run: ${plan.do}`, async () => {
      const { requests, outcome } = await update(files, { inputs: { dryRun: true } });
      assert.deepEqual([requests, outcome], ['read', { kind: 'planned', plan }]);
    });
  }

  for (const [name, files, dryRun, count] of [
    ['an asset that the folder lacks', {}, false, '1 file differs'],
    ['files beside the page that is sent', { ...page, 'README.md': 'Tides' }, false, '2 files differ'],
    ['files in a dry run', { 'instructions.md': '', 'README.md': 'Tides' }, true, '2 files differ'],
    [
      'a key of service.json that no field carries',
      { 'service.json': `${service.slice(0, -1)},"logo":"assets/a.png"}` },
      false,
      '2 files differ',
    ],
  ] as const) {
    test(`notices what it does not send: ${name}`, async () => {
      const { facts } = await update(files, { inputs: { dryRun } });
      assert.deepEqual(facts.notices, [`${count} that update does not send: the command deploy sends all files.`]);
    });
  }

  test('compares no files where the app shows none', async () => {
    const { outcome, facts } = await update({}, { prepare: hideFiles });
    assert.deepEqual([outcome, facts.notices], [{ kind: 'unchanged' }, []]);
  });

  const whole = makeFiles({ ...local, 'assets/a.css': 'a{}' });
  for (const [status, files, isSubmitted] of [
    ['in_review', {}, true],
    ['in_review', { 'assets/b.css': 'b{}' }, false],
    ['draft', {}, false],
  ] as const) {
    test(`has an app as submitted only in review with exactly this content (${status}, ${Object.keys(files)})`, async () => {
      const { outcome, facts } = await update(files, { app: { status }, files: whole });
      assert.deepEqual([outcome, facts.submitted], [{ kind: 'unchanged' }, isSubmitted]);
    });
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readInputs } from '../../src/input-reader.ts';
import type { WrongInput } from '../../src/inputs.ts';
import { toWrongInputsReport } from '../../src/wrong-inputs.ts';

const slug = { input: 'slug', got: 'TIDES', takes: 'takes 3 to 32 letters' };
const key = { input: 'api-key', got: null, takes: 'is needed: pass the key' };

function messageOf(wrong: readonly WrongInput[], secrets: readonly string[] = []): string {
  const { outcome } = toWrongInputsReport({ wrong, slug: '' }, secrets);
  assert.ok(outcome.kind === 'failed');
  assert.equal(outcome.failure.code, 'wrong_inputs');
  return outcome.failure.message;
}

test('one wrong input is named with what it takes and what it got', () => {
  assert.equal(messageOf([slug]), 'An input is wrong: slug takes 3 to 32 letters, not "TIDES"');
});

test('all wrong inputs stand in one message, and one without a value shows none', () => {
  assert.equal(
    messageOf([slug, key]),
    '2 inputs are wrong: slug takes 3 to 32 letters, not "TIDES"; api-key is needed: pass the key',
  );
});

test('a long value is cut, so that it leaves the others their room', () => {
  const message = messageOf([{ ...slug, got: 'x'.repeat(5000) }, key]);
  assert.match(message, /not "x{400,500} … \(\d+ characters more\)"; api-key is needed/);
});

test('every input may be wrong and long at once, and all are still named in the 2,000 characters that are shown', () => {
  const inputs = readInputs({ read: (name) => `${name}\n../\u202e${'x'.repeat(5000)}`, fromFork: false });
  assert.ok(!('command' in inputs));
  assert.equal(inputs.wrong.length, 16);
  const message = messageOf(inputs.wrong);
  assert.ok(message.length <= 2000, `${message.length}`);
  for (const { input, takes } of inputs.wrong) assert.ok(message.includes(`${input} ${takes}`), input);
});

test('a secret in the place of another input is hidden before the cut could halve it', () => {
  const secret = 'mk_live_0123456789';
  const message = messageOf([{ ...slug, got: `${'x'.repeat(960)}${secret}${'x'.repeat(500)}` }], [secret]);
  assert.ok(message.includes('x***'), message);
  assert.ok(!message.includes('mk_'), message);
});

test('the report of a run that did not begin names the app where its slug is known, and has no other facts', () => {
  const { facts } = toWrongInputsReport({ wrong: [key], slug: 'tides' }, []);
  assert.deepEqual([facts.slug, facts.app, facts.changed, facts.problems], ['tides', null, false, []]);
});

test('the report of a run that did not begin has no lines, and the secrets to hide', async () => {
  const report = toWrongInputsReport({ wrong: [slug], slug: '' }, ['secret']);
  assert.deepEqual([report.facts.slug, report.repositoryPath, report.secrets], [null, null, ['secret']]);
  assert.equal(await report.readLines('index.html', 1, 2), null);
});

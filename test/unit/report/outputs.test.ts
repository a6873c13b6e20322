import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseOutputFile } from '../../../scripts/runner/output-file.ts';
import { formatOutputs, toOutputs } from '../../../src/report/outputs.ts';
import { makeApp, makeProblem, makeReport } from './sample.ts';

test('of ten thousand problems as many as fit are listed, whole, and their number stays true', () => {
  const problems = Array.from({ length: 10_000 }, (_, at) => makeProblem({ message: `${at} ${'é'.repeat(100)}` }));
  const outputs = toOutputs(makeReport({ facts: { problems, moreProblems: 5 } }));
  const { problems: text = '', 'problem-count': count } = outputs;
  assert.ok(JSON.parse(text).length > 1000);
  assert.ok(text.length < 400_000 && text.length > 399_000);
  assert.equal(count, '10005');
});

test('one endless text leaves room for the others', () => {
  const long = '#'.repeat(1_000_000);
  const problem = makeProblem({ path: long, code: long, message: long, fix: long });
  const app = makeApp({ name: long, reviewNote: long, updatedAt: long });
  const facts = { problems: [problem, makeProblem()], apps: [app, makeApp()], app };
  const { problems = '', apps = '', 'review-note': note } = toOutputs(makeReport({ facts }));
  const [{ path, code, message, fix }, other] = JSON.parse(problems);
  const [{ name, review_note: listedNote, updated_at: time }, { slug }] = JSON.parse(apps);
  for (const text of [path, code, message, fix, note, name, time]) {
    assert.match(text, /^#{9000,} … \(\d+ characters more\)$/);
    assert.ok(text.length <= 10_000);
  }
  assert.ok(listedNote.length <= 500);
  assert.deepEqual([other, slug], [makeProblem(), 'tides']);
});

test('a value cannot end itself and begin another output', () => {
  const values = { a: 'end', b: 'a\nend\noutcome=x', c: 'end_\nend\nend__', d: 'x\r\nend\r\ny', e: 'x\rend', f: '' };
  assert.deepEqual(Object.fromEntries(parseOutputFile(formatOutputs(values))), values);
  assert.equal(formatOutputs({ a: 'x', b: 'end' }), 'a<<end\nx\nend\nb<<end_\nend\nend_\n');
});

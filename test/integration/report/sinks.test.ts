import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { createOutputWriter, createSummaryWriter } from '../../../src/report/emit.ts';
import { toOutputs } from '../../../src/report/outputs.ts';
import { parseOutputFile } from '../../support/runner/output-file.ts';
import { hostileText } from '../../unit/report/hostile-text.ts';
import { makeApp, makeProblem, makeReport } from '../../unit/report/sample.ts';

const folder = mkdtempSync(join(tmpdir(), 'report-'));
const outputFile = join(folder, 'output');

after(() => rmSync(folder, { recursive: true }));

test('a summary is added to what earlier steps wrote', async () => {
  const path = join(folder, 'summary');
  writeFileSync(path, 'before\n');
  await createSummaryWriter(path)('after\n');
  assert.equal(readFileSync(path, 'utf8'), 'before\nafter\n');
});

test('a file that cannot be written is told to the caller', async () => {
  const path = join(folder, 'none', 'file');
  await assert.rejects(createSummaryWriter(path)('x'), { code: 'ENOENT' });
  assert.throws(() => createOutputWriter(path)('outcome', 'x'), { code: 'ENOENT' });
});

test('every output arrives at the runner as it was given', () => {
  const setOutput = createOutputWriter(outputFile);
  fc.assert(
    fc.property(hostileText, (text) => {
      writeFileSync(outputFile, '');
      const app = makeApp({ slug: text, name: text, reviewNote: text });
      const outputs = toOutputs(
        makeReport({ facts: { app, apps: [app], problems: [makeProblem({ message: text })] } }),
      );
      for (const [name, value] of outputs) {
        setOutput(name, value);
      }
      assert.deepEqual(parseOutputFile(readFileSync(outputFile, 'utf8')), new Map(outputs));
    }),
    { numRuns: 20 },
  );
});

test('a value cannot end itself and begin another output', () => {
  writeFileSync(outputFile, '');
  const values = ['end', 'a\nend\noutcome=x', 'end_\nend\nend__', 'x\r\nend\r\ny', ''];
  for (const [index, value] of values.entries()) {
    createOutputWriter(outputFile)(`v${index}`, value);
  }
  assert.deepEqual([...parseOutputFile(readFileSync(outputFile, 'utf8')).values()], values);
});

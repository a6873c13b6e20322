import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { toOutputs } from '../../../src/report/outputs.ts';
import { setOutput, writeSummary } from '../../../src/report/sinks.ts';
import { parseOutputFile } from '../../support/runner/output-file.ts';
import { hostileText } from '../../unit/report/hostile-text.ts';
import { makeApp, makeProblem, makeReport } from '../../unit/report/sample.ts';

const folder = mkdtempSync(join(tmpdir(), 'report-'));
const summaryFile = join(folder, 'summary');
const outputFile = join(folder, 'output');

before(() => {
  process.env['GITHUB_OUTPUT'] = outputFile;
});

after(() => rmSync(folder, { recursive: true }));

test('a summary that cannot be written rejects, and is not kept for the next one', async () => {
  process.env['GITHUB_STEP_SUMMARY'] = summaryFile;
  await assert.rejects(writeSummary('lost'), /Unable to access summary file/);
  writeFileSync(summaryFile, 'before\n');
  await writeSummary('after\n');
  assert.equal(readFileSync(summaryFile, 'utf8'), 'before\nafter\n');
});

test('an output file that is not there throws', () => {
  assert.throws(() => setOutput('outcome', 'x'), /Missing file/);
});

test('every output arrives at the runner as it was given', () => {
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

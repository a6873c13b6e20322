import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameOptions, toTerminalAdvice } from '../../src/report/terminal-words.ts';
import { listFiles, readText } from '../support/repository.ts';

/** What never happens on a terminal: only a run of GitHub Actions says it. */
const elsewhere =
  /on-stale|comment: true|does nothing with|from a fork|runner's temporary|^Set api-key|^Without api-key/;
/** Words of GitHub Actions. */
const foreign = /\b(?:steps?|jobs?|workflow|summary|runner|[Rr]e-run|with:|matrix)\b|\bsecrets? that\b|\bthe inputs?\b/;

/** The sentences of the code that a run may say: texts with two words or more, without their variables. */
function listSentences(file: string): readonly string[] {
  const code = readText(file).replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
  const texts = code.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g);
  return Array.from(texts, ([, one = '', two = '', three = '']) => `${one}${two}${three}`)
    .map((text) => text.replaceAll('$' + '{input}', 'exclude').replace(/\$\{[^}]*\}/g, '…'))
    .filter((text) => /[a-z]+ [a-z]+/.test(text) && !elsewhere.test(text));
}

test('no sentence on a terminal speaks of a step, job, workflow, summary, secret of a repository or input', () => {
  const single = ['action', 'action-error', 'app-status', 'inputs', 'report/messages'].map((name) => `src/${name}.ts`);
  const folders = ['src/api', 'src/commands', 'src/folder'].flatMap((folder) => listFiles(folder, '.ts'));
  const sentences = [...single, ...folders].flatMap(listSentences);
  assert.ok(sentences.filter((sentence) => foreign.test(sentence)).length > 20, 'they are found');
  for (const sentence of sentences) assert.doesNotMatch(toTerminalAdvice(sentence), foreign, sentence);
});

for (const [sentence, told] of [
  ['to create the app on its first deploy, set create: true.', 'to create the app on its first deploy, add --create.'],
  ['Set terms-version: 2026-10 after reading the terms.', 'Add --terms-version 2026-10 after reading the terms.'],
  ['Set timeout-minutes to a higher value.', 'Set --timeout-minutes to a higher value.'],
  ['Move it, or exclude it with the input exclude.', 'Move it, or exclude it with --exclude.'],
  ['Re-run the job; or run the command status.', 'Run it again; or run miniapp-deploy status.'],
  ['base-url must begin with https://', '--base-url must begin with https://'],
] as const) {
  test(`options are named as they are typed: ${told}`, () => assert.equal(toTerminalAdvice(sentence), told));
}

test('what others wrote stays as it is', () => {
  const texts = ['Re-run the job, said the service.', 'docs/base-url.md', 'my-api-key.txt', '--dry-run', 'The input.'];
  assert.deepEqual(texts.map(nameOptions), texts);
});

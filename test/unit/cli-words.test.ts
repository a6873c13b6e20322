import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nameOptions, toTerminalAdvice } from '../../src/report/terminal-words.ts';
import { listFiles, readText } from '../support/repository.ts';

/** What never happens on a terminal: only a run of GitHub Actions says it. */
const elsewhere =
  /on-stale|comment: true|does nothing with|from a fork|runner's temporary|^Set api-key|^Without api-key/;

/** The sentences of the code that a run may say: texts with two words or more, without their variables. */
const sentences = [
  'src/action.ts',
  'src/action-error.ts',
  'src/app-status.ts',
  'src/inputs.ts',
  'src/report/messages.ts',
]
  .concat(...['src/api', 'src/commands', 'src/folder'].map((folder) => listFiles(folder, '.ts')))
  .flatMap((file) => listSentences(readText(file)))
  .filter((sentence) => !elsewhere.test(sentence));

function listSentences(source: string): readonly string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
  const texts = code.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g);
  return Array.from(texts, ([, one = '', two = '', three = '']) => `${one}${two}${three}`)
    .map((text) => text.replace(/\$\{input\}/g, 'exclude').replace(/\$\{[^}]*\}/g, '…'))
    .filter((text) => /[a-z]+ [a-z]+/.test(text));
}

describe('the words of a terminal', () => {
  test('are found: this test can fail', () => {
    assert.ok(sentences.length > 200, `${sentences.length}`);
    assert.ok(sentences.some((sentence) => sentence.includes('re-run')));
  });

  test('speak of no step, job, workflow, summary, secret of a repository or input', () => {
    const foreign =
      /\b(?:steps?|jobs?|workflow|summary|runner|[Rr]e-run|with:|matrix)\b|\bsecrets? that\b|\bthe inputs?\b/;
    for (const sentence of sentences) assert.doesNotMatch(toTerminalAdvice(sentence), foreign, sentence);
  });

  test('name options as they are typed', () => {
    const rows = [
      [
        'to create the app on its first deploy, set create: true.',
        'to create the app on its first deploy, add --create.',
      ],
      ['Set terms-version: 2026-10 after reading the terms.', 'Add --terms-version 2026-10 after reading the terms.'],
      ['Set timeout-minutes to a higher value.', 'Set --timeout-minutes to a higher value.'],
      ['Move it, or exclude it with the input exclude.', 'Move it, or exclude it with --exclude.'],
      [
        "Re-run the job; if it persists, contact the service's support.",
        "Run it again; if it persists, contact the service's support.",
      ],
      [
        'Check tides in the dashboard, or run the command status, before you re-run the job.',
        'Check tides in the dashboard, or run miniapp-deploy status, before you run it again.',
      ],
      ['base-url must begin with https://', '--base-url must begin with https://'],
    ] as const;
    for (const [sentence, told] of rows) assert.equal(toTerminalAdvice(sentence), told);
  });

  test('leave what others wrote as it is', () => {
    for (const text of [
      'Re-run the job, said the service.',
      'docs/base-url.md',
      'my-api-key.txt',
      '--dry-run',
      'The input is wrong.',
    ]) {
      assert.equal(nameOptions(text), text);
    }
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { listFiles, readText } from '../support/repository.ts';

const comments = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

/**
 * The files of src/ and cli/, with and without comments: a comment may name what code must not use.
 */
const sources = ['cli', 'src']
  .flatMap((folder) => listFiles(folder, '.ts'))
  .map((file) => {
    const text = readText(file);
    return { file, text, code: text.replace(comments, '') };
  });

describe('in src/ and cli/', () => {
  const rows: readonly (readonly [rule: string, words: RegExp, files: readonly string[]])[] = [
    [
      'only run/effects.ts reads the clock and makes random numbers',
      /Date\.now|new Date\(\)|Math\.random/,
      ['src/run/effects.ts'],
    ],
    [
      'only runner/main.ts and cli/command-line.ts read environment variables',
      /process\.env\b|\benv\b[^;]*\} = process;/,
      ['cli/command-line.ts', 'src/runner/main.ts'],
    ],
    [
      'only the entry points and two files of cli write to stdout and stderr',
      /\b(?:stdout|stderr|stream)\.write\(/,
      [
        'cli/command-line.ts',
        'cli/index.ts',
        'cli/output/results.ts',
        'cli/output/step-findings.ts',
        'src/index.ts',
      ],
    ],
    [
      'only report/log.ts prints workflow commands',
      /import\s[^;]*\b(?:info|debug|error|warning|notice|startGroup|setFailed)\b[^;]*'@actions\/core'/,
      ['src/report/log.ts'],
    ],
    ['@actions/github is never loaded at start-up', /^import (?!type)[^;]*'@actions\/github'/m, []],
    [
      'only git and the program that opens a browser are started',
      /'node:(?:child_process|cluster|inspector|process|repl|vm|worker_threads)'/,
      ['cli/files/repository.ts', 'cli/output/open-url.ts'],
    ],
    ['no code is created at run time', /new Function\(/, []],
  ];
  for (const [rule, words, files] of rows) {
    test(rule, () => {
      const uses = sources.filter(({ code }) => words.test(code)).map(({ file }) => file);
      assert.deepEqual(uses, files);
    });
  }

  test('no comment disables the type checker, the linter or the coverage', () => {
    const silenced = /@ts-|biome-ignore|eslint-|node:coverage|c8 ignore|istanbul/;
    const silencing = sources.filter(({ text }) => silenced.test(text)).map(({ file }) => file);
    assert.deepEqual(silencing, []);
  });
});

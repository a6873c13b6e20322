import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { listFiles, readText } from '../support/repository.ts';

/** The code of each file of src/ without its comments, which may name what the code must not use. */
const sources = listFiles('src', '.ts').map((file) => {
  const code = readText(file).replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
  return { file, code };
});

const printing = /import\s[^;]*\b(?:info|debug|error|warning|notice|startGroup|setFailed)\b[^;]*'@actions\/core'/;

describe('what no rule of the linter says of src/', () => {
  const rows: readonly (readonly [rule: string, words: RegExp, files: readonly string[]])[] = [
    [
      'only effects reads the clock and makes random numbers',
      /Date\.now|new Date\(\)|Math\.random/,
      ['src/effects.ts'],
    ],
    ['only report/log prints', printing, ['src/report/log.ts']],
    ['@actions/github is loaded when it is needed', /import\('@actions\/github'\)/, ['src/github.ts']],
    ['@actions/github is never loaded at the start', /^import (?!type)[^;]*'@actions\/github'/m, []],
    ['no process is started', /'node:(?:child_process|cluster|inspector|process|repl|vm|worker_threads)'/, []],
    ['no code is made at run time', /new Function\(/, []],
    ['no cast goes through unknown', /\bas unknown as\b/, []],
  ];
  for (const [rule, words, files] of rows) {
    test(rule, () => {
      const uses = sources.filter(({ code }) => words.test(code)).map(({ file }) => file);
      assert.deepEqual(uses, files);
    });
  }

  test('no comment turns the type checker, the linter or the coverage off', () => {
    const silenced = /@ts-|biome-ignore|eslint-|node:coverage|c8 ignore|istanbul/;
    const files = sources.map(({ file }) => file).filter((file) => silenced.test(readText(file)));
    assert.deepEqual(files, []);
  });

  test('no file is called by what it is, in place of what it is about', () => {
    const files = sources.map(({ file }) => file);
    assert.deepEqual(
      files.filter((file) => /\/(?:utils?|helpers?|common|misc|shared|types)\.ts$/.test(file)),
      [],
    );
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { listFiles, readText } from '../support/repository.ts';

/** The code of each file of src/ without its comments, which may name what the code must not use. */
const sources = listFiles('src', '.ts').map((file) => {
  const code = readText(file)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '$1');
  return { file, code };
});

/** Which files of src/ these words stand in. */
function findUses(words: RegExp): readonly string[] {
  return sources.filter(({ code }) => words.test(code)).map(({ file }) => file);
}

describe('what no rule of the linter says of src/', () => {
  test('only effects reads the clock and makes random numbers', () => {
    assert.deepEqual(findUses(/\bDate\.now\b|new Date\(\)|Math\.random/), ['src/effects.ts']);
  });

  test('only report/log prints', () => {
    const printing = /import\s[^;]*\b(?:info|debug|error|warning|notice|startGroup|setFailed)\b[^;]*'@actions\/core'/;
    assert.deepEqual(findUses(printing), ['src/report/log.ts']);
  });

  test('@actions/github is loaded when it is needed, never at the start', () => {
    assert.deepEqual(findUses(/import\('@actions\/github'\)/), ['src/github.ts']);
    assert.deepEqual(findUses(/^import (?!type)[^;]*'@actions\/github'/m), []);
  });

  test('no other process is started and no code is made at run time', () => {
    assert.deepEqual(
      findUses(/'node:(?:child_process|cluster|inspector|process|repl|vm|worker_threads)'|new Function\(/),
      [],
    );
  });

  test('no comment turns the type checker, the linter or the coverage off', () => {
    const files = listFiles('src', '.ts');
    const silenced = /@ts-|biome-ignore|eslint-|node:coverage|c8 ignore|istanbul|\bas unknown as\b/;
    assert.deepEqual(
      files.filter((file) => silenced.test(readText(file))),
      [],
    );
  });

  test('no file is called by what it is, in place of what it is about', () => {
    assert.deepEqual(
      sources.filter(({ file }) => /\/(?:utils?|helpers?|common|misc|shared|types)\.ts$/.test(file)),
      [],
    );
  });
});

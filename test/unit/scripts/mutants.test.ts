import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { describe, test } from 'node:test';
import equivalents from '../../../scripts/equivalent-mutants.json' with { type: 'json' };
import { applyMutant, listMutants, locate } from '../../../scripts/mutants.ts';
import { scan } from '../../../scripts/tokens.ts';
import { readText, root } from '../../support/repository.ts';

/** What becomes of the code, each mutant a text. */
function mutate(code: string): readonly string[] {
  return listMutants(code).map((mutant) => applyMutant(code, mutant));
}

function template(before: string, hole: string, after: string): string {
  return ['const x = `', before, '$', '{', hole, '}', after, '`;'].join('');
}

describe('the mutants of a module', () => {
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['f(a === b);', ['', 'f(a !== b);']],
    ['x = a < b;', ['', 'x = a <= b;', 'x = a >= b;']],
    ['const x = !a;', ['const x = a;']],
    ['const x = 7;', ['const x = 8;']],
    ['const x = 7_000;', ['const x = 3500;']],
    ["const x = a ?? '';", ["const x = '';"]],
    ['const x = a ?? null;', ['const x = null;']],
    ['const x = true;', ['const x = false;']],
    ["const x = 'a';", ["const x = '';"]],
    ["f('');", ["f('mutant');", '']],
    ["const x = 'a message';", []],
    ["import { x } from './x.ts';", []],
    ['// a === b, 1 < 2 && !c', []],
    ["const x = 'a && b';", []],
    [template('a', 'b + c', 'd e'), [template('', 'b + c', 'd e'), template('a', 'b - c', 'd e')]],
    ['const x: Map<string, 1 | true> = y as Z<2>;', []],
    ['const x = [a];', ['const x = [];']],
    ['const [a] = x;', []],
    ['const x = a.trim();', ['const x = a;']],
    ['const x = /^a+$/i;', ['const x = /a+$/i;', 'const x = /^a+/i;', 'const x = /^a$/i;', 'const x = /^a+$/;']],
    ['const x = /[^/]\\b/;', ['const x = /[/]\\b/;', 'const x = /[^/]/;']],
    ['const x = a / b / c;', ['const x = a * b / c;', 'const x = a / b * c;']],
    ['log.debug(x);', []],
    ['throw x;', ['']],
  ];
  for (const [code, expected] of rows) {
    test(`of ${code}`, () => {
      const results = mutate(code).map((text) => (text === ';' ? '' : text));
      assert.deepEqual(results.toSorted(), [...expected].sort());
    });
  }

  test('of a condition are each clause dropped, and each way out', () => {
    const results = mutate('if (a && (b || c)) d();');
    for (const expected of [
      'if ((b || c)) d();',
      'if (a) d();',
      'if (a && (b)) d();',
      'if (a && (c)) d();',
      'if (a || (b || c)) d();',
      'if (true) d();',
      'if (false) d();',
    ]) {
      assert.ok(results.includes(expected), `${expected} in ${results.join('\n')}`);
    }
  });

  test('of a choice are both ways, of `??` both sides', () => {
    assert.deepEqual(mutate('const x = y(a ?? b) ? c : d;').toSorted(), [
      'const x = false ? c : d;',
      'const x = true ? c : d;',
      'const x = y(a) ? c : d;',
      'const x = y(b) ? c : d;',
    ]);
  });
});

describe('the tokens of a module', () => {
  test('are all of it but white space and comments, for each file of src/ and scripts/', () => {
    for (const file of globSync('{src,scripts}/**/*.ts', { cwd: root })) {
      const code = readText(file);
      const tokens = scan(code);
      let end = 0;
      for (const token of tokens) {
        const between = code.slice(end, token.start);
        assert.equal(between.replace(/\/\/.*|\/\*[\s\S]*?\*\//g, '').trim(), '', `${file}: ${between}`);
        assert.equal(code.slice(token.start, token.end), token.text);
        end = token.end;
      }
      assert.equal(code.slice(end).trim(), '');
    }
  });

  test('tell a pattern from a division', () => {
    const kinds = (code: string) => scan(code).flatMap(({ kind, text }) => (text.includes('/') ? [kind] : []));
    assert.deepEqual(kinds('a / b'), ['punctuator']);
    assert.deepEqual(kinds('(a) / b / c'), ['punctuator', 'punctuator']);
    assert.deepEqual(kinds('f(/a/)'), ['regex']);
    assert.deepEqual(kinds('return /[/]/g'), ['regex']);
  });

  test('end with an error where none begins', () => {
    assert.throws(() => scan('const \u0007'), /no token begins with/);
  });
});

test('what is listed as equivalent is a mutant of the code as it is', () => {
  for (const { file, line, before, after } of equivalents) {
    const source = readText(file);
    const isThere = listMutants(source).some(
      (mutant) => mutant.before === before && mutant.after === after && locate(source, mutant).line === line,
    );
    assert.ok(isThere, `${file}: ${line}`);
  }
});

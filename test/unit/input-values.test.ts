import assert from 'node:assert/strict';
import { sep } from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { readChoice, readFolder, readMinutes, readText } from '../../src/input-values.ts';

describe('readMinutes', () => {
  test('takes nothing that is not within its limits, whatever it is', () => {
    const read = readMinutes(0.5, 90);
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.double().map(String), fc.integer({ min: -5, max: 100 }).map(String)),
        (text) => {
          const reading = read(text);
          if ('value' in reading) assert.ok(reading.value >= 0.5 && reading.value <= 90, text);
          else assert.equal(reading.takes, 'takes a number of minutes from 0.5 to 90');
        },
      ),
    );
    assert.deepEqual(read('0.5'), { value: 0.5 });
    assert.deepEqual(read('90'), { value: 90 });
    assert.deepEqual(read('90.000000'), { value: 90 });
    assert.ok('takes' in read('90.000001'));
  });
});

describe('readFolder', () => {
  for (const path of ['.', './', 'app', './a b/ä', 'a/..', 'a/../b', '..a', '.../a', 'a/..b', '/', '/app', '/../app']) {
    test(`takes ${path} as it is`, () => assert.deepEqual(readFolder(path), { value: path }));
  }

  for (const path of ['..', '../', '../x', './..', '../../x', 'a/../..', 'a/../../x', './../x', 'a\0b']) {
    test(`refuses ${JSON.stringify(path)}`, () => {
      assert.deepEqual(readFolder(path), { takes: 'takes a path inside the workspace, relative to it' });
    });
  }

  test('reads a path as the machine does', () => {
    assert.equal('takes' in readFolder('..\\x'), sep === '\\');
  });
});

test('readChoice takes a word exactly as it is named', () => {
  const read = readChoice(['one', 'two']);
  assert.deepEqual(read('two'), { value: 'two' });
  assert.deepEqual(read('Two'), { takes: 'takes one of one, two' });
});

test('readText takes what its pattern takes', () => {
  const read = readText(/^a+$/, 'takes a');
  assert.deepEqual(read('aa'), { value: 'aa' });
  assert.deepEqual(read('b'), { takes: 'takes a' });
});

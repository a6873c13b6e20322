import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  describeUnknown,
  findNearest,
  toPrintable,
  toPrintableJson,
} from '../../../../sandbox/service/text.ts';

test('a text from outside becomes one line without anything that a terminal acts on', () => {
  const rows = {
    'Über → 日本 🌊': 'Über → 日本 🌊',
    'a\nb\r\n\u2028c': 'a\\u{a}b\\u{d}\\u{a}\\u{2028}c',
    '\u001b]0;x\u0007': '\\u{1b}]0;x\\u{7}',
    '\u009b31m': '\\u{9b}31m',
    'a\u202eb\ud800': 'a\\u{202e}b\\u{d800}',
  };
  for (const [text, expected] of Object.entries(rows)) assert.equal(toPrintable(text), expected);
});

test('no character of outside JSON acts on a terminal, and the JSON keeps its meaning', () => {
  const text = '\u001b\u009b\u007f\u2028\u202e\ud800 \u{e0001} ü';
  const json = toPrintableJson({ text });
  assert.match(json, /^[ -~ü]+$/);
  assert.deepEqual(JSON.parse(json), { text });
});

test('the nearest known word is one or two typing errors away', () => {
  const known = ['dev', 'try', 'sandbox', 'port', 'preset'];
  const rows = {
    dve: 'dev',
    DEV: 'dev',
    de: 'dev',
    prot: 'port',
    sandox: 'sandbox',
    snadbxo: 'sandbox',
    presets: 'preset',
    xyz: null,
    deploy: null,
    '': null,
  };
  for (const [word, nearest] of Object.entries(rows)) {
    assert.equal(findNearest(word, known), nearest, word);
  }
  assert.equal(describeUnknown('dve', known), 'dve: did you mean dev?');
  assert.equal(describeUnknown('\u0007', known), '\\u{7}.');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFields, writeFields } from '../../../sandbox/fields.ts';

test('fields go to their files and come back from them', () => {
  const fields = {
    name: 'Tides',
    tagline: 'Water',
    color: '#0a7ea4',
    system_prompt: 'Be brief.',
    html: '<title>x</title>',
  };
  const folder = writeFields(new Map(), fields);
  assert.deepEqual([...folder.keys()].sort(), ['index.html', 'instructions.md', 'service.json']);
  assert.deepEqual(readFields(folder), { ...fields, logo: '' });
});

test('one field changes one file and leaves the keys that nobody knows', () => {
  const folder = new Map([['service.json', '{"name":"a","extra":[1],"logo":"assets/a.png"}']]);
  assert.deepEqual(JSON.parse(writeFields(folder, { name: 'b' }).get('service.json') ?? ''), {
    name: 'b',
    extra: [1],
    logo: 'assets/a.png',
  });
  assert.equal(writeFields(folder, { html: 'x' }).get('service.json'), folder.get('service.json'));
});

test('what a folder does not say is empty, and its colour the default', () => {
  const empty = { name: '', tagline: '', color: '#5b6472', logo: '', system_prompt: '', html: '' };
  assert.deepEqual(readFields(new Map()), empty);
  assert.deepEqual(readFields(new Map([['service.json', '{broken']])), empty);
  assert.deepEqual(readFields(new Map([['service.json', '\uFEFF{"name":3,"tagline":null}']])), empty);
});

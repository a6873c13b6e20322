import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  findSlug,
  toRepositoryFile,
  toSafeSlug,
  toSafeUrl,
  toSafeVersion,
  toSafeWord,
} from '../../../src/report/safe.ts';
import { hostileText } from './hostile-text.ts';
import { makeApp, noFacts } from './sample.ts';

test('an address passes only in a safe alphabet', () => {
  for (const url of [
    'https://apps.example.org/a/tides',
    'http://127.0.0.1:8080/x/a/tides',
    'http://[::1]:80/a/b',
    'https://a.example',
    'https://a.example/~b/c_d%20e',
  ]) {
    assert.equal(toSafeUrl(url), url);
  }
  const unsafe = [
    'javascript:alert(1)',
    'ftp://a.example/',
    'https://u:p@a.example/',
    'https://a.example/$(id)',
    'https://a.example/$HOME',
    'https://a.example/`id`',
    'https://a.example/;id',
    'https://a.example/a b',
    'https://a.example/"',
    'https://a.example/\n',
    'https://a.example/)',
    `https://a.example/${'x'.repeat(2000)}`,
    '',
    null,
  ];
  for (const url of unsafe) {
    assert.equal(toSafeUrl(url), null);
  }
});

test('the slug is the one asked for, else the one that the service shows', () => {
  assert.equal(findSlug({ slug: 'tides', app: makeApp({ slug: 'moon' }) }), 'tides');
  assert.equal(findSlug({ slug: null, app: makeApp({ slug: 'moon' }) }), 'moon');
  assert.equal(findSlug(noFacts), null);
  assert.equal(findSlug({ slug: '-->', app: null }), null);
});

test('slugs and versions pass whole or not at all, other words are cleaned', () => {
  assert.deepEqual(['tide-times-2', 'Tides', 'a b', '', 'x'.repeat(33), null].map(toSafeSlug), [
    'tide-times-2',
    null,
    null,
    null,
    null,
    null,
  ]);
  assert.deepEqual(
    ['2025-03', 'v1.2+b', 'October 2026', '7', '7 ', '$(id)', '::error::x', '', null].map(toSafeVersion),
    ['2025-03', 'v1.2+b', null, '7', null, null, null, null, null],
  );
  assert.deepEqual(['in_review', 'in review;\nrm', ''].map(toSafeWord), ['in_review', 'in_review_rm', '']);
});

test('a file is placed from the root of the repository', () => {
  assert.equal(toRepositoryFile('', 'index.html'), 'index.html');
  assert.equal(toRepositoryFile('apps/tide times', './assets//a.png'), 'apps/tide times/assets/a.png');
  assert.equal(toRepositoryFile('./apps/x/..', 'a/../b'), 'apps/b');
});

test('a path that leads anywhere else has no place', () => {
  const paths = [
    '/etc/passwd',
    'C:\\x',
    'c:/x',
    '\\\\host',
    '../x',
    'a/../../x',
    '..',
    '.',
    '',
    'assets/',
    'a\nb',
    'a\u202eb',
    null,
  ];
  for (const path of paths) {
    assert.equal(toRepositoryFile('site', path), null, String(path));
  }
  assert.equal(toRepositoryFile(null, 'a'), null);
  assert.equal(toRepositoryFile('../outside', 'a'), null);
});

test('no text gets out of the repository', () => {
  fc.assert(
    fc.property(hostileText, (path) => {
      const file = toRepositoryFile('site', path);
      assert.ok(file === null || (file.startsWith('site/') && !file.split('/').includes('..') && !/[\r\n]/.test(file)));
    }),
  );
});

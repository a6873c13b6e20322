import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { suggestSlug } from '../../../../cli/files/slug.ts';

test('a slug is made from the folder name, or from its parent if the folder is called dist, build and the like', () => {
  const rows = [
    ['my-counter', 'my-counter'],
    ['my-counter/dist', 'my-counter'],
    ['My Counter/dist/browser', 'my-counter'],
    ['Ebbe & Flut für kleine und große Häfen/build', 'ebbe-flut-fur-kleine-und-gro-e-h'],
    ['ab', 'app-ab'],
    ['é!', 'app-e'],
    ['…', 'app'],
    ['.output/public', 'of-nothing'],
  ] as const;
  const top = resolve('/of-nothing');
  assert.deepEqual(
    rows.map(([path]) => suggestSlug(resolve(top, path))),
    rows.map(([, slug]) => slug),
  );
  assert.equal(suggestSlug(resolve('/around/dist'), resolve('/around/dist')), 'dist');
});

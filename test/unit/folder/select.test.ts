import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { FolderError } from '../../../src/folder/errors.ts';
import { findBuiltInReason, isCredential } from '../../../src/folder/exclusions.ts';
import { createSelector, type Patterns } from '../../../src/folder/select.ts';

async function takes(patterns: Partial<Patterns>, path: string): Promise<boolean> {
  const selector = await createSelector({ include: [], exclude: [], ...patterns });
  return selector.findExclusion(path, false) === null && selector.findOmission(path, false) === null;
}

const credentials = [
  '.git',
  '.env',
  '.env.local',
  '.ENVRC',
  '.npmrc',
  '.netrc',
  '_netrc',
  'a.pem',
  'B.KEY',
  '.aws',
  '.ssh',
  'x.p12',
  'x.pfx',
  'x.ppk',
];
const keys = [
  'id_rsa',
  'id_ed25519.pub',
  'ID_ECDSA_SK',
  'id_rsa.png',
  'id_dsa-old',
  'id_deploy',
  'id_deploy.old',
  'id_.txt',
];
const harmless = [
  'index.html',
  'id_card.png',
  'id_form.css',
  'id.txt',
  'key.txt',
  'pem',
  'environment.js',
  'keys',
  'git',
];

test('credentials stay behind whatever their case, and names that only look alike do not', () => {
  for (const name of [...credentials, ...keys]) {
    assert.equal(findBuiltInReason(name, false), 'looks like a credential', name);
  }
  for (const name of credentials) assert.ok(isCredential(name, true), name);
  for (const name of harmless) assert.equal(findBuiltInReason(name, false), null, name);
  assert.equal(findBuiltInReason('id_cards', true), null);
});

test('hidden files and folders and node_modules stay behind with their reason', () => {
  assert.equal(findBuiltInReason('.DS_Store', false), 'hidden file');
  assert.equal(findBuiltInReason('.github', true), 'hidden folder');
  assert.equal(findBuiltInReason('node_modules', true), 'node_modules');
});

test('no include pattern overrides a built-in rule', async () => {
  for (const path of ['.env', 'a/.env', 'a/x.pem', '.well-known', 'node_modules']) {
    assert.equal(await takes({ include: [path, '**', '.*'] }, path), false, path);
  }
});

const patterns: readonly (readonly [Partial<Patterns>, string, boolean])[] = [
  [{}, 'a/b.txt', true],
  [{ include: ['**'] }, 'a/b.txt', true],
  [{ include: ['*.html'] }, 'index.html', true],
  [{ include: ['*.html'] }, 'a/index.html', false],
  [{ include: ['*.html', 'a/**'] }, 'a/index.html', true],
  [{ include: ['./a/*'] }, 'a/b', true],
  [{ include: ['/a/*'] }, 'a/b', true],
  [{ include: ['a/'] }, 'a/b/c', true],
  [{ include: ['*.HTML'] }, 'index.html', false],
  [{ include: ['', './'] }, 'index.html', true],
  [{ include: ['*.{html,css}'] }, 'a.css', true],
  [{ include: ['#a'] }, '#a', true],
  [{ include: ['!(a).css'] }, 'b.css', true],
  [{ include: ['!(a).css'] }, 'a.css', false],
  [{ include: ['a\\*b'] }, 'a*b', true],
  [{ include: ['a\\*b'] }, 'axb', false],
  [{ include: ['{1..2000}.txt'] }, '1999.txt', true],
  [{ exclude: ['**/*.map'] }, 'a/b.map', false],
  [{ exclude: ['*.map'] }, 'a/b.map', true],
  [{ include: ['a*'], exclude: ['ab'] }, 'ab', false],
];

for (const [given, path, expected] of patterns) {
  test(`${JSON.stringify(given)} ${expected ? 'takes' : 'leaves out'} ${path}`, async () => {
    assert.equal(await takes(given, path), expected);
  });
}

test('an exclude pattern that names a folder stands for all that is in it', async () => {
  for (const pattern of ['docs', 'docs/', 'docs/**', '**/docs', '{docs,drafts}', '@(docs|drafts)', '[Dd]ocs', 'd*/']) {
    const { findExclusion } = await createSelector({ include: [], exclude: [pattern] });
    assert.equal(findExclusion('docs', true), `matches the exclude pattern ${pattern}`);
  }
  const others = ['docs/*', 'docs/**/*.md', 'doc', 'd*', '[a-d]*', 'doc?', '!(assets)', '**/d*', '*'];
  const { findExclusion } = await createSelector({ include: [], exclude: others });
  assert.equal(findExclusion('docs', true), null);
});

test('an exclude pattern that matches a folder beside files is about the files', async () => {
  const { findExclusion } = await createSelector({ include: [], exclude: ['assets/*'] });
  assert.equal(findExclusion('assets/levels', true), null);
  assert.equal(findExclusion('assets/levels/1.json', false), null);
  assert.equal(findExclusion('assets/1.json', false), 'matches the exclude pattern assets/*');
});

test('a folder in which no include pattern can match is not looked into', async () => {
  const { findOmission } = await createSelector({ include: ['*.html', 'assets/*/a.js'], exclude: [] });
  assert.equal(findOmission('docs', true), 'matches no include pattern');
  assert.equal(findOmission('assets', true), null);
  assert.equal(findOmission('assets/x', true), null);
  assert.equal(findOmission('assets/x/y', true), 'matches no include pattern');
});

test('a pattern whose braces stand for too many is refused by name', async () => {
  const pattern = '{a,b}'.repeat(10);
  await assert.rejects(createSelector({ include: [], exclude: [pattern] }), (error: unknown) => {
    assert.ok(error instanceof FolderError && error.code === 'pattern_invalid');
    assert.ok(error.message.startsWith(`The pattern ${pattern} of the input exclude cannot be used: its braces`));
    assert.match(error.message, /more than 1000 alternatives\.$/);
    return true;
  });
});

test('minimatch is loaded only when a pattern needs it', () => {
  const run = (patterns: Patterns): string => {
    const source = `
      import { registerHooks } from 'node:module';
      let count = 0;
      registerHooks({ resolve(name, context, next) { if (name === 'minimatch') count += 1; return next(name, context); } });
      const { createSelector } = await import(${JSON.stringify(import.meta.resolve('../../../src/folder/select.ts'))});
      await createSelector(${JSON.stringify(patterns)});
      process.stdout.write(String(count));`;
    return execFileSync(process.execPath, ['--input-type=module', '--eval', source], { encoding: 'utf8' });
  };
  assert.equal(run({ include: ['**'], exclude: [] }), '0');
  assert.notEqual(run({ include: ['**'], exclude: ['a'] }), '0');
});

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import fc from 'fast-check';
import { createSelector, isCredential, type Patterns } from '../../../src/folder/select.ts';

function select(patterns: Partial<Patterns>): ReturnType<typeof createSelector> {
  return createSelector({ include: [], exclude: [], ...patterns });
}

const toWords = (text: string): readonly string[] => text.split(' ');
const credentials = toWords('.git .env .env.local .ENVRC .npmrc .netrc _netrc a.pem B.KEY .aws .ssh x.p12 x.pfx x.ppk');
const keys = toWords('id_rsa id_ed25519.pub ID_ECDSA_SK id_ed25519_sk.pub id_rsa.png id_dsa-old id_ecdsa~');
const harmless = [
  ...toWords('index.html id_card.png id_form.css id_ID.json id_map.json id_token.wasm id_rsaquo.svg id_deploy id_.txt'),
  ...toWords('id.txt my_id_rsa key.txt pem environment.js keys git'),
];

test('credentials are excluded whatever their case, and names that only look alike are not', async () => {
  const { findExclusion } = await select({});
  for (const name of [...credentials, ...keys]) {
    assert.deepEqual(findExclusion(name, 'file'), { kind: 'credential', reason: 'looks like a credential' }, name);
    assert.equal(findExclusion(`a/${name}`, 'link')?.kind, 'credential', name);
  }
  for (const name of credentials) {
    assert.equal(findExclusion(name, 'folder')?.kind, 'credential', name);
    assert.ok(isCredential(name, true), name);
  }
  for (const name of harmless) assert.equal(findExclusion(name, 'file'), null, name);
  assert.equal(findExclusion('id_rsa', 'folder'), null);
});

test('hidden files and folders, node_modules and what is no file are excluded with their reason', async () => {
  const { findExclusion } = await select({ include: ['a'], exclude: ['b'] });
  assert.deepEqual(findExclusion('.DS_Store', 'file'), { kind: 'hidden', reason: 'hidden file' });
  assert.deepEqual(findExclusion('a/.github', 'folder'), { kind: 'hidden', reason: 'hidden folder' });
  assert.deepEqual(findExclusion('Node_Modules', 'folder'), { kind: 'node_modules', reason: 'node_modules' });
  assert.deepEqual(findExclusion('a', 'link'), { kind: 'not_a_file', reason: 'link' });
  for (const type of ['pipe', 'socket', 'device'] as const) {
    assert.deepEqual(findExclusion('other', type), { kind: 'not_a_file', reason: `${type}, not a file` });
    assert.equal(findExclusion('b', type)?.kind, 'pattern');
  }
});

test('no include pattern overrides a built-in rule', async () => {
  for (const path of ['.env', 'a/.env', 'a/b/.env', 'a/x.pem', '.well-known', 'node_modules']) {
    const { findExclusion } = await select({ include: [path, '**', '.*'] });
    assert.notEqual(findExclusion(path, 'file'), null, path);
  }
});

/** Stands for a thousand names. */
const thousand = '{0,1,2,3,4,5,6,7,8,9}'.repeat(3);

/** Patterns, a file that they take, and a file that they leave out. */
const rows: readonly (readonly [given: Partial<Patterns>, taken: string | null, left: string | null])[] = [
  [{}, 'a/b.txt', null],
  [{ include: ['**'] }, 'a/b.txt', null],
  [{ include: ['*.html'] }, 'index.html', 'a/index.html'],
  [{ include: ['*.html', 'a/**'] }, 'a/index.html', 'b/index.html'],
  [{ include: ['*.HTML'] }, 'index.HTML', 'index.html'],
  [{ include: ['./a/*'] }, 'a/b', 'a/b/c'],
  [{ include: ['/a/*'] }, 'a/b', 'a/b/c'],
  [{ include: ['a/'] }, 'a/b/c', 'ab/c'],
  [{ include: ['a'] }, 'a/b/c', 'ab/c'],
  [{ include: ['{a,b}'] }, 'b/c', 'c/b'],
  [{ include: ['**/a'] }, 'x/a/b', 'x/b/c'],
  [{ include: ['a*'] }, 'ab', 'ab/c'],
  [{ include: ['a*/'] }, 'ab/c', 'ba/c'],
  [{ include: ['**', 'a'] }, 'b', null],
  [{ include: ['', './'] }, 'index.html', null],
  [{ include: ['.'] }, 'a/index.html', null],
  [{ include: ['./.'] }, 'index.html', null],
  [{ include: ['..a'] }, null, 'index.html'],
  [{ include: ['*.{html,css}'] }, 'a.css', 'a.js'],
  [{ include: ['#a'] }, '#a', 'a'],
  [{ include: ['!(a).css'] }, 'b.css', 'a.css'],
  [{ include: ['a\\*b'] }, 'a*b', 'axb'],
  [{ include: ['{1..2000}.txt'] }, '1999.txt', '2001.txt'],
  [{ include: [thousand] }, '123', '12'],
  [{ exclude: ['**/*.map'] }, 'a/b', 'a/b.map'],
  [{ exclude: ['*.map'] }, 'a/b.map', 'b.map'],
  [{ include: ['a*'], exclude: ['ab'] }, 'ac', 'ab'],
];

for (const [given, taken, left] of rows) {
  test(`${JSON.stringify(given)} takes ${taken}, and not ${left}`, async () => {
    const { findExclusion } = await select(given);
    if (taken !== null) assert.equal(findExclusion(taken, 'file'), null);
    if (left !== null) assert.notEqual(findExclusion(left, 'file'), null);
  });
}

test('an exclude pattern that names a folder stands for all that is in it', async () => {
  for (const pattern of toWords('docs ./docs docs/ docs/** **/docs {docs,drafts} @(docs|drafts) [Dd]ocs d*/')) {
    const { findExclusion } = await select({ exclude: [pattern] });
    const expected = { kind: 'pattern', reason: `matches the exclude pattern ${pattern}` };
    assert.deepEqual(findExclusion('docs', 'folder'), expected);
  }
});

test('an exclude pattern with a wildcard in its last name is about files', async () => {
  const patterns = toWords('docs/* docs/**/*.md doc d* [a-d]* doc? !(assets) **/d* *');
  const { findExclusion } = await select({ exclude: patterns });
  assert.equal(findExclusion('docs', 'folder'), null);
  assert.equal(findExclusion('docs/1.json', 'file')?.reason, 'matches the exclude pattern docs/*');
});

test('a folder in which no include pattern can match is not looked into', async () => {
  const { findExclusion } = await select({ include: ['*.html', 'assets/*/a.js', 'img', 'e*'] });
  for (const path of ['docs', 'assets/x/y', 'extra/x']) {
    const expected = { kind: 'not_included', reason: 'matches no include pattern' };
    assert.deepEqual(findExclusion(path, 'folder'), expected, path);
  }
  for (const path of ['assets', 'assets/x', 'img', 'img/a/b']) assert.equal(findExclusion(path, 'folder'), null, path);
});

/** Patterns, what is asked about (a folder ends with a slash), and those that matched nothing. */
const unmatched: readonly (readonly [Partial<Patterns>, readonly string[], readonly string[]])[] = [
  [{ include: ['asets', '*.html'] }, ['index.html', 'assets/'], ['asets']],
  [{ include: ['assets'] }, ['assets/'], []],
  [{ include: ['**', 'b', './'] }, ['a'], ['b']],
  [{ exclude: ['*.map', './a', 'b'] }, ['a'], ['*.map', 'b']],
  // Each that matches counts, not only the first; also where a built-in rule comes before.
  [{ exclude: ['a', 'a*', '**/a'] }, ['a'], []],
  [{ exclude: ['node_modules', '.git/', '**/.DS_Store'] }, ['node_modules/', '.git/', '.DS_Store'], []],
  // What lies in an excluded folder is not looked at, so that nobody knows; a pattern for any folder is told by the others.
  [{ exclude: ['docs', 'docs/drafts', 'docs/*.md', 'other/x'] }, ['docs/'], ['other/x']],
  [{ exclude: ['docs', 'docs/a'] }, ['docs'], ['docs/a']],
  [{ exclude: ['docs/x'] }, ['docs/', 'docs/a'], ['docs/x']],
  [{ exclude: ['**/*.map'] }, ['node_modules/', 'a'], ['**/*.map']],
];

for (const [given, paths, expected] of unmatched) {
  test(`of ${JSON.stringify(given)} ${JSON.stringify(expected)} match nothing`, async () => {
    const selector = await select(given);
    for (const path of paths) selector.findExclusion(path.replace(/\/$/, ''), path.endsWith('/') ? 'folder' : 'file');
    const input = given.include === undefined ? 'exclude' : 'include';
    const patterns = expected.map((pattern) => ({ input, pattern }));
    assert.deepEqual(selector.listUnmatched(), patterns);
  });
}

test('a pattern whose braces stand for more than 1000 is refused by name', async () => {
  const message = /^The pattern \{x,\{0.* of the input exclude cannot be used: its braces stand for more than 1000/;
  await assert.rejects(select({ exclude: [`{x,${thousand}}`] }), { code: 'pattern_invalid', message });
});

test('minimatch is loaded only when a pattern needs it', () => {
  const countLoads = (patterns: Patterns): string => {
    const source = `
      import { registerHooks } from 'node:module';
      let count = 0;
      registerHooks({ resolve(name, context, next) { if (name === 'minimatch') count += 1; return next(name, context); } });
      const { createSelector } = await import(${JSON.stringify(import.meta.resolve('../../../src/folder/select.ts'))});
      await createSelector(${JSON.stringify(patterns)});
      process.stdout.write(String(count));`;
    return execFileSync(process.execPath, ['--input-type=module', '--eval', source], { encoding: 'utf8' });
  };
  assert.equal(countLoads({ include: ['**'], exclude: [] }), '0');
  assert.notEqual(countLoads({ include: ['**'], exclude: ['a'] }), '0');
});

/** The files that a walk of these would take. */
async function takeAll(patterns: Partial<Patterns>, files: readonly string[]): Promise<readonly string[]> {
  const { findExclusion } = await select(patterns);
  return files.filter((file) => {
    const names = file.split('/');
    const folders = names.slice(0, -1).map((_, index) => names.slice(0, index + 1).join('/'));
    return folders.every((path) => findExclusion(path, 'folder') === null) && findExclusion(file, 'file') === null;
  });
}

const parts = fc.constantFrom('a', 'b', 'ab', '*', '**', 'a*', '?', '{a,b}', '[ab]', '@(a|b)', '!(a)', '+(a)');
const anyPattern = fc
  .tuple(
    fc.constantFrom('', './', '/'),
    fc.array(parts, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('', '/', '/**'),
  )
  .map(([start, names, end]) => `${start}${names.join('/')}${end}`);

test('a pattern names the same files in include and in exclude', async () => {
  const names = ['a', 'b', 'ab'];
  const folders = names.flatMap((one) => names.map((two) => `${one}/${two}`));
  const files = [
    ...[...names, ...folders].map((path) => `${path}.x`),
    ...folders.flatMap((folder) => [`${folder}/a`, ...names.map((name) => `${folder}/b/${name}`)]),
  ];
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(anyPattern, { minLength: 1, maxLength: 3 }), async (given) => {
      const included = await takeAll({ include: given }, files);
      const excluded = new Set(await takeAll({ exclude: given }, files));
      const left = files.filter((file) => !excluded.has(file));
      assert.deepEqual(left, included);
    }),
    { numRuns: 500 },
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSelector, type EntryType, type Patterns } from '../../../src/folder/select.ts';
import { compareSections, compareWithFile, type Section } from '../../support/snapshot.ts';

const toWords = (text: string): readonly string[] => text.split(' ');

test('built-in exclusions apply whatever include is (snapshot always-excluded.md)', async () => {
  const names = toWords(
    'index.html id_card.png id_form.css id_ID.json id_rsaquo.svg id_.txt my_id_rsa key.txt pem environment.js keys git ' +
      '.git .env .env.local .ENVRC .npmrc .netrc _netrc a.pem B.KEY .aws .ssh x.p12 x.pfx x.ppk ' +
      'id_rsa id_ed25519.pub ID_ECDSA_SK id_ed25519_sk.pub id_rsa.png id_dsa-old id_ecdsa~ ' +
      '.DS_Store .github .well-known node_modules Node_Modules',
  );
  const selector = await createSelector({ include: ['.*', ...names, 'a'], exclude: [] });
  const show = (path: string, type: EntryType): string => {
    const exclusion = selector.findExclusion(path, type);
    return exclusion === null ? 'sent' : `${exclusion.kind} (${exclusion.reason})`;
  };
  const lines = names.map(
    (name) => `| ${name} | ${show(name, 'file')} | ${show(`a/${name}`, 'folder')} |`,
  );
  const others = (['link', 'other'] as const).map((type) => `- ${type}: ${show('a', type)}`);
  const parts = [['| name | as a file | as a folder |', '| --- | --- | --- |', ...lines], others];
  compareWithFile(
    'test/unit/folder/snapshots/always-excluded.md',
    parts.map((part) => part.join('\n')).join('\n\n'),
  );
});

/** Returns which files are sent, what is excluded on the way, and which patterns match nothing. */
async function selectFrom(files: readonly string[], patterns: Partial<Patterns>) {
  const selector = await createSelector({ include: [], exclude: [], ...patterns });
  const excluded = new Map<string, string>();
  const isIncluded = (path: string, type: EntryType): boolean => {
    const exclusion = selector.findExclusion(path, type);
    if (exclusion !== null) excluded.set(type === 'folder' ? `${path}/` : path, exclusion.reason);
    return exclusion === null;
  };
  const sent = files.filter((file) => {
    const names = file.split('/');
    const folders = names.slice(0, -1).map((_, index) => names.slice(0, index + 1).join('/'));
    return folders.every((path) => isIncluded(path, 'folder')) && isIncluded(file, 'file');
  });
  const unmatched = selector.listUnmatched([...sent, ...excluded.keys()]);
  return {
    sent,
    excluded,
    unmatched: unmatched.map(({ input, pattern }) => `${input} ${pattern}`),
  };
}

/** Expands to a thousand names. */
const thousand = '{0,1,2,3,4,5,6,7,8,9}'.repeat(3);
const includes = [
  ...toWords(
    '** . ./. ..a *.html *.HTML *.{html,md} ./docs/* /docs/* docs/ docs {docs,node_modules} **/img i* d* d*/',
  ),
  ...['#a', '!(index).html', 'a\\*b', '{1..2000}.txt', thousand],
  ...['*.html assets/**', 'assets/*/logo.svg asets', '** docs', './ none'],
];
const excludes = [
  ...toWords(
    'docs ./docs docs/ docs/** **/docs {docs,drafts} @(docs|drafts) [Dd]ocs d*/ docs/none',
  ),
  'docs/* doc d* [a-d]* doc? !(assets) **/d*',
  '**/*.md *.svg',
  // Every pattern that matches counts, also after another one or a built-in rule.
  '#a #* **/#a node_modules **/.DS_Store none',
  // Nothing in an excluded folder is looked at, so a pattern about it matches nothing.
  'docs docs/drafts docs/*.md **/*.map node_modules/x other/x index.html/a',
];
const selections: readonly Partial<Patterns>[] = [
  {},
  ...includes.map((words) => ({ include: toWords(words) })),
  ...excludes.map((words) => ({ exclude: toWords(words) })),
  { include: ['i*'], exclude: ['index.html'] },
];
const files = toWords(
  '#a 1999.txt 123 a*b .DS_Store about.html index.HTML index.html docs/one.md docs/drafts/two.md assets/logo.svg ' +
    'assets/img/logo.svg assets/img/docs/a.png node_modules/x/a.js',
);

test('files that include and exclude select (snapshot selections.md)', async () => {
  const parts: Section[] = [['Files', [files.join(' ')]]];
  for (const patterns of selections) {
    const { sent, excluded, unmatched } = await selectFrom(files, patterns);
    const written = Object.entries(patterns).map(([input, list]) => `${input} ${list.join(' ')}`);
    const reasons = Map.groupBy(excluded.keys(), (path) => excluded.get(path) ?? '');
    const byPatterns = [...reasons].filter(([reason]) => reason.startsWith('matches'));
    const lines = [
      `- sent: ${sent.join(' ') || 'none'}`,
      ...byPatterns.map(([reason, paths]) => `- ${reason}: ${paths.join(' ')}`),
      ...unmatched.map((pattern) => `- matched nothing: ${pattern}`),
    ];
    parts.push([written.join(', ') || 'no patterns', lines]);
  }
  compareSections('test/unit/folder/snapshots/selections.md', parts);
});

test('a pattern with more than 1,000 alternatives is refused', async () => {
  const message =
    /^The pattern \S+ of .*the input .*exclude.* cannot be used: its braces stand for more than 1000/;
  // The other two have equal alternatives: 1 and 11, 11 and 1.
  for (const pattern of [`{x,${thousand}}`, 's-{1..40}{1..40}.js', '{a,a,a,a}'.repeat(8)]) {
    const refused = createSelector({ include: [], exclude: [pattern] });
    await assert.rejects(refused, { code: 'pattern_invalid', message });
  }
});

test('a pattern selects the same files in include and in exclude', async () => {
  const names = toWords('a b ab * ** a* ? {a,b} [ab] @(a|b) !(a) +(a)');
  const paths = names.flatMap((one) => [one, ...names.map((two) => `${one}/${two}`)]);
  const some = toWords(
    'a.x b.x a/a.x a/b.x ab/b.x a/a/a a/a/b/a a/b/a a/b/b/ab b/a/a b/ab/a ab/b/b/b ab/ab/a',
  );
  for (const pattern of paths.flatMap((path) => [path, `./${path}/`, `/${path}/**`])) {
    const included = await selectFrom(some, { include: [pattern] });
    const { sent } = await selectFrom(some, { exclude: [pattern] });
    const left = some.filter((file) => !sent.includes(file));
    assert.deepEqual(left, included.sent, pattern);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepAnnotations } from '../../../scripts/runner/annotations.ts';
import { parseCommands, parsePlainLines } from '../../../scripts/runner/commands.ts';
import { makeInputs } from '../../../scripts/runner/environment.ts';
import { evaluate, evaluateText, holds } from '../../../scripts/runner/expressions.ts';
import { parseOutputFile } from '../../../scripts/runner/output-file.ts';

test('the port of the runner finds both forms of a command, at every end of a line', () => {
  const text =
    'a\r\n \t::ERROR file=a%2Cb,line=3,,col=::100%25%0A\rb ##[set-output name=x;y=%5D]c%3B\n::odd::x\n::error\n##[odd]x';
  assert.deepEqual(parseCommands(text), [
    { name: 'error', properties: { file: 'a,b', line: '3' }, data: '100%\n' },
    { name: 'set-output', properties: { name: 'x', y: ']' }, data: 'c;' },
  ]);
  assert.deepEqual(parsePlainLines(text), ['a', '::odd::x', '::error', '##[odd]x']);
});

test('the port of the runner sees through characters that weigh nothing', () => {
  const names = parseCommands('\u200b::warning::x\n#\u200d#[\ufe0fdebug]x\n').map(({ name }) => name);
  assert.deepEqual(names, ['warning', 'debug']);
});

test('the port of the runner stops commands until their token', () => {
  const text = '::stop-commands::Token\n::error::a\n##[warning]b\n::token::\n::notice::c\n';
  assert.deepEqual(
    parseCommands(text).map(({ name }) => name),
    ['stop-commands', 'notice'],
  );
});

test('the port of the runner keeps ten annotations of a level, cut and masked', () => {
  const lines = Array.from(
    { length: 12 },
    (_, index) => `::error title=key,file=/w/a.html::${index} key ${'x'.repeat(5000)}`,
  );
  const kept = keepAnnotations(parseCommands(`::add-mask::key\n${lines.join('\n')}\n::notice::n\n`), {
    workspace: '/w',
  });
  assert.deepEqual(
    kept.map(({ level }) => level),
    [...Array<string>(10).fill('error'), 'notice'],
  );
  assert.equal(kept[9]?.message.length, 4096);
  assert.match(kept[9]?.message ?? '', /^9 \*\*\* x/);
  assert.deepEqual([kept[0]?.title, kept[0]?.file, kept[10]?.file], ['key', 'a.html', null]);
});

test('the port of the runner drops places that contradict themselves', () => {
  const place = (properties: string) => {
    const [kept] = keepAnnotations(parseCommands(`::error ${properties}::x\n`));
    return [kept?.line, kept?.endLine, kept?.column, kept?.endColumn];
  };
  assert.deepEqual(place('line=2,col=3'), [2, null, 3, null]);
  assert.deepEqual(place('line=2,endLine=4,col=3'), [2, 4, null, null]);
  assert.deepEqual(place('line=5,endLine=4'), [null, null, null, null]);
  assert.deepEqual(place('endLine=4,endColumn=2'), [4, 4, 2, 2]);
  assert.deepEqual(place('line=2,col=5,endColumn=3'), [2, null, null, null]);
  assert.deepEqual(place('line=x,col=5'), [null, null, null, null]);
});

test('the port of the runner reads both forms of an output, and refuses the rest', () => {
  const file = 'a=b=c<<d\n\ne<<END\nf\n\nENDING\nEND\ng<<X\nX\na=later\r\nh<<=\n=';
  assert.deepEqual(
    [...parseOutputFile(file)],
    [
      ['a', 'later\r'],
      ['e', 'f\n\nENDING'],
      ['g', ''],
      ['h', ''],
    ],
  );
  for (const bad of ['odd\n', '<<X\nX\n', 'a<<\n\n', 'a<<X\nb\n']) {
    assert.throws(() => parseOutputFile(bad), /Invalid/, bad);
  }
});

test('an expression alone keeps its kind, one within a text becomes text, and what is missing is empty', () => {
  const contexts = { steps: { app: { outputs: { slugs: '["a","b"]' } } }, matrix: { number: 7 } };
  assert.deepEqual(evaluate({ slug: `$\{{ fromJSON(steps.app.outputs.slugs) }}` }, contexts), { slug: ['a', 'b'] });
  assert.deepEqual(evaluate([`$\{{ matrix.number }}`, 1, true], contexts), [7, 1, true]);
  assert.equal(evaluateText(`pr-$\{{ matrix.number }}-$\{{ matrix.number == 7 }}`, contexts), 'pr-7-true');
  assert.equal(evaluateText(`$\{{ steps.other.outputs.url }}`, contexts), '');
  assert.throws(() => evaluateText(`$\{{ secret.KEY }}`, contexts), /secret/);
});

test('a condition holds only after success, unless it asks how things went', () => {
  const rows = [
    [undefined, true, false],
    ["github.event_name == 'push'", true, false],
    [`$\{{ github.event_name == 'schedule' }}`, false, false],
    ['always()', true, true],
    ["failure() && github.event_name == 'push'", false, true],
    ['github.event_name', true, false],
  ] as const;
  for (const [condition, afterSuccess, afterFailure] of rows) {
    const contexts = { github: { event_name: 'push' } };
    const found = [holds(condition, contexts, true), holds(condition, contexts, false)];
    assert.deepEqual(found, [afterSuccess, afterFailure], condition);
  }
});

test('the port of the runner sets every input: as given, by default, or empty', () => {
  const inputs = makeInputs({ slug: 'tides', 'on-in-review': '' });
  const named = ['SLUG', 'ON-IN-REVIEW', 'COMMAND', 'FOLDER', 'GITHUB-TOKEN'].map((name) => inputs[`INPUT_${name}`]);
  assert.deepEqual(named, ['tides', '', 'deploy', '', '']);
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { keepAnnotations } from '../../../scripts/runner/annotations.ts';
import { parseCommands, parsePlainLines } from '../../../scripts/runner/commands.ts';
import { parseOutputFile } from '../../../scripts/runner/output-file.ts';

const listNames = (text: string): readonly string[] => parseCommands(text).map(({ name }) => name);

describe('the reimplementation of the runner', () => {
  test('the runner parses both forms of workflow commands, with any line end', () => {
    const start =
      'a\r\n \t::ERROR file=a%2Cb,line=3,,col=::100%25%0A\rb ##[set-output name=x;y=%5D]c%3B\n';
    const text = `${start}::odd::x\n::error\n##[odd]x`;
    assert.deepEqual(parseCommands(text), [
      { name: 'error', properties: { file: 'a,b', line: '3' }, data: '100%\n' },
      { name: 'set-output', properties: { name: 'x', y: ']' }, data: 'c;' },
    ]);
    assert.deepEqual(parsePlainLines(text), ['a', '::odd::x', '::error', '##[odd]x']);
  });

  test('the runner ignores zero-width characters, and honors stop-commands until its token', () => {
    assert.deepEqual(listNames('\u200b::warning::x\n#\u200d#[\ufe0fdebug]x\n'), [
      'warning',
      'debug',
    ]);
    const stopped = '::stop-commands::Token\n::error::a\n##[warning]b\n::token::\n::notice::c\n';
    assert.deepEqual(listNames(stopped), ['stop-commands', 'notice']);
  });

  test('the runner keeps ten annotations per level, cut and masked', () => {
    const errors = Array.from(
      '0123456789ab',
      (mark) => `::error title=key,file=/w/a.html::${mark} key ${'x'.repeat(5000)}`,
    );
    const text = `::add-mask::key\n${errors.join('\n')}\n::notice::n\n`;
    const kept = keepAnnotations(parseCommands(text), { workspace: '/w' });
    assert.equal(kept.map(({ level }) => level).join(' '), `${'error '.repeat(10)}notice`);
    const [{ title, file, message } = assert.fail()] = kept.slice(9);
    assert.deepEqual(
      { title, file, length: message.length },
      { title: 'key', file: 'a.html', length: 4096 },
    );
    assert.match(message, /^9 \*\*\* x/);
  });

  test('the runner drops contradictory line and column numbers', () => {
    const find = (properties: string) => {
      const [kept] = keepAnnotations(parseCommands(`::error ${properties}::x\n`));
      return [kept?.line, kept?.endLine, kept?.column, kept?.endColumn];
    };
    assert.deepEqual(find('line=2,col=3'), [2, null, 3, null]);
    assert.deepEqual(find('line=2,endLine=4,col=3'), [2, 4, null, null]);
    assert.deepEqual(find('line=5,endLine=4'), [null, null, null, null]);
    assert.deepEqual(find('endLine=4,endColumn=2'), [4, 4, 2, 2]);
    assert.deepEqual(find('line=2,col=5,endColumn=3'), [2, null, null, null]);
  });

  test('the runner parses both forms of lines in an output file, and rejects others', () => {
    const file = 'a=b=c<<d\n\ne<<END\nf\n\nENDING\nEND\ng<<X\nX\na=later\r\nh<<=\n=';
    const values = { a: 'later\r', e: 'f\n\nENDING', g: '', h: '' };
    assert.deepEqual(Object.fromEntries(parseOutputFile(file)), values);
    for (const bad of ['odd\n', '<<X\nX\n', 'a<<\n\n', 'a<<X\nb\n']) {
      assert.throws(() => parseOutputFile(bad), /Invalid/, bad);
    }
  });
});

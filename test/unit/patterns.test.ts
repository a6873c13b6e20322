import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createContext, runInContext } from 'node:vm';
import { listFiles, readText } from '../support/repository.ts';

/** The length of a worst input in UTF-16 units. */
const length = 25_000;
/** The CPU time that a regex may take for all its worst inputs, in milliseconds. */
const maxMs = 250;
/** The time after which a regex is stopped: on a busy machine, its CPU time takes longer. */
const giveUpMs = 20_000;
/** Regexes that only match texts of our own, such as the digits of a number. */
const overOwnTexts = [String.raw`\B(?=(?:\d{3})+$)`];

interface Pattern {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

/** Returns the regexes that a file contains, as literals or as raw strings. */
function listPatterns(file: string): readonly Pattern[] {
  const literal =
    /(?<=(?:^|[([{,;:=!&|?>]|\breturn)\s*)\/(?![*/])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+)\/([a-z]*)/gm;
  const code = readText(file).replace(/^\s*(?:\/\/|\/?\*).*$/gm, '');
  const raw = /String\.raw`([^`]*)`/g;
  return [
    ...Array.from(code.matchAll(literal), ([, source = '', flags = '']) => ({
      file,
      source,
      flags,
    })),
    ...Array.from(code.matchAll(raw), ([, source = '']) => ({ file, source, flags: 'gu' })),
  ];
}

/**
 * Yields long inputs that almost match: the text before a part or group of the regex, many repeats
 * of that part, and an end that does not match.
 */
function* listInputs(source: string): Generator<string> {
  const part =
    /\\[pP]\{[^}]*\}|\\u\{?[\da-f]+\}?|\\x..|\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:<?[:!=]|<\w+>))?|[*+?]\??|\{[\d,]+\}|[)|^$]|[\s\S]/giu;
  const samples: string[] = [];
  const groups: number[] = [];
  for (const [text] of source.matchAll(part)) {
    if (text.startsWith('(')) groups.push(samples.length);
    const sample = findSample(text, source);
    if (sample !== undefined) samples.push(sample);
    const last = samples.length - 1;
    const starts = text === ')' ? [groups.pop() ?? 0] : [last, last - 1];
    for (const start of starts.filter((each) => samples[each] !== undefined)) {
      const pump = samples.slice(start).join('');
      for (const lead of ['', '\u0001'])
        yield `${lead}${samples.slice(0, start).join('')}${pump.repeat(length / pump.length)}\u0001`;
    }
  }
}

/**
 * Returns a text that a part of a regex matches, such as `-` for `[-+]` and `a` for `[^>]`;
 * undefined if the part matches no text.
 */
function findSample(part: string, source: string): string | undefined {
  if (/^(?:\(.*|[)|^$]|\\b|[*+?]\??|\{.*)$/i.test(part)) return undefined;
  const one = part === '.' ? /./ : toPattern(part);
  return [...'a 0\n-<"/.:#\\%*\u0001\u00e9', ...source].find((text) => one?.test(text));
}

function toPattern(source: string): RegExp | null {
  try {
    return new RegExp(`^${source}$`, 'iu');
  } catch {
    // Part of something, such as half a group, or an escape of another mode.
    return null;
  }
}

// The package recheck would prove it, but its script took more than 8 minutes for these regexes.
test('every regex in src and cli runs in linear time', () => {
  const files = ['src', 'cli'].flatMap((folder) => [
    ...listFiles(folder, '.ts'),
    ...listFiles(folder, '.js'),
  ]);
  const patterns = files.flatMap(listPatterns);

  assert.ok(patterns.length > 150, `found ${patterns.length} patterns`);
  // Only a regex with a repeated part can backtrack.
  const repeating = patterns.filter(
    ({ source }) => /[*+]|,\}/.test(source) && !overOwnTexts.includes(source),
  );
  const context = createContext();
  const slow = repeating.filter(({ source, flags }) => {
    const pattern = new RegExp(source, /[gy]/.test(flags) ? flags : `${flags}g`);
    Object.assign(context, { pattern, texts: new Set(listInputs(source)) });
    // One call for all texts, since each call with a time limit starts a thread.
    const code = 'for (const text of texts) text.replace(pattern, "")';
    return isSlow(() => runInContext(code, context, { timeout: giveUpMs }));
  });
  assert.deepEqual(slow, []);
});

/** Returns true if work is slow three times in a row: a busy machine may delay it once. */
function isSlow(work: () => void): boolean {
  return [1, 2, 3].every(() => takesLong(work));
}

function takesLong(work: () => void): boolean {
  const started = process.cpuUsage();
  try {
    work();
  } catch {
    return true;
  }
  return process.cpuUsage(started).user > maxMs * 1000;
}

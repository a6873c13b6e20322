import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import {
  adviseFlag,
  type Frontend,
  nameCommand,
  nameInput,
  nameInputInText,
  nameRerun,
  perFrontend,
  setFrontend,
} from '../../../src/text/frontend.ts';
import { listFiles, readText } from '../../support/repository.ts';

afterEach(() => setFrontend('github'));

test('names of inputs and advice differ between GitHub and a terminal', () => {
  const wordsFor = (frontend: Frontend): readonly string[] => {
    setFrontend(frontend);
    return [
      ...[
        nameInput('api-key'),
        nameInput('base-url'),
        nameInputInText('exclude'),
        nameInputInText('folder'),
      ],
      ...[
        adviseFlag('create'),
        nameCommand('list'),
        nameRerun('Re-run the job'),
        nameRerun('re-run'),
      ],
      perFrontend('in the log', 'on the terminal'),
    ];
  };
  assert.deepEqual(wordsFor('github'), [
    ...[
      'api-key',
      'base-url',
      'the input exclude',
      'the input folder',
      'set create: true',
      'the command list',
    ],
    ...['Re-run the job', 're-run', 'in the log'],
  ]);
  assert.deepEqual(wordsFor('terminal'), [
    ...[
      'MINIAPPS_API_KEY',
      '--base-url',
      '--exclude',
      'the folder',
      'add --create',
      'miniapp-deploy list',
    ],
    ...['Run it again', 'run it again', 'on the terminal'],
  ]);
});

/** Files whose sentences are read in one frontend only, and others without messages. */
const oneFrontend =
  /^src\/(index|run\/context|runner\/\S+|folder\/keys|report\/outputs|text\/frontend|report\/(emit|annotations|markdown))\.ts$/;
/** Sentences that only a run of GitHub Actions shows. */
const onlyGithub =
  /on-stale|comment: true|from a fork|^A newer commit|"with:" block|open Settings|^Correct the secret|^the (?:variable|secret) MINIAPPS/;
/** Words of GitHub Actions, names of inputs, and words of a command line. */
const github =
  /\b(?:steps?|jobs?|workflow|summary|runner|[Rr]e-run|with:|matrix|the inputs?|the action)\b|\bsecrets? that\b/;
const names =
  /(?<![\w-])(?:api-key|base-url|(?:dry-run|on-in-review|terms-version|timeout-minutes|wait-for-review)(?!:))\b/;
/** The doctor has no form in a workflow, so both frontends name its command. */
const terminal = /(?<!\w)--[a-z]|MINIAPPS_|miniapp-deploy (?!doctor|init|arrange|check)[a-z]/;

const literal = String.raw`'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"`;
const text = String.raw`${literal}|\x60(?:[^\x60\\]|\\.)*\x60`;

/**
 * Lists the arguments of `perFrontend` in a file, and its other sentences: texts of two words and
 * more, without their variables.
 */
function listSentences(file: string) {
  const pairs: (readonly string[])[] = [];
  const code = readText(file)
    .replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
    .replace(
      new RegExp(String.raw`\bperFrontend\(\s*(${text}),\s*(${text}),?\s*\)`, 'g'),
      (_, one, other) => {
        pairs.push([one, other]);
        return 'words';
      },
    );
  const texts = Array.from(code.matchAll(new RegExp(text, 'g')), ([found]) => found);
  const plain = texts.map((text) => text.slice(1, -1).replace(/\$\{[^}]*\}/g, '…'));
  return {
    pairs,
    plain: plain.filter((text) => /[a-z]+ [a-z]+/.test(text) && !onlyGithub.test(text)),
  };
}

test('messages never mention jobs on a terminal, or options on GitHub', () => {
  const found = listFiles('src', '.ts')
    .filter((file) => !oneFrontend.test(file))
    .map(listSentences);
  const pairs = found.flatMap((file) => file.pairs);
  assert.ok(pairs.length > 20, 'the calls of perFrontend are found');
  for (const [forGithub = '', forTerminal = ''] of pairs) {
    assert.doesNotMatch(forGithub, terminal);
    assert.doesNotMatch(forTerminal, github);
    assert.doesNotMatch(forTerminal, /(?<!--)\b(?:base-url|dry-run|api-key)\b/);
  }
  for (const sentence of found.flatMap(({ plain }) => plain)) {
    for (const words of [github, names, terminal]) assert.doesNotMatch(sentence, words);
  }
});

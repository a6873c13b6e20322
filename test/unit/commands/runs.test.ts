import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Folder, FolderOptions } from '../../../src/folder/folder.ts';
import { commands } from '../../../src/inputs/inputs.ts';
import { makeFiles, makeFolder, toWireFiles } from '../../support/fake-service/folder.ts';
import { type Doing, play, type Scene } from '../../support/fake-service/scene.ts';
import { compareSections, type Section } from '../../support/snapshot.ts';

const problem = {
  path: 'a',
  line: 1,
  column: 1,
  code: 'x',
  message: 'x',
  fix: null,
  severity: 'error',
} as const;
const warning = { ...problem, severity: 'warning' } as const;
const problems = [problem, warning];
const odd = {
  ...{ submit: true, termsVersion: '2026-10', waitForReviewMinutes: 1 },
  ...{ diff: true, comment: true },
};
const manifest = 'accepted.txt';
const droppedPath = { origin: 'https://apps.example.com', path: '', droppedPath: '/api' };

const findIn = (found: Partial<Folder>): Folder => ({ ...makeFolder(makeFiles()), ...found });
const excluded = ['.env', 'id_rsa'].map((path) => {
  const kind = path === '.env' ? 'hidden' : 'credential';
  return { path, kind, reason: 'looks like a credential' } as const;
});

const scenes: Readonly<Record<string, Scene>> = {
  ...Object.fromEntries(
    commands.flatMap((command): readonly (readonly [string, Scene])[] => {
      const app = command === 'create' ? null : {};
      return [
        [
          `${command} without a key, of a fork`,
          { app, inputs: { command, apiKey: null }, noSecrets: 'fork' },
        ],
        [
          `${command}, stale, on-stale: skip`,
          { app, inputs: { command, onStale: 'skip' }, newer: true },
        ],
        [`${command} with inputs that do nothing`, { app, inputs: { command, ...odd } }],
        [
          `dry run of ${command} with manifest`,
          { app, inputs: { command, manifest, dryRun: true } },
        ],
      ];
    }),
  ),
  'a dry run without a key': { inputs: { dryRun: true, apiKey: null } },
  'a dry run without a key, with problems': { inputs: { dryRun: true, apiKey: null }, problems },
  'a fork without a key, with problems': { inputs: { apiKey: null }, noSecrets: 'fork', problems },
  'a pull request of Dependabot without a key': {
    inputs: { apiKey: null },
    noSecrets: 'dependabot',
  },
  'a fork with a key, with problems': { noSecrets: 'fork', problems },
  'errors of the offline check': { problems },
  'warnings of the offline check': { problems: [warning] },
  'files that are excluded, and a pattern without effect': {
    folder: findIn({ excluded, warnings: ['The include pattern *.map matches nothing.'] }),
  },
  'a base-url with the path of the API': { inputs: { baseUrl: droppedPath } },
  'a base-url with the path of the API, without a key': {
    inputs: { baseUrl: droppedPath, dryRun: true, apiKey: null },
  },
  'dry run of submit with a folder and manifest': {
    app: { files: toWireFiles(makeFiles()) },
    inputs: { command: 'submit', folder: 'app', manifest, dryRun: true },
  },
  'a submission, with a secret in its folder': {
    folder: findIn({ problems: [{ ...problem, code: 'secret_in_folder' }, problem] }),
    inputs: { command: 'submit', folder: 'app' },
  },
  'stale, on-stale: ignore': { inputs: { onStale: 'ignore' }, newer: true },
  'stale, on-stale: warn': { inputs: { onStale: 'warn' }, newer: true },
  'stale, on-stale: fail': { inputs: { onStale: 'fail' }, newer: true },
  'stale, and the newest commit may have no run, on-stale: skip': {
    inputs: { onStale: 'skip' },
    newer: { whyNoRun: 'its message has [skip ci]' },
  },
  'stale, and the newest commit may have no run, on-stale: fail': {
    inputs: { onStale: 'fail' },
    newer: { whyNoRun: 'its message has [skip ci]' },
  },
  'not stale, on-stale: fail': { inputs: { onStale: 'fail' }, newer: false },
  'of unknown age, on-stale: fail': { inputs: { onStale: 'fail' }, newer: null },
};

test('runs that end before a command begins, with their messages (snapshots/runs.md)', async () => {
  const parts: Section[] = [];
  for (const [name, scene] of Object.entries(scenes)) {
    const { ending, exitCode, requests, failure, facts, lines: logged } = await play(scene);
    const skipReason = facts.skipReason === null ? '' : `, ${facts.skipReason}`;
    const offline = [
      ...facts.problems.map(({ severity }) => severity),
      ...facts.excluded.map(({ path }) => path),
    ];
    const lines = [
      `${ending}${skipReason}, exit code ${exitCode}, asked: ${requests || 'nothing'}`,
      ...(failure === null ? [] : [failure.message]),
      ...facts.warnings,
      ...facts.notices,
      ...logged.filter((line) => /^# Excluded|looks like a credential/.test(line)),
      ...(offline.length === 0 ? [] : [`found in the folder: ${offline.join(', ')}`]),
    ];
    parts.push([name, lines]);
  }
  compareSections('test/unit/commands/snapshots/runs.md', parts);
});

test('a folder is checked as that of a new app if the run may create the app', async () => {
  const found: unknown[] = [];
  const prepare: Doing = (_service, { run }) => {
    const { readFolder } = run;
    const note = (options: FolderOptions): Promise<Folder> => {
      found.push(options.createsApp);
      return readFolder(options);
    };
    Object.assign(run, { readFolder: note });
  };
  for (const inputs of [
    { command: 'create' },
    { command: 'deploy', create: true },
    { command: 'deploy' },
    { command: 'update' },
  ] as const)
    await play({ app: null, inputs, prepare });
  assert.deepEqual(found, [true, true, false, false]);
});

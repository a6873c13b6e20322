import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { readText } from '../../support/repository.ts';

interface Job {
  readonly steps: readonly { readonly uses?: string; readonly run?: string }[];
  readonly needs?: unknown;
  readonly permissions?: unknown;
  readonly environment?: unknown;
}

const { jobs }: { jobs: Readonly<Record<string, Job>> } = parse(readText('.github/workflows/release.yml'));
const { scripts }: { scripts: { readonly build: string } } = JSON.parse(readText('package.json'));
const toCommands = ({ steps }: Job) => steps.flatMap(({ run = '' }) => run.split('\n').map((line) => line.trim()));

test("the release is built by setup-node's Node: no command of its jobs lets npm choose one", () => {
  for (const [name, job] of Object.entries(jobs)) {
    const commands = toCommands(job);
    assert.doesNotMatch(commands.join('\n'), /\bnpm (?:run|exec|test|start)\b|\bnpx\b|\bcorepack\b/, name);
    for (const command of commands.filter((line) => /\bnpm (?:ci|i|install|pack|publish)\b/.test(line))) {
      assert.match(command, / --ignore-scripts( |$)/, name);
    }
    const first = job.steps.findIndex(({ run = '' }) => /\b(?:node|npm) /.test(run));
    const setUp = job.steps.findIndex(({ uses = '' }) => uses.startsWith('actions/setup-node@'));
    assert.ok(first < 0 || (setUp >= 0 && setUp < first), name);
  }
});

test('the release is built by the commands of "npm run build"', () => {
  const [, config, script] = /^tsc -p (\S+) && node .* (\S+)$/.exec(scripts.build) ?? [];
  const commands = Object.values(jobs).flatMap(toCommands);
  assert.ok(commands.includes(`node node_modules/typescript/bin/tsc -p ${config}`));
  assert.ok(commands.includes(`node ${script}`));
});

test('a package is published by a job that installs nothing, has no token, and waits for the checks', () => {
  const publishing = Object.values(jobs).filter((job) => toCommands(job).some((line) => line.includes('npm publish')));
  assert.deepEqual(
    publishing.map(({ needs, permissions, environment }) => ({ needs, permissions, environment })),
    [
      {
        needs: ['check', 'try', 'try-package', 'attest'],
        permissions: { contents: 'read', actions: 'read', 'id-token': 'write' },
        environment: 'release',
      },
    ],
  );
  for (const command of publishing.flatMap(toCommands)) assert.doesNotMatch(command, /npm (?:ci|install)|\bnode /);
});

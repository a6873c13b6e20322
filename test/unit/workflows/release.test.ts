import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { readText } from '../../support/repository.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

interface Job {
  readonly steps: readonly Step[];
  readonly needs?: unknown;
  readonly permissions?: unknown;
  readonly environment?: unknown;
}

const { jobs }: { jobs: Readonly<Record<string, Job>> } = parse(readText('.github/workflows/release.yml'));
const { scripts }: { scripts: { readonly build: string } } = JSON.parse(readText('package.json'));
const commands = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run = '' }) => run.split('\n')));

test("the release is built by setup-node's Node: no command of its jobs lets npm choose one", () => {
  assert.deepEqual(
    commands.filter((command) => /\b(?:npm|npx|corepack)\b/.test(command)).map((command) => command.trim()),
    [
      'npm ci --ignore-scripts',
      'npm pack --ignore-scripts --pack-destination packed ./package ./sandbox',
      'npm install --ignore-scripts ./packages/miniapp-deploy-*.tgz',
      'test -n "$(npm view "$name" version 2> /dev/null)" ||',
      'npm publish "$package" --ignore-scripts --provenance --access public',
    ],
  );
  for (const [name, { steps }] of Object.entries(jobs)) {
    const first = steps.findIndex(({ run = '' }) => /\b(?:node|npm) /.test(run));
    const setUp = steps.findIndex(({ uses = '' }) => uses.startsWith('actions/setup-node@'));
    assert.ok(first < 0 || (setUp >= 0 && setUp < first), name);
  }
});

test('the release is built by the commands of "npm run build"', () => {
  const built = commands.filter(
    (command) => command.startsWith('node node_modules/typescript/') || command.includes('bundle.ts'),
  );
  const [, config, script] = /^tsc -p (\S+) && node .* (\S+)$/.exec(scripts.build) ?? [];
  assert.deepEqual(built, [`node node_modules/typescript/bin/tsc -p ${config}`, `node ${script}`]);
});

test('a package is published by a job that installs nothing, has no token, and waits for the checks', () => {
  const publishing = Object.entries(jobs).filter(([, { steps }]) =>
    steps.some(({ run }) => run?.includes('npm publish')),
  );
  assert.deepEqual(
    publishing.map(([name, { needs, permissions, environment }]) => [name, needs, permissions, environment]),
    [
      [
        'npm',
        ['check', 'try', 'try-package', 'attest'],
        { contents: 'read', actions: 'read', 'id-token': 'write' },
        'release',
      ],
    ],
  );
  const [, npm] = publishing[0] ?? [];
  assert.ok(npm?.steps.every(({ run = '' }) => !/npm (?:ci|install)|\bnode /.test(run)));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { readText } from '../../support/repository.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

const { jobs }: { jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>> } = parse(
  readText('.github/workflows/release.yml'),
);
const { scripts }: { scripts: { readonly build: string } } = JSON.parse(readText('package.json'));
const commands = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run = '' }) => run.split('\n')));

test("the release is built by setup-node's Node: no command of its jobs lets npm choose one", () => {
  assert.deepEqual(
    commands.filter((command) => /\b(?:npm|npx|corepack)\b/.test(command)),
    ['npm ci --ignore-scripts'],
  );
  for (const [name, { steps }] of Object.entries(jobs)) {
    const first = steps.findIndex(({ run = '' }) => /\b(?:node|npm) /.test(run));
    const setUp = steps.findIndex(({ uses = '' }) => uses.startsWith('actions/setup-node@'));
    assert.ok(first < 0 || (setUp >= 0 && setUp < first), name);
  }
});

test('the release is built by the commands of "npm run build"', () => {
  const built = commands.filter((command) => command.startsWith('node node_modules/') || command.includes('bundle.ts'));
  const [, config, script] = /^tsc -p (\S+) && node .* (\S+)$/.exec(scripts.build) ?? [];
  assert.deepEqual(built, [`node node_modules/typescript/bin/tsc -p ${config}`, `node ${script}`]);
});

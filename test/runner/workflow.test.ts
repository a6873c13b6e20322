import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse, stringify } from 'yaml';
import { expression, isOurs, prepareForAct } from './workflow.ts';

test('what act does not know is taken out of a workflow, and named', () => {
  const ours = { uses: 'OWNER/miniapp-deploy@v1', with: { slug: 'tides' } };
  const job = {
    'runs-on': 'ubuntu-latest',
    concurrency: { group: 'tides', queue: 'max' },
    environment: { name: 'draft', deployment: false },
    strategy: { 'max-parallel': 4, matrix: { slug: expression('fromJSON(needs.list.outputs.slugs)') } },
    steps: [{ uses: 'actions/setup-node@v7' }, { parallel: [ours, { id: 'winds', ...ours }] }, { run: 'npm ci' }],
  };
  const text = stringify({ on: { push: null }, concurrency: { group: 'all', queue: 'max' }, jobs: { draft: job } });
  const prepared = prepareForAct(text, (run) => run.replace('npm ci', 'true'));
  assert.deepEqual(prepared.changes, [
    'parallel steps one after the other',
    'true for npm ci',
    'without actions/setup-node',
    'without concurrency.queue',
    'without environment.deployment',
  ]);
  const { concurrency, jobs } = parse(prepared.text);
  const { steps, ...rest } = jobs.draft;
  assert.deepEqual(
    [concurrency, rest.concurrency, rest.environment],
    [{ group: 'all' }, { group: 'tides' }, { name: 'draft' }],
  );
  const slug = expression("fromJSON(needs.list.outputs.slugs || '[]')");
  assert.deepEqual(rest.strategy, { 'max-parallel': 1, matrix: { slug } });
  const left = steps.map(({ id, uses, run }: { id?: string; uses?: string; run?: string }) =>
    isOurs(uses) ? id : run,
  );
  assert.deepEqual(left.slice(0, -1), ['ours-0', 'winds', 'true']);
});

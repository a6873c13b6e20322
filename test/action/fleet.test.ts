import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runFleet } from '../../bench/fleet.ts';

test('twenty apps deployed and submitted at once under 30 changes a window all get through, each exactly once', async () => {
  const { results, changes, refused, states } = await runFleet({ apps: 20, windowMs: 4_000 });
  assert.deepEqual(
    results.map(({ outputs, exitCode }) => [outputs['outcome'], outputs['submitted'], exitCode]),
    results.map(() => ['deployed', 'true', 0]),
  );
  assert.deepEqual([...new Set(states.values())], ['in_review']);
  const counts = new Map<string, number>();
  for (const change of changes) counts.set(change, (counts.get(change) ?? 0) + 1);
  assert.equal(counts.get('POST /api/miniapps'), 20);
  assert.equal(counts.get('POST /api/miniapps/deploy'), 20);
  for (const slug of states.keys()) assert.equal(counts.get(`POST /api/miniapps/${slug}/submit`), 1);
  assert.ok(refused > 0, 'the limit was never met, so nothing was shown');
});

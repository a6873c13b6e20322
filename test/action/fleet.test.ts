import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStage, submit } from './stage.ts';

test('twelve apps deployed and submitted at once under 15 changes a minute all get through, each exactly once', async () => {
  await using stage = await openStage({ rate: { changes: 15 } });
  const { store, requests } = stage.sandbox;
  const slugs = Array.from({ length: 12 }, (_, index) => `fleet-${index}`);
  const results = await Promise.all(
    slugs.map((slug) => stage.run({ ...submit, slug, create: 'true' })),
  );
  const deployed = { outputs: { outcome: 'deployed', submitted: 'true' }, exitCode: 0 };
  for (const result of results) assert.partialDeepStrictEqual(result, deployed, result.output);
  for (const slug of slugs) assert.equal(store.find(slug)?.status, 'in_review');
  const count = (path: string, wanted: (status: number | null) => boolean): number =>
    requests.filter(
      (request) => request.method === 'POST' && request.path === path && wanted(request.status),
    ).length;
  const isDone = (status: number | null): boolean => status !== null && status < 300;
  assert.equal(count('/api/miniapps', isDone), slugs.length);
  assert.equal(count('/api/miniapps/deploy', isDone), slugs.length);
  for (const slug of slugs) assert.equal(count(`/api/miniapps/${slug}/submit`, isDone), 1);
  const refused = requests.filter(({ status }) => status === 429);
  assert.ok(refused.length > 0, 'the limit was never met, so nothing was shown');
});

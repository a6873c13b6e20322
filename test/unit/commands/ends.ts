import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Facts } from '../../../src/outcome.ts';
import { type Played, play, type Scene } from '../../support/fake-service/scene.ts';

/** How a run ends: its requests, its end as `summarize` writes it, and other facts. Notices and warnings are none unless given. */
export type EndRow = readonly [name: string, scene: Scene, requests: string, end: string, facts?: Partial<Facts>];

/** Outcome, exit code, state of the app, and what the run did: `deployed 0 in_review changed submitted`. */
export function summarize({ ending, exitCode, facts }: Played): string {
  const { app, changed, submitted, reviewResult, waitedForReview } = facts;
  const review = waitedForReview && `review ${reviewResult}`;
  return [ending, exitCode, app?.status, changed && 'changed', submitted && 'submitted', review]
    .filter((part) => part !== false && part !== undefined)
    .join(' ');
}

/** Makes a test of each row. What is played is also played as a dry run, where nothing goes wrong on the way. */
export function testEnds(rows: readonly EndRow[], common: Scene = {}): void {
  for (const [name, row, requests, end, more] of rows) {
    const scene = { ...common, ...row, inputs: { ...common.inputs, ...row.inputs } };
    test(`${name}: ${end}`, async () => {
      const played = await play(scene);
      const expected = { notices: [], warnings: [], ...more };
      const facts = Object.entries(played.facts).filter(([fact]) => fact in expected);
      assert.deepEqual(
        { requests: played.requests, end: summarize(played), ...Object.fromEntries(facts) },
        { requests, end, ...expected },
      );
      if (!(scene.before ?? scene.after ?? scene.faults)) await checkDryRun(scene, played);
    });
  }
}

/** A dry run sends nothing, plans what the run sends, and is red where the run is refused before it sends anything. */
async function checkDryRun(scene: Scene, real: Played): Promise<void> {
  const dry = await play({ ...scene, inputs: { ...scene.inputs, dryRun: true } });
  assert.doesNotMatch(dry.requests, /create|deploy|update|submit|delete/);
  const sent = real.requests.replace(/\b(?:read|list)\b ?/g, '').trim();
  const plan = dry.outcome.kind === 'planned' ? dry.outcome.plan : null;
  if (sent !== '') assert.match(plan?.do === 'change' ? plan.steps.join(' ') : '', new RegExp(`^${sent}`));
  else if (real.failure !== null) assert.equal(dry.ending, real.ending);
  else assert.notEqual(plan?.do, 'change');
  assert.ok(dry.kind !== 'planned' || !dry.facts.waitedForReview, 'a dry run waited');
}

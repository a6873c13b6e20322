import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Played, play, type Scene } from '../../support/fake-service/scene.ts';
import { compareWithFile } from '../../support/snapshot.ts';

/**
 * Compares how these scenes end with a snapshot. A scene in which nothing goes wrong is also played
 * as a dry run.
 */
export function testEnds(
  title: string,
  scenes: Readonly<Record<string, Scene>>,
  common: Scene = {},
): void {
  test(`${title} ends as recorded in snapshots/${title.replaceAll(' ', '-')}.md`, async () => {
    const lines: string[] = [];
    for (const [name, given] of Object.entries(scenes)) {
      const scene = { ...common, ...given, inputs: { ...common.inputs, ...given.inputs } };
      const played = await play(scene);
      lines.push(`- ${name}: ${played.requests || 'nothing is sent'} => **${summarize(played)}**`);
      lines.push(...listFacts(played).map((fact) => `  - ${fact}`));
      if (!(scene.before ?? scene.after ?? scene.faults)) await checkDryRun(name, scene, played);
    }
    const file = `test/unit/commands/snapshots/${title.replaceAll(' ', '-')}.md`;
    compareWithFile(file, `# How it ends: ${title}\n\n${lines.join('\n')}`);
  });
}

/**
 * Outcome, exit code, state of the app, and what the run did: `deployed 0 in_review changed
 * submitted`.
 */
function summarize({ ending, exitCode, facts }: Played): string {
  const { app, changed, submitted, reviewResult, waitedForReview } = facts;
  const review = waitedForReview && `review ${reviewResult}`;
  return [ending, exitCode, app?.status, changed && 'changed', submitted && 'submitted', review]
    .filter((part) => part !== false && part !== undefined)
    .join(' ');
}

/** Matches the lines of the log that tell what only few scenes do. */
const shownLines =
  /^(?:tides is now|Listed|Deleted|Took|Updated|Not submitted:|Submitted for review, as) /;

/** Lists the other facts at the end of the run, and some lines of its log. */
function listFacts({ facts, failure, lines }: Played): readonly string[] {
  const { statusBefore, filesVerified, termsRequired, reviewResult } = facts;
  const created = facts.done.has('create');
  const sentForReview = facts.done.has('submit');
  const submitting = facts.isSubmitting;
  const { apps, changes, textChanges, problems, notices, warnings } = facts;
  const known = {
    statusBefore,
    created,
    sentForReview,
    filesVerified,
    termsRequired,
    submitting,
    reviewResult,
  };
  const named = Object.entries(known).filter(([, value]) => value !== null && value !== false);
  return [
    failure?.message,
    named.map(([name, value]) => (value === true ? name : `${name} ${value}`)).join(', '),
    changes
      ?.map(
        ({ kind, path, bytesBefore, bytesAfter }) =>
          `${kind} ${path} (${bytesBefore}, ${bytesAfter})`,
      )
      .join(),
    ...textChanges.files.map(({ path, lines }) => `diff of ${path}, ${lines.length} lines`),
    ...problems.map(({ code, path, line }) => `problem ${code} in ${path}:${line}`),
    ...(apps ?? []).map((app) => JSON.stringify(app)),
    ...lines.filter((line) => shownLines.test(line)).map((line) => `log: ${line}`),
    ...notices.map((text) => `notice: ${text}`),
    ...warnings.map((text) => `warning: ${text}`),
  ].filter((line) => line !== undefined && line !== '') as readonly string[];
}

/**
 * Checks that a dry run sends nothing, plans what the real run sends, and fails if the real run is
 * refused before it sends anything.
 */
async function checkDryRun(name: string, scene: Scene, real: Played): Promise<void> {
  const dry = await play({ ...scene, inputs: { ...scene.inputs, dryRun: true } });
  assert.doesNotMatch(dry.requests, /create|deploy|update|submit|delete/, name);
  const sent = real.requests.replace(/\b(?:read|list)\b ?/g, '').trim();
  const { plan } = dry.facts;
  // A withdrawal is sent as an update.
  const steps = plan?.kind === 'change' ? plan.steps.join(' ').replace('withdraw', 'update') : '';
  if (sent !== '') assert.match(steps, new RegExp(`^${sent}`), name);
  else if (real.failure !== null) assert.equal(dry.ending, real.ending, name);
  else assert.notEqual(plan?.kind, 'change', name);
  assert.ok(dry.kind !== 'planned' || !dry.facts.waitedForReview, `${name}: a dry run waited`);
}

import assert from 'node:assert/strict';
import { toAnnotations } from '../../src/report/annotations.ts';
import { redactReport } from '../../src/report/redact-report.ts';
import type { EndedRun } from '../support/fake-service/scene.ts';
import type { Exchange } from '../support/fake-service/service.ts';
import type { RunStep } from './arbitrary.ts';
import { isChange, mayBeAnswer, showsApp } from './exchanges.ts';

/** A finished run of several apps. */
export interface ObservedRun {
  readonly step: RunStep;
  /** In the order of the apps. */
  readonly ended: readonly EndedRun[];
  readonly exchanges: readonly Exchange[];
  readonly tookMs: number;
}

/** Checks a run of several apps, in addition to the checks of each app. */
export function checkSeveral(run: ObservedRun): void {
  checkTurns(run);
  checkNotRun(run);
  checkYoungReads(run);
  checkSilence(run);
  checkMissing(run);
}

/** Checks that the apps are processed one after the other. */
function checkTurns({ exchanges }: ObservedRun): void {
  const asked = exchanges.flatMap(({ slug }) => slug ?? []);
  assert.deepEqual(asked, asked.toSorted(), 'an app had its turn twice');
}

/** Checks that a run ends early only after a cancel, a timeout or a revoked key. */
function checkNotRun({ step, ended, exchanges }: ObservedRun): void {
  const kinds = ended.map(({ outcome }) => outcome.kind);
  const first = kinds.indexOf('not_run');
  const dead = exchanges.find(({ response }) => response?.status === 401);
  if (dead !== undefined) {
    const met = ended.findIndex(({ facts }) => facts.slug === dead.slug);
    // A confirmed change stays confirmed if the next read is rejected because the key was revoked.
    // The next app then reports the revoked key.
    const last = ended[met]?.exitCode === 0 ? met + 1 : met;
    assert.ok(
      dead.slug === null || kinds.slice(last + 1).every((kind) => kind === 'not_run'),
      'went on without a key',
    );
  }
  const met = ended.filter(
    ({ outcome }) => 'failure' in outcome && endCodes.includes(outcome.failure.code),
  );
  assert.ok(met.length <= 1, 'more than one app failed by the end of the run');
  if (first === -1) return;
  assert.ok(dead !== undefined || isCut(step), 'ended before all apps had their turn');
  assert.ok(
    kinds.slice(first).every((kind) => kind === 'not_run'),
    'went on after its end',
  );
  assert.equal(ended[first - 1]?.exitCode, 1, 'ended after an app that is fine');
}

const endCodes: readonly string[] = ['cancelled', 'deadline'];

function isCut({ faults }: RunStep): boolean {
  return faults.includes('cancel') || faults.includes('deadline');
}

/**
 * Checks that the run waits once for the reads of all apps if nothing is sent and nothing goes
 * wrong.
 */
function checkYoungReads({ step, exchanges, tookMs }: ObservedRun): void {
  const isCalm =
    step.outage === null && step.acts.length === 0 && step.faults.every((fault) => fault === null);
  if (!isCalm || exchanges.some(isChange)) return;
  const requestsMs = exchanges.reduce((sum, { at, endedAt }) => sum + endedAt - at, 0);
  assert.ok(tookMs <= 7_000 + requestsMs, `took ${tookMs} ms to read ${exchanges.length} times`);
}

/**
 * Checks that each app has only one attempt after a minute without a response, and more than one
 * before.
 */
function checkSilence({ step, ended, exchanges }: ObservedRun): void {
  for (const { outcome, facts } of ended) {
    const own = exchanges.filter(({ slug }) => slug === facts.slug);
    const [first] = own;
    if (first === undefined || mayBeAnswer(first)) continue;
    const earlier = exchanges.slice(0, exchanges.indexOf(first));
    const [lost] = earlier.slice(earlier.findLastIndex(mayBeAnswer) + 1);
    if (lost !== undefined && first.at - lost.at >= 60_000) {
      assert.equal(own.length, 1, `${facts.slug} was tried again after a minute of silence`);
      assert.equal(outcome.kind, 'failed');
    }
    const isHeard =
      earlier.length === 0 || earlier.some((one) => showsApp(one) && first.at - one.at < 60_000);
    if (isHeard && first.response !== null && !isCut(step)) {
      assert.ok(own.length > 1, `${facts.slug} was given up after one attempt`);
    }
  }
}

/** Checks that one sentence reports that none of the apps exists. */
function checkMissing({ ended }: ObservedRun): void {
  if (!ended.every(({ outcome }) => 'failure' in outcome && outcome.failure.code === 'app_missing'))
    return;
  const reports = ended.map(({ outcome, facts }) =>
    redactReport(
      {
        ...{
          command: 'deploy',
          now: 0,
          isDryRun: false,
          baseBranch: null,
          realRun: '',
          outcome,
          facts,
          folder: null,
        },
        ...{ repositoryPath: null, readLines: async () => null, runWarnings: [], secrets: [] },
      },
      null,
    ),
  );
  const errors = toAnnotations(reports).filter(({ level }) => level === 'error');
  assert.equal(errors.length, 1);
  assert.match(errors[0]?.texts[0] ?? '', /^None of the \d apps exists yet: /);
}

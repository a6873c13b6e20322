import assert from 'node:assert/strict';
import { toAnnotations } from '../../src/report/annotations.ts';
import type { EndedRun } from '../support/fake-service/scene.ts';
import type { Exchange } from '../support/fake-service/service.ts';
import type { RunStep } from './arbitrary.ts';
import { mayBeAnswer, showsApp } from './exchanges.ts';

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
  const kinds = ended.map(({ outcome }) => outcome);
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
  const met = ended.filter(({ facts }) => endCodes.includes(facts.failure?.code ?? ''));
  assert.ok(met.length <= 1, 'more than one app failed by the end of the run');
  if (first === -1) return;
  const isSilent = !exchanges
    .filter(({ slug }) => slug === ended[first - 1]?.facts.slug)
    .some(showsApp);
  assert.ok(dead !== undefined || isCut(step) || isSilent, 'ended before all apps had their turn');
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

/** Checks that an app after a service that was out of reach for a minute is not tried. */
function checkSilence({ ended, exchanges }: ObservedRun): void {
  for (const [index, { facts }] of ended.entries()) {
    const own = exchanges.filter(({ slug }) => slug === facts.slug);
    if (own.length === 0 || own.some(mayBeAnswer)) continue;
    const rest = ended.slice(index + 1);
    assert.ok(
      rest.every(({ outcome }) => outcome === 'not_run'),
      `went on after ${facts.slug}, which got no response`,
    );
  }
}

/** Checks that one sentence reports that none of the apps exists. */
function checkMissing({ ended }: ObservedRun): void {
  if (!ended.every(({ facts }) => facts.failure?.code === 'app_missing')) return;
  const reports = ended.map(({ facts }) => facts);
  const errors = toAnnotations(reports).filter(({ level }) => level === 'error');
  assert.equal(errors.length, 1);
  assert.match(errors[0]?.texts[0] ?? '', /^None of the \d apps exists yet: /);
}

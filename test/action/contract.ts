import assert from 'node:assert/strict';
import { parse } from 'yaml';
import type { StepResult } from '../../scripts/runner/step.ts';
import { readText } from '../support/repository.ts';

const { outputs: declared }: { readonly outputs: object } = parse(readText('action.yml'));
const outputNames = Object.keys(declared).sort();

/** Outcomes of a run that did what it was asked for. */
const good =
  /^(deployed|unchanged|planned|skipped|submitted|created|updated|withdrawn|deleted|listed|read)$/;
const bad = /^(rejected|failed|unknown)$/;

/** The workflow commands that the action may print. */
const meant = new Set(['add-mask', 'group', 'endgroup', 'error', 'warning', 'notice', 'debug']);

/**
 * Checks the promises that hold for every run, whatever its outcome: its outputs, exit code, result
 * and summary.
 */
export function assertContract(result: StepResult): void {
  const { outputs, exitCode, summary } = result;
  assert.deepEqual(Object.keys(outputs).sort(), outputNames, result.output);
  const { outcome = '', 'review-result': review = '' } = outputs;
  // If a run is cancelled during the wait for the review, all requested changes may have been made.
  const isCut = good.test(outcome) && exitCode === 130;
  const isRefused = good.test(outcome) && exitCode === 1;
  if (isRefused)
    assert.match(
      review,
      /^(rejected|withdrawn)$/,
      'red only for a review that was waited for, and failed',
    );
  const isRight = exitCode === 0 ? good.test(outcome) : isRefused || isCut || bad.test(outcome);
  assert.ok(isRight, `${outcome} ended with ${exitCode}`);
  assertOutputs(outputs);
  assertCommands(result);
  assertOrder(result);
  assert.match(summary ?? '', /^## (✅|❌|❓|⏭️|⚠️|ℹ️) /u, 'a summary that begins with the headline');
  assert.doesNotMatch(summary ?? '', /\bundefined\b|\bNaN\b|\[object /);
}

function assertOutputs(outputs: StepResult['outputs']): void {
  assert.match(outputs['changed'] ?? '', /^(true|false)$/);
  const results: unknown = JSON.parse(outputs['results'] ?? '');
  assert.ok(Array.isArray(results));
  // With several apps, the other outputs about a single app are empty.
  assert.match(outputs['submitted'] ?? '', results.length > 1 ? /^$/ : /^(true|false)$/);
  assert.match(outputs['problem-count'] ?? '', /^\d+$/);
  const problems: unknown = JSON.parse(outputs['problems'] ?? '');
  assert.ok(Array.isArray(problems) && problems.length <= Number(outputs['problem-count']));
  assert.match(outputs['skip-reason'] ?? '', /^(|unchanged|in-review|stale|fork)$/);
}

/**
 * Checks that there are only the action's own commands, that the result is the last annotation of
 * its level, and that the files have the format that GitHub requires.
 */
function assertCommands({ commands, annotations, exitCode, output }: StepResult): void {
  const others = commands.filter(({ name }) => !meant.has(name));
  assert.deepEqual(others, []);
  const blank = commands.filter(({ name, data }) => data === '' && name !== 'endgroup');
  assert.deepEqual(blank, [], 'the runner warns of a mask of nothing');
  for (const level of ['error', 'warning', 'notice']) {
    assert.ok(
      commands.filter(({ name }) => name === level).length <= 10,
      `the runner drops no ${level}`,
    );
  }
  if (exitCode === 1) {
    const result = annotations.findLast(({ level }) => level === 'error');
    assert.match(result?.title ?? '', / /, `the result, titled by a sentence, in\n${output}`);
    assert.equal(result?.line, null);
  }

  for (const { file } of annotations) {
    assert.doesNotMatch(
      file ?? '',
      /^\/|^\.|\\|\/\.{0,2}\/|^[A-Za-z]:/,
      'a file relative to the repository root',
    );
  }
}

/**
 * Checks that groups are not nested, contain annotations only if the log lists them again below, and
 * are closed before the result. A
 * cancel may cut the log off.
 */
function assertOrder({ commands, exitCode, output }: StepResult): void {
  if (exitCode === 130) return;
  const order = commands
    .map(({ name }) => name)
    .filter((name) => name !== 'add-mask' && name !== 'debug');
  assert.match(
    order.join(' '),
    /^((group ((error|warning) )*endgroup|error|warning|notice) )*(error|warning|notice)$/,
    output,
  );
}

/**
 * Checks that the output of a run contains no secret in any usual form. Only the mask on stdout
 * does, with the dots that the test reporter prints before it.
 */
export function assertHidden(
  { output, outputs, summary }: StepResult,
  secrets: readonly string[],
): void {
  const printed = output.split('\n').filter((line) => !/^\.*::add-mask::/.test(line));
  assertNoSecret([printed.join('\n'), JSON.stringify(outputs), summary ?? ''].join('\n'), secrets);
}

/** Asserts that a text contains no secret, plain, encoded for a URL or in base64. */
export function assertNoSecret(text: string, secrets: readonly string[]): void {
  for (const secret of secrets.filter((one) => one !== '')) {
    // The base64 characters that do not depend on the text around the secret.
    const inBase64 = ['', 'x', 'xy'].map((before) =>
      Buffer.from(before + secret)
        .toString('base64')
        .slice(4, -4),
    );
    const forms = [secret, encodeURIComponent(secret), ...inBase64].filter(
      (form) => form.length > 4,
    );
    for (const form of forms) assert.ok(!text.includes(form), `a secret was written: ${form}`);
  }
}

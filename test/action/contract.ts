import assert from 'node:assert/strict';
import { parse } from 'yaml';
import type { StepResult } from '../../scripts/runner/step.ts';
import { readText } from '../support/repository.ts';

const { outputs: declared }: { readonly outputs: object } = parse(readText('action.yml'));
const outputNames = Object.keys(declared).sort();

/** Outcomes of a run that did what it was asked for. */
const good = /^(deployed|unchanged|planned|skipped|submitted|created|updated|deleted|listed|read)$/;
const bad = /^(rejected|failed|unknown)$/;

/** All that the action ever means to tell the runner on its output. */
const meant = new Set(['add-mask', 'group', 'endgroup', 'error', 'warning', 'notice', 'debug']);

/**
 * What must hold of every run, whatever came of it: its outputs, its exit code, its result, its
 * summary.
 */
export function assertContract(result: StepResult): void {
  const { outputs, exitCode, summary } = result;
  assert.deepEqual(Object.keys(outputs).sort(), outputNames, result.output);
  const { outcome = '', 'review-result': review = '' } = outputs;
  // Cancelled during the wait for the review, all that was asked for may have been done.
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
  // Of several apps the other outputs about one are empty.
  assert.match(outputs['submitted'] ?? '', results.length > 1 ? /^$/ : /^(true|false)$/);
  assert.match(outputs['problem-count'] ?? '', /^\d+$/);
  const problems: unknown = JSON.parse(outputs['problems'] ?? '');
  assert.ok(Array.isArray(problems) && problems.length <= Number(outputs['problem-count']));
  assert.match(outputs['skip-reason'] ?? '', /^(|unchanged|in-review|stale|fork)$/);
}

/**
 * No command but the action's own; the result as the last annotation of its level; files as GitHub
 * wants them.
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
 * Groups do not nest, hold no annotation, and are closed before the last word, the result. A cancel
 * may cut the log off.
 */
function assertOrder({ commands, exitCode, output }: StepResult): void {
  if (exitCode === 130) return;
  const order = commands
    .map(({ name }) => name)
    .filter((name) => name !== 'add-mask' && name !== 'debug');
  assert.match(
    order.join(' '),
    /^((group endgroup|error|warning|notice) )*(error|warning|notice)$/,
    output,
  );
}

/**
 * No secret stands in anything that a run wrote, in any usual form; only its mask on stdout has it,
 * with the dots before it that a test prints.
 */
export function assertHidden(
  { output, outputs, summary }: StepResult,
  secrets: readonly string[],
): void {
  const printed = output.split('\n').filter((line) => !/^\.*::add-mask::/.test(line));
  assertNoSecret([printed.join('\n'), JSON.stringify(outputs), summary ?? ''].join('\n'), secrets);
}

/** No secret stands in the text, as it is or encoded for an address or in base64. */
export function assertNoSecret(text: string, secrets: readonly string[]): void {
  for (const secret of secrets.filter((one) => one !== '')) {
    // Of base64 what does not depend on the text around the secret.
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

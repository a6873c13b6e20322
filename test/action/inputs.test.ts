import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { callOnStage } from '../support/call-command.ts';
import { assertNoSecret } from './contract.ts';
import { startScripted } from './scripted-service.ts';
import {
  concurrency,
  key,
  openDeployed,
  openStage,
  otherPage,
  type StageResult,
  submit,
} from './stage.ts';

function list(level: string, { annotations }: StageResult): string {
  const found = annotations.filter((annotation) => annotation.level === level);
  return found.map(({ message }) => message).join('\n');
}

describe('inputs as people write them:', { concurrency }, () => {
  test("the API's own path at the end of base-url is dropped with a warning", async () => {
    await using stage = await openDeployed();
    for (const end of ['/api', '/api/miniapps/']) {
      const result = await stage.run({
        'base-url': `${stage.sandbox.url}${end}`,
        'dry-run': 'true',
      });
      assert.partialDeepStrictEqual(result, { exitCode: 0, asked: 'read' });
      const words = `base-url is used without ${end.replace(/\/$/, '')} at its end`;
      assert.match(list('warning', result), new RegExp(words));
    }
  });

  test('a key with quotes or a name is named, and is neither sent nor shown', async () => {
    await using stage = await openDeployed();
    for (const [given, words] of [
      [`"${key}"`, /without the quotes/],
      [`MINIAPPS_API_KEY=${key}`, /without the name in front of it/],
    ] as const) {
      const result = await stage.run({ 'api-key': given });
      assert.partialDeepStrictEqual(result, { exitCode: 1, code: 'invalid_inputs', asked: '' });
      assert.match(list('error', result), words);
      assertNoSecret(result.output.replaceAll(/^::add-mask::.*$/gm, ''), [key]);
    }
  });

  test('a terms version that YAML has read as a number is named', async () => {
    await using stage = await openDeployed('draft', { termsVersion: '1.0' });
    await stage.write(otherPage);
    const result = await stage.run({ ...submit, 'terms-version': '1' });
    assert.partialDeepStrictEqual(result, { exitCode: 1, code: 'terms_required' });
    assert.match(
      list('error', result),
      /this step sent 1, the service asks for 1\.0\n.*terms-version: "1\.0", with the quotes/,
    );
  });

  test('NODE_TLS_REJECT_UNAUTHORIZED=0 is said in a warning', async () => {
    await using stage = await openStage();
    await using service = await startScripted({});
    const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    const https = { 'base-url': service.url.replace('http:', 'https:'), 'timeout-minutes': '0.01' };
    const result = await stage.run(https, { env });
    assert.equal(result.exitCode, 1);
    assert.match(list('warning', result), /NODE_TLS_REJECT_UNAUTHORIZED is 0/);
    const plain = await stage.run({ create: 'true' }, { env });
    assert.partialDeepStrictEqual(plain, { exitCode: 0 });
    assert.doesNotMatch(list('warning', plain), /NODE_TLS/, 'http has no certificate');
    const status = ['status', '--slug', 'tides', '--timeout-minutes', '0.01'];
    const called = await callOnStage(stage, [...status, '--base-url', https['base-url']], { env });
    assert.match(called.stdout, /NODE_TLS_REJECT_UNAUTHORIZED is 0/);
  });
});

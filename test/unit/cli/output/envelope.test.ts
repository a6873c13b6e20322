import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CommandResult, printEnvelope } from '../../../../cli/output/envelope.ts';
import { callCommand } from '../../../support/call-command.ts';

/** Returns the object that is printed. */
function print(result: CommandResult, secrets: readonly string[]) {
  const printed: string[] = [];
  printEnvelope(result, { print: (text) => printed.push(text), secrets });
  return JSON.parse(printed.join(''));
}

test("a key is masked in values, but not in the command's own codes and addresses", () => {
  const help = 'https://github.com/acme/miniapp-deploy/blob/main/docs/troubleshooting.md#bug';
  const next = [
    { text: 'Open docs.', run: 'ls docs', argv: ['ls', 'docs'], by: 'anyone' as const },
  ];
  const result = { command: 'page', outcome: 'failed', code: 'page', help } as const;
  const printed = print(
    { ...result, message: 'The page of docs', next, own: { page: { file: 'docs/page.html' } } },
    ['docs', 'page', 'anyone', 'failed'],
  );
  assert.partialDeepStrictEqual(printed, {
    ...result,
    message: 'The *** of ***',
    next: [{ text: 'Open ***.', run: 'ls ***', argv: ['ls', '***'], by: 'anyone' }],
    page: { file: '***/***.html' },
  });
});

test('the JSON of "help" and "version" has different messages', async () => {
  const read = async (name: string) => {
    const { stdout } = await callCommand({ args: [name, '--json'], cwd: '.' });
    return JSON.parse(stdout).message;
  };
  assert.equal(await read('help'), 'The help of miniapp-deploy');
  assert.match(await read('version'), /^miniapp-deploy \d+\.\d+\.\d+$/);
});

import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { trust } from '../../support/fault-server/index.ts';
import { deploy, exchange } from './exchange.ts';

before(() => trust('localhost'));

for (const scheme of ['http', 'https'] as const) {
  test(`each of 40 early refusals over ${scheme} is seen, although the server then resets`, async () => {
    const program = join(import.meta.dirname, 'early-server.ts');
    const server = fork(program, [scheme], { execArgv: [] });
    try {
      const [origin] = await once(server, 'message');
      for (let run = 0; run < 40; run += 1) {
        const request = deploy(20_000_000);
        const { status } = await exchange(String(origin), { request });
        assert.equal(status, 413);
      }
    } finally {
      server.disconnect();
    }
  });
}

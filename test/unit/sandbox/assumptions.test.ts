import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Assumptions } from '../../../sandbox/assumptions.ts';
import { openApp } from './client.ts';

// test/unit/doctor switches each value on, and the doctor names it as the one difference. Here is what the doctor cannot see:
// what needs a submission, many changes or a clock.

const start = Date.UTC(2026, 9, 1);
test('what is refused may not count as a change, and Retry-After is in seconds, a date, or not there', async () => {
  for (const [assumptions, expected] of [
    [{}, ['422 -', '429 60', '429 60']],
    [{ counts_as_change: 'accepted', retry_after: 'date' }, ['422 -', '200 -', '429 Thu, 01 Oct 2026 00:01:00 GMT']],
    [{ retry_after: 'none' }, ['422 -', '429 -', '429 -']],
  ] as const) {
    const { deploy } = await openApp({ assumptions, now: () => start, rate: { changes: 2 } });
    const replies = [await deploy({}), await deploy(), await deploy()];
    const told = replies.map(({ status, headers }) => `${status} ${headers.get('retry-after') ?? '-'}`);
    assert.deepEqual(told, expected);
  }
});

test('times may be set by each submission and approval, once, shown in their state alone, or never', async () => {
  for (const [name, expected] of Object.entries({
    each: ['02 -', '02 02', '03 02', '03 03'],
    first: ['02 -', '02 02', '02 02', '02 02'],
    in_review: ['02 -', '- 02', '03 02', '- 03'],
    published: ['02 -', '02 02', '03 -', '03 03'],
    never: ['- -', '- -', '- -', '- -'],
  })) {
    let day = start;
    const assumptions = { submitted_at: name, published_at: name } as Partial<Assumptions>;
    const { sandbox, submit, read, update } = await openApp({ assumptions, now: () => day });
    const shown: string[] = [];
    const look = async () => {
      const { submitted_at: sent, published_at: published } = await read();
      shown.push(`${sent?.slice(8, 10) ?? '-'} ${published?.slice(8, 10) ?? '-'}`);
    };
    for (const tagline of ['one', 'two']) {
      day += 86_400_000;
      await submit();
      await look();
      sandbox.move('tides', 'approve');
      await look();
      await update({ tagline });
    }
    assert.deepEqual(shown, expected, name);
  }
});

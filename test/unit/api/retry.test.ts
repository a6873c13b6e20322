import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Attempt, decide, type Ending, mostAttempts, type Operation, waitToLook } from '../../../src/api/retry.ts';

const operations: readonly Operation[] = ['read', 'create', 'deploy', 'update', 'submit', 'delete'];
const changes = operations.filter((operation) => operation !== 'read');

function at(earlier: number, more: Partial<Attempt> = {}): Attempt {
  return { operation: 'deploy', earlier, leftMs: 600_000, random: 0.5, ...more };
}

function status(code: number, retryAfterMs: number | null = null): Ending {
  return { kind: 'status', status: code, retryAfterMs };
}

test('what was not sent is sent again, whatever it is, four times in all, with full jitter from 1 s doubling', () => {
  for (const operation of operations) {
    const decisions = [0, 1, 2, 3].map((earlier) => decide({ kind: 'not_sent' }, at(earlier, { operation })));
    const why = 'no connection';
    assert.deepEqual(decisions, [
      { do: 'again', afterMs: 500, why },
      { do: 'again', afterMs: 1_000, why },
      { do: 'again', afterMs: 2_000, why },
      { do: 'stop', why: 'still so after 4 attempts' },
    ]);
  }
});

test('full jitter goes from nothing to the ceiling, and the ceiling is 20 s', () => {
  for (const [random, expected] of [
    [0, 0],
    [0.999_999, 1_000],
  ]) {
    assert.deepEqual(decide({ kind: 'not_sent' }, at(0, { random: random ?? 0 })), {
      do: 'again',
      afterMs: expected,
      why: 'no connection',
    });
  }
  fc.assert(
    fc.property(
      fc.nat(mostAttempts - 2),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (earlier, random) => {
        const decision = decide({ kind: 'not_sent' }, at(earlier, { random }));
        assert.ok(
          decision.do === 'again' &&
            decision.afterMs >= 0 &&
            decision.afterMs <= Math.min(20_000, 1_000 * 2 ** earlier),
        );
      },
    ),
  );
});

for (const [name, ending, why] of [
  ['lost answer', { kind: 'lost' }, 'no usable answer'],
  ['500', status(500), 'answered 500'],
  ['502', status(502), 'answered 502'],
  ['503', status(503), 'answered 503'],
  ['504', status(504), 'answered 504'],
] as const) {
  test(`after ${name} a read is repeated and a change is settled first`, () => {
    assert.deepEqual(decide(ending, at(0, { operation: 'read' })), { do: 'again', afterMs: 500, why });
    assert.deepEqual(decide(ending, at(3, { operation: 'read' })), { do: 'stop', why: 'still so after 4 attempts' });
    for (const operation of changes) assert.deepEqual(decide(ending, at(0, { operation })), { do: 'settle' });
  });
}

test('after any failure of the service a read is repeated', () => {
  for (const code of [501, 505, 520, 599]) {
    const decision = decide(status(code), at(0, { operation: 'read' }));
    assert.deepEqual(decision, { do: 'again', afterMs: 500, why: `answered ${code}` });
  }
});

test('an app is looked at again after 1, 2 and 4 s and up to a fifth more, and then no more', () => {
  for (const random of [0, 0.5]) {
    const decisions = [0, 1, 2, 3].map((earlier) => waitToLook(at(earlier, { random }), 'why'));
    const waits = [1_000, 2_000, 4_000].map((wait) => ({
      do: 'again',
      afterMs: wait * (1 + 0.2 * random),
      why: 'why',
    }));
    assert.deepEqual(decisions, [...waits, { do: 'stop', why: 'still so after 4 attempts' }]);
  }
});

test('any other answer is an answer: it is never asked for again', () => {
  const finals = [200, 201, 204, 301, 302, 303, 307, 308, 400, 401, 403, 404, 405, 408, 409, 413, 418, 422];
  for (const code of [...finals, 501, 505]) {
    for (const operation of code < 500 ? operations : changes) {
      assert.deepEqual(decide(status(code, 1_000), at(0, { operation })), { do: 'stop', why: null }, String(code));
    }
  }
});

test('429 without a time is waited out for 5, 15 and 40 s and up to a fifth more, whatever was asked', () => {
  for (const operation of operations) {
    for (const [earlier, wait] of [5_000, 15_000, 40_000].entries()) {
      for (const random of [0, 0.5]) {
        const decision = decide(status(429), at(earlier, { operation, random }));
        assert.deepEqual(decision, {
          do: 'again',
          afterMs: wait * (1 + 0.2 * random),
          why: 'more than 30 changes in a minute (429)',
        });
      }
    }
    assert.deepEqual(decide(status(429), at(3, { operation })), { do: 'stop', why: 'still 429 after 4 attempts' });
  }
});

test('429 with a time is waited out for that time, and a bit more so that jobs told the same time spread', () => {
  const why = 'more than 30 changes in a minute (429), asked to wait 7 s';
  assert.deepEqual(decide(status(429, 7_000), at(0, { random: 0 })), { do: 'again', afterMs: 7_000, why });
  assert.deepEqual(decide(status(429, 7_000), at(0)), { do: 'again', afterMs: 7_700, why });
  assert.deepEqual(decide(status(429, 7_000), at(3)), { do: 'again', afterMs: 11_000, why });
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 120_000 }),
      fc.nat(10),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (asked, earlier, random) => {
        const decision = decide(status(429, asked), at(earlier, { random }));
        assert.ok(decision.do === 'again' && decision.afterMs >= asked && decision.afterMs <= asked + 24_000);
      },
    ),
  );
});

test('429 with a time is taken twelve times, so that many jobs of one account get through', () => {
  assert.equal(decide(status(429, 1_000), at(10)).do, 'again');
  assert.deepEqual(decide(status(429, 1_000), at(11)), { do: 'stop', why: 'still 429 after 12 attempts' });
});

test('429 with a time over 120 s ends at once and names the time', () => {
  assert.equal(decide(status(429, 120_000), at(0)).do, 'again');
  assert.deepEqual(decide(status(429, 120_400), at(0)), {
    do: 'stop',
    why: 'the service asks to wait 120 s, longer than the 120 s allowed',
  });
  assert.deepEqual(decide(status(429, 999_999_999_000), at(0)), {
    do: 'stop',
    why: 'the service asks to wait 999999999 s, longer than the 120 s allowed',
  });
});

test('no wait goes beyond the limit of the run', () => {
  const beyond = { leftMs: 500, random: 0.5 };
  for (const ending of [{ kind: 'not_sent' } as const, status(429), status(429, 60_000)]) {
    const decision = decide(ending, at(0, beyond));
    assert.ok(decision.do === 'stop');
    assert.match(decision.why ?? '', /; a wait of \d+ s would go beyond the time left \(timeout-minutes\)$/);
  }
  assert.equal(decide({ kind: 'not_sent' }, at(0, { leftMs: 501 })).do, 'again');
  assert.equal(decide({ kind: 'not_sent' }, at(0, { leftMs: -5 })).do, 'stop');
});

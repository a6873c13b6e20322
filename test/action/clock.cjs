/**
 * Loaded before the action: a wait of it takes no time. Instead the clock of the stage, which its
 * sandbox goes by, is put forward, and the clock of this process with it. When a call to the
 * sandbox hangs, a time limit of up to a minute comes to its end at once.
 */
const { connect } = require('node:net');
const timers = require('node:timers/promises');

const { uptime } = process;
const { setTimeout, clearTimeout } = globalThis;
let aheadMs = 0;
process.uptime = () => uptime() + aheadMs / 1000;

/** Sends the stage a word. Calls `onEnd` when the stage closes the connection. */
function tell(word, onEnd) {
  return connect(Number(process.env['STAGE_CLOCK']), '127.0.0.1').on('close', onEnd).end(word);
}

timers.setTimeout = async (milliseconds) => {
  await new Promise((resolve) => tell(String(milliseconds), resolve));
  aheadMs += milliseconds;
};

/** The time limits that have not ended. undici's own timers are shorter. */
const limits = new Map();

globalThis.setTimeout = (work, milliseconds, ...args) => {
  const timer = setTimeout(work, milliseconds, ...args);
  if (milliseconds > 1_000 && milliseconds <= 60_000) limits.set(timer, { work, milliseconds });
  return timer;
};

globalThis.clearTimeout = (timer) => {
  limits.delete(timer);
  clearTimeout(timer);
};

tell('hangs?', () => {
  for (const [timer, { work, milliseconds }] of [...limits]) {
    globalThis.clearTimeout(timer);
    aheadMs += milliseconds;
    work();
  }
}).unref();

/**
 * Loaded before the action: a wait of it takes no time. Instead the clock of the stage, which its
 * sandbox goes by, is put forward, and the clock of this process with it.
 */
const { connect } = require('node:net');
const timers = require('node:timers/promises');

const { uptime } = process;
let aheadMs = 0;
process.uptime = () => uptime() + aheadMs / 1000;

timers.setTimeout = async (milliseconds) => {
  await new Promise((resolve) => {
    connect(Number(process.env['STAGE_CLOCK'])).on('close', resolve).end(String(milliseconds));
  });
  aheadMs += milliseconds;
};

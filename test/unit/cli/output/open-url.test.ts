import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { type Machine, openUrl } from '../../../../cli/output/open-url.ts';

const url = 'https://apps.example.com/a/tides';

/** How a started program ends: an exit code, an error, or not at all. */
type End = number | Error | 'runs on';

/** Opens an address on a machine that starts nothing, and returns what it would have started. */
async function open(parts: Partial<Machine> = {}, end: End = 0, address = url) {
  const started: { file: string; args: readonly string[]; options: unknown }[] = [];
  const timers = new Set<() => void>();
  const setTimer = (work: () => void) => {
    timers.add(work);
    return { clear: () => void timers.delete(work) };
  };
  const start: Machine['start'] = (file, args, options) => {
    started.push({ file, args, options });
    const child = Object.assign(new EventEmitter(), { unref: () => undefined });
    queueMicrotask(() => {
      if (end === 'runs on') for (const work of timers) work();
      else if (typeof end === 'number') child.emit('exit', end);
      else child.emit('error', end);
    });
    return child;
  };
  const machine: Machine = { platform: 'linux', env: {}, clock: { setTimer }, start, ...parts };
  const reason = await openUrl(address, machine);
  return { reason, started, timers: timers.size };
}

for (const [platform, env, file, args] of [
  ['darwin', {}, 'open', [url]],
  ['linux', {}, 'xdg-open', [url]],
  ['freebsd', {}, 'xdg-open', [url]],
  [
    'win32',
    { SystemRoot: 'D:\\Windows' },
    'D:\\Windows\\System32\\rundll32.exe',
    ['url.dll,FileProtocolHandler', url],
  ],
  ['win32', {}, 'C:\\Windows\\System32\\rundll32.exe', ['url.dll,FileProtocolHandler', url]],
] as const) {
  test(`an address is opened by ${file} on ${platform}, without a shell`, async () => {
    const { reason, started, timers } = await open({ platform, env });
    assert.equal(reason, null);
    assert.equal(timers, 0, 'no timer is left');
    assert.deepEqual(
      started.map((one) => [one.file, one.args]),
      [[file, args]],
    );
  });
}

test('a program that cannot be started at all is a reason, too', async () => {
  const start: Machine['start'] = () => {
    throw Object.assign(new Error('spawn xdg-open EPERM'), { code: 'EPERM' });
  };
  const { reason, timers } = await open({ start });
  assert.equal(reason, 'xdg-open: EPERM');
  assert.equal(timers, 0);
});

test('a browser gets no variable of ours, prints nothing, and goes on after the command', async () => {
  const env = { PATH: '/bin', MINIAPPS_API_KEY: 'secret', miniapps_slug: 'tides' };
  const { started } = await open({ env });
  assert.deepEqual(started[0]?.options, {
    detached: true,
    env: { PATH: '/bin' },
    stdio: 'ignore',
    windowsHide: true,
  });
});

test('a program that goes on running is the browser', async () => {
  assert.equal((await open({}, 'runs on')).reason, null);
});

test('the reason that an address was not opened names the program', async () => {
  const missing = Object.assign(new Error('spawn xdg-open ENOENT'), { code: 'ENOENT', errno: -2 });
  const denied = Object.assign(new Error('spawn open EACCES'), { code: 'EACCES', errno: -13 });
  assert.equal((await open({}, missing)).reason, 'this machine has no xdg-open');
  const refused = await open({ platform: 'darwin' }, denied);
  assert.equal(refused.reason, 'open: permission denied (EACCES)');
  assert.equal((await open({}, 3)).reason, 'xdg-open failed');
});

for (const address of [
  '',
  'javascript:alert(1)',
  'file:///etc/passwd',
  '--help',
  'https://apps.example.com/a/tides?x=$(id)',
  'https://apps.example.com/a/tides&calc',
]) {
  test(`nothing is started for the address ${JSON.stringify(address)}`, async () => {
    const { reason, started } = await open({}, 0, address);
    assert.equal(reason, 'its address is not a plain http address');
    assert.deepEqual(started, []);
  });
}

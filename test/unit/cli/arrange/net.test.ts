import assert from 'node:assert/strict';
import { test } from 'node:test';
import vm from 'node:vm';
import { makeNet, netPath } from '../../../../scripts/minify-net.ts';
import { readText } from '../../../support/repository.ts';

const net = readText(netPath);

test('net.min.js is made of net.js and intercept.js; else run "npm run build:net"', async () => {
  assert.equal(net, await makeNet());
});

test('the script net.js with the list of moved files is smaller than 4 KB', () => {
  const names = ['audio', 'data', 'favicon.ico', 'fonts', 'icons', 'images', 'js', 'logo.svg'];
  const comment = 80;
  assert.ok(`${net}(${JSON.stringify(names)});`.length + comment < 4096);
});

/** Runs the net as in a worker that is made of a blob. Returns a function that leads an address. */
function startNet(root: string, moved: readonly string[]): (address: unknown) => unknown {
  const found: unknown[] = [];
  const context = vm.createContext({ URL, fetch: (...args: unknown[]) => found.push(...args) });
  vm.runInContext(`${net.trim()}(${JSON.stringify(moved)}, ${JSON.stringify(root)})`, context);
  const load = vm.runInContext('fetch', context);
  return (address) => {
    load(address);
    return found.pop();
  };
}

test('the script net.js rewrites only the addresses of files that have moved', () => {
  const root = 'https://apps.test/mini/a/tides/';
  const moved = ['data', 'b c.json', 'mini', 'x'];
  const lead = startNet(root, moved);
  const rows: readonly (readonly [address: string, now: string | null])[] = [
    [`${root}data/1.json?x#y`, `${root}assets/data/1.json?x#y`],
    [`${root}data`, `${root}assets/data`],
    [`${root}b%20c.json`, `${root}assets/b%20c.json`],
    [`${root}b c.json`, `${root}assets/b%20c.json`],
    [`${root}mini/1.json`, `${root}assets/mini/1.json`],
    [`${root}./x/../data/1.json`, `${root}assets/data/1.json`],
    ['https://apps.test/data/1.json', `${root}assets/data/1.json`],
    ['https://apps.test/assets/1.js', `${root}assets/1.js`],
    ['./assets/1.js', `${root}assets/1.js`],
    ['https://apps.test/mini/1.json', null],
    ['https://apps.test/a/1.json', null],
    [`${root}assets/data/1.json`, null],
    [`${root}assets/assets/1.json`, null],
    [`${root}Data/1.json`, null],
    [`${root}datax`, null],
    [`${root}other/data`, null],
    [`${root}?data/1.json`, null],
    [root, null],
    [`${root}%`, null],
    ['https://other.test/data/1.json', null],
    ['data:text/plain,data', null],
    [`blob:${root}data`, null],
    // A worker that is made of a blob cannot resolve these.
    ['data/1.json', null],
  ];
  for (const [address, now] of rows) assert.equal(lead(address), now ?? address, address);
  for (const other of [{ method: 'GET' }, null, undefined, 7]) assert.equal(lead(other), other);
  assert.equal(lead(new URL(`${root}data`)), `${root}assets/data`);
});

test('the script net.js also works for an app at the root of its host', () => {
  const lead = startNet('https://tides.test/', ['data']);
  assert.equal(lead('https://tides.test/data/1'), 'https://tides.test/assets/data/1');
  assert.equal(lead('https://tides.test/assets/1'), 'https://tides.test/assets/1');
});

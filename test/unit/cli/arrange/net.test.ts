import assert from 'node:assert/strict';
import { test } from 'node:test';
import vm from 'node:vm';
import { makeNet, netPath } from '../../../../scripts/minify-net.ts';
import { readText } from '../../../support/repository.ts';

const net = readText(netPath);

test('net.min.js is made of net.js and intercept.js; else run "npm run build:net"', async () => {
  assert.equal(net, await makeNet());
});

test('the script net.js with the list of moved files is smaller than 7 KB', () => {
  const names = ['audio', 'data', 'favicon.ico', 'fonts', 'icons', 'images', 'js', 'logo.svg'];
  const comment = 80;
  assert.ok(`${net}(${JSON.stringify(names)});`.length + comment < 7168);
});

/** Runs the net as in a worker that is made of a blob. Returns a function that leads an address. */
function startNet(
  root: string,
  moved: readonly string[],
  pages: readonly string[] = [],
): (address: unknown) => unknown {
  const found: unknown[] = [];
  const context = vm.createContext({ URL, fetch: (...args: unknown[]) => found.push(...args) });
  const args = [moved, root, pages].map((each) => JSON.stringify(each));
  vm.runInContext(`${net.trim()}(${args.join()})`, context);
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
    ['/mini/a/tides./assets/1.js?x', `${root}assets/1.js?x`],
    ['https://apps.test/mini/a/tides./assets/1.js', `${root}assets/1.js`],
    ['data:text/css,p{background:url(./assets/1.png)}', null],
    ['https://other.test/?to=./assets/1.png', null],
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

test('the script net.js leads to pages whose addresses leave out the name of the file', () => {
  const root = 'https://apps.test/a/tides/';
  const pages = ['about/index.html', 'both.html', 'both/index.html', 'tides/dover.html', 'ü.html'];
  const lead = startNet(root, ['about', 'both', 'both.html', 'tides', 'ü.html'], pages);
  const rows = [
    ['https://apps.test/', root],
    ['https://apps.test/?x#y', `${root}?x#y`],
    ['https://apps.test/a/tides', root],
    ['https://apps.test/a/tides?x', `${root}?x`],
    ['https://apps.test/a/tides.txt?x', `${root}assets/index.txt?x`],
    ['https://apps.test/a/tides2', 'https://apps.test/a/tides2'],
    ['https://apps.test/about/', `${root}assets/about/index.html`],
    ['https://apps.test/about?x#y', `${root}assets/about/index.html?x#y`],
    [`${root}about/`, `${root}assets/about/index.html`],
    [`${root}assets/about`, `${root}assets/about/index.html`],
    [`${root}both`, `${root}assets/both.html`],
    [`${root}both/`, `${root}assets/both/index.html`],
    [`${root}tides/dover`, `${root}assets/tides/dover.html`],
    [`${root}tides/dover.html`, `${root}assets/tides/dover.html`],
    [`${root}tides/`, `${root}assets/tides/`],
    [`${root}ü`, `${root}assets/%C3%BC.html`],
    [`${root}assets/tides/dover.html`, `${root}assets/tides/dover.html`],
    [`${root}none/`, `${root}none/`],
    [`${root}none`, `${root}none`],
  ];
  for (const [address, now] of rows) assert.equal(lead(address), now, address);
});

test('the script net.js finds node_modules in the folder that arrange gives it', () => {
  const lead = startNet('https://apps.test/a/tides/', ['node_modules', 'lib']);
  const rows = [
    ['node_modules/a/b.js', 'assets/modules/a/b.js'],
    ['lib/node_modules/a/node_modules/b.js', 'assets/lib/modules/a/modules/b.js'],
    ['lib/x.js?node_modules', 'assets/lib/x.js?node_modules'],
  ];
  for (const [address, now] of rows)
    assert.equal(lead(`https://apps.test/a/tides/${address}`), `https://apps.test/a/tides/${now}`);
});

test('the script net.js changes only the address of a call, and runs once', () => {
  const calls: unknown[][] = [];
  class XMLHttpRequest {
    open(...args: unknown[]): void {
      calls.push(args);
    }
  }
  class EventSource {
    constructor(...args: unknown[]) {
      calls.push(args);
    }
  }
  const load = (...args: unknown[]) => calls.push(args);
  const context = vm.createContext({
    URL,
    fetch: load,
    XMLHttpRequest,
    EventSource,
    importScripts: load,
  });
  const root = 'https://apps.test/a/tides/';
  const start = `${net.trim()}(["data"], "${root}")`;
  vm.runInContext(`${start};${start}`, context);
  const asked = `${root}data/1`;
  const now = `${root}assets/data/1`;
  vm.runInContext(
    `fetch('${asked}', '${asked}'); new XMLHttpRequest().open('${asked}', '${asked}', '${asked}');
    new EventSource('${asked}', '${asked}'); importScripts('${asked}', '${asked}')`,
    context,
  );
  assert.deepEqual(calls, [
    [now, asked],
    [asked, now, asked],
    [now, asked],
    [now, now],
  ]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import vm from 'node:vm';
import { inlinePage } from '../../../../cli/page/inline.ts';
import { readText } from '../../../support/repository.ts';

const base = 'https://apps.test/a/tides/';
const types: Readonly<Record<string, string>> = {
  css: 'text/css',
  html: 'text/html',
  js: 'text/javascript',
  json: 'application/json',
  png: 'image/png',
};

type Files = Readonly<Record<string, string>>;

/** A request of the browser itself: the arguments that got to it. */
type NativeCall = readonly unknown[];

/** A worker with the runtime, and the calls that it has passed on to the browser. */
interface RunningWorker {
  /** Returns the value of an expression in the worker. */
  readonly evaluate: (code: string) => ReturnType<typeof vm.runInContext>;
  readonly calls: NativeCall[];
  /** Returns the text behind a blob: address. */
  readonly readBlob: (address: string) => Promise<string>;
}

/** Runs the runtime as in a worker, without a page. */
function startRuntime(texts: Files, here = 'assets/worker.js'): RunningWorker {
  const blobs = new Map<string, Blob>();
  const calls: NativeCall[] = [];
  class BlobUrl extends URL {
    static override createObjectURL(blob: Blob): string {
      const address = `blob:${blobs.size}`;
      blobs.set(address, blob);
      return address;
    }
  }
  class NativeWorker {
    constructor(...args: unknown[]) {
      calls.push(['Worker', ...args]);
    }
  }
  class NativeXhr {
    get status() {
      return 200;
    }
    open(...args: unknown[]) {
      calls.push(['open', ...args]);
    }
  }
  const handed = { base, here: base + here, href: base + here, isShared: false, isModule: false };
  const globals: Record<string, unknown> = {
    __miniapp: handed,
    URL: BlobUrl,
    Worker: NativeWorker,
    XMLHttpRequest: NativeXhr,
    fetch: async (...args: unknown[]) => calls.push(['fetch', ...args]),
    importScripts: (...args: unknown[]) => calls.push(['importScripts', ...args]),
    ...{ Blob, Headers, Request, Response, atob, DOMException },
  };
  const context = vm.createContext(globals);
  const evaluate = (code: string) => vm.runInContext(code, context);
  evaluate(readScript(texts));
  const readBlob = async (address: string) => (await blobs.get(address)?.text()) ?? '';
  return { evaluate, calls, readBlob };
}

/** Returns the script of a page with these files. */
function readScript(texts: Files): string {
  const files = Object.entries({ 'index.html': '', ...texts }).map(([path, text]) => {
    const type = types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    return { path, type, bytes: text.length, content: Buffer.from(text, 'latin1') };
  });
  const runtime = `${readText('cli/files/intercept.js')}\n${readText('cli/page/runtime.js')}`;
  const { html } = inlinePage({ files, runtime, commit: '' });
  return html.slice(html.indexOf('<script>') + '<script>'.length, html.lastIndexOf('</script>'));
}

test('fetch of a file of the app gets the response of a server', async () => {
  const { evaluate, calls } = startRuntime({
    'assets/a.txt': 'abcdef',
    'assets/b c#.json': '{}',
    'assets/d.png': '\xff\x00',
  });
  const rows = [
    ['a.txt', {}, 200, '6', null, 'abcdef'],
    ['../assets/a.txt?x=1#y', {}, 200, '6', null, 'abcdef'],
    [`${base}assets/b%20c%23.json`, {}, 200, '2', null, '{}'],
    [new URL('d.png', `${base}assets/`), {}, 200, '2', null, '\ufffd\u0000'],
    ['a.txt', { method: 'HEAD' }, 200, '6', null, ''],
    ['a.txt', { method: 'POST' }, 405, null, null, ''],
    ['none.txt', {}, 404, null, null, ''],
    ['a.txt', { headers: { range: 'bytes=2-3' } }, 206, '2', 'bytes 2-3/6', 'cd'],
    ['a.txt', { headers: { range: 'bytes=-2' } }, 206, '2', 'bytes 4-5/6', 'ef'],
    ['a.txt', { headers: { range: 'bytes=4-' } }, 206, '2', 'bytes 4-5/6', 'ef'],
    ['a.txt', { headers: { range: 'bytes=4-99' } }, 206, '2', 'bytes 4-5/6', 'ef'],
    ['a.txt', { headers: { range: 'bytes=9-' } }, 200, '6', null, 'abcdef'],
    ['a.txt', { headers: { range: 'lines=1-2' } }, 200, '6', null, 'abcdef'],
  ] as const;
  for (const [input, init, status, length, range, text] of rows) {
    const response = await evaluate('fetch')(input, init);
    const { headers } = response;
    const seen = [headers.get('content-length'), headers.get('content-range')];
    assert.deepEqual(
      [response.status, ...seen, await response.text()],
      [status, length, range, text],
      String(input),
    );
  }
  const request = new Request(`${base}assets/a.txt`);
  assert.equal((await evaluate('fetch')(request)).url, `${base}assets/a.txt`);
  const aborted = evaluate('fetch')('a.txt', { signal: AbortSignal.abort() });
  await assert.rejects(aborted, { name: 'AbortError' });
  assert.deepEqual(calls, []);
});

test('requests outside of the app are passed to the browser unchanged', async () => {
  const { evaluate, calls } = startRuntime({ 'assets/a.js': '' });
  const outside = [
    'https://example.test/a.js',
    '/a/other/a.js',
    '../../a.js',
    'data:text/plain,x',
    'blob:https://apps.test/1',
    'https://apps.test/%',
    'http://[',
  ];
  for (const address of outside) {
    await evaluate('fetch')(address);
    evaluate('importScripts')(address);
    new (evaluate('XMLHttpRequest'))().open('GET', address);
  }
  const expected = outside.flatMap((address) => [
    ['fetch', address, undefined],
    ['importScripts', address],
    ['open', 'GET', address],
  ]);
  assert.deepEqual(calls, expected);
});

test('an XMLHttpRequest for a file loads its blob and has the status and URL of the file', async () => {
  const { evaluate, calls, readBlob } = startRuntime({ 'assets/a.txt': 'abc' });
  const found = new (evaluate('XMLHttpRequest'))();
  found.open('POST', 'a.txt', true);
  assert.equal(found.status, 405);
  found.open('HEAD', 'none.txt', true);
  assert.equal(found.status, 404);
  found.open('GET', 'a.txt', true);
  assert.equal(found.status, 200);
  const [name, method, address, isAsync] = calls.at(-1) ?? [];
  assert.deepEqual([name, method, isAsync], ['open', 'GET', true]);
  assert.equal(await readBlob(String(address)), 'abc');
});

test('modules of a worker import each other as blobs, even in a cycle', async () => {
  const { evaluate, readBlob } = startRuntime({
    'assets/a.js': 'import { b } from "./b.js"; export const a = 1;',
    'assets/b.js': 'import { a } from "./a.js"; import "./c.js"; export let b = a;',
    'assets/c.js': 'export default 3',
  });
  const { find } = evaluate('__miniapp');
  assert.equal(find('assets/a.js', 'lodash'), 'lodash');
  assert.equal(find('assets/a.js', './none.js'), `${base}assets/none.js`);
  const a = await readBlob(find('assets/a.js', './a.js'));
  const [, bAddress = ''] = /from "(blob:\d+)"/.exec(a) ?? [];
  assert.match(a, /__miniapp\.fill\("assets\/a\.js",import\.meta\.url\);$/);
  const b = await readBlob(bAddress);
  const [, standInAddress = '', cAddress = ''] =
    /from "(blob:\d+)"; import "(blob:\d+)"/.exec(b) ?? [];
  assert.equal(await readBlob(cAddress), 'export default 3');
  const standIn = 'let $0;export{$0 as a};__miniapp.wait("assets/a.js",(all)=>{$0=all.a;})';
  assert.equal(await readBlob(standInAddress), standIn);
});

test('a worker starts with the runtime and its own script, from a file or a blob', async () => {
  const { evaluate, calls, readBlob } = startRuntime({ 'assets/w.js': '' }, 'index.html');
  new (evaluate('Worker'))('assets/w.js', { type: 'module', name: 'w' });
  new (evaluate('Worker'))('assets/w.js?x#y');
  new (evaluate('Worker'))('https://example.test/w.js');
  const [first, second, third] = calls;
  const read = async (call: NativeCall | undefined) => readBlob(String(call?.[1]));
  assert.deepEqual(JSON.stringify(first?.[2]), '{"type":"classic","name":"w"}');
  assert.match(
    await read(first),
    /^globalThis\.__miniapp = \{"base":.*\n__miniapp\.run\(null\);$/s,
  );
  assert.match(await read(second), /\nimportScripts\("https:.*\/assets\/w\.js\?x#y"\);$/);
  assert.deepEqual(third, ['Worker', 'https://example.test/w.js', undefined]);
});

test('import.meta.url of a module is the URL of its file', () => {
  const { evaluate } = startRuntime({ 'assets/a.js': '' });
  const meta = evaluate('__miniapp').meta({}, 'assets/a.js');
  assert.equal(meta.url, `${base}assets/a.js`);
  assert.equal(meta.resolve('../b.png'), `${base}b.png`);
});

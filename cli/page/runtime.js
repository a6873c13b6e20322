// Runs first in a page of `miniapp-deploy page`, and in its workers. It writes the page of the app
// (`config.page`), and serves from `config.files` what the scripts of the app load by a relative
// address. inline.ts puts this text into a function `start(config)`, behind the functions of
// src/web/addresses.ts, applyEdits, and the text of cli/files/intercept.js.

const inWorker = typeof document === 'undefined';
/**
 * The values that a page hands to its worker: the base, and the addresses of the worker (`href`)
 * and of the file that it runs (`here`). Undefined in the page.
 */
const given = globalThis.__miniapp;
/** The address of the folder of the app. */
const base = given?.base ?? findBase();
/** The address that relative addresses are resolved against. */
const here = given?.here ?? base;
/**
 * The name of this file. A script that builds an address from `location` may put this name in front
 * of a path.
 */
const ownName = inWorker ? '' : location.pathname.slice(location.pathname.lastIndexOf('/') + 1);
const files = new Map(config.files.map((file) => [file.path, file]));
const attributes = Object.assign(Object.create(null), config.attributes);
/** The prefix of the attributes that keep addresses as the app wrote them. */
const mark = 'data-miniapp-';
/** The functions of the browser itself, before they are replaced below. */
const { getAttribute, setAttribute } = inWorker ? {} : Element.prototype;
const { write } = inWorker ? {} : Document.prototype;
const setHtml = inWorker
  ? null
  : Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML').set;

function findBase() {
  try {
    return new URL('.', document.baseURI).href;
  } catch {
    // A page at a blob: address has no folder.
    return 'https://page.invalid/';
  }
}

// Addresses

/** Returns the address of a path in the folder. It can stand between quotes. */
function toHref(path) {
  return base + encodeURI(path).replace(/[?#']/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
}

/**
 * Adds https: to `//host`, which would be a path on the disk in a page that is opened from disk.
 */
function addScheme(address) {
  const isBare = base.startsWith('file:') && /^\s*\/\//.test(address);
  return isBare ? `https:${String(address).trim()}` : address;
}

function resolve(address, from = here) {
  return new URL(addScheme(address), from);
}

/** Returns the path in the folder that an address leads to, or null if it leads elsewhere. */
function toPath(address, from = here) {
  if (/^\s*(?:data|blob|javascript|about|mailto):/i.test(String(address))) return null;
  try {
    const [href] = resolve(address, from).href.split(/[?#]/);
    if (!href.startsWith(base)) return null;
    const path = decodeURIComponent(href.slice(base.length));
    if (ownName === '' || !path.startsWith(ownName)) return path;
    const short = path.slice(ownName.length).replace(/^\//, '');
    return files.has(short) ? short : path;
  } catch {
    return null;
  }
}

function findFile(address, from = here) {
  const path = toPath(address, from);
  return path === null ? undefined : files.get(path);
}

/**
 * Returns the blob: address of the file that an address leads to, with its fragment, or the address
 * itself if there is no such file.
 */
function toAddress(address, from = here) {
  const file = findFile(address, from);
  if (file === undefined) return addScheme(address);
  const fragment = /#[^#]*$/.exec(String(address))?.[0] ?? '';
  return toBlobAddress(file) + fragment;
}

function makeBlobAddress(content, type = 'text/javascript') {
  return URL.createObjectURL(new Blob([content], { type }));
}

/** The blob: addresses by path. */
const blobAddresses = new Map();
/** Maximum depth of style sheets that import each other: more would overflow the stack. */
const maxStyleDepth = 64;
let styleDepth = 0;

/**
 * Returns the blob: address of a file. The addresses in its content are replaced, so that they lead
 * to other blobs.
 */
function toBlobAddress(file) {
  const known = blobAddresses.get(file.path);
  if (known !== undefined) return known;
  if (styleDepth === maxStyleDepth) return 'data:text/css,';
  // Until its address is known, an empty style sheet stands in for the file, since it may import
  // itself.
  blobAddresses.set(file.path, 'data:text/css,');
  styleDepth += 1;
  const address = makeBlobAddress(toBody(file), file.type);
  styleDepth -= 1;
  blobAddresses.set(file.path, address);
  return address;
}

function toBody(file) {
  if (file.type === 'text/css' && !file.isBase64)
    return rewriteStyle(file.content, toHref(file.path));
  if (file.edits.length === 0) return toContent(file);
  // The import map leads from these addresses to the blobs.
  return editFile(file, (target) => toHref(target));
}

/** Returns the content of a file as it is on disk. */
function toContent(file) {
  if (!file.isBase64) return file.content;
  const fromBase64 = Uint8Array.fromBase64?.(file.content);
  return fromBase64 ?? Uint8Array.from(atob(file.content), (character) => character.charCodeAt(0));
}

/** Applies the edits of a file. An edit with a target gets its text from `toText`. */
function editFile(file, toText) {
  const edits = file.edits.map((edit) => {
    if (edit.target === null) return edit;
    return { ...edit, text: toText(edit.target) + edit.text };
  });
  return applyEdits(file.content, edits);
}

/** Replaces the addresses at the given places of a text. */
function replaceAddresses(text, spans, change) {
  const edits = spans.map(({ start, end }) => {
    return { start, end, text: change(text.slice(start, end)) };
  });
  return applyEdits(text, edits);
}

function rewriteStyle(css, from = here) {
  return replaceAddresses(css, scanStyle(css), (written) => {
    const address = unescapeCss(written);
    const changed = toAddress(address, from);
    return changed === address ? written : changed;
  });
}

function toStyle(css) {
  return typeof css === 'string' ? rewriteStyle(css) : css;
}

function toSrcset(srcset) {
  return replaceAddresses(srcset, scanSrcset(srcset), (address) => toAddress(address));
}

// Modules

/** The functions that edited scripts call. */
globalThis.__miniapp = {
  /** Returns the address for an `import(…)` in the file at this path. */
  find(path, specifier) {
    const isAddress = /^(?:\.{0,2}\/|[a-z][a-z\d+.-]*:)/i.test(String(specifier));
    if (!isAddress) return specifier;
    const from = toHref(path);
    const file = findFile(specifier, from);
    if (file === undefined) return resolve(specifier, from).href;
    return inWorker ? toWorkerModule(file.path) : toHref(file.path);
  },
  /** Registers the function that sets the exports of a stand-in; see toStandIn. */
  wait: (path, set) => circles.get(path).push(set),
  /** Sets the exports of all stand-ins of a module that has been loaded. */
  fill(path, address) {
    const setAll = (exports) => {
      for (const set of circles.get(path)) set(exports);
    };
    // Firefox cannot import a module while it runs.
    const later = Promise.resolve().then(() => import(address));
    filled.push(later.then(setAll));
  },
  run: runModule,
  /** Replaces `import(…)` in a script that is not a file. */
  load: (specifier, options) => import(globalThis.__miniapp.find('', specifier), options),
  /** Returns the `import.meta` of a file. */
  meta(meta, path) {
    const url = toHref(path);
    return Object.assign(meta, { url, resolve: (specifier) => new URL(specifier, url).href });
  },
};

const moduleAddresses = new Map();
/**
 * Modules of a worker that import each other in a cycle get stand-ins. The map leads from the path
 * of a module to the functions that set the exports of its stand-ins.
 */
const circles = new Map();
/**
 * A promise for each module: it resolves when the placeholders in the code of the module are
 * replaced.
 */
const filled = [];

/**
 * Returns the blob: address of a module for a worker. Workers have no import map, so the address is
 * written into each module that imports it. `above`: the modules that are being written.
 */
function toWorkerModule(path, above = []) {
  if (above.includes(path)) return toStandIn(path);
  const known = moduleAddresses.get(path);
  if (known !== undefined) return known;
  const file = files.get(path);
  const code = file.isBase64
    ? toContent(file)
    : editFile(file, (target) => toWorkerModule(target, [...above, path]));
  const isInCircle = circles.has(path);
  const end = isInCircle ? `\n;__miniapp.fill(${JSON.stringify(path)},import.meta.url);` : '';
  const address = makeBlobAddress(new Blob([code, end]), file.type);
  moduleAddresses.set(path, address);
  return address;
}

/**
 * Returns the address of a module that stands in for one in an import cycle. It has the same
 * exports, which are set once that module has been loaded.
 */
function toStandIn(path) {
  if (!circles.has(path)) circles.set(path, []);
  const names = files.get(path).exports;
  const places = names.map((name, index) => `let $${index};export{$${index} as ${name}};`).join('');
  const set = names.map((name, index) => `$${index}=all.${name};`).join('');
  return makeBlobAddress(`${places}__miniapp.wait(${JSON.stringify(path)},(all)=>{${set}})`);
}

/**
 * Returns the data: address of a module for a worklet. A worklet has neither an import map nor this
 * script, so its modules are written into each other, with no other edits.
 */
function toWorkletModule(path, above = []) {
  if (above.includes(path))
    throw new Error(`${path} is in an import cycle, which a worklet in this page cannot load.`);
  const file = files.get(path);
  const edits = file.edits.filter((edit) => edit.target !== null);
  const code = editFile({ content: file.content, edits }, (target) =>
    toWorkletModule(target, [...above, path]),
  );
  return `data:${file.type};charset=utf-8,${encodeURIComponent(code).replaceAll("'", '%27')}`;
}

function toWorkletScript(address) {
  const file = findFile(address);
  return file === undefined ? toAddress(address) : toWorkletModule(file.path);
}

/** Adds an import map that leads from the address of each module to its blob. */
function addImportMap() {
  const modules = [...files.values()].filter((file) =>
    /javascript$|json$|^text\/css$/.test(file.type),
  );
  const maps = config.imports.map(readImportMap);
  const imports = Object.fromEntries(
    modules.map((file) => [toHref(file.path), toBlobAddress(file)]),
  );
  for (const map of maps) Object.assign(imports, toBlobImports(map.imports));
  const script = document.createElement('script');
  script.type = 'importmap';
  script.textContent = JSON.stringify({ imports, scopes: toBlobScopes(maps, modules) });
  document.head.append(script);
  script.remove();
}

/** Parses an import map; a text that is not one is an empty map. */
function readImportMap(text) {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

/**
 * Returns the imports of an import map with the addresses of blobs. An import that leads to a
 * folder gets an entry for each file in it.
 */
function toBlobImports(imports) {
  const entries = {};
  for (const [key, address] of Object.entries(imports ?? {})) {
    if (!key.endsWith('/')) {
      entries[key] = toAddress(address);
      continue;
    }
    entries[key] = address;
    const folder = toPath(address);
    for (const file of files.values()) {
      if (folder !== null && file.path.startsWith(folder))
        entries[key + encodeURI(file.path.slice(folder.length))] = toBlobAddress(file);
    }
  }
  return entries;
}

/**
 * Returns the scopes of import maps, with a further scope for the blob of each module that is
 * inside one of the scopes.
 */
function toBlobScopes(maps, modules) {
  const scopes = {};
  const written = maps.flatMap((map) => Object.entries(map.scopes ?? {}));
  // If a module is in two scopes, the narrower one wins, which has the longer name.
  for (const [key, imports] of written.sort(([one], [other]) => one.length - other.length)) {
    const path = toPath(key);
    const inside = modules.filter((file) => {
      return file.path === path || (key.endsWith('/') && file.path.startsWith(path));
    });
    for (const scope of [key, ...inside.map(toBlobAddress)])
      scopes[scope] = { ...scopes[scope], ...toBlobImports(imports) };
  }
  return scopes;
}

// Requests

/**
 * Replaces parts of a property that an object or one of its prototypes has. `make` gets the
 * property descriptor and returns the parts to replace.
 */
function redefine(object, name, make) {
  let owner = object ?? null;
  while (owner !== null && !Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner);
  if (owner === null) return;
  const property = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, { ...property, ...make(property) });
}

/** Returns the response that a server would give. */
function answer(path, method, range = '') {
  const file = files.get(path);
  const type = file?.type ?? 'text/plain';
  if (file === undefined) return refuse(404, 'Not Found', type);
  if (!/^(?:GET|HEAD)$/i.test(method)) return refuse(405, 'Method Not Allowed', type);
  const whole = new Blob([toContent(file)], { type });
  const [start, end] = readRange(range, whole.size);
  const headers = {
    'content-type': type,
    'content-length': String(end - start),
    'accept-ranges': 'bytes',
  };
  const body = /^HEAD$/i.test(method) ? '' : whole.slice(start, end, type);
  if (end - start === whole.size) return { status: 200, statusText: 'OK', body, headers };
  headers['content-range'] = `bytes ${start}-${end - 1}/${whole.size}`;
  return { status: 206, statusText: 'Partial Content', body, headers };
}

function refuse(status, statusText, type) {
  return { status, statusText, body: '', headers: { 'content-type': type } };
}

/** Returns the bytes that a Range header asks for: all of them if it cannot be parsed. */
function readRange(range, size) {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? ['', '', ''];
  const start = first === '' ? size - Number(last || size) : Number(first);
  const end = first !== '' && last !== '' ? Math.min(size, Number(last) + 1) : size;
  return start >= 0 && start < end ? [start, end] : [0, size];
}

function wrapFetch() {
  redefine(globalThis, 'fetch', ({ value: load }) => ({
    async value(input, init) {
      const request = input instanceof Request ? input : null;
      const path = toPath(request?.url ?? input);
      if (path === null) return load(request ?? toAddress(input), init);
      (init?.signal ?? request?.signal)?.throwIfAborted();
      const headers = new Headers(init?.headers ?? request?.headers);
      const method = init?.method ?? request?.method ?? 'GET';
      const { body, ...head } = answer(path, method, headers.get('range') ?? '');
      const url = resolve(request?.url ?? input).href;
      return Object.defineProperty(new Response(body, head), 'url', { value: url });
    },
  }));
}

function wrapXmlHttpRequest() {
  const { prototype } = globalThis.XMLHttpRequest ?? {};
  const answers = new WeakMap();
  wrap(prototype, 'open', ([method, address, ...more], request) => {
    const path = toPath(address);
    answers.delete(request);
    if (path === null) return [method, toAddress(address), ...more];
    const { body, ...head } = answer(path, method);
    answers.set(request, { ...head, responseURL: resolve(address).href.split('#')[0] });
    return ['GET', makeBlobAddress(body, head.headers['content-type']), ...more];
  });
  // Before the headers have come, and after a failure, the empty value of the browser is right.
  for (const name of ['status', 'statusText', 'responseURL'])
    redefine(prototype, name, ({ get: read }) => ({
      get() {
        const native = read.call(this);
        return native && (answers.get(this)?.[name] ?? native);
      },
    }));
  redefine(prototype, 'getResponseHeader', ({ value: read }) => ({
    value(name) {
      const native = read.call(this, name);
      return native && (answers.get(this)?.headers[String(name).toLowerCase()] ?? native);
    },
  }));
}

// Workers

function wrapWorkers() {
  if (globalThis.SharedWorker) replaceSharedWorker();
  wrap(globalThis, 'Worker', (args) => startWorker(args));
}

/** Reads the script at a blob: or data: address. */
function readScript(address) {
  const request = new XMLHttpRequest();
  request.open('GET', address, false);
  request.send();
  return request.responseText;
}

/**
 * Returns the arguments for a worker that runs this script before its own script, which is a file
 * or is at a blob: or data: address.
 */
function startWorker([address, options], isShared = false) {
  const file = findFile(address);
  const isInline = /^\s*(?:blob|data):/i.test(String(address));
  if (file === undefined && !isInline) return [toAddress(address), options];
  const { href } = resolve(address);
  const code = file === undefined ? readScript(href) : null;
  const isModule = options?.type === 'module';
  const workerHere = file === undefined ? base : toHref(file.path);
  const handed = { base, href, isShared, isModule, here: workerHere };
  const workerConfig = { ...config, page: null };
  const runtime = `globalThis.__miniapp = ${JSON.stringify(handed)};(${start})(${JSON.stringify(workerConfig)});`;
  const classic = code === null ? `importScripts(${JSON.stringify(href)});` : rewriteScript(code);
  const own = isModule ? `__miniapp.run(${JSON.stringify(code)});` : classic;
  return [makeBlobAddress(`${runtime}\n${own}`), { ...options, type: 'classic' }];
}

/**
 * Runs modules in a classic worker, since a page on disk cannot start a module worker. Messages
 * wait until the modules have run.
 */
async function runModule(code) {
  const held = [];
  const hold = (event) => {
    event.stopImmediatePropagation();
    held.push(event);
  };
  addEventListener('message', hold);
  try {
    const isFile = code === null;
    await import(
      isFile ? toWorkerModule(toPath(given.href)) : makeBlobAddress(rewriteScript(code))
    );
    await Promise.all(filled);
  } catch (error) {
    reportError(error);
  }
  removeEventListener('message', hold);
  if (given.isShared) acceptPorts();
  for (const { data, ports } of held) dispatchEvent(new MessageEvent('message', { data, ports }));
}

/** Makes each SharedWorker one of this page: pages on disk cannot share workers. */
function replaceSharedWorker() {
  const { Worker } = globalThis;
  const workers = new Map();
  const connect = (address, options) => {
    const key = `${resolve(address).href} ${options.name ?? ''}`;
    if (!workers.has(key)) workers.set(key, new Worker(...startWorker([address, options], true)));
    return workers.get(key);
  };
  globalThis.SharedWorker = class SharedWorker extends EventTarget {
    onerror = null;
    constructor(address, options) {
      super();
      const named = typeof options === 'string' ? { name: options } : (options ?? {});
      const worker = connect(address, named);
      worker.addEventListener('error', (event) => this.onerror?.(event));
      const { port1, port2 } = new MessageChannel();
      worker.postMessage('connect', [port2]);
      this.port = port1;
    }
  };
}

/** In the worker behind a SharedWorker, each message brings the port of a page that connects. */
function acceptPorts() {
  addEventListener('message', (event) => {
    event.stopImmediatePropagation();
    const { ports } = event;
    const connected = new MessageEvent('connect', { data: '', ports, source: ports[0] });
    globalThis.onconnect?.(connected);
    dispatchEvent(connected);
  });
}

/**
 * Replaces the addresses of the imports in a script that is not a file, so that they lead to the
 * files of the app folder.
 */
function rewriteScript(code) {
  const imported = /(?<![\w$.])(from|import)\s*(["'])([^"'\n]+)\2/g;
  return code
    .replace(/(?<![\w$.])import\s*\(/g, '__miniapp.load(')
    .replace(imported, (whole, word, quote, address) => {
      const file = findFile(address);
      return file === undefined ? whole : `${word} ${quote}${toWorkerModule(file.path)}${quote}`;
    });
}

// Elements

/**
 * Returns the value for an attribute in place of the written one, which is kept in another
 * attribute.
 */
function toAttribute(element, name, value) {
  if (name === 'style') return toStyle(value);
  if (!isLoading(element, name)) return value;
  const written = String(value);
  const changed = changeValue(element, name, written);
  if (changed === written) {
    element.removeAttribute(mark + name);
    return value;
  }
  setAttribute.call(element, mark + name, written);
  return changed;
}

function changeValue(element, name, written) {
  if (name.endsWith('srcset')) return toSrcset(written);
  if (name === 'srcdoc') return toPage(written);
  // A page in a frame would need its own files inlined.
  const isPage = element.localName === 'iframe' && findFile(written)?.type === 'text/html';
  return isPage ? 'about:blank' : toAddress(written);
}

/** Lets scripts read the addresses of elements as they were written, not the addresses of blobs. */
function showWrittenAddresses() {
  const { prototype } = Element;
  prototype.getAttribute = function (name) {
    const written = isLoading(this, name) ? getAttribute.call(this, mark + name) : null;
    return written ?? getAttribute.call(this, name);
  };
  for (const [name, elements] of Object.entries(attributes))
    for (const element of elements.split(' '))
      redefine(document.createElement(element), name, ({ get: read }) => ({
        get() {
          const native = read.call(this);
          const written = getAttribute.call(this, mark + name);
          if (written === null || typeof native !== 'string') return native;
          return /^(?:src|href|poster|data)$/.test(name) ? resolve(written).href : written;
        },
      }));
}

const attributeNames = Object.keys(attributes);
const mayLoad = new RegExp(`\\b(?:${attributeNames.join('|')}|style)\\s*=|<style`, 'i');
const loadingSelector = [
  'style',
  '[style]',
  ...attributeNames.map((name) => `[*|${name.replace('xlink:', '')}]`),
].join();

/** Returns the markup that a script writes, with its addresses replaced by those of blobs. */
function toMarkup(html) {
  const text = String(html ?? '');
  if (!mayLoad.test(text)) return html;
  const template = document.createElement('template');
  setHtml.call(template, text);
  return fixAll(template.content) ? template.innerHTML : html;
}

/** Returns the page of a `srcdoc`, with its addresses replaced by those of blobs. */
function toPage(html) {
  const page = new DOMParser().parseFromString(html, 'text/html');
  return fixAll(page) ? `<!doctype html>${page.documentElement.outerHTML}` : html;
}

/**
 * Marks the end of markup: the browser closes elements that the markup leaves open after this mark.
 */
const endOfMarkup = `<!--${mark}end-->`;

/**
 * Returns markup for `document.write`. The opening and the closing tag of an element may be in
 * different calls.
 */
function toWrittenMarkup(html) {
  const text = String(html);
  // The text before the first opening tag stays as it is, since closing tags without their elements
  // would get lost.
  const start = text.search(/<[^/]|$/);
  const changed = toMarkup(text.slice(start) + endOfMarkup);
  const end = changed.lastIndexOf(endOfMarkup);
  // An unfinished tag stays: its element is fixed once it is in the page.
  return end < 0 ? html : text.slice(0, start) + changed.slice(0, end);
}

function listLoading(root) {
  return [...root.querySelectorAll(loadingSelector)];
}

/** Fixes the elements below a node. Returns true if any has changed. */
function fixAll(root) {
  return listLoading(root).map(fix).includes(true);
}

/**
 * Replaces the addresses in the attributes and the style of an element by the addresses of blobs.
 * Returns true if anything has changed.
 */
function fix(element) {
  let isChanged = fixStyle(element);
  for (const name of attributeNames) {
    const value = isLoading(element, name) ? getAttribute.call(element, name) : null;
    const isFixed = getAttribute.call(element, mark + name) !== null;
    if (value === null || isFixed) continue;
    const changed = toAttribute(element, name, value);
    if (changed === value) continue;
    setAttribute.call(element, name, changed);
    isChanged = true;
  }
  return isChanged;
}

function fixStyle(element) {
  if (element.localName === 'style') {
    const css = rewriteStyle(element.textContent);
    if (css === element.textContent) return false;
    element.textContent = css;
    return true;
  }
  const written = getAttribute.call(element, 'style') ?? '';
  if (!/url\(|image-set\(/i.test(written)) return false;
  const style = rewriteStyle(written);
  if (style !== written) setAttribute.call(element, 'style', style);
  return style !== written;
}

/** Fixes elements that are added to the page or a shadow root without an intercepted call. */
function watch() {
  const options = { childList: true, subtree: true, attributes: true, attributeFilter: ['style'] };
  const observer = new MutationObserver((records) => {
    for (const { target } of records) if (target instanceof Element) fixStyle(target);
    const added = records.flatMap((record) => [...record.addedNodes]);
    for (const node of added.filter((each) => each instanceof Element)) {
      fix(node);
      fixAll(node);
    }
  });
  observer.observe(document, options);
  redefine(Element.prototype, 'attachShadow', ({ value: attach }) => ({
    value(init) {
      const root = attach.call(this, init);
      observer.observe(root, options);
      return root;
    },
  }));
}

// The page around the app

let bar;

/** Shows a text in a thin bar at the edge of the page. */
function showBar(text) {
  bar ??= makeBar();
  bar.words.textContent = text;
  document.documentElement.append(bar.host);
}

function makeBar() {
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  root.innerHTML = `<style>
      div { all: initial; position: fixed; inset: auto 0 0; z-index: 2147483647; display: flex; gap: 8px; padding: 3px 8px;
        font: 12px/1.5 system-ui, sans-serif; color: #fff; background: #24292f; }
      span { flex: 1; overflow-wrap: anywhere; }
      button { all: unset; cursor: pointer; padding: 0 6px; }
      button:focus-visible { outline: 1px solid #fff; }
      @media print { div { display: none; } }
    </style><div role="status"><span></span><button type="button" aria-label="Hide this bar">\u00d7</button></div>`;
  root.querySelector('button').addEventListener('click', () => host.remove());
  return { host, words: root.querySelector('span') };
}

/**
 * Opens the file that a link leads to. For a link to another page, the bar shows that the page is
 * not here.
 */
function followLinks() {
  addEventListener('click', (event) => {
    const { target } = event;
    const link = target instanceof Element ? target.closest('a[href], area[href]') : null;
    if (link === null || event.defaultPrevented) return;
    const written = getAttribute.call(link, 'href');
    const path = /^\s*[#?]/.test(written) ? null : toPath(written);
    if (path === null || offerFile(link, files.get(path))) return;
    event.preventDefault();
    if (path === '' || path === 'index.html') openSelf(link);
    else showBar(`${path} is not in this page. ${config.label}`);
  });
}

/** Lets a link open a file. Returns false for a page, and if there is no file. */
function offerFile(link, file) {
  if (file === undefined || file.type === 'text/html') return false;
  if (link.getAttribute('download') === '')
    link.download = file.path.slice(file.path.lastIndexOf('/') + 1);
  setAttribute.call(link, 'href', makeBlobAddress(toContent(file), file.type));
  return true;
}

/** Follows a link to this page: to a place in it, or with another query. */
function openSelf({ search, hash }) {
  const url = new URL(location.href);
  if (url.search === search) location.hash = hash;
  else location.href = Object.assign(url, { search, hash }).href;
}

/**
 * Lets scripts add states to the history: on disk, where a page cannot change its path, the address
 * stays the same.
 */
function keepHistory() {
  for (const name of ['pushState', 'replaceState'])
    redefine(History.prototype, name, ({ value: go }) => ({
      value(state, title, address) {
        try {
          go.call(this, state, title, address);
        } catch {
          go.call(this, state, title);
        }
      },
    }));
}

function refuseServiceWorker() {
  redefine(globalThis.ServiceWorkerContainer?.prototype, 'register', () => ({
    async value() {
      throw new DOMException('A page in one file has no service worker.', 'NotSupportedError');
    },
  }));
}

wrapFetch();
wrapXmlHttpRequest();
wrapWorkers();
wrapAll(toAddress, '.Audio');
wrap(globalThis, 'importScripts', (args) => args.map((each) => toAddress(each)));
if (inWorker) {
  Object.defineProperty(globalThis, 'location', { value: new URL(given.href) });
  if (given.isShared && !given.isModule) acceptPorts();
} else {
  wrapElements();
  wrapAll(toWorkletScript, 'Worklet.addModule');
  for (const name of ['write', 'writeln'])
    wrap(Document.prototype, name, (args) => args.map((each) => toWrittenMarkup(each)));
  showWrittenAddresses();
  addImportMap();
  watch();
  followLinks();
  keepHistory();
  refuseServiceWorker();
  for (const element of [document.currentScript, document.querySelector('noscript')])
    element.remove();
  addEventListener('DOMContentLoaded', () => showBar(config.label));
  // This comes last, since it runs the scripts of the app.
  const page = editFile(config.page, (target) => toBlobAddress(files.get(target)));
  write.call(document, page);
}

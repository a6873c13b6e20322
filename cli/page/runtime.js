// Runs first in a page of `miniapp-deploy page`, and in its workers: writes the page of the app (`config.page`), and answers from
// `config.files` what its scripts load by a relative address. inline.ts puts it into a function `start` whose parameter is `config`,
// behind the functions of src/web/addresses.ts and applyEdits.

const inWorker = typeof document === 'undefined';
/**
 * What a worker gets of the page: its base, and the address of the worker (`href`) and of the file
 * that it runs (`here`).
 */
const given = globalThis.__miniapp;
/** The folder that relative addresses lead to. */
const base = given?.base ?? findBase();
const here = given?.here ?? base;
/** The name of this file. Scripts that build addresses from location may put it before the path. */
const ownName = inWorker ? '' : location.pathname.slice(location.pathname.lastIndexOf('/') + 1);
const files = new Map(config.files.map((file) => [file.path, file]));
const mark = 'data-miniapp-';
/** The attributes that load a file, by element. */
const attributes = new Map(config.attributes);
/** The browser's own, which are wrapped below. */
const { getAttribute, setAttribute, setAttributeNS } = inWorker ? {} : Element.prototype;
const { write } = inWorker ? {} : Document.prototype;
const setHtml = inWorker
  ? null
  : Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML').set;

function findBase() {
  try {
    return new URL('.', document.baseURI).href;
  } catch {
    // A page at a blob: URL has no folder.
    return 'https://page.invalid/';
  }
}

// Addresses

/** The address of a path in the folder, which may stand between quotes. */
function toHref(path) {
  return base + encodeURI(path).replace(/[?#']/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
}

/** In a page on disk `//host` would be a path on that disk. */
function addScheme(address) {
  const isBare = base.startsWith('file:') && /^\s*\/\//.test(address);
  return isBare ? `https:${String(address).trim()}` : address;
}

/** The whole address. */
function resolve(address, from = here) {
  return new URL(addScheme(address), from);
}

/** The path in the folder that an address leads to; null where it leads elsewhere. */
function toPath(address, from = here) {
  if (/^\s*(?:data|blob|javascript|about|mailto):/i.test(String(address))) return null;
  try {
    const url = resolve(address, from);
    const [href] = url.href.split(/[?#]/);
    if (!href.startsWith(base)) return null;
    const path = decodeURIComponent(href.slice(base.length));
    const short = path.slice(ownName.length).replace(/^\//, '');
    return ownName !== '' && path.startsWith(ownName) && files.has(short) ? short : path;
  } catch {
    return null;
  }
}

function find(address, from = here) {
  const path = toPath(address, from);
  return path === null ? undefined : files.get(path);
}

/**
 * The blob: URL of the file that an address leads to, with the fragment; without a file the address
 * itself.
 */
function toAddress(address, from = here) {
  const file = find(address, from);
  return file === undefined
    ? addScheme(address)
    : toUrl(file) + (/#[^#]*$/.exec(String(address))?.[0] ?? '');
}

function toBlobUrl(content, type = 'text/javascript') {
  return URL.createObjectURL(new Blob([content], { type }));
}

const urls = new Map();
/** Styles that import each other more deeply would overflow the stack. */
const maxStyleDepth = 64;
let styleDepth = 0;

/**
 * The blob: URL of a file. In scripts and styles, the addresses of other files are replaced by
 * theirs.
 */
function toUrl(file) {
  const known = urls.get(file.path);
  if (known !== undefined) return known;
  if (styleDepth === maxStyleDepth) return 'data:text/css,';
  // For a style that imports itself.
  urls.set(file.path, 'data:text/css,');
  styleDepth += 1;
  const url = toBlobUrl(toBody(file), file.type);
  styleDepth -= 1;
  urls.set(file.path, url);
  return url;
}

function toBody(file) {
  if (file.type === 'text/css' && !file.isBase64)
    return rewriteStyle(file.content, toHref(file.path));
  // The import map has the blob: URLs of these addresses.
  return file.edits.length > 0 ? edit(file, ({ target }) => toHref(target)) : toContent(file);
}

/** The file as it is. */
function toContent({ isBase64, content }) {
  if (!isBase64) return content;
  return (
    Uint8Array.fromBase64?.(content) ??
    Uint8Array.from(atob(content), (character) => character.charCodeAt(0))
  );
}

/** Makes the edits of a text. Those that name a file get their text from `toText`. */
function edit({ content, edits }, toText) {
  const made = edits.map((each) => (each.target === null ? each : { ...each, text: toText(each) }));
  return applyEdits(content, made);
}

/** Changes the addresses at these places of a text. */
function rewrite(text, spans, change) {
  const edits = spans.map(({ start, end }) => ({
    start,
    end,
    text: change(text.slice(start, end)),
  }));
  return applyEdits(text, edits);
}

function rewriteStyle(css, from = here) {
  return rewrite(css, scanStyle(css), (written) => {
    const address = unescapeCss(written);
    const changed = toAddress(address, from);
    return changed === address ? written : changed;
  });
}

function rewriteSrcset(srcset) {
  return rewrite(srcset, scanSrcset(srcset), (address) => toAddress(address));
}

// Modules

/** What the edits of scripts call. */
globalThis.__miniapp = {
  /** The address for `import(…)` in a file. */
  find(path, specifier) {
    if (!/^(?:\.{0,2}\/|[a-z][a-z\d+.-]*:)/i.test(String(specifier))) return specifier;
    const file = find(specifier, toHref(path));
    if (file === undefined) return resolve(specifier, toHref(path)).href;
    return inWorker ? toWorkerModule(file.path) : toHref(file.path);
  },
  wait: (path, set) => circles.get(path).push(set),
  fill(path, url) {
    const set = (all) => {
      for (const each of circles.get(path)) each(all);
    };
    // Later, since Firefox cannot import a module while it runs.
    filled.push(
      Promise.resolve()
        .then(() => import(url))
        .then(set),
    );
  },
  run: runModule,
  /** `import(…)` in a script that is no file. */
  load: (specifier, options) => import(globalThis.__miniapp.find('', specifier), options),
  /** `import.meta` of a file. */
  meta(meta, path) {
    const url = toHref(path);
    return Object.assign(meta, { url, resolve: (specifier) => new URL(specifier, url).href });
  },
};

const moduleUrls = new Map();
/** For each module of a worker that is in a circle: what sets its exports in its stand-ins. */
const circles = new Map();
const filled = [];

/**
 * Workers have no import map, so the blob: URL of each module is written into those that import it.
 */
function toWorkerModule(path, above = []) {
  if (above.includes(path)) return toStandIn(path);
  const known = moduleUrls.get(path);
  if (known !== undefined) return known;
  const file = files.get(path);
  const code = file.isBase64
    ? toContent(file)
    : edit(file, ({ target }) => toWorkerModule(target, [...above, path]));
  const end = circles.has(path)
    ? `\n;__miniapp.fill(${JSON.stringify(path)},import.meta.url);`
    : '';
  const url = toBlobUrl(new Blob([code, end]), file.type);
  moduleUrls.set(path, url);
  return url;
}

/**
 * A module that stands in for one in a circle: it has the same exports, which are set once that one
 * is loaded.
 */
function toStandIn(path) {
  circles.set(path, circles.get(path) ?? []);
  const names = files.get(path).exports;
  const places = names.map((name, index) => `let $${index};export{$${index} as ${name}};`).join('');
  const set = names.map((name, index) => `$${index}=all.${name};`).join('');
  return toBlobUrl(`${places}__miniapp.wait(${JSON.stringify(path)},(all)=>{${set}})`);
}

/**
 * A worklet has neither an import map nor this script, so its modules are put into each other as
 * data: URLs, without other edits.
 */
function toWorkletModule(path, above = []) {
  if (above.includes(path))
    throw new Error(`${path} imports itself in a circle, which a worklet in this page cannot.`);
  const { content, edits, type } = files.get(path);
  const imports = edits.filter(({ target }) => target !== null);
  const code = edit({ content, edits: imports }, ({ target }) =>
    toWorkletModule(target, [...above, path]),
  );
  return `data:${type};charset=utf-8,${encodeURIComponent(code).replaceAll("'", '%27')}`;
}

function addImportMap() {
  const modules = [...files.values()].filter(({ type }) =>
    /javascript$|json$|^text\/css$/.test(type),
  );
  const own = modules.map((file) => [toHref(file.path), toUrl(file)]);
  const maps = config.imports.map(readMap);
  const imports = [...own, ...maps.flatMap((map) => listImports(map.imports))];
  const scopes = {};
  const written = maps.flatMap((map) => Object.entries(map.scopes ?? {}));
  // Of two scopes for one module the narrower one wins, which has the longer name.
  for (const [key, map] of written.sort(([one], [other]) => one.length - other.length)) {
    const path = toPath(key);
    // Modules have blob: URLs here, so each one in the scope is named.
    const inside = modules.filter(
      (file) => file.path === path || (key.endsWith('/') && file.path.startsWith(path)),
    );
    for (const scope of [key, ...inside.map(toUrl)])
      scopes[scope] = { ...scopes[scope], ...Object.fromEntries(listImports(map)) };
  }
  const script = document.createElement('script');
  script.type = 'importmap';
  script.textContent = JSON.stringify({ imports: Object.fromEntries(imports), scopes });
  document.head.append(script);
  script.remove();
}

function readMap(text) {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

/**
 * The entries of an import map, with the files that they lead to; one that names a folder has an
 * entry for each file of it.
 */
function listImports(imports) {
  return Object.entries(imports ?? {}).flatMap(([key, address]) => {
    if (!key.endsWith('/')) return [[key, toAddress(address)]];
    const folder = toPath(address);
    const inside = [...files.values()].filter(
      ({ path }) => folder !== null && path.startsWith(folder),
    );
    return [
      [key, address],
      ...inside.map((file) => [key + encodeURI(file.path.slice(folder.length)), toUrl(file)]),
    ];
  });
}

// Functions that load

/**
 * Changes a property of an object or of its prototype. `make` gets its descriptor and returns the
 * parts to replace.
 */
function redefine(object, name, make) {
  let owner = object ?? null;
  while (owner !== null && !Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner);
  if (owner === null) return;
  const property = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, { ...property, ...make(property) });
}

/**
 * Changes the arguments of a function, a constructor or a setter before they get to the browser.
 */
function wrap(object, name, change) {
  const wrapped = (native) =>
    new Proxy(native, {
      apply: (_, self, args) => Reflect.apply(native, self, change(args, self)),
      construct: (_, args, target) => Reflect.construct(native, change(args), target),
    });
  redefine(object, name, ({ value, set }) =>
    value ? { value: wrapped(value) } : { set: wrapped(set) },
  );
}

/** The response that a server would give. */
function answer(path, method, range = '') {
  const file = files.get(path);
  const type = file?.type ?? 'text/plain';
  const refuse = (status, statusText) => ({
    status,
    statusText,
    body: '',
    headers: { 'content-type': type },
  });
  if (file === undefined) return refuse(404, 'Not Found');
  if (!/^(?:GET|HEAD)$/i.test(method)) return refuse(405, 'Method Not Allowed');
  const whole = new Blob([toContent(file)], { type });
  const [start, end] = readRange(range, whole.size);
  const isPart = end - start < whole.size;
  const headers = {
    'content-type': type,
    'content-length': String(end - start),
    'accept-ranges': 'bytes',
  };
  if (isPart) headers['content-range'] = `bytes ${start}-${end - 1}/${whole.size}`;
  const body = /^HEAD$/i.test(method) ? '' : whole.slice(start, end, type);
  return {
    status: isPart ? 206 : 200,
    statusText: isPart ? 'Partial Content' : 'OK',
    body,
    headers,
  };
}

/** The bytes that a Range header asks for; all of them where it cannot be parsed. */
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
      const asked = new Headers(init?.headers ?? request?.headers);
      const { body, ...rest } = answer(
        path,
        init?.method ?? request?.method ?? 'GET',
        asked.get('range') ?? '',
      );
      return Object.defineProperty(new Response(body, rest), 'url', {
        value: resolve(request?.url ?? input).href,
      });
    },
  }));
}

function wrapRequest() {
  const { prototype } = globalThis.XMLHttpRequest ?? {};
  const answers = new WeakMap();
  wrap(prototype, 'open', ([method, address, ...more], request) => {
    const path = toPath(address);
    answers.delete(request);
    if (path === null) return [method, toAddress(address), ...more];
    const { body, ...head } = answer(path, method);
    answers.set(request, { ...head, responseURL: resolve(address).href.split('#')[0] });
    return ['GET', toBlobUrl(body, head.headers['content-type']), ...more];
  });
  // Before the headers have come, and after a failure, the browser's own value is empty and counts.
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

/**
 * What takes addresses, styles or markup: how they are rewritten, the class ('' for a global), and
 * its members.
 */
const takers = [
  [toAddress, '', 'Audio', 'importScripts'],
  [toWorkletScript, 'Worklet', 'addModule'],
  [toStyle, '', 'FontFace'],
  [toStyle, 'CSSStyleSheet', 'insertRule', 'replace', 'replaceSync'],
  [rewriteWritten, 'Document', 'write', 'writeln'],
  [rewriteHtml, 'Element', 'innerHTML', 'outerHTML', 'insertAdjacentHTML'],
  [rewriteHtml, 'ShadowRoot', 'innerHTML'],
  [rewriteHtml, 'Range', 'createContextualFragment'],
];

function wrapLoaders() {
  for (const [change, owner, ...names] of takers)
    for (const name of names)
      wrap(owner === '' ? globalThis : globalThis[owner]?.prototype, name, (args) =>
        args.map((each) => change(each)),
      );
  wrapFetch();
  wrapRequest();
  if (globalThis.SharedWorker) replaceSharedWorker();
  wrap(globalThis, 'Worker', (args) => startWorker(args));
}

function toStyle(css) {
  return typeof css === 'string' ? rewriteStyle(css) : css;
}

function toWorkletScript(address) {
  const file = find(address);
  return file === undefined ? toAddress(address) : toWorkletModule(file.path);
}

/** Reads the script of a blob: or data: URL. */
function readScript(address) {
  const request = new XMLHttpRequest();
  request.open('GET', address, false);
  request.send();
  return request.responseText;
}

/**
 * The arguments for a worker that runs this script before its own, which is a file, or at a blob:
 * or data: URL.
 */
function startWorker([address, options], isShared = false) {
  const file = find(address);
  if (file === undefined && !/^\s*(?:blob|data):/i.test(String(address)))
    return [toAddress(address), options];
  const { href } = resolve(address);
  const code = file === undefined ? readScript(href) : null;
  const isModule = options?.type === 'module';
  const own = {
    base,
    href,
    isShared,
    isModule,
    here: file === undefined ? base : toHref(file.path),
  };
  const runtime = `globalThis.__miniapp = ${JSON.stringify(own)};(${start})(${JSON.stringify({ ...config, page: null })});`;
  const classic = code === null ? `importScripts(${JSON.stringify(href)});` : rewriteScript(code);
  const script = `${runtime}\n${isModule ? `__miniapp.run(${JSON.stringify(code)});` : classic}`;
  return [toBlobUrl(script), { ...options, type: 'classic' }];
}

/**
 * Runs modules in a classic worker, since a page on disk cannot start another kind. Messages wait
 * until the modules have run.
 */
async function runModule(code) {
  const held = [];
  const hold = (event) => {
    event.stopImmediatePropagation();
    held.push(event);
  };
  addEventListener('message', hold);
  try {
    await import(
      code === null ? toWorkerModule(toPath(given.href)) : toBlobUrl(rewriteScript(code))
    );
    await Promise.all(filled);
  } catch (error) {
    reportError(error);
  }
  removeEventListener('message', hold);
  if (given.isShared) acceptPorts();
  for (const { data, ports } of held) dispatchEvent(new MessageEvent('message', { data, ports }));
}

/** A shared worker for this page alone: a page on disk shares none with another page. */
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
    constructor(address, given) {
      super();
      const worker = connect(address, typeof given === 'string' ? { name: given } : (given ?? {}));
      worker.addEventListener('error', (event) => this.onerror?.(event));
      const { port1, port2 } = new MessageChannel();
      worker.postMessage('connect', [port2]);
      this.port = port1;
    }
  };
}

/** In the worker behind a SharedWorker: each message brings the port of a page that connects. */
function acceptPorts() {
  addEventListener('message', (event) => {
    event.stopImmediatePropagation();
    const connected = new MessageEvent('connect', {
      data: '',
      ports: event.ports,
      source: event.ports[0],
    });
    globalThis.onconnect?.(connected);
    dispatchEvent(connected);
  });
}

/** Gives the imports of a script that is no file the addresses of files. */
function rewriteScript(code) {
  const imported = /(?<![\w$.])(from|import)\s*(["'])([^"'\n]+)\2/g;
  return code
    .replace(/(?<![\w$.])import\s*\(/g, '__miniapp.load(')
    .replace(imported, (whole, word, quote, address) => {
      const file = find(address);
      return file === undefined ? whole : `${word} ${quote}${toWorkerModule(file.path)}${quote}`;
    });
}

// Elements

function isLoading(element, name) {
  return attributes.get(element.localName.toLowerCase())?.includes(name) === true;
}

function chooseRewrite(name) {
  if (name.endsWith('srcset')) return rewriteSrcset;
  return name === 'srcdoc' ? rewritePage : (address) => toAddress(address);
}

/** A page that an attribute holds, with the files in it. */
function rewritePage(html) {
  const page = new DOMParser().parseFromString(html, 'text/html');
  return listLoading(page).map(fix).includes(true)
    ? `<!doctype html>${page.documentElement.outerHTML}`
    : html;
}

/**
 * Sets an attribute to the file that the value names, and keeps the written value; false where it
 * names no file.
 */
function assign(element, name, value, space) {
  const written = String(value);
  const isFrame =
    element.localName === 'iframe' && name === 'src' && find(written)?.type === 'text/html';
  const changed = isFrame ? 'about:blank' : chooseRewrite(name)(written);
  if (changed === written) {
    element.removeAttribute(mark + name);
    return false;
  }
  setAttribute.call(element, mark + name, written);
  if (space) setAttributeNS.call(element, space, name, changed);
  else setAttribute.call(element, name, changed);
  return true;
}

/** Wraps the property of an element's attribute, where it has one. */
function wrapProperty(element, name) {
  redefine(element, name, ({ get: read, set: change }) => ({
    get() {
      const written = getAttribute.call(this, mark + name);
      if (written === null) return read.call(this);
      return /^(?:src|href|poster|data)$/.test(name) ? resolve(written).href : written;
    },
    set(value) {
      if (!isLoading(this, name) || !assign(this, name, value)) change.call(this, value);
    },
  }));
}

function wrapElements() {
  for (const [element, names] of attributes)
    for (const name of names) wrapProperty(document.createElement(element), name);
  const { prototype } = Element;
  prototype.getAttribute = function (name) {
    const written = isLoading(this, name) ? getAttribute.call(this, mark + name) : null;
    return written ?? getAttribute.call(this, name);
  };
  prototype.setAttribute = function (name, value) {
    const lower = String(name).toLowerCase();
    if (isLoading(this, lower) && assign(this, lower, value)) return;
    setAttribute.call(this, name, lower === 'style' ? toStyle(value) : value);
  };
  prototype.setAttributeNS = function (space, name, value) {
    const lower = String(name).toLowerCase();
    if (!isLoading(this, lower) || !assign(this, lower, value, space))
      setAttributeNS.call(this, space, name, value);
  };
}

/** Markup as a script writes it, with the files in it. */
function rewriteHtml(html) {
  const text = String(html ?? '');
  if (!mayLoad.test(text)) return html;
  const template = document.createElement('template');
  setHtml.call(template, text);
  const changed = listLoading(template.content).map(fix);
  return changed.includes(true) ? template.innerHTML : html;
}

/** Stands where markup ends: what it leaves open is closed behind this. */
const endOfMarkup = `<!--${mark}end-->`;

/** Markup for `write`, where earlier and later calls may have the other tags of an element. */
function rewriteWritten(html) {
  const text = String(html);
  // Closing tags without their elements would get lost, so the start up to the first opening tag stays as it is.
  const start = text.search(/<[^/]|$/);
  const changed = rewriteHtml(text.slice(start) + endOfMarkup);
  const end = changed.lastIndexOf(endOfMarkup);
  // An unfinished tag is waited for, and its element is fixed once it is there.
  return end < 0 ? html : text.slice(0, start) + changed.slice(0, end);
}

const names = [...new Set([...attributes.values()].flat())];
const mayLoad = new RegExp(`\\b(?:${names.join('|')}|style)\\s*=|<style`, 'i');
const loading = [
  'style',
  '[style]',
  ...names.map((name) => `[*|${name.replace('xlink:', '')}]`),
].join();

function listLoading(root) {
  return [...root.querySelectorAll(loading)];
}

/**
 * Sets the attributes and styles of an element to the files that they name; true where there were
 * any.
 */
function fix(element) {
  const changed = (attributes.get(element.localName.toLowerCase()) ?? []).map((name) => {
    const value = getAttribute.call(element, name);
    const isSet = getAttribute.call(element, mark + name) !== null;
    return value !== null && !isSet && assign(element, name, value);
  });
  return [...changed, fixStyle(element)].includes(true);
}

function fixStyle(element) {
  if (element.localName === 'style') {
    const css = rewriteStyle(element.textContent);
    if (css === element.textContent) return false;
    element.textContent = css;
    return true;
  }
  const written = getAttribute.call(element, 'style') ?? '';
  const style = /url\(|image-set\(/i.test(written) ? rewriteStyle(written) : written;
  if (style !== written) setAttribute.call(element, 'style', style);
  return style !== written;
}

/**
 * Fixes elements that come into the page or a shadow root in any other way as soon as they are
 * there.
 */
function watch() {
  const options = { childList: true, subtree: true, attributes: true, attributeFilter: ['style'] };
  const observer = new MutationObserver((records) => {
    for (const { target } of records) if (target instanceof Element) fixStyle(target);
    const added = records
      .flatMap(({ addedNodes }) => [...addedNodes])
      .filter((node) => node instanceof Element);
    for (const element of added.flatMap((node) => [node, ...listLoading(node)])) fix(element);
  });
  observer.observe(document, options);
  redefine(Element.prototype, 'attachShadow', ({ value: attach }) => ({
    value(given) {
      const root = attach.call(this, given);
      observer.observe(root, options);
      return root;
    },
  }));
}

// The page around the app

let bar;

/** A thin bar that says what this page lacks. */
function showBar(text) {
  if (bar === undefined) {
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
    bar = { host, words: root.querySelector('span') };
  }
  bar.words.textContent = text;
  document.documentElement.append(bar.host);
}

/**
 * Opens the file that a link names; for a link to another page the bar says that it is not here.
 */
function followLinks() {
  addEventListener('click', (event) => {
    const link =
      event.target instanceof Element ? event.target.closest('a[href], area[href]') : null;
    if (link === null || event.defaultPrevented) return;
    const written = getAttribute.call(link, 'href');
    const path = /^\s*[#?]/.test(written) ? null : toPath(written);
    if (path !== null && !offerFile(link, files.get(path))) {
      event.preventDefault();
      if (path === '' || path === 'index.html') openSelf(link);
      else showBar(`${path} is not in this page. ${config.label}`);
    }
  });
}

/** Follows a link to this page: to a place in it, or with another query. */
function openSelf({ search, hash }) {
  const url = new URL(location.href);
  if (url.search === search) location.hash = hash;
  else location.href = Object.assign(url, { search, hash }).href;
}

/** A page on disk cannot change its path: a new state then keeps the address. */
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

function offerFile(link, file) {
  if (file === undefined || file.type === 'text/html') return false;
  if (link.getAttribute('download') === '')
    link.download = file.path.slice(file.path.lastIndexOf('/') + 1);
  setAttribute.call(link, 'href', toBlobUrl(toContent(file), file.type));
  return true;
}

function refuseServiceWorker() {
  redefine(globalThis.ServiceWorkerContainer?.prototype, 'register', () => ({
    async value() {
      throw new DOMException('A page in one file has no service worker.', 'NotSupportedError');
    },
  }));
}

wrapLoaders();
if (inWorker) {
  Object.defineProperty(globalThis, 'location', { value: new URL(given.href) });
  if (given.isShared && !given.isModule) acceptPorts();
} else {
  wrapElements();
  addImportMap();
  watch();
  followLinks();
  keepHistory();
  refuseServiceWorker();
  for (const element of [document.currentScript, document.querySelector('noscript')])
    element.remove();
  addEventListener('DOMContentLoaded', () => showBar(config.label));
  // Last, since the scripts of the app run meanwhile.
  const page = edit(config.page, ({ target, text }) => toUrl(files.get(target)) + text);
  write.call(document, page);
}

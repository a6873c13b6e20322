// The script that runs first in a page of `miniapp-deploy page`, and in its workers: it answers from `config.files` what the
// scripts of the app load by a relative address. inline.ts puts it into a function `start` whose parameter is `config`.

const inWorker = typeof document === 'undefined';
/** In a worker: the base of the page that started it, and the worker's own path. */
const given = globalThis.__miniapp;
/** The folder that relative addresses lead to. */
const base = given?.base ?? findBase();
const here = toHref(given?.path ?? '');
const files = new Map(config.files.map((file) => [file.path, file]));
const mark = 'data-miniapp-';
/** The attributes that load a file, by element. */
const attributes = new Map(config.attributes);
const { getAttribute, setAttribute } = inWorker ? {} : Element.prototype;
const setHtml = inWorker ? null : Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML').set;

function findBase() {
  try {
    return new URL('.', document.baseURI).href;
  } catch {
    // A page without an address of its own, such as one from a blob.
    return 'https://page.invalid/';
  }
}

// Addresses

/** The address of a path in the folder. */
function toHref(path) {
  return base + encodeURI(path).replace(/[?#]/g, encodeURIComponent);
}

/** The path in the folder that an address means; null for one that leads elsewhere. */
function toPath(address, from = here) {
  const text = String(address);
  if (/^\s*(?:data|blob|javascript|about|mailto):/i.test(text)) return null;
  try {
    const url = new URL(text, from);
    url.hash = '';
    url.search = '';
    return url.href.startsWith(base) ? decodeURIComponent(url.href.slice(base.length)) : null;
  } catch {
    return null;
  }
}

function find(address, from = here) {
  const path = toPath(address, from);
  return path === null ? undefined : files.get(path);
}

/** The address of a file that an address means, with its fragment; the address itself where there is none. */
function toAddress(address, from = here) {
  const file = find(address, from);
  return file === undefined ? address : toUrl(file) + (/#[^#]*$/.exec(String(address))?.[0] ?? '');
}

const urls = new Map();

/** A blob: URL of a file, ready to be used by the page: scripts and styles know the addresses of what they load. */
function toUrl(file) {
  const known = urls.get(file.path);
  if (known !== undefined) return known;
  // A style sheet that imports itself has nothing to add.
  urls.set(file.path, 'data:text/css,');
  const url = URL.createObjectURL(new Blob([toBody(file)], { type: file.type }));
  urls.set(file.path, url);
  return url;
}

function toBody(file) {
  if (file.type === 'text/css') return rewriteStyle(file.content, toHref(file.path));
  return file.edits.length > 0 ? edit(file, ({ text }) => text) : toContent(file);
}

/** The file as it is. */
function toContent({ isBase64, content }) {
  if (!isBase64) return content;
  return Uint8Array.fromBase64?.(content) ?? Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
}

function toRawUrl(file) {
  return URL.createObjectURL(new Blob([toContent(file)], { type: file.type }));
}

/** A script with its edits, which come from the end on. */
function edit({ content, edits }, toText) {
  return edits.reduce((code, each) => code.slice(0, each.start) + toText(each) + code.slice(each.end), content);
}

function rewriteStyle(css, from) {
  const rewrite = (whole, lead, ...written) => {
    const address = written.slice(0, 3).find((text) => typeof text === 'string');
    const file = find(address, from);
    return file === undefined ? whole : `${lead}"${toAddress(address, from)}"`;
  };
  return css
    .replace(/(@import\s+)(?:"([^"\n]*)"|'([^'\n]*)')/gi, (whole, lead, one, other) => rewrite(whole, lead, one, other))
    .replace(/(\burl\(\s*)(?:"([^"\n]*)"|'([^'\n]*)'|([^\s"'()]+))/gi, rewrite);
}

function rewriteSrcset(srcset) {
  const candidate = /([\s,]*)([^\s,]\S*?)(,+(?=\s|$)|\s+[^,]*(?:,|$)|$)/g;
  return srcset.replace(candidate, (_, lead, address, rest) => lead + toAddress(address) + rest);
}

// Modules

/** What the edits of scripts call. */
globalThis.__miniapp = {
  /** The address for `import(…)` in a file. */
  find(path, specifier) {
    if (!/^(?:\.{0,2}\/|[a-z][a-z\d+.-]*:)/i.test(String(specifier))) return specifier;
    const file = find(specifier, toHref(path));
    if (file !== undefined) return inWorker ? toWorkerModule(file.path) : toModule(file.path);
    return new URL(specifier, toHref(path)).href;
  },
  /** `import.meta` of a file. */
  meta(meta, path) {
    const url = toHref(path);
    return Object.assign(meta, { url, resolve: (specifier) => new URL(specifier, url).href });
  },
};

function toModule(path) {
  return `miniapp:/${encodeURIComponent(path).replaceAll("'", '%27')}`;
}

/** Workers know no import map, and from a file on disk no blob: URLs: their modules are data: URLs in each other. */
function toWorkerModule(path, above = []) {
  if (above.includes(path)) throw new Error(`${path} imports itself in a circle, which a worker in this page cannot.`);
  const code = edit(files.get(path), ({ text, target }) =>
    target === null ? text : toWorkerModule(target, [...above, path]),
  );
  return toDataUrl(code, files.get(path).type);
}

function toDataUrl(text, type = 'text/javascript') {
  return `data:${type};charset=utf-8,${encodeURIComponent(text).replaceAll("'", '%27')}`;
}

function addImportMap() {
  const modules = [...files.values()].filter(({ type }) => /javascript$|json$|^text\/css$/.test(type));
  const own = modules.flatMap((file) => [toModule(file.path), toHref(file.path)].map((key) => [key, toUrl(file)]));
  const maps = config.imports.map(readMap);
  const imports = [...own, ...maps.flatMap((map) => listImports(map.imports))];
  const scopes = maps.flatMap((map) => Object.entries(map.scopes ?? {}));
  const script = document.createElement('script');
  script.type = 'importmap';
  script.textContent = JSON.stringify({
    imports: Object.fromEntries(imports),
    scopes: Object.fromEntries(scopes.map(([key, map]) => [key, Object.fromEntries(listImports(map))])),
  });
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

/** The entries of an import map, with the files that they lead to; one that names a folder has an entry for each file of it. */
function listImports(imports) {
  return Object.entries(imports ?? {}).flatMap(([key, address]) => {
    if (!key.endsWith('/')) return [[key, toAddress(address)]];
    const folder = toPath(address);
    const inside = [...files.values()].filter(({ path }) => folder !== null && path.startsWith(folder));
    return [[key, address], ...inside.map((file) => [key + encodeURI(file.path.slice(folder.length)), toUrl(file)])];
  });
}

// Functions that load

function wrapConstructor(name, change) {
  const Native = globalThis[name];
  if (Native === undefined) return;
  globalThis[name] = new Proxy(Native, {
    construct: (_, args, Target) =>
      Reflect.construct(Native, change(args), Target === globalThis[name] ? Native : Target),
  });
}

/** Has a method take other arguments. */
function wrapMethod(owner, name, change) {
  const method = owner?.[name];
  if (method === undefined) return;
  owner[name] = function (...args) {
    return Reflect.apply(method, this, change(args));
  };
}

function wrapFetch() {
  const nativeFetch = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const request = input instanceof Request ? input : null;
    const path = toPath(request?.url ?? input);
    if (path === null) return nativeFetch(input, init);
    (init?.signal ?? request?.signal)?.throwIfAborted();
    const file = files.get(path);
    const isRead = /^(?:GET|HEAD)$/i.test(init?.method ?? request?.method ?? 'GET');
    const [body, status] = file && isRead ? [toContent(file), 200] : ['', file ? 405 : 404];
    const response = new Response(body, { status, headers: { 'content-type': file?.type ?? 'text/plain' } });
    return Object.defineProperty(response, 'url', { value: toHref(path) });
  };
}

function wrapLoaders() {
  wrapFetch();
  wrapMethod(globalThis.XMLHttpRequest?.prototype, 'open', ([method, address, ...more]) => {
    const file = find(address);
    return [method, file === undefined ? address : toRawUrl(file), ...more];
  });
  wrapMethod(globalThis, 'importScripts', (addresses) => addresses.map(toWorkerScript));
  wrapMethod(globalThis.Worklet?.prototype, 'addModule', ([address, ...more]) => [toAddress(address), ...more]);
  wrapConstructor('Worker', startWorker);
  wrapConstructor('SharedWorker', startWorker);
  wrapConstructor('FontFace', ([name, source, ...more]) => [name, toStyle(source), ...more]);
  wrapConstructor('Audio', (args) => args.map((address) => toAddress(address)));
  for (const name of ['insertRule', 'replace', 'replaceSync'])
    wrapMethod(globalThis.CSSStyleSheet?.prototype, name, ([css, ...more]) => [toStyle(css), ...more]);
}

function toStyle(css) {
  return typeof css === 'string' ? rewriteStyle(css, here) : css;
}

function toWorkerScript(address) {
  const file = find(address);
  return file === undefined ? address : toDataUrl(edit(file, ({ text }) => text));
}

function startWorker([address, options]) {
  const file = find(address);
  if (file === undefined) return [address, options];
  const given = JSON.stringify({ base, path: file.path });
  const runtime = `globalThis.__miniapp = ${given};(${start})(${JSON.stringify(config)});`;
  if (options?.type === 'module')
    return [toDataUrl(`import '${toDataUrl(runtime)}';import '${toWorkerModule(file.path)}';`), options];
  const code = `${runtime}\nimportScripts('${toWorkerScript(toHref(file.path))}');`;
  return [URL.createObjectURL(new Blob([code], { type: 'text/javascript' })), options];
}

// Elements

function isLoading(element, name) {
  return attributes.get(element.localName)?.includes(name) === true;
}

/** The value for an attribute that has the file in it; null for one that names none. */
function toValue(element, name, value) {
  const text = String(value);
  if (name.endsWith('srcset')) {
    const srcset = rewriteSrcset(text);
    return srcset === text ? null : srcset;
  }
  const file = find(text);
  if (file === undefined) return null;
  return element.localName === 'iframe' && file.type === 'text/html' ? 'about:blank' : toAddress(text);
}

/** Sets an attribute to the file that a value names, and remembers what was written; false where it names none. */
function assign(element, name, value) {
  const changed = toValue(element, name, value);
  if (changed === null) {
    element.removeAttribute(mark + name);
    return false;
  }
  setAttribute.call(element, mark + name, value);
  setAttribute.call(element, name, changed);
  return true;
}

/** Wraps the property of an element's attribute, where it has one. */
function wrapProperty(element, name) {
  let owner = element;
  while (owner !== null && !Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner);
  if (owner === null) return;
  const property = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, {
    ...property,
    get() {
      const written = getAttribute.call(this, mark + name);
      if (written === null) return property.get.call(this);
      return name === 'srcset' ? written : new URL(written, base).href;
    },
    set(value) {
      if (!isLoading(this, name) || !assign(this, name, value)) property.set.call(this, value);
    },
  });
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
  wrapHtml();
}

/** Markup as a script writes it, with the files in it. */
function rewriteHtml(html) {
  const text = String(html ?? '');
  if (!/\b(?:src|srcset|href|poster|data|style)\s*=|<style/i.test(text)) return html;
  const template = document.createElement('template');
  setHtml.call(template, text);
  const changed = listLoading(template.content).map(fix);
  return changed.includes(true) ? template.innerHTML : html;
}

function wrapHtml() {
  for (const name of ['write', 'writeln']) wrapMethod(Document.prototype, name, (pieces) => pieces.map(rewriteHtml));
  for (const [Owner, name] of [
    [Element, 'innerHTML'],
    [Element, 'outerHTML'],
    [ShadowRoot, 'innerHTML'],
  ]) {
    const property = Object.getOwnPropertyDescriptor(Owner.prototype, name);
    Object.defineProperty(Owner.prototype, name, {
      ...property,
      set(html) {
        property.set.call(this, rewriteHtml(html));
      },
    });
  }
  wrapMethod(Element.prototype, 'insertAdjacentHTML', ([place, html]) => [place, rewriteHtml(html)]);
  wrapMethod(Range.prototype, 'createContextualFragment', ([html]) => [rewriteHtml(html)]);
}

const loading = [...attributes.keys(), 'style', '[style]'].join();

function listLoading(root) {
  return [...root.querySelectorAll(loading)];
}

/** Puts the files into an element that names them, whoever made it; true where there were any. */
function fix(element) {
  const names = attributes.get(element.localName) ?? [];
  const changed = names.map((name) => {
    const value = getAttribute.call(element, name);
    return value !== null && toValue(element, name, value) !== null && assign(element, name, value);
  });
  return [...changed, fixStyle(element)].includes(true);
}

function fixStyle(element) {
  if (element.localName === 'style') {
    const css = rewriteStyle(element.textContent, base);
    if (css === element.textContent) return false;
    element.textContent = css;
    return true;
  }
  const written = getAttribute.call(element, 'style') ?? '';
  const style = /url\(/i.test(written) ? rewriteStyle(written, base) : written;
  if (style !== written) setAttribute.call(element, 'style', style);
  return style !== written;
}

/** What comes into the page in some other way is found as soon as it is there. */
function watch() {
  const observer = new MutationObserver((records) => {
    const styled = records.filter(({ type }) => type === 'attributes');
    for (const { target } of styled) fixStyle(target);
    const added = records.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element);
    for (const element of added.flatMap((node) => [node, ...listLoading(node)])) fix(element);
  });
  observer.observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['style'] });
}

// The page around the app

let bar;

/** A thin bar that says what this page is not. */
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

function describePage() {
  const commit = config.commit === '' ? '' : ` of commit ${config.commit.slice(0, 7)}`;
  const without = config.missing.length === 0 ? '' : `, without: ${config.missing.join('; ')}`;
  return `Preview${commit}${without}`;
}

/** A link to another page leads nowhere, and one to a file is given the file. */
function followLinks() {
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href], area[href]') : null;
    if (link === null || event.defaultPrevented) return;
    const written = getAttribute.call(link, 'href');
    const path = /^\s*[#?]/.test(written) ? null : toPath(written);
    if (path !== null && !offerFile(link, files.get(path))) {
      event.preventDefault();
      if (path === '' || path === 'index.html') location.hash = link.hash;
      else showBar(`${path} is not in this page. ${describePage()}`);
    }
  });
}

function offerFile(link, file) {
  if (file === undefined || file.type === 'text/html') return false;
  if (link.getAttribute('download') === '') link.download = file.path.slice(file.path.lastIndexOf('/') + 1);
  setAttribute.call(link, 'href', toRawUrl(file));
  return true;
}

function refuseServiceWorker() {
  if (globalThis.ServiceWorkerContainer === undefined) return;
  ServiceWorkerContainer.prototype.register = async () => {
    throw new DOMException('A page in one file has no service worker.', 'NotSupportedError');
  };
}

wrapLoaders();
if (!inWorker) {
  wrapElements();
  addImportMap();
  watch();
  followLinks();
  refuseServiceWorker();
  document.currentScript.remove();
  addEventListener('DOMContentLoaded', () => showBar(describePage()));
}

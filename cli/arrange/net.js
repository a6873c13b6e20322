// The net: leads the requests of an app to the files that `arrange` has moved below assets/. It is
// loaded before everything else in a page. scripts/minify-net.ts makes a function `net` of this
// text behind the text of cli/files/intercept.js. Its parameters:
//   moved     the names at the top of the build that have moved, such as `img` or `data.json`
//   appRoot   in a worker: the address of the folder of the app; empty in a page
//   pages     the paths of the other pages below assets/, such as `about/index.html`
//   inner     the folders below assets/ that have a folder `assets` of their own, such as `docs/`

/** The document of the page; undefined in a worker. */
const page = globalThis.document;
/** The address of this script, which is a file in assets/; empty if it was put into the page. */
const ownAddress = page?.currentScript?.src;
/** The folder of the app. It is fixed here, since the app may change the address of the page. */
const root = appRoot || new URL(ownAddress ? '..' : '.', ownAddress || page.baseURI).href;
const assets = `${root}assets/`;
/** The address of the first page without the slash at its end. */
const start = root.slice(0, -1);
/** The root of the host, where a build that was made for it looks for its files. */
const host = new URL('/', root).href;

/** The addresses as the app wrote them, by the addresses of the moved files. */
const written = new Map();

/**
 * Returns the new address of a moved file, for an address that leads to it. Returns anything else
 * as it is: other addresses, and values that are not an address, such as a Request.
 */
function toAddress(address) {
  try {
    const text = String(address);
    const found = address == null || /^\[object/.test(text) ? null : findMoved(text);
    if (found === null) return address;
    written.set(found, text);
    return found;
  } catch {
    return address;
  }
}

/**
 * Returns the new address of a moved file, or null for an address that leads elsewhere or is right
 * already. Throws an error for a text that is not an address.
 */
function findMoved(address) {
  // This is how arrange writes the addresses in scripts: relative to the folder of the app. A
  // framework may have put the address of the app in front.
  const ofArrange = /^(?!data:|blob:|javascript:)(?:[^?#]*[^/.?#])?(\.\/assets\/.*)/i;
  const [, arranged] = ofArrange.exec(address) ?? [];
  const { href } = new URL(arranged ?? address, arranged ? root : page?.baseURI);
  // `/a/<slug>`, and its data file of Next.js, `/a/<slug>.txt`, are those of the first page.
  const end = href.startsWith(start) ? href.slice(start.length) : '/';
  if (/^(?:[?#]|$)/.test(end)) return root + end;
  if (/^\.txt(?:[?#]|$)/.test(end)) return `${assets}index${end}`;
  const folder = [assets, root, host].find((each) => href.startsWith(each));
  if (!folder) return null;
  const path = href.slice(folder.length);
  const place = path.replace(/[?#].*/, '');
  const name = decodeURIComponent(place.split('/')[0]);
  // The address is below the same folder of the host as the app, so it belongs to the app or to
  // another one.
  if (folder === host && root.startsWith(`${host}${name}/`)) return null;
  const isInAssets = folder === assets || name === 'assets';
  const below = folder !== assets && isInAssets ? path.slice('assets/'.length) : path;
  // A script has resolved an address of arrange against the page: `more/assets/a.json`.
  const [before, above] = /^((?:[^?#]*\/)?)assets\//.exec(below) ?? [];
  if (page && before && folder !== host && !inner.includes(above))
    return assets + below.slice(before.length);
  // The first page is not in assets/.
  const isStart = folder === host && place === '';
  const isBack =
    folder === assets && page?.baseURI.startsWith(assets) && /^(index\.html)?$/.test(name);
  if (isStart || isBack) return root + path;
  const found = findPage(below) ?? (isInAssets || moved.includes(name) ? below : null);
  if (found === null) return null;
  // arrange renames these folders, since a deploy leaves them out.
  const now = assets + found.replace(/(^|\/)node_modules\//gi, '$1modules/');
  return now === href && !arranged ? null : now;
}

/** Returns the path of a page below assets/, for the path that a link to it may have; or null. */
function findPage(path) {
  const [, bare, slash, rest] = /^([^?#]*?)(\/?)([?#].*)?$/.exec(path);
  const endings = slash ? ['/index.html', '.html'] : ['.html', '/index.html'];
  const ending = endings.find((each) => pages.includes(decodeURIComponent(bare) + each));
  return ending ? bare + ending + (rest ?? '') : null;
}

/** Changes the addresses in a style sheet. */
function toStyle(css, change = toAddress) {
  if (typeof css !== 'string') return css;
  const image = /(\burl\(\s*(?:["']|&quot;)?)((?<=")[^"]*|(?<=')[^']*|(?<=;)[^&]*|[^"'&)\s]+)/gi;
  return css.replace(image, (_, start, address) => start + change(address));
}

function toSrcset(srcset, change) {
  // An address begins the text or follows a comma. A comma may also be a part of an address.
  return String(srcset).replace(/[^\s,](?<=(^|,)\s*.)(\S*[^\s,])?/g, (each) => change(each));
}

/**
 * Changes the addresses in HTML. A whole page that a router puts in place of the page has the
 * addresses of its own place, so they become absolute.
 */
function toMarkup(html) {
  if (typeof html !== 'string') return html;
  const [, own] = /<script src="[^"]*" data-page="([^"]*)"/.exec(html) ?? [];
  const change = own === undefined ? toAddress : (address) => toAbsolute(address, root + own);
  const attribute = /(?<![\w:-])([\w:-]+)(\s*=\s*["']?)((?<=")[^"]*|(?<=')[^']*|[^\s"'>]+)/g;
  return toStyle(html, change).replace(/<([a-z][\w-]*)[^>]*/gi, (tag, localName) =>
    tag.replace(attribute, (_, name, start, value) => {
      // arrange begins the relative addresses that it writes with a dot.
      const isAddress = own !== undefined && (/^\.{1,2}\//.test(value) || linkNames.test(name));
      if (isAddress) return name + start + change(value);
      return name + start + toAttribute({ localName }, name.toLowerCase(), value, change);
    }),
  );
}

/** The attributes that lead to another page. */
const linkNames = /^(?:href|action|formaction)$/i;

function toAbsolute(address, base) {
  const isAbsolute = /^\s*(?:#|[a-z][a-z\d+.-]*:)/i.test(address);
  try {
    return isAbsolute ? address : new URL(address, base).href;
  } catch {
    return address;
  }
}

function toAttribute(element, name, value, change = toAddress) {
  if (name === 'style') return toStyle(value, change);
  if (!isLoading(element, name)) return value;
  if (name === 'srcdoc') return toMarkup(value);
  return name.endsWith('srcset') ? toSrcset(value, change) : change(value);
}

/**
 * Fixes an element that was added to the page without an intercepted call: the addresses in a style
 * element, and the address of an icon, which browsers load again when the address of the page
 * changes.
 */
function fixElement(element) {
  if (/icon/.test(element.rel)) element.setAttribute('href', element.href);
  if (element.localName !== 'style') return;
  const css = toStyle(element.textContent);
  if (css !== element.textContent) element.textContent = css;
}

/**
 * Leads a link to a page at the root of the host into the app before a router sees the click. A
 * router that finds out where the app is, such as SvelteKit's, follows only links into the app.
 */
function enterApp(event) {
  const link = findLink(event);
  const address = String(link?.href);
  if (!address.startsWith(host) || address.startsWith(root)) return;
  const path = address.slice(host.length);
  if (/^(?:[?#]|$)/.test(path) || findPage(path)) link.setAttribute('href', root + path);
}

function findLink(event) {
  return event.composedPath().find((each) => each.matches?.('a,area'));
}

/**
 * Changes the address of a link only when the link is followed, so that routers see the original
 * address until then.
 */
function followLink(event) {
  const link = findLink(event);
  // The address of a link in an SVG is not a text.
  const address = link?.href.baseVal ?? link?.href;
  if (event.defaultPrevented || !address || isInPage(address)) return;
  const found = toAddress(address);
  if (found !== address) link.setAttribute('href', found);
}

/** True if an address leads to a place in the page that is open. */
function isInPage(address) {
  return /^#/.test(address) || address.startsWith(`${page.URL.split('#')[0]}#`);
}

/** Leads `location = …` and forms to the moved page, in browsers that have the Navigation API. */
function followNavigation(event) {
  const { url, sameDocument } = event.destination;
  const found = toAddress(url);
  const method = { push: 'assign', replace: 'replace', reload: 'replace' }[event.navigationType];
  if (found === url || sameDocument || !method) return;
  event.preventDefault();
  location[method](found);
}

/**
 * Returns the address of a worker. If the worker's script is at a blob: address, the net script is
 * put in front of it.
 */
function toWorker(address) {
  if (!/^blob:/.test(address)) return toAddress(address);
  const request = new XMLHttpRequest();
  request.open('GET', address, false);
  request.send();
  const call = `(${net})(${JSON.stringify(moved)},"${root}",[],${JSON.stringify(inner)});`;
  return URL.createObjectURL(new Blob([call, request.responseText], { type: 'text/javascript' }));
}

/** The addresses of the pages that scripts have loaded, by the addresses that they asked for. */
const loadedPages = new Map();

/** Does the same as toAddress, for a file that a script loads itself. */
function toRequest(address) {
  const found = toAddress(address);
  try {
    const [asked, loaded] = [address, found].map(toPlace);
    if (/(?:\.html?|\/)(?:\?|$)/.test(loaded)) loadedPages.set(asked, loaded);
  } catch {
    // A Request is not an address.
  }
  return found;
}

/** Returns the whole address without its fragment. */
function toPlace(address) {
  return new URL(address, page?.baseURI).href.split('#')[0];
}

/**
 * Returns the address for the history of a router that loads pages: the address at which the page
 * is, so that a reload finds it. A router that makes its pages itself keeps its own addresses.
 */
function toHistory(address) {
  if (address == null) return address;
  const loaded = loadedPages.get(toPlace(address));
  if (loaded === undefined) return toPlace(address).startsWith(root) ? address : toAddress(address);
  // The links that stay in the page lead to the same pages as before.
  for (const link of page.links) {
    if (!link.getAttribute('href').startsWith('#')) link.setAttribute('href', link.href);
  }
  return loaded + new URL(address, page.baseURI).hash;
}

wrapAll(toRequest, '.fetch.Request');
wrapAll(toRequest, 'XMLHttpRequest.open', 1);
wrapAll(toAddress, '.SharedWorker.EventSource');
wrapAll(toWorker, '.Worker');
wrap(globalThis, 'importScripts', (args) => args.map((each) => toAddress(each)));
if (page) {
  wrapElements();
  wrapAll(toAddress, '.Audio.open Worklet.addModule');
  wrapAll(toHistory, 'History.pushState.replaceState', 2);
  wrapAll(toMarkup, 'DOMParser.parseFromString');
  for (const name of ['write', 'writeln'])
    wrap(Document.prototype, name, (args) => args.map((each) => toMarkup(each)));
  wrap(Document, 'parseHTMLUnsafe', ([html, ...more]) => [toMarkup(html), ...more]);
  const { getAttribute } = Element.prototype;
  Element.prototype.getAttribute = function (name) {
    const value = getAttribute.call(this, name);
    // Turbopack finds the name of a chunk by the public path, which arrange writes as ./assets/…
    const isMovedScript = name === 'src' && /^\.\.?\//.test(value) && this.src?.startsWith(assets);
    if (isMovedScript && this.localName === 'script') return `./${this.src.slice(root.length)}`;
    return written.get(value) ?? value;
  };
  addEventListener('click', enterApp, true);
  addEventListener('click', followLink);
  globalThis.navigation?.addEventListener('navigate', followNavigation);
  new MutationObserver((records) => {
    for (const record of records) [record.target, ...record.addedNodes].forEach(fixElement);
  }).observe(page, { childList: true, subtree: true });
}

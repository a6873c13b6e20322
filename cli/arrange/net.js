// The net: leads the requests of an app to the files that `arrange` has moved below assets/. It is
// loaded before everything else in a page. scripts/minify-net.ts makes a function `net` of this
// text behind the text of cli/intercept.js. Its parameters:
//   moved     the names at the top of the build that have moved, such as `img` or `data.json`
//   appRoot   in a worker: the address of the folder of the app

/** The document of the page; undefined in a worker. */
const page = globalThis.document;
/** The address of this script, which is a file in assets/; empty if it was put into the page. */
const ownAddress = page?.currentScript?.src;
/** The folder of the app. It is fixed here, since the app may change the address of the page. */
const root = appRoot || new URL(ownAddress ? '..' : '.', ownAddress || page.baseURI).href;
const assets = `${root}assets/`;
/** The root of the host, where a build that was made for it looks for its files. */
const host = new URL('/', root).href;
/**
 * True in a page that was moved to `assets/`: the files that it looks for at `assets/…` are next to
 * it.
 */
const isInAssets = page?.baseURI.startsWith(assets);

/** The addresses as the app wrote them, by the addresses of the moved files. */
const written = new Map();

/**
 * Returns the new address of a moved file, for an address that leads to it. Returns anything else
 * as it is: other addresses, and values that are not an address, such as options.
 */
function toAddress(address) {
  try {
    const found = findMoved(address);
    if (found !== address) written.set(found, String(address));
    return found;
  } catch {
    return address;
  }
}

/** Does the same as toAddress, but throws an error for a text that is not an address. */
function findMoved(address) {
  // This is how arrange writes the addresses in scripts: relative to the folder of the app.
  const isArranged = /^\.\/assets\//.test(address);
  const { href } = new URL(address, isArranged ? root : page?.baseURI);
  const folder = [assets, root, host].find((each) => href.startsWith(each));
  if (!folder) return address;
  const path = href.slice(folder.length);
  const name = decodeURIComponent(path.split(/[/?#]/)[0]);
  if (folder === assets) {
    // index.html stays at the top of the app folder.
    if (isInAssets && /^(assets|index\.html|)$/.test(name)) return root + path;
    return isArranged ? href : address;
  }
  // The address is below the same folder of the host as the app, so it belongs to the app or to
  // another one.
  if (folder === host && root.startsWith(`${host}${name}/`)) return address;
  if (name === 'assets') return root + path;
  return moved.includes(name) ? assets + path : address;
}

function toStyle(css) {
  if (typeof css !== 'string') return css;
  const image = /(\burl\(\s*(?:["']|&quot;)?)((?<=")[^"]*|(?<=')[^']*|(?<=;)[^&]*|[^"'&)\s]+)/gi;
  return css.replace(image, (_, start, address) => start + toAddress(address));
}

function toSrcset(srcset) {
  // An address begins the text or follows a comma. A comma may also be a part of an address.
  return String(srcset).replace(/[^\s,](?<=(^|,)\s*.)(\S*[^\s,])?/g, toAddress);
}

function toMarkup(html) {
  if (typeof html !== 'string') return html;
  const attribute = /(?<![\w:])([\w:]+)(\s*=\s*["']?)((?<=")[^"]*|(?<=')[^']*|[^\s"'>]+)/g;
  return toStyle(html).replace(/<([a-z][\w-]*)[^>]*/gi, (tag, localName) =>
    tag.replace(attribute, (_, name, start, value) => {
      return name + start + toAttribute({ localName }, name.toLowerCase(), value);
    }),
  );
}

function toAttribute(element, name, value) {
  if (name === 'style') return toStyle(value);
  if (!isLoading(element, name)) return value;
  if (name === 'srcdoc') return toMarkup(value);
  return name.endsWith('srcset') ? toSrcset(value) : toAddress(value);
}

/**
 * Changes the addresses in a style element that was added to the page without an intercepted call.
 */
function fixStyle(element) {
  if (element.localName !== 'style') return;
  const css = toStyle(element.textContent);
  if (css !== element.textContent) element.textContent = css;
}

/**
 * Changes the address of a link only when the link is followed, so that routers see the original
 * address until then.
 */
function followLink({ target, defaultPrevented }) {
  const link = defaultPrevented ? null : target.closest?.('a[href],area[href]');
  const found = toAddress(link?.href);
  // The address of a link in an SVG is not a text, and cannot be set.
  if (found !== link?.href) link.href = found;
}

/** Leads `location = …` and forms to the moved page, in browsers that have the Navigation API. */
function followNavigation(event) {
  const { url, sameDocument } = event.destination;
  const found = toAddress(url);
  const method = { push: 'assign', replace: 'replace' }[event.navigationType];
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
  const call = `(${net})(${JSON.stringify(moved)},"${root}");`;
  return URL.createObjectURL(new Blob([call, request.responseText], { type: 'text/javascript' }));
}

wrapAll(toAddress, '.fetch.Request.importScripts.SharedWorker XMLHttpRequest.open');
wrapAll(toWorker, '.Worker');
if (page) {
  wrapElements();
  wrapAll(toAddress, '.Audio.open Worklet.addModule');
  wrapAll(toMarkup, 'Document.write.writeln DOMParser.parseFromString');
  wrap(Document, 'parseHTMLUnsafe', (args) => args.map(toMarkup));
  const { getAttribute } = Element.prototype;
  Element.prototype.getAttribute = function (name) {
    const value = getAttribute.call(this, name);
    return written.get(value) ?? value;
  };
  addEventListener('click', followLink);
  globalThis.navigation?.addEventListener('navigate', followNavigation);
  new MutationObserver((records) => {
    for (const record of records) [record.target, ...record.addedNodes].forEach(fixStyle);
  }).observe(page, { childList: true, subtree: true });
}

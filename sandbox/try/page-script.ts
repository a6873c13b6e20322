/**
 * The code that reads a page. It runs in a world of its own in each frame: it shares the elements
 * with the page, but not the built-in objects, which the page may have changed. It changes nothing
 * but the place to which the page is scrolled.
 *
 * Each text is a function whose arguments are the closed shadow roots of the frame.
 */

/**
 * Collects the elements of the frame and of all its shadow roots. Frames in it are read on their
 * own.
 */
const shared = `
  const maxElements = 200000;
  const roots = [document, ...closedRoots];
  const elements = [];
  for (const root of roots) {
    for (const element of root.querySelectorAll('*')) {
      if (elements.length >= maxElements) break;
      elements.push(element);
      if (element.shadowRoot) roots.push(element.shadowRoot);
    }
  }
  const isVisible = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  const toLabel = (element) => {
    const picture = element.querySelector('img[alt]');
    const text = element.getAttribute('aria-label') || element.innerText || element.value || element.title || picture?.alt || element.localName;
    return String(text).trim().replace(/\\s+/g, ' ').slice(0, 40);
  };
`;

/** Returns what a person sees of the frame, as a FrameLook. */
export const lookFunction = `async function (...closedRoots) {
  ${shared}
  const readRoot = (root) => root.body ? root.body.innerText : [...root.children].map((child) => child.innerText ?? '').join('\\n');
  const text = roots.map((root) => readRoot(root) ?? '').join('\\n').slice(0, 200000);
  const pictures = new Set(['img', 'canvas', 'video', 'svg', 'object', 'embed', 'input', 'button', 'textarea', 'select', 'meter', 'progress', 'audio']);
  const isPicture = (element) => pictures.has(element.localName) && isVisible(element) && (element.localName !== 'img' || element.naturalWidth > 0);
  const toColor = (element) => element ? getComputedStyle(element).backgroundColor : '';
  const plain = new Set([toColor(document.documentElement), toColor(document.body), 'rgba(0, 0, 0, 0)', 'rgb(255, 255, 255)', '']);
  const isRoot = (element) => element === document.documentElement || element === document.body;
  const hasBackground = (element) => {
    const { backgroundImage, backgroundColor } = getComputedStyle(element);
    const isPainted = /url\\(|gradient\\(/.test(backgroundImage) || !plain.has(backgroundColor);
    return isPainted && !(isRoot(element) && backgroundImage === 'none') && isVisible(element);
  };
  const hasPictures = elements.some(isPicture) || elements.some(hasBackground);
  const failed = elements.filter((element) => element.localName === 'img' && element.complete && element.naturalWidth === 0 && (element.currentSrc || element.src));
  const brokenPictures = [];
  for (const image of failed.slice(0, 50)) {
    try { await image.decode(); } catch { brokenPictures.push((image.currentSrc || image.src).slice(0, 500)); }
  }
  const headings = elements.filter((element) => /^h[1-3]$/.test(element.localName) && isVisible(element)).map((element) => element.innerText);
  return { title: document.title, text, hasPictures, brokenPictures, headings: headings.slice(0, 50) };
}`;

/**
 * Lists the buttons and links that a person could press, as Controls, and remembers their elements
 * until the frame opens another document.
 */
export const listFunction = `function (...closedRoots) {
  ${shared}
  const buttons = 'button, [role=button], summary, input[type=button], input[type=submit], input[type=reset]';
  const isButton = (element) => element.matches(buttons) && !element.disabled && isVisible(element);
  const isLink = (element) => element.localName === 'a' && element.href && !element.matches(buttons) && !element.download && !/^_(?:blank|top|parent)$/i.test(element.target) && isVisible(element);
  const controls = [];
  for (const element of elements) {
    if (controls.length >= 200) break;
    if (isButton(element) || isLink(element)) controls.push(element);
  }
  globalThis.controls = controls;
  return globalThis.controls.map((element) => ({ href: isLink(element) ? String(element.href) : null, label: toLabel(element) }));
}`;

/** Lists the addresses of all links, also of those in web components and of those that are hidden. */
export const addressesFunction = `function (...closedRoots) {
  ${shared}
  const links = elements.filter((element) => element.localName === 'a' && element.href);
  return links.map((element) => String(element.href));
}`;

/**
 * Scrolls the control at an index into view. Returns the point at which to press it; null if
 * nobody could press it; \`gone\` if the frame has opened another document.
 */
export const placeFunction = `async function (index) {
  if (!globalThis.controls) return 'gone';
  const element = globalThis.controls[index];
  if (!element || !element.isConnected || element.disabled) return null;
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  await new Promise((done) => { requestAnimationFrame(done); setTimeout(done, 200); });
  // A link in a text may have two boxes, with neither of them in the middle.
  const { left, top, width, height } = element.getClientRects()[0] ?? element.getBoundingClientRect();
  const x = left + width / 2, y = top + height / 2;
  const hit = element.getRootNode().elementFromPoint(x, y);
  if (!hit || !(element === hit || element.contains(hit))) return null;
  return { x, y };
}`;

/** Returns where the content of a frame's element begins in the frame that has it. */
export const offsetFunction = `function () {
  const { left, top } = this.getBoundingClientRect();
  return { x: left + this.clientLeft, y: top + this.clientTop };
}`;

/**
 * The code that runs in the page that is tried. Each text is one expression; it must run in any
 * page, also one that changes built-in objects, and changes nothing itself.
 */

/**
 * Code that both scripts below begin with. It collects the elements of the page, of its open shadow
 * roots, and of its frames of the same origin.
 */
const shared = `
  const maxElements = 20000;
  const roots = [document];
  const elements = [];
  for (const root of roots) {
    for (const element of root.querySelectorAll('*')) {
      if (elements.length >= maxElements) break;
      elements.push(element);
      if (element.shadowRoot) roots.push(element.shadowRoot);
      if (element.localName === 'iframe') {
        try { if (element.contentDocument) roots.push(element.contentDocument); } catch {}
      }
    }
  }
  const isVisible = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
`;

/** An expression that returns a PageLook as JSON. */
export const lookScript = `(async () => {
  ${shared}
  const readRoot = (root) => root.body ? root.body.innerText : [...root.children].map((child) => child.innerText ?? '').join('\\n');
  const text = roots.map((root) => readRoot(root) ?? '').join('\\n').slice(0, 200000);
  const pictures = new Set(['img', 'canvas', 'video', 'svg', 'object', 'embed', 'input', 'button', 'textarea', 'select', 'meter', 'progress', 'audio']);
  const isPicture = (element) => pictures.has(element.localName) && isVisible(element) && (element.localName !== 'img' || element.naturalWidth > 0);
  const hasBackground = (element) => isVisible(element) && /url\\(|gradient\\(/.test(getComputedStyle(element).backgroundImage);
  const isBlank = text.trim() === '' && !elements.some(isPicture) && !elements.some(hasBackground);
  const failed = elements.filter((element) => element.localName === 'img' && element.complete && element.naturalWidth === 0 && (element.currentSrc || element.src));
  const brokenPictures = [];
  for (const image of failed.slice(0, 50)) {
    try { await image.decode(); } catch { brokenPictures.push((image.currentSrc || image.src).slice(0, 500)); }
  }
  const headings = elements.filter((element) => /^h[1-3]$/.test(element.localName) && isVisible(element)).map((element) => element.innerText);
  return { title: document.title, text, isBlank, brokenPictures, headings: headings.slice(0, 50) };
})()`;

/** An expression that returns the buttons of the page as a list of elements. */
export const listButtonsScript = `(() => {
  ${shared}
  const selector = 'button, [role=button], summary, input[type=button], input[type=submit], input[type=reset]';
  const isButton = (element) => element.matches(selector) && !element.disabled && element.ownerDocument === document && isVisible(element);
  return elements.filter(isButton).slice(0, 40);
})()`;

/**
 * A function that is called with a list of elements as `this`, and an index. Returns the point at
 * which to press the element, and its label; null if nobody could press it.
 */
export const findButtonFunction = `async function (index) {
  const element = this[index];
  if (!element || !element.isConnected || element.disabled) return null;
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  await new Promise((done) => { requestAnimationFrame(done); setTimeout(done, 200); });
  const { left, top, width, height } = element.getBoundingClientRect();
  const x = left + width / 2, y = top + height / 2;
  const hit = element.getRootNode().elementFromPoint(x, y);
  if (!hit || !(element === hit || element.contains(hit))) return null;
  const label = element.getAttribute('aria-label') || element.innerText || element.value || element.title || element.localName;
  return { x, y, label: String(label).trim().replace(/\\s+/g, ' ').slice(0, 40) };
}`;

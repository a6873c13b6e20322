import { urlAttributes } from '../../src/web/html.ts';

/**
 * The elements that load a file, by attribute, in the form that intercept.js expects.
 *
 * @example loadingElements.srcset // 'img source'
 */
export const loadingElements: Readonly<Record<string, string>> = invert(urlAttributes);

function invert(attributes: typeof urlAttributes): Readonly<Record<string, string>> {
  const elements: Record<string, string> = {};
  for (const [element, names] of attributes) {
    for (const name of names) {
      const others = elements[name];
      elements[name] = others === undefined ? element : `${others} ${element}`;
    }
  }
  return elements;
}

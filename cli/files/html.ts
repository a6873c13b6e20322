import { decodeEntities, readTags } from '../../src/web/html.ts';

/**
 * Returns the offset at which a script in a page runs before all others: at the start of the head,
 * and never before the doctype.
 */
export function findScriptStart(html: string): number {
  let start: number | null = null;
  for (const tag of readTags(html)) {
    if (tag.name === 'head') return tag.end;
    if (tag.name !== 'html') break;
    start = tag.end;
  }
  if (start !== null) return start;
  const doctype = html.search(/<!doctype\b/i);
  if (doctype >= 0) return html.indexOf('>', doctype) + 1;
  return html.startsWith('\ufeff') ? 1 : 0;
}

/** Returns the title of a page in one line, or an empty text if the page has none. */
export function readTitle(html: string): string {
  const title = readTags(html).find((tag) => tag.name === 'title');
  const text = decodeEntities(title?.text?.text ?? '');
  return text.replaceAll(/\s+/g, ' ').trim();
}

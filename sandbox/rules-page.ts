import type { Folder } from './contents.ts';
import { toPlace } from './json-places.ts';
import type { Limits } from './readings.ts';
import type { FolderProblem } from './rules.ts';

const path = 'index.html';
const field = 'html';
/** Places are counted from the start of the page: a bound keeps a hostile page cheap. */
const mostScripts = 100;

/** Checks `index.html`: that it is there, is not too large, has a title and loads no script over plain http. */
export function checkPage(folder: Folder, limits: Limits): readonly FolderProblem[] {
  const html = folder.get(path);
  if (html === undefined) {
    return [
      { path, code: 'file_missing', message: 'The folder has no index.html.', fix: 'Add the page of the app.', field },
    ];
  }
  const bytes = Buffer.byteLength(html);
  if (bytes > limits.pageBytes) {
    const message = `The page has ${bytes} bytes; at most ${limits.pageBytes} are allowed.`;
    return [{ path, code: 'page_too_large', message, fix: 'Move pictures and data to files under assets/.', field }];
  }
  const bare = blankComments(html);
  return [...checkTitle(bare), ...checkScripts(bare)];
}

function checkTitle(html: string): readonly FolderProblem[] {
  for (const found of html.matchAll(/<title(?:\s[^<>]*)?>([^<]*)<\/title/gi)) {
    if (found[1]?.trim() !== '') return [];
  }
  const head = html.search(/<head[\s>]/i);
  const place = toPlace(html, Math.max(head, 0));
  const message = 'The page has no title.';
  return [{ path, ...place, code: 'title_missing', message, fix: 'Put <title>…</title> into its head.', field }];
}

function checkScripts(html: string): readonly FolderProblem[] {
  const problems: FolderProblem[] = [];
  for (const found of html.matchAll(/<script\s[^<>]*>/gi)) {
    if (problems.length < mostScripts && /\ssrc\s*=\s*["']?\s*http:/i.test(found[0])) {
      const message = 'The page loads a script over plain http.';
      const fix = 'Put the script under assets/, or load it over https.';
      problems.push({ path, ...toPlace(html, found.index), code: 'script_insecure', message, fix, field });
    }
  }
  return problems;
}

/** Blanks what stands in comments, so that places stay where they are. Linear time. */
function blankComments(html: string): string {
  const parts: string[] = [];
  let at = 0;
  for (let start = html.indexOf('<!--'); start !== -1; start = html.indexOf('<!--', at)) {
    const end = html.indexOf('-->', start + 4);
    const stop = end === -1 ? html.length : end + 3;
    parts.push(html.slice(at, start), html.slice(start, stop).replaceAll(/[^\n]/g, ' '));
    at = stop;
  }
  parts.push(html.slice(at));
  return parts.join('');
}

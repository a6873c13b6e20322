import type { Problem } from '../outcome.ts';
import { checkServiceJson } from './check-service.ts';
import { toError, toWarning } from './finding.ts';
import { checkLayout } from './layout.ts';
import type { AppFields, Checked, Packed } from './packed.ts';
import { type Loaded, loadText, mostTextBytes } from './text.ts';

/** Largest `service.json` that is checked. */
const mostServiceBytes = 1024 * 1024;

/**
 * Checks a packed folder without the service and reads the app's fields from it.
 *
 * What the service document states is an error; what it only suggests, and what could not be checked, is a warning.
 * Throws FolderError when a file changed since it was measured.
 */
export async function checkFolder(packed: Packed): Promise<Checked> {
  const service = loadText(packed, 'service.json', mostServiceBytes);
  const page = loadText(packed, 'index.html', mostTextBytes);
  const instructions = loadText(packed, 'instructions.md', mostTextBytes);
  const checked = service.kind === 'text' ? checkServiceJson(service.text, packed) : { problems: [], fields: {} };
  const problems = [
    ...checkService(service),
    ...checked.problems,
    ...checkPage('index.html', 'page', page),
    ...checkPage('instructions.md', 'instructions', instructions),
    ...checkLayout(packed),
  ];
  const fields: AppFields = {
    ...checked.fields,
    ...(instructions.kind === 'text' ? { system_prompt: instructions.text } : {}),
    ...(page.kind === 'text' ? { html: page.text } : {}),
  };
  return { problems: [...problems.filter(isError), ...problems.filter((problem) => !isError(problem))], fields };
}

function isError({ severity }: Problem): boolean {
  return severity === 'error';
}

function checkService({ kind }: Loaded): readonly Problem[] {
  const path = 'service.json';
  if (kind === 'text') return [];
  if (kind === 'not-utf8') {
    const message = 'service.json is not UTF-8, so it is no JSON.';
    return [toError({ code: 'service_json_not_utf8', message, fix: 'Save it as UTF-8.', path })];
  }
  if (kind === 'missing') {
    const fix = 'Add a service.json with name, tagline, color and logo.';
    return [toWarning({ code: 'service_json_missing', message: 'The folder has no service.json.', fix })];
  }
  return [warnOfSize(path, mostServiceBytes)];
}

function checkPage(path: string, code: string, loaded: Loaded): readonly Problem[] {
  if (loaded.kind === 'text') {
    if (loaded.text.trim() !== '') return [];
    const fix = 'Write something into it.';
    return [toWarning({ code: `${code}_empty`, message: `${path} is empty.`, fix, path, line: 1 })];
  }
  if (loaded.kind === 'missing') {
    const fix = `Add ${path}, or check the inputs include and exclude.`;
    return [toWarning({ code: `${code}_missing`, message: `The folder has no ${path}.`, fix })];
  }
  if (loaded.kind === 'too-large') return [warnOfSize(path, mostTextBytes)];
  const message = `${path} is not UTF-8, so it is sent as data and not as text.`;
  return [toWarning({ code: `${code}_not_utf8`, message, fix: 'Save it as UTF-8.', path })];
}

function warnOfSize(path: string, limit: number): Problem {
  return toWarning({
    code: 'file_not_checked',
    message: `${path} is larger than ${limit / 1024 / 1024} MiB and was not checked. create and update do not send it.`,
    fix: 'Move data out of it into files in assets/.',
    path,
  });
}

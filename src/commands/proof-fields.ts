import { digestText } from '../api/content.ts';
import type { App } from '../api/wire.ts';
import type { AppFields } from '../folder/packed.ts';
import { listPromptTexts } from './difference.ts';
import type { Judge } from './proof.ts';

/**
 * Tells whether an update happened: every field sent is shown as sent, or every one as before. An answer is taken at its word
 * for the fields that it leaves out, a read is not.
 */
export function judgeUpdate({ before, fields }: { readonly before: App; readonly fields: AppFields }): Judge {
  return (app, from) => {
    if (app === null) return 'unclear';
    const different = listDifferent(app, fields).filter((name) => from !== 'answer' || isShown(app, name));
    if (different.length === 0) return 'done';
    const isOld = different.length === listDifferent(before, fields).length && app.updatedAt === before.updatedAt;
    return isOld ? 'undone' : 'unclear';
  };
}

function isShown(app: App, name: keyof AppFields): boolean {
  if (name === 'html') return app.html !== null || app.files !== null;
  return app[name === 'system_prompt' ? 'systemPrompt' : name] !== null;
}

/** The fields that the app shows otherwise than given. */
export function listDifferent(app: App, fields: AppFields): readonly (keyof AppFields)[] {
  const isSame: Readonly<Record<keyof AppFields, (text: string) => boolean>> = {
    name: (text) => text === app.name,
    tagline: (text) => text === (app.tagline ?? ''),
    color: (text) => text === (app.color ?? ''),
    system_prompt: (text) => listPromptTexts(app.systemPrompt ?? '').includes(text),
    html: (text) => showsPage(app, digestText(text).sha256),
  };
  const names: readonly (keyof AppFields)[] = ['name', 'tagline', 'color', 'system_prompt', 'html'];
  return names.filter((name) => {
    const text = fields[name];
    return text !== undefined && !isSame[name](text);
  });
}

/**
 * True when the app shows a page of this digest, as text or as a data: URL. It is looked for in the files where they are
 * shown: `html` is the page as it runs, which may be another.
 */
function showsPage(app: App, sha256: string): boolean {
  const page = app.files?.get('index.html') ?? app.html;
  return page?.text?.sha256 === sha256 || page?.data?.sha256 === sha256;
}

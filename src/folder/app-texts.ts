import { type AppFields, pagePath, promptPath, sentFields, servicePath } from '../model/app.ts';
import type { FolderManifest } from './manifest.ts';
import { parseServiceJson, type ServiceJson } from './service-json.ts';
import { loadText, type TextResult } from './text.ts';

/** The files that the service document names outside `assets/`, as they were read. */
export interface AppTexts {
  readonly service: TextResult;
  /** The parsed text of `service.json`; null if there is none. */
  readonly serviceJson: ServiceJson | null;
  readonly page: TextResult;
  readonly instructions: TextResult;
}

/** Reads and parses the files of an app. Throws FolderError `file_changed` or `file_unreadable`. */
export function loadAppTexts(manifest: FolderManifest): AppTexts {
  const service = loadText(manifest, servicePath);
  return {
    service,
    serviceJson: service.text === null ? null : parseServiceJson(service.text),
    page: loadText(manifest, pagePath),
    instructions: loadText(manifest, promptPath),
  };
}

/**
 * Returns the draft fields that the folder holds, for create and update. A field is absent if its
 * file is missing or unreadable, or if it is not a string.
 */
export function toAppFields(texts: AppTexts): AppFields {
  const fields: Partial<Record<keyof AppFields, string>> = {};
  for (const name of sentFields) {
    const value = readField(name, texts);
    if (typeof value === 'string') fields[name] = value;
  }
  return fields;
}

function readField(name: keyof AppFields, texts: AppTexts): string | null | undefined {
  if (name === 'html') return texts.page.text;
  if (name === 'system_prompt') return texts.instructions.text;
  return texts.serviceJson?.members?.get(name)?.value;
}

/** The fields of the app that a folder's files map onto (service document, "The app folder"), as create and update send them. */
export interface AppFields {
  readonly name?: string;
  readonly tagline?: string;
  readonly color?: string;
  /** The text of `instructions.md`. */
  readonly system_prompt?: string;
  /** The text of `index.html`. */
  readonly html?: string;
}

/**
 * The file of the folder that a field of the app stands in: a field without a file of its own is a key of `service.json`.
 * Null for what is none of the app's fields.
 */
export function fileOfField(field: string): string | null {
  return files.get(field) ?? null;
}

const files: ReadonlyMap<string, string> = new Map([
  ['name', 'service.json'],
  ['tagline', 'service.json'],
  ['color', 'service.json'],
  ['logo', 'service.json'],
  ['system_prompt', 'instructions.md'],
  ['html', 'index.html'],
]);

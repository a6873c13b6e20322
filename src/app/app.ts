import type { ShownContent } from './content.ts';

/** The number of apps that an account may have (service document, "Limits"). */
export const maxApps = 20;

/**
 * The app as one read showed it (service document, "The app object"). A field is null if it was
 * missing, or did not have the documented type.
 */
export interface App {
  readonly slug: string;
  readonly url: string | null;
  /** The app's address according to the service document, even if the read shows another one. */
  readonly documentedUrl: string;
  /** Like the next four fields, the name may be empty, which is not the same as null. */
  readonly name: string | null;
  readonly tagline: string | null;
  readonly color: string | null;
  readonly logo: string | null;
  readonly systemPrompt: string | null;
  /** As returned by the service, documented or not. */
  readonly status: string;
  readonly reviewNote: string | null;
  /** Like the next two times, this is the text that the service sent. */
  readonly updatedAt: string | null;
  readonly submittedAt: string | null;
  readonly publishedAt: string | null;
  /** The rendered page. Only the read of a single app shows it. */
  readonly html: string | null;
  /**
   * The contents by path, as the read shows them: content.ts compares them with files. Null if the
   * read shows no files, such as in a list.
   */
  readonly files: ReadonlyMap<string, ShownContent> | null;
}

interface AppField {
  /**
   * The file that holds the field. In `service.json`, the value has the field's name as its key;
   * any other file is the value as a whole.
   */
  readonly file: string;
  /** True if create and update send the field. */
  readonly isSent: boolean;
  /**
   * Returns the form in which values are compared (docs/decisions/0006-content-comparison.md).
   */
  readonly normalize: (text: string) => string;
}

const trim = (text: string): string => text.trim();

/** The fields of the app that files of the folder hold (service document, "The app folder"). */
export const appFields = {
  name: { file: 'service.json', isSent: true, normalize: trim },
  tagline: { file: 'service.json', isSent: true, normalize: trim },
  color: { file: 'service.json', isSent: true, normalize: (text) => text.trim().toLowerCase() },
  logo: { file: 'service.json', isSent: false, normalize: trim },
  system_prompt: {
    file: 'instructions.md',
    isSent: true,
    normalize: (text) => text.replaceAll('\r\n', '\n').trim(),
  },
  html: { file: 'index.html', isSent: true, normalize: (text) => text },
} as const satisfies Readonly<Record<string, AppField>>;

export const servicePath = appFields.name.file;
export const promptPath = appFields.system_prompt.file;
export const pagePath = appFields.html.file;

type FieldName = keyof typeof appFields;

/**
 * Returns the name of a field for messages: its key in service.json, or the name of the file that
 * holds the field.
 *
 * @example
 * nameField('system_prompt'); // 'instructions.md'
 */
export function nameField(name: string): string {
  if (!isFieldName(name)) return name;
  const { file } = appFields[name];
  return file === 'service.json' ? name : file;
}

/** The values of the fields that create and update send. Fields without a value are left out. */
export type AppFields = Readonly<Partial<Record<Exclude<FieldName, 'logo'>, string>>>;

/** Returns true if this is the name of a field that a file in the folder holds. */
export function isFieldName(name: string): name is FieldName {
  return Object.hasOwn(appFields, name);
}

export type ServiceKey = {
  [Name in FieldName]: (typeof appFields)[Name]['file'] extends 'service.json' ? Name : never;
}[FieldName];

/** The names of the fields in service.json, in the order of the service document. */
export const serviceKeys = Object.keys(appFields).filter(
  (name): name is ServiceKey => isFieldName(name) && appFields[name].file === 'service.json',
);

/** The names of the fields that create and update send, in the order of the service document. */
export const sentFields = Object.keys(appFields).filter(
  (name): name is keyof AppFields => isFieldName(name) && appFields[name].isSent,
);

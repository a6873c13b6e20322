import type { Content } from './content.ts';

/** Apps that an account may have (service document, "Limits"). */
export const maxApps = 20;

/**
 * The app as one read showed it (service document, "The app object"); what was absent or of a wrong
 * type is null.
 */
export interface App {
  readonly slug: string;
  readonly url: string | null;
  /** The address that the document gives the app, whether a read shows it or not. */
  readonly documentedUrl: string;
  /**
   * An empty text is a value of these and of the prompt; null stands for a field that a read does
   * not show.
   */
  readonly name: string | null;
  readonly tagline: string | null;
  readonly color: string | null;
  readonly logo: string | null;
  readonly systemPrompt: string | null;
  /** The service's word, documented or not. */
  readonly status: string;
  readonly reviewNote: string | null;
  /**
   * The three times as they were sent. They are compared as texts, but for which of two is the
   * later one.
   */
  readonly updatedAt: string | null;
  readonly submittedAt: string | null;
  readonly publishedAt: string | null;
  /** The page as it runs; only a single read shows it. */
  readonly html: Content | null;
  /** By path; null when no files were shown, as in lists. */
  readonly files: ReadonlyMap<string, Content> | null;
}

/** What is known of one field of the app. */
interface AppField {
  /**
   * The file of the folder that holds it: in `service.json` under the field's own name, in the
   * others as the whole text.
   */
  readonly file: string;
  /** True for the fields that create and update take. */
  readonly isSent: boolean;
  /** Two values with the same normal form are equal (docs/decisions/0006-content-comparison.md). */
  readonly normalize: (text: string) => string;
}

const trim = (text: string): string => text.trim();

/** The fields of the app that stand in files of the folder (service document, "The app folder"). */
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

/** The files of the folder that hold fields of the app. */
export const servicePath = appFields.name.file;
export const promptPath = appFields.system_prompt.file;
export const pagePath = appFields.html.file;

/** A field of the app by its name in the service's document. */
type FieldName = keyof typeof appFields;

/** A field as its author knows it: the key in service.json, or the file that is the whole of it. */
export function nameField(name: string): string {
  const file = isFieldName(name) ? appFields[name].file : 'service.json';
  return file === 'service.json' ? name : file;
}

/** The values of the fields that create and update send; a field that is not sent is absent. */
export type AppFields = Readonly<Partial<Record<Exclude<FieldName, 'logo'>, string>>>;

/** True for the name of a field that stands in a file of the folder. */
export function isFieldName(name: string): name is FieldName {
  return Object.hasOwn(appFields, name);
}

/** A field of the app that stands in service.json, under its own name. */
export type ServiceKey = {
  [Name in FieldName]: (typeof appFields)[Name]['file'] extends 'service.json' ? Name : never;
}[FieldName];

/** The fields that stand in service.json, in the order of the document. */
export const serviceKeys = Object.keys(appFields).filter(
  (name): name is ServiceKey => isFieldName(name) && appFields[name].file === 'service.json',
);

/** The names of the fields that create and update take, in the order of the document. */
export const sentFields = Object.keys(appFields).filter(
  (name): name is keyof AppFields => isFieldName(name) && appFields[name].isSent,
);

import type { Encoding, PackedFile } from './manifest.ts';

/** A deploy as the service takes it, before the files are read. */
export interface DeployPayload {
  /** The value of the content-type header. */
  readonly type: string;
  /** Yields the texts of the body, and the files whose encoded contents go between them. */
  listParts(): Iterable<string | PackedFile>;
}

/**
 * Assumption: a deploy takes `{"slug": "<slug>", "files": {"<path>": "<content>", …}}`, with each
 * content in the form in which a read of the app returns it: a text as it is, any other file as
 * `data:<type>;base64,…`. docs/deploy-forms/ shows how to change this file for a service that takes
 * another form.
 */
export function describeDeploy(slug: string, files: readonly PackedFile[]): DeployPayload {
  return { type: 'application/json', listParts: () => listParts(slug, files) };
}

function* listParts(slug: string, files: readonly PackedFile[]): Generator<string | PackedFile> {
  yield `{"slug":${JSON.stringify(slug)},"files":{`;
  for (const [index, file] of files.entries()) {
    if (index > 0) yield ',';
    yield `${JSON.stringify(file.path)}:"`;
    if (file.encoding === 'base64') yield `data:${file.type};base64,`;
    yield file;
    yield '"';
  }
  yield '}}';
}

/**
 * Chooses how the content of a file is sent. `type`: the file's media type without parameters.
 * `isText`: true if the file is UTF-8. Pictures, fonts, sounds and videos are sent as data: URLs
 * even if they are texts, as SVG is.
 */
export function chooseEncoding(type: string, isText: boolean): Encoding {
  const isMedia = /^(image|font|audio|video)\//.test(type);
  return isText && !isMedia ? 'text' : 'base64';
}

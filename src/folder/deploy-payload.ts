import type { RequestBody } from '../api/request-body.ts';
import { type BodyPart, toBody, type WatchUpload } from './body.ts';
import type { FolderContents, FolderFile } from './folder-file.ts';

/**
 * Makes the body of a deploy.
 *
 * Assumption: a deploy takes `{"slug": "<slug>", "files": {"<path>": "<content>", …}}`, with each
 * content in the form in which a read of the app returns it: a text as it is, any other file as
 * `data:<type>;base64,…`. docs/deploy-forms/ shows how to change this file for a service that takes
 * another form.
 */
export function createBody(
  slug: string,
  { files }: FolderContents,
  watchUpload?: WatchUpload,
): RequestBody {
  return toBody('application/json', [...listParts(slug, files)], watchUpload);
}

function* listParts(slug: string, files: readonly FolderFile[]): Generator<BodyPart> {
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
export function chooseEncoding(type: string, isText: boolean): FolderFile['encoding'] {
  const isMedia = /^(image|font|audio|video)\//.test(type);
  return isText && !isMedia ? 'text' : 'base64';
}

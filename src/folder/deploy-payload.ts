import type { Encoding, PackedFile } from './manifest.ts';

/**
 * Assumption: a deploy takes `{"slug": "<slug>", "files": {"<path>": "<content>", …}}`, each
 * content in the form that a single read gives it: a text as it is, anything else as
 * `data:<type>;base64,…` (docs/decisions/0001-assumptions.md). Yields texts, and the files whose
 * encoded content goes between them.
 */
export function* listParts(
  slug: string,
  files: readonly PackedFile[],
): Generator<string | PackedFile> {
  yield `{"slug":${JSON.stringify(slug)},"files":{`;
  for (const [index, file] of files.entries()) {
    const { path, type, encoding } = file;
    yield `${index > 0 ? ',' : ''}${JSON.stringify(path)}:"${encoding === 'data' ? `data:${type};base64,` : ''}`;
    yield file;
    yield '"';
  }
  yield '}}';
}

/**
 * How the service takes a text file of this media type (without parameters): pictures, fonts,
 * sounds and videos go as data: URLs (SVG is a picture). A file that is not UTF-8 always does.
 */
export function chooseEncoding(type: string): Encoding {
  return /^(image|font|audio|video)\//.test(type) ? 'data' : 'text';
}

/**
 * Assumption: a deploy takes `{"slug": "<slug>", "files": {"<path>": "<content>", …}}`, each content in the form that a single
 * read gives it: a text as it is, anything else as `data:<type>;base64,…` (docs/decisions/0001-assumptions.md). Another reading of
 * the service's document is a change of this file alone.
 */
export const deployPayload = {
  /** Pictures, fonts, sounds and videos (by type; SVG is a picture) go as data: URLs also where they are text. */
  chooseEncoding: (type: string): 'text' | 'data' => (/^(image|font|audio|video)\//.test(type) ? 'data' : 'text'),
  begin: (slug: string): string => `{"slug":${JSON.stringify(slug)},"files":{`,
  beginFile: ({ path, type, encoding }: DeployedFile): string =>
    `${JSON.stringify(path)}:"${encoding === 'data' ? `data:${type};base64,` : ''}`,
  endFile: '"',
  betweenFiles: ',',
  end: '}}',
};

/** What is written of a file before its content. */
interface DeployedFile {
  readonly path: string;
  /** Media type without parameters. */
  readonly type: string;
  /** `text`: the content follows as text, escaped for JSON; `data`: in base64. */
  readonly encoding: 'text' | 'data';
}

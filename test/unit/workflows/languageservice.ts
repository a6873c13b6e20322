import { randomUUID } from 'node:crypto';
import { createRequire, registerHooks } from 'node:module';

/** What GitHub's own language service finds in a file: where (counted from 1), and what. */
export interface Finding {
  readonly line: number;
  readonly message: string;
}

/** A file to look at: its name tells a workflow from an action. */
export interface YamlFile {
  /** Such as `.github/workflows/ci.yml` or `action.yml`. */
  readonly path: string;
  readonly text: string;
}

/** Gives the metadata of an action, parsed, or one without inputs to pass over it. */
export type FindAction = (owner: string, name: string) => object;

// The service imports JSON without saying so, which Node refuses.
registerHooks({
  load: (url, context, next) => {
    if (!url.endsWith('.json')) return next(url, context);
    return next(url, { ...context, importAttributes: { ...context.importAttributes, type: 'json' } });
  },
});
const { validate } = await import('@actions/languageservice');
// Its own class for documents is a package of its own, which only it depends on.
const requireLikeService = createRequire(import.meta.resolve('@actions/languageservice'));
const { TextDocument }: { TextDocument: { create: (...args: unknown[]) => Parameters<typeof validate>[0] } } =
  requireLikeService('vscode-languageserver-textdocument');

/** Validates a workflow or an action as GitHub's editor would, with the inputs of the actions that it uses. */
export async function validateYaml({ path, text }: YamlFile, findAction: FindAction): Promise<readonly Finding[]> {
  // The service remembers a file by its address, whatever its text is by now.
  const document = TextDocument.create(`file:///${randomUUID()}/${path}`, 'yaml', 1, text);
  const fetchActionMetadata = async ({ owner, name }: { owner: string; name: string }) => ({
    name,
    description: name,
    ...findAction(owner, name),
  });
  const found = await validate(document, { actionsMetadataProvider: { fetchActionMetadata } });
  return found.map(({ range, message }) => ({
    line: range.start.line + 1,
    message: typeof message === 'string' ? message : message.value,
  }));
}

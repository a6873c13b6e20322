import { toForm, wrapFiles } from './api/wire.ts';
import type { FolderPort } from './commands/ports.ts';
import type { RunContext } from './context.ts';
import { createBody } from './folder/body.ts';
import { checkFolder } from './folder/check.ts';
import { locateProblems } from './folder/locate.ts';
import { packFolder } from './folder/pack.ts';
import { readText } from './folder/text.ts';
import { type Inputs, listSecrets } from './inputs.ts';

/** What the folder's parts need of the run. */
export interface FolderPortOptions {
  readonly inputs: Inputs;
  readonly context: Pick<RunContext, 'workspace' | 'runnerTemp'>;
  readonly signal: AbortSignal;
  /** Told of an upload's beginning; returns what is told how many bytes went out. */
  readonly watchUpload: (totalBytes: number) => (sentBytes: number) => void;
}

/** Brings the folder's parts together as a command sees them. */
export function createFolderPort({ inputs, context, signal, watchUpload }: FolderPortOptions): FolderPort {
  return {
    pack: () =>
      packFolder({
        workspace: context.workspace,
        folder: inputs.folder,
        runnerTemp: context.runnerTemp,
        include: inputs.include,
        exclude: inputs.exclude,
        secrets: listSecrets(inputs),
        toForm,
        signal,
      }),
    check: checkFolder,
    locate: locateProblems,
    readServiceJson: async (packed) => readText(packed, 'service.json'),
    createBody(packed, slug) {
      const body = createBody({ ...wrapFiles(slug), files: packed.files, signal });
      return { length: body.length, stream: () => countBytes(body.stream(), watchUpload(body.length)) };
    },
  };
}

async function* countBytes(
  source: AsyncIterable<Uint8Array>,
  onSent: (sentBytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for await (const chunk of source) {
    yield chunk;
    sent += chunk.length;
    onSent(sent);
  }
}

import path from 'node:path';
import { findApps, toWorkspacePath } from '../folder/find-apps.ts';
import { type Inputs, listSecrets, makeInputsError, namesSeveral } from '../model/inputs.ts';

/** One app of a run. */
export interface AppPlace {
  readonly slug: string;
  /** Absolute path of the app folder; null if the run has none. */
  readonly path: string | null;
  /** The name of the folder in messages and reports; empty without a folder. */
  readonly shown: string;
}

/** The apps of a run. */
export interface FoundPlaces {
  /** Sorted by slug. */
  readonly places: readonly AppPlace[];
  /** Warnings about the search. */
  readonly warnings: readonly string[];
}

/**
 * Finds the apps of a run: one, unless the input `folder` names several. Folders are shown relative
 * to the workspace. Throws InvalidInputsError or FolderError, or the signal's reason.
 */
export async function findPlaces(
  inputs: Inputs,
  workspace: string,
  signal: AbortSignal,
): Promise<FoundPlaces> {
  const { slug, folder } = inputs;
  if (folder === '') return { places: [{ slug, path: null, shown: '' }], warnings: [] };
  if (!namesSeveral(folder)) {
    const shown = toWorkspacePath(workspace, folder);
    return { places: [{ slug, path: path.resolve(workspace, folder), shown }], warnings: [] };
  }
  const found = await findApps({ workspace, folder, slug, signal });
  if (found.kind === 'invalid') {
    const secrets = listSecrets(inputs).map(({ value }) => value);
    throw makeInputsError(found.invalid, secrets);
  }
  const places = found.apps.map((app): AppPlace => {
    return { slug: app.slug, path: path.resolve(workspace, app.folder), shown: app.folder };
  });
  return { places, warnings: found.warnings };
}

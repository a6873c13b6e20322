import path from 'node:path';
import { findApps, toWorkspacePath } from '../folder/find-apps.ts';
import { listSecrets, makeInputsError, namesSeveral } from '../inputs/inputs.ts';
import type { Run } from '../run/run.ts';

export interface AppPlace {
  readonly slug: string;
  /** Absolute path of the app folder; null if the run has none. */
  readonly path: string | null;
  /** The name of the folder in messages and reports; empty without a folder. */
  readonly shown: string;
}

/** The apps of a run, sorted by slug. */
export interface FoundPlaces {
  readonly places: readonly AppPlace[];
  /** Warnings about the search. */
  readonly warnings: readonly string[];
}

/**
 * Finds the apps of a run: one, unless the input `folder` matches several folders. Folders are
 * relative to `workspace`, and so are their shown names. Throws InvalidInputsError, ActionError, or the
 * signal's reason.
 */
export async function findPlaces(run: Run, workspace = run.workspace.path): Promise<FoundPlaces> {
  const { inputs, signal } = run;
  const { slug, folder } = inputs;
  if (folder === '') return { places: [{ slug, path: null, shown: '' }], warnings: [] };
  if (!namesSeveral(folder)) {
    const shown = toWorkspacePath(workspace, folder);
    return { places: [{ slug, path: path.resolve(workspace, shown), shown }], warnings: [] };
  }
  const found = await findApps({ workspace, folder, slug, signal });
  if (found.invalid.length > 0) {
    const secrets = listSecrets(inputs).map((secret) => secret.value);
    throw makeInputsError(found.invalid, secrets);
  }
  const places = found.apps.map((app): AppPlace => {
    return { slug: app.slug, path: path.resolve(workspace, app.folder), shown: app.folder };
  });
  return { places, warnings: found.warnings };
}

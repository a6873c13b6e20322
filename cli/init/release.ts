import { version } from '../../src/text/version.ts';

/**
 * The commit of this repository that the command was released from. Null here: scripts/build-cli.ts
 * puts the commit into the package that the workflow "Release" makes.
 */
export const releaseCommit: string | null = null;

/**
 * Returns a recipe whose steps use the action at a commit, followed by a comment with the version,
 * which Dependabot keeps up to date. Without a commit, as in a clone of this repository, the recipe
 * keeps the major tag.
 */
export function pinAction(recipe: string, commit: string | null = releaseCommit): string {
  if (commit === null) return recipe;
  const [major] = version.split('.');
  return recipe.replaceAll(
    `/miniapp-deploy@v${major}\n`,
    `/miniapp-deploy@${commit} # v${version}\n`,
  );
}

import { type GithubAccess, openOctokit, toOwner } from './octokit.ts';

/** The commit and the ref of a run. */
export interface RunPlace {
  readonly eventName: string;
  /** Such as `refs/heads/main`. */
  readonly ref: string;
  readonly sha: string;
}

/**
 * Tells whether the branch has commits that this run's commit lacks: by ancestry, never by time. Only a run of a branch
 * can be stale, not one of a tag or a pull request. Rejects when GitHub does not answer; the token needs `contents: read`.
 */
export async function isStale(place: RunPlace, access: GithubAccess): Promise<boolean> {
  const branch = place.ref.startsWith('refs/heads/') ? place.ref.slice('refs/heads/'.length) : '';
  if (branch === '' || place.eventName.startsWith('pull_request')) return false;
  const octokit = await openOctokit(access);
  const { data } = await octokit.rest.repos.compareCommitsWithBasehead({
    ...toOwner(access.repository),
    basehead: `${place.sha}...${branch}`,
    per_page: 1,
  });
  return isAhead(data);
}

function isAhead({ ahead_by: ahead }: { readonly ahead_by: unknown }): boolean {
  if (typeof ahead !== 'number') throw new Error("GitHub's comparison of the commits does not say how they stand.");
  return ahead > 0;
}

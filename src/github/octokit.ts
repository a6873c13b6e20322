import type { getOctokit } from '@actions/github';

/** Where GitHub's API is asked, as whom, and until when. */
export interface GithubAccess {
  readonly token: string;
  readonly apiUrl: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly signal: AbortSignal;
}

/** GitHub's API, opened for one token. */
export type Octokit = ReturnType<typeof getOctokit>;

/** GitHub's answer is waited for this long. */
const limitMs = 20_000;

/** Opens GitHub's API. Its library is as large as the rest of the action, so that only a run that asks GitHub loads it. */
export async function openOctokit({ token, apiUrl, signal }: GithubAccess): Promise<Octokit> {
  if (token === '') throw new Error('there is no github-token');
  const { getOctokit: open } = await import('@actions/github');
  const octokit = open(token, { baseUrl: apiUrl });
  octokit.hook.before('request', (options) => {
    options.request.signal = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
  });
  return octokit;
}

/** Splits `owner/name`. */
export function toOwner(repository: string): { readonly owner: string; readonly repo: string } {
  const [owner = '', repo = ''] = repository.split('/');
  return { owner, repo };
}

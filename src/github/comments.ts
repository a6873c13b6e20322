import { type GithubAccess, openOctokit, toOwner } from './octokit.ts';

/** The comments of one pull request. Every call may reject, with GitHub's `status` on the error. */
export interface PullRequestComments {
  /** One page of at most 100 comments, oldest first; pages count from 1. */
  list(page: number): Promise<readonly { readonly id: number; readonly body: string }[]>;
  create(body: string): Promise<void>;
  update(id: number, body: string): Promise<void>;
}

/** Gives access to the comments of a pull request; the token needs `pull-requests: write`. Opened at the first call. */
export function openComments(pullRequest: number, access: GithubAccess): PullRequestComments {
  const place = { ...toOwner(access.repository), issue_number: pullRequest };
  const opening = openOnce(() => openOctokit(access));
  return {
    async list(page) {
      const { rest } = await opening();
      const { data } = await rest.issues.listComments({ ...place, page, per_page: 100 });
      return data.map(({ id, body }) => ({ id, body: body ?? '' }));
    },
    async create(body) {
      const { rest } = await opening();
      await rest.issues.createComment({ ...place, body });
    },
    async update(id, body) {
      const { rest } = await opening();
      await rest.issues.updateComment({ ...toOwner(access.repository), comment_id: id, body });
    },
  };
}

function openOnce<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined;
  return () => {
    opened ??= open();
    return opened;
  };
}

import { toFailure } from '../action-error.ts';
import type { App } from '../api/wire.ts';
import type { Inputs } from '../inputs.ts';
import type { Plan, Step } from '../outcome.ts';
import { CommandError, type CommandErrorCode } from './command-error.ts';

/**
 * Decides what a deploy does; `app` is null where it does not exist, and `isSame` where its draft holds exactly the folder's
 * content. Two rules of the service stand behind it: `not_approved` is final, so that such an app is never changed in order to
 * be submitted; and any deploy takes an app out of review, so that a needless one costs its place there.
 */
export function planDeploy(
  inputs: Pick<Inputs, 'slug' | 'submit' | 'create' | 'force' | 'onInReview' | 'dryRun'>,
  app: Pick<App, 'status'> | null,
  isSame: boolean,
): Plan {
  const { slug, submit, create, force, dryRun } = inputs;
  // A real run goes on: the service refuses it, and the advice to its 404 is to set `create`.
  if (app === null && !create && dryRun) return refuse('app_missing', slug);
  const steps: readonly Step[] = submit ? ['deploy', 'submit'] : ['deploy'];
  if (app === null) return { do: 'change', steps: create ? ['create', ...steps] : steps };
  if (submit && app.status === 'not_approved') return refuse('final_not_approved', slug);
  if (isSame && !force) return submit ? planSubmit(slug, app.status) : { do: 'nothing', why: 'unchanged' };
  // `on-in-review` is about other content: who forces the same one into a review means it.
  const inReview = isSame ? null : planInReview(inputs, app.status);
  return inReview ?? { do: 'change', steps };
}

/** Decides what becomes of an app that may be in review while other content waits (`on-in-review`); null to go on. */
export function planInReview(
  { slug, onInReview }: Pick<Inputs, 'slug' | 'onInReview'>,
  status: string | null,
): Plan | null {
  if (status !== 'in_review' || onInReview === 'replace') return null;
  return onInReview === 'skip' ? { do: 'skip' } : refuse('in_review', slug);
}

/** Decides what is left to do to send content for review that the draft already has. */
export function planSubmit(slug: string, status: string | null): Plan {
  if (status === 'not_approved') return refuse('final_not_approved', slug);
  if (status === 'in_review' || status === 'published') return { do: 'nothing', why: status };
  return { do: 'change', steps: ['submit'] };
}

/** The plan to fail before anything is sent. */
export function refuse(code: CommandErrorCode, detail: string): Plan {
  return { do: 'refuse', failure: toFailure(new CommandError(code, detail)) };
}

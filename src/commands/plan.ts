import type { App } from '../model/app.ts';
import { mayBeInReview } from '../model/app-status.ts';
import type { Inputs } from '../model/inputs.ts';
import type { Outcome, Plan, Step } from '../model/outcome.ts';
import { nameInput } from '../text/frontend.ts';
import type { CommandContext } from './command-context.ts';
import { CommandError } from './command-error.ts';
import { sleepUntil } from './look.ts';
import { proofAgeMs } from './verify.ts';

/** What a read of the app comes to for a command. */
export interface Examined {
  /** What the command does with this app. Throws CommandError where it is refused. */
  readonly plan: () => Plan;
  /** True where the app shows exactly the content that the run is about. */
  readonly isSame?: boolean;
  /** Notes what else the read shows. */
  readonly note?: () => void | Promise<void>;
}

/** The read that a run goes by where nothing was sent yet, and its plan. */
interface PlannedRead {
  /** Null where it does not exist. */
  readonly app: App | null;
  /**
   * When the first response of the run came, in the clock's time: the age of later reads counts
   * from here.
   */
  readonly since: number;
  readonly plan: Plan;
}

/**
 * Reads the app, with its texts where a diff is wanted, and plans by what it shows. A first read
 * may be of a copy that lags: where it would end the run red, or with nothing to do about a review,
 * the app is read again so late that what it shows is no old state, and that read decides.
 * "Unchanged" is the one end that a first read may bring: it sends nothing and says so.
 */
export async function planByRead(
  { slug, diff }: Inputs,
  context: CommandContext,
  examine: (app: App | null) => Examined,
): Promise<PlannedRead> {
  const { client, clock, log, state, availability } = context;
  // After a minute without an answer, each app that is left gets one attempt.
  const isUnreachable = availability.isUnreachable(clock.now());
  const read = async (): Promise<App | null> => {
    const app = await client.readApp(slug, {
      keepsTexts: diff,
      retryWindowMs: isUnreachable ? 0 : undefined,
    });
    if (app === null) log.info(`Remote: there is no app ${slug}`);
    else log.debug(`${slug}: ${app.status}, updated ${app.updatedAt ?? 'at an unknown time'}`);
    return app;
  };
  const readAt = clock.now();
  let app = await read();
  const since = availability.answeredAt ?? clock.now();
  let examined = examine(app);
  if (readAt - since < proofAgeMs && isEnd(examined)) {
    state.record({ kind: 'read', app, match: 'other', trust: 'none' });
    log.info('Reading the app again after 7 s, since the first read may be old');
    await sleepUntil(since + proofAgeMs, context);
    app = await read();
    examined = examine(app);
  }
  state.record({ kind: 'read', app, match: examined.isSame ? 'same' : 'other', trust: 'all' });
  await examined.note?.();
  return { app, since, plan: examined.plan() };
}

/** True where the run would end here for a reason that a moment may change. */
function isEnd({ plan }: Examined): boolean {
  try {
    const planned = plan();
    return (
      planned.kind === 'skip' || (planned.kind === 'nothing' && planned.reason !== 'unchanged')
    );
  } catch (error) {
    if (error instanceof CommandError) return true;
    throw error;
  }
}

/** The app of a command that only a deploy can do without. Throws CommandError `app_missing`. */
export function requireApp(app: App | null, slug: string): App {
  if (app !== null) return app;
  throw new CommandError('app_missing', slug, {
    next: `Check the slug, that the API key belongs to the owner of the app, and the path of ${nameInput('base-url')}.`,
  });
}

/**
 * Decides what a deploy does; `status` is null where the app does not exist, and `isSame` where its
 * draft holds exactly the folder's content. Two rules of the service stand behind it:
 * `not_approved` is final, so that such an app is never changed in order to be submitted; and any
 * deploy takes an app out of review, so that a needless one costs its place there. Throws
 * CommandError for what is refused, in a dry run too.
 */
export function planDeploy(
  inputs: Pick<Inputs, 'slug' | 'submit' | 'create' | 'force' | 'onInReview'>,
  status: string | null,
  isSame: boolean,
): Plan {
  const { slug, submit, create, force } = inputs;
  const steps: readonly Step[] = submit ? ['deploy', 'submit'] : ['deploy'];
  if (status === null && !create) throw new CommandError('app_missing', slug);
  if (status === null) return { kind: 'change', steps: ['create', ...steps] };
  if (submit && status === 'not_approved') throw new CommandError('final_not_approved', slug);
  if (isSame && !force)
    return submit ? planSubmit(slug, status) : { kind: 'nothing', reason: 'unchanged' };
  return planInReview(inputs, status) ?? { kind: 'change', steps };
}

/**
 * Decides whether an app that is in review, or may be, is changed (`on-in-review`); null to go on.
 * Throws CommandError where the input is `fail`.
 */
export function planInReview(
  { slug, onInReview }: Pick<Inputs, 'slug' | 'onInReview'>,
  status: string,
): Plan | null {
  if (!mayBeInReview(status) || onInReview === 'replace') return null;
  if (onInReview === 'skip') return { kind: 'skip' };
  throw status === 'in_review'
    ? new CommandError('in_review', slug)
    : new CommandError('unknown_state', `${slug} has the status ${status}`);
}

/**
 * Decides what is left to do to send content for review that the draft already has. Throws
 * CommandError `final_not_approved`.
 */
export function planSubmit(slug: string, status: string): Plan {
  if (status === 'not_approved') throw new CommandError('final_not_approved', slug);
  if (status === 'published') return { kind: 'nothing', reason: status };
  if (mayBeInReview(status)) return { kind: 'nothing', reason: 'in_review' };
  return { kind: 'change', steps: ['submit'] };
}

/**
 * How a run ends whose plan changes nothing, or that is only to tell its plan; null to carry it
 * out, or to follow a review.
 */
export function endByPlan(
  plan: Plan,
  { slug, dryRun }: Inputs,
  { state, log }: CommandContext,
): Outcome | null {
  log.debug(`Plan: ${plan.kind === 'change' ? plan.steps.join(', ') : plan.kind}`);
  const status = state.facts.app?.status ?? null;
  if (plan.kind === 'nothing' && plan.reason === 'in_review' && status !== 'in_review') {
    state.notice(
      `The status ${status} is not documented, and is taken for a review: ${slug} is not submitted again.`,
    );
  }
  if (dryRun) return { kind: 'planned', plan };
  if (plan.kind === 'change' || (plan.kind === 'nothing' && plan.reason === 'in_review'))
    return null;
  if (plan.kind === 'skip') return { kind: 'skipped', skipReason: 'in-review' };
  if (plan.reason === 'published') {
    state.notice(`${slug} is published with this content: there is nothing to review.`);
  }
  return { kind: 'unchanged' };
}

import type { BaseUrl } from './base-url.ts';

/** The seven things the service's API does with an app, as the `command` input names them. */
export const commands = ['deploy', 'status', 'submit', 'create', 'update', 'delete', 'list'] as const;
/** One of the commands. */
export type Command = (typeof commands)[number];

/** The commands that pack a folder; the others only talk to the service. */
export type FolderCommand = Extract<Command, 'deploy' | 'create' | 'update'>;

/** True for the commands that pack a folder. */
export function takesFolder(command: Command): command is FolderCommand {
  return command === 'deploy' || command === 'create' || command === 'update';
}

/** What a deploy or update does with an app that is in review with other content. */
export const onInReviewChoices = ['fail', 'skip', 'replace'] as const;
/** The value of the input `on-in-review`. */
export type OnInReview = (typeof onInReviewChoices)[number];

/** What a run does when its branch has moved past its commit. */
export const onStaleChoices = ['ignore', 'warn', 'skip', 'fail'] as const;
/** The value of the input `on-stale`. */
export type OnStale = (typeof onStaleChoices)[number];

/** Everything the workflow asked for, typed and checked. */
export interface Inputs {
  readonly command: Command;
  /** Null only where nothing will be asked of the service, that is offline. */
  readonly baseUrl: BaseUrl | null;
  /** Null only where nothing will be asked of the service, that is offline. */
  readonly apiKey: string | null;
  /** Empty only for `list`. */
  readonly slug: string;
  /** As the workflow wrote it, relative to the workspace; empty where the command takes none. */
  readonly folder: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly submit: boolean;
  /** Empty unless given. */
  readonly termsVersion: string;
  readonly create: boolean;
  readonly force: boolean;
  readonly onInReview: OnInReview;
  readonly onStale: OnStale;
  readonly dryRun: boolean;
  readonly waitForReviewMinutes: number;
  readonly timeoutMinutes: number;
  readonly comment: boolean;
  /** Empty when there is none. */
  readonly githubToken: string;
}

/** One input that cannot be used: its name, what it got (null for secrets and for nothing at all), and what it takes. */
export interface WrongInput {
  readonly input: string;
  readonly got: string | null;
  readonly takes: string;
}

/** Why a run does not begin. */
export interface WrongInputs {
  readonly wrong: readonly WrongInput[];
  /** The app that the run is about; empty unless it was given as it must be. */
  readonly slug: string;
}

/** What must neither be published nor shown, by the input that it came from. */
export function listSecrets({
  apiKey,
  githubToken,
}: Pick<Inputs, 'apiKey' | 'githubToken'>): readonly { name: string; value: string }[] {
  const secrets = [
    { name: 'api-key', value: apiKey ?? '' },
    { name: 'github-token', value: githubToken },
  ];
  return secrets.filter(({ value }) => value !== '');
}

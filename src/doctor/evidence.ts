/** What was seen of a service, and the questions that every look at it asks. */

import { hasDocumentedError, readApp, toFields } from '../api/wire.ts';
import type { App } from '../app.ts';
import type { Exchange, Step } from './exchange.ts';
import {
  type BodyForm,
  deployedName,
  deployedPrompt,
  fullFolder,
  type SampleFile,
  smallFolder,
  updated,
} from './sample.ts';

/** What a service answered, and whom it was asked about. */
export interface Evidence {
  readonly slug: string;
  /** The service's address, without a slash at its end. */
  readonly address: string;
  /** The last response of each step that was made. */
  readonly seen: ReadonlyMap<Step, Exchange>;
  /** Every response in its order, those with 429 included. */
  readonly all: readonly Exchange[];
}

/** True for a response that accepts a change or shows what was asked for. */
export function isAccepted(exchange: Exchange | undefined): exchange is Exchange {
  return exchange !== undefined && exchange.status < 300;
}

/** True for a response that refuses in the documented form. */
export function isRefused(exchange: Exchange | undefined): exchange is Exchange {
  return exchange !== undefined && exchange.status >= 400 && exchange.status < 500 && hasDocumentedError(exchange.json);
}

/** The object of an app that a response shows, as it was sent: the body itself or its `app`; null where it shows none. */
export function toShown(exchange: Exchange | undefined): Readonly<Record<string, unknown>> | null {
  const outer = toFields(exchange?.json ?? null);
  const candidates = [toFields(outer?.['app']), outer];
  return candidates.find((fields) => typeof fields?.['slug'] === 'string' && fields['status'] !== undefined) ?? null;
}

/** What the read after a change shows where the change was made. */
const marks: Readonly<Partial<Record<Step, (app: App) => boolean>>> = {
  read_updated: ({ tagline }) => tagline?.trim() === updated.tagline,
  read_deployed: ({ name }) => name?.trim() === deployedName,
  read_prompt: ({ systemPrompt }) => systemPrompt?.trim() === deployedPrompt.trim(),
};

/** The app that the read of a step showed, as the action reads it; null where it did not, or showed the app of before the change. */
export function toApp({ seen, slug, address }: Evidence, step: Step): App | null {
  const exchange = seen.get(step);
  const app = isAccepted(exchange) ? readApp(exchange.json, { slug, address }) : null;
  return app !== null && (marks[step]?.(app) ?? true) ? app : null;
}

/** The files that the read of a step showed, as they were sent; null where it showed none, or those of before the change. */
export function toFiles(evidence: Evidence, step: Step): Readonly<Record<string, unknown>> | null {
  return toApp(evidence, step) && toFields(toShown(evidence.seen.get(step))?.['files']);
}

/** A deploy that was accepted. */
export interface AcceptedDeploy {
  readonly exchange: Exchange;
  /** The form of its body. */
  readonly form: BodyForm;
  readonly files: readonly SampleFile[];
}

const deploys: readonly (readonly [step: Step, deploy: Omit<AcceptedDeploy, 'exchange'>])[] = [
  ['deploy', { form: 'files', files: fullFolder }],
  ['deploy_folder', { form: 'folder', files: fullFolder }],
  ['deploy_list', { form: 'list', files: fullFolder }],
  ['deploy_small', { form: 'files', files: smallFolder }],
];

/** The first deploy that was accepted; null where none was. */
export function findDeploy({ seen }: Evidence): AcceptedDeploy | null {
  for (const [step, deploy] of deploys) {
    const exchange = seen.get(step);
    if (isAccepted(exchange)) return { exchange, ...deploy };
  }
  return null;
}

/** What was seen of a service, and the questions that the judgement asks about it. */

import { hasDocumentedError, readApp, toFields } from '../api/wire.ts';
import type { App } from '../app.ts';
import type { Exchange, Step } from './exchange.ts';
import { type BodyForm, fullFolder, type SampleFile, smallFolder } from './sample.ts';

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

/** The app that the read of a step showed, as the action reads it; null where it did not. */
export function toApp({ seen, slug, address }: Evidence, step: Step): App | null {
  const exchange = seen.get(step);
  return isAccepted(exchange) ? readApp(exchange.json, { slug, address }) : null;
}

/** A deploy that was accepted: the form of its body, and its files. */
export interface AcceptedDeploy {
  readonly form: BodyForm;
  readonly files: readonly SampleFile[];
}

/** The first deploy that was accepted; null where none was. */
export function findDeploy({ seen }: Pick<Evidence, 'seen'>): AcceptedDeploy | null {
  const tries: readonly (readonly [Step, AcceptedDeploy])[] = [
    ['deploy', { form: 'files', files: fullFolder }],
    ['deploy_folder', { form: 'folder', files: fullFolder }],
    ['deploy_list', { form: 'list', files: fullFolder }],
    ['deploy_small', { form: 'files', files: smallFolder }],
  ];
  return tries.find(([step]) => isAccepted(seen.get(step)))?.[1] ?? null;
}

import { refuseField } from './body.ts';
import type { FaultPlan } from './faults.ts';
import type { Parts } from './parts.ts';
import { type Move, takeStep } from './states.ts';
import { type App, toPublicFolder } from './store.ts';
import { toWireApp } from './wire.ts';

/** The moves that a reviewer makes. */
export const reviewerMoves = ['approve', 'reject', 'take_down'] as const satisfies readonly Move[];

/** All that the sandbox's page shows: settings, every app with what a reviewer may do with it, faults. */
export function toView(parts: Parts): Readonly<Record<string, unknown>> {
  const { accounts, termsVersion } = parts.store.settings();
  return {
    base_url: parts.baseUrl,
    terms_version: termsVersion,
    rate: { changes: parts.rate.changes, window_ms: parts.rate.windowMs },
    accounts,
    apps: parts.store.apps().map((app) => toAppView(app, parts)),
    faults: toFaultsView(parts.faults.plan()),
  };
}

/** An app as the page shows it: the app object, its owner, and addresses for a browser. */
export function toAppView(app: App, parts: Parts): Readonly<Record<string, unknown>> {
  const shown = toWireApp(app, parts.baseUrl);
  const token = parts.toPreviewToken(app.slug);
  return {
    ...shown,
    owner: app.owner,
    draft_url: `${shown['url']}?preview=${token}`,
    public_url: toPublicFolder(app) === null ? null : `${shown['url']}?preview=off`,
    picture_url: `${parts.baseUrl}${shown['logo_url']}&preview=${token}`,
    moves: reviewerMoves.filter((move) => typeof takeStep(app.status, move, app.published !== null) === 'string'),
  };
}

/** The faults as the controls show and take them. */
export function toFaultsView(plan: FaultPlan): Readonly<Record<string, unknown>> {
  const { slowMs, retryAfter, ...others } = plan;
  return { slow_ms: slowMs, ...others, retry_after: retryAfter };
}

/** Reads faults that were sent over those that are on. Throws the 400 that names the member that does not fit. */
export function readFaults(body: Readonly<Record<string, unknown>>, plan: FaultPlan): FaultPlan {
  const sent = { ...toFaultsView(plan), ...body };
  return {
    slowMs: toWhole(sent, 'slow_ms', 600_000),
    kind: pick(sent, 'kind', ['error', 'reset']),
    status: pick(sent, 'status', [500, 502, 503, 504]),
    times: toWhole(sent, 'times', 1_000_000),
    when: pick(sent, 'when', ['before', 'after']),
    on: pick(sent, 'on', ['all', 'changes', 'reads']),
    retryAfter: sent['retry_after'] === null ? null : toWhole(sent, 'retry_after', 86_400),
  };
}

function toWhole(sent: Readonly<Record<string, unknown>>, name: string, most: number): number {
  const value = sent[name];
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > most) {
    throw refuseField(name, `"${name}" is not a whole number from 0 to ${most}.`);
  }
  return value;
}

function pick<const T>(sent: Readonly<Record<string, unknown>>, name: string, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === sent[name]);
  if (found === undefined) throw refuseField(name, `"${name}" is not one of ${allowed.join(', ')}.`);
  return found;
}

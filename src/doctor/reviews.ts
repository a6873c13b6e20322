/**
 * What the account's other apps tell of reviews, which the doctor never asks for: their states and times, as the list shows
 * them. Nothing else of them is looked at, and their names are in no report.
 */
import { readApps } from '../api/wire.ts';
import type { App } from '../app.ts';
import { isDocumentedStatus } from '../app-status.ts';
import { type Look, type Seen, seeForm, seeMoves } from './looks.ts';

/** The first of the account's other apps that tells. In the earlier form of the service all of this is another matter. */
function seeApps(toValue: (app: App, apps: readonly App[]) => Seen | null): Look {
  return (evidence) => {
    const { json } = evidence.seen.get('list_before') ?? { json: null };
    const apps = (seeForm(evidence)?.value === 'current' && readApps(json, evidence.address)) || [];
    return apps.map((app) => toValue(app, apps)).find((one) => one !== null) ?? null;
  };
}

/** The state that a submission leads to. */
export const seeSubmitted: Look = seeApps(({ status, submittedAt, publishedAt }) => {
  const isReview = /review/.test(status) && (status === 'in_review' || !isDocumentedStatus(status));
  if (isReview) return { value: status, quote: `an app that is ${status}` };
  if (status !== 'published' || submittedAt !== publishedAt || !isPrecise(publishedAt)) return null;
  return { value: 'published', quote: 'an app that was submitted and published at the same time' };
});

/** The word for a rejection. */
export const seeRejection: Look = seeApps(({ status: value }) =>
  value === 'not_approved' || value === 'changes_requested' ? { value, quote: `an app that is ${value}` } : null,
);

/** Whether the submission or the approval of a published app moved its `updated_at`, or it is that of the change before them. */
export const seeMovesInReview: Look = (evidence) => {
  const look = seeApps(({ status, updatedAt, submittedAt, publishedAt }) => {
    if (status !== 'published' || updatedAt === null || submittedAt === publishedAt) return null;
    const toSeen = (value: string, place: string): Seen => ({
      value,
      quote: `a published app: \`updated_at\` ${place}`,
    });
    if (submittedAt !== null && updatedAt < submittedAt) return toSeen('draft', 'is before `submitted_at`');
    if (!isPrecise(updatedAt)) return null;
    if (updatedAt === publishedAt) return toSeen('everything', 'is `published_at`');
    return updatedAt === submittedAt ? toSeen('submit', 'is `submitted_at`') : null;
  });
  // What moves with each read tells nothing.
  return seeMoves(evidence)?.value === 'draft' ? look(evidence) : null;
};

/** Whether `submitted_at` is missing, always or after the review. Whether a second submission sets it, no list tells. */
export const seeSubmittedAt: Look = seeApps(({ status, updatedAt, submittedAt }, apps) => {
  // A service without any times is another matter too.
  if (updatedAt === null || submittedAt !== null || !(status === 'in_review' || status === 'published')) return null;
  const inReview = apps.find((app) => app.status === 'in_review');
  const isShown = inReview !== undefined && inReview.submittedAt !== null;
  const missing = inReview === undefined ? 'other' : 'never';
  return { value: isShown ? 'in_review' : missing, quote: `null in an app that is ${status}` };
});

/** Whether `published_at` is missing, always or after a takedown, or older than the submission that was approved. */
export const seePublishedAt: Look = seeApps(({ status, updatedAt, submittedAt, publishedAt }, apps) => {
  if (updatedAt === null) return null;
  if (publishedAt === null && (status === 'published' || status === 'taken_down')) {
    const published = apps.find((app) => app.status === 'published');
    const isShown = published !== undefined && published.publishedAt !== null;
    const missing = published === undefined ? 'other' : 'never';
    return { value: isShown ? 'published' : missing, quote: `null in an app that is ${status}` };
  }
  const isOld = status === 'published' && submittedAt !== null && (publishedAt ?? '') < submittedAt;
  return isOld ? { value: 'first', quote: 'a published app: `published_at` is before `submitted_at`' } : null;
});

/** False for a time in whole seconds, at which more than one thing may have happened. */
function isPrecise(time: string | null): boolean {
  return /\.\d*[1-9]/.test(time ?? '');
}

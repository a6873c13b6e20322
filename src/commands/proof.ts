import type { App } from '../api/wire.ts';
import type { AppFields } from '../folder/packed.ts';
import type { FileChange } from '../outcome.ts';
import { findChanges, type LocalFolder, showsSame } from './difference.ts';

/** What an app, as it is shown now, says about a change: it happened, it did not, or that cannot be told. */
export type Proof = 'done' | 'undone' | 'unclear';

/** What shows the app: the change's own answer, which may show less than a read, a read after a yes, or one in doubt. */
export type Source = 'answer' | 'read' | 'doubt';

/** Judges the app, null for gone. */
export type Judge = (app: App | null, from: Source) => Proof;

/**
 * Tells whether a deploy of this folder happened. `before` is the app before it; `isNew` is true when this run created
 * the app, so that anything but our content is the empty beginning. An answer that shows no files is taken at its word;
 * a read is not, unless it shows a later `updated_at`.
 */
export function judgeDeploy(deployed: Deployed): Judge {
  const { before, local } = deployed;
  return (app, from) => {
    if (app === null) return before === null ? 'undone' : 'unclear';
    const changes = findChanges(app, local);
    if (changes === null) return from === 'answer' || isLater(app, before) ? 'done' : 'unclear';
    if (changes.length > 0) return judgeOther(app, changes, deployed);
    return from === 'doubt' ? judgeDoubt(app, deployed) : 'done';
  };
}

interface Deployed {
  readonly before: App | null;
  readonly isNew: boolean;
  readonly local: LocalFolder;
}

/** With `force` the draft may have had our content before: then only the time tells whether it came again. */
function judgeDoubt(app: App, { before, local }: Deployed): Proof {
  const wasSame = before !== null && findChanges(before, local)?.length === 0;
  return wasSame && !isLater(app, before) ? 'undone' : 'done';
}

/** Where only files differ that a read need not list, old and new may look the same: then the time tells them apart. */
function judgeOther(app: App, changes: readonly FileChange[], { before, isNew }: Deployed): Proof {
  const isOld = before !== null && showsSame(app, before);
  if (isAllUnlisted(changes)) return isOld && !isLater(app, before) ? 'undone' : 'done';
  return isNew || isOld ? 'undone' : 'unclear';
}

/** True unless the app shows other content than the folder's, as far as a read shows it. */
export function showsFolder(app: App, local: LocalFolder): boolean {
  return isAllUnlisted(findChanges(app, local) ?? []);
}

function isAllUnlisted(changes: readonly FileChange[]): boolean {
  return changes.every(({ kind, path }) => kind === 'added' && isUnlisted(path));
}

/** The document lists only service.json, index.html and assets/<file> among the files that a read shows. */
function isUnlisted(path: string): boolean {
  return path !== 'service.json' && path !== 'index.html' && !path.startsWith('assets/');
}

function isLater(app: App, before: App | null): boolean {
  return app.updatedAt !== null && app.updatedAt !== before?.updatedAt;
}

/** What is known before a submission: the status right before it, and when the app was last submitted before this run. */
export interface Unsubmitted {
  readonly statusBefore: string | null;
  readonly submittedAtBefore: string | null;
  /** False when the draft is known to hold other content by now. */
  readonly isOurs: (app: App) => boolean;
}

/**
 * Tells whether a submission happened. The state behind it is not documented: in review, or a verdict already, or any
 * other change of the status after a yes, but not to a draft. A verdict may lead back to the status before: then the time
 * tells.
 */
export function judgeSubmit({ statusBefore, submittedAtBefore, isOurs }: Unsubmitted): Judge {
  return (app, from) => {
    if (app === null) return 'unclear';
    const isLaterSent = app.submittedAt !== null && app.submittedAt !== submittedAtBefore;
    if (app.status === statusBefore && !isLaterSent) return 'undone';
    if (from !== 'answer' && !isOurs(app)) return 'unclear';
    if (isLaterSent || isVerdictDue(app.status)) return 'done';
    return from !== 'doubt' && app.status !== null && app.status !== 'draft' ? 'done' : 'unclear';
  };
}

function isVerdictDue(status: string | null): boolean {
  return status === 'in_review' || status === 'published' || status === 'not_approved';
}

/**
 * Tells whether an app was created: it is there, and it was not before. One that comes up in doubt under another name than
 * the one that was sent is somebody else's work with the same key.
 */
export function judgeCreate({ name }: Pick<AppFields, 'name'>): Judge {
  return (app, from) => {
    if (app === null) return 'undone';
    const isOther = from === 'doubt' && name !== undefined && app.name !== null && app.name !== name;
    return isOther ? 'unclear' : 'done';
  };
}

/** Tells whether an app was deleted: it is gone. */
export function judgeDelete(app: App | null): Proof {
  return app === null ? 'done' : 'undone';
}

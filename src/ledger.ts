import type { App } from './api/wire.ts';
import type { AppFacts, Facts, Wait } from './outcome.ts';

/** What the run has proven so far. The one thing that changes during a run; a run cut short reports what stands here. */
export class Ledger {
  #facts: Facts;

  constructor(slug: string) {
    this.#facts = { ...nothingYet, slug: slug === '' ? null : slug };
  }

  get facts(): Facts {
    return this.#facts;
  }

  /** Adds what was just proven. */
  learn(part: Partial<Facts>): void {
    this.#facts = { ...this.#facts, ...part };
  }

  /** The app as the last answer showed it; null when it is gone. An address that it left out stays what it was. */
  learnApp(app: App | null): void {
    const url = app?.url ?? this.#facts.app?.url ?? null;
    this.learn({ app: app === null ? null : toAppFacts({ ...app, url }) });
  }

  /** The app before this run changed anything; null when it does not exist. */
  learnBefore(app: App | null): void {
    this.learn({ statusBefore: app?.status ?? null });
    this.learnApp(app);
  }

  /** The app after this run changed its draft, as the proof showed it; null when it is gone. */
  learnChange(app: App | null): void {
    this.learn({ changed: true });
    this.learnApp(app);
  }

  notice(text: string): void {
    this.learn({ notices: [...this.#facts.notices, text] });
  }

  warn(text: string): void {
    this.learn({ warnings: [...this.#facts.warnings, text] });
  }

  addWait(wait: Wait): void {
    this.learn({ waits: [...this.#facts.waits, wait] });
  }
}

/** The part of an app that is told to people. Without an address shown it is the one that the document gives it. */
export function toAppFacts(app: App): AppFacts {
  const { slug, status, reviewNote, name, updatedAt, submittedAt, publishedAt } = app;
  return { slug, url: app.url ?? app.documentedUrl, status, reviewNote, name, updatedAt, submittedAt, publishedAt };
}

const nothingYet: Facts = {
  slug: null,
  app: null,
  statusBefore: null,
  changed: false,
  submitted: false,
  submitting: false,
  contentHash: null,
  fileCount: null,
  byteCount: null,
  leftOut: [],
  changes: null,
  problems: [],
  termsRequired: null,
  verdict: null,
  apps: null,
  waits: [],
  notices: [],
  warnings: [],
};

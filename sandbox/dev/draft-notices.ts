import type { App } from '../service/app.ts';
import { toPrintable } from '../service/text.ts';
import { findMeantFile } from './meant-file.ts';

/** The files that a browser requested from a version of a draft, and that do not exist. */
interface MissingFiles {
  readonly version: number;
  /** A sentence for each missing file, by the path of the request. */
  readonly sentences: Map<string, string>;
}

const maxMissing = 20;
const maxTextLength = 2_000;

/** The problems that drafts show in a bar, while their folders are served. */
export class DraftNotices {
  readonly #onMissing: (sentence: string) => void;
  readonly #problems = new Map<string, string>();
  readonly #missing = new Map<string, MissingFiles>();

  /** Calls `onMissing` once for each missing file that a draft requests. */
  constructor(onMissing: (sentence: string) => void = () => undefined) {
    this.#onMissing = onMissing;
  }

  /** Sets the problems of an app's folder, each in one line. */
  setProblems(slug: string, problems: readonly string[]): void {
    this.#problems.set(slug, problems.map(toPrintable).join('\n'));
  }

  /** Records that a draft has requested a missing file. */
  addMissing(app: App, pathname: string): void {
    if (isAskedByBrowser(pathname)) return;
    const { sentences } = this.#findMissing(app);
    if (sentences.has(pathname) || sentences.size >= maxMissing) return;
    const sentence = toPrintable(describeMissing(app, pathname));
    sentences.set(pathname, sentence);
    this.#onMissing(sentence);
  }

  /** Returns the lines that the bar of a draft shows. May be empty. */
  getText(app: App): string {
    const problems = this.#problems.get(app.slug) ?? '';
    const missing = [...this.#findMissing(app).sentences.values()];
    const text = [problems, ...missing].filter((line) => line !== '').join('\n');
    return text.slice(0, maxTextLength).toWellFormed();
  }

  /** Returns the missing files of this version of the draft: none yet for a new version. */
  #findMissing(app: App): MissingFiles {
    const known = this.#missing.get(app.slug);
    if (known?.version === app.version) return known;
    const missing = { version: app.version, sentences: new Map<string, string>() };
    this.#missing.set(app.slug, missing);
    return missing;
  }
}

/** Returns true if the browser requests this path on its own, without the app. */
function isAskedByBrowser(pathname: string): boolean {
  return (
    pathname === '/favicon.ico' || pathname.startsWith('/.well-known/') || pathname.endsWith('.map')
  );
}

function describeMissing(app: App, pathname: string): string {
  const meant = findMeantFile(pathname, app.draft.keys(), app.slug);
  if (meant === null) return `404 ${pathname}: the folder has no such file.`;
  return `404 ${pathname}: the folder has ${meant}. Correct the reference.`;
}

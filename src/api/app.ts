import type { Content } from './content.ts';

/** The app as one answer showed it (service document, "The app object"); what was absent or of a wrong type is null. */
export interface App {
  readonly slug: string;
  readonly url: string | null;
  /** The address that the document gives the app, whether an answer shows it or not. */
  readonly documentedUrl: string;
  readonly name: string | null;
  readonly tagline: string | null;
  readonly color: string | null;
  readonly logo: string | null;
  /** An empty text is a prompt too. */
  readonly systemPrompt: string | null;
  readonly status: string | null;
  readonly reviewNote: string | null;
  readonly updatedAt: string | null;
  readonly submittedAt: string | null;
  readonly publishedAt: string | null;
  /** The page as it runs; only a single read shows it. */
  readonly html: Content | null;
  /** By path; null when the answer showed no files. */
  readonly files: ReadonlyMap<string, Content> | null;
}

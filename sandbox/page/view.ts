import type { DraftNotices } from '../dev/draft-notices.ts';
import type { Service } from '../service/service.ts';

/** What all pages are rendered from. */
export interface PageSource {
  readonly service: Service;
  /** The problems of drafts that `dev` serves, or null. */
  readonly notices: DraftNotices | null;
}

/** What a page shows. */
export interface View extends PageSource {
  /** The address of the request, with its query. */
  readonly url: URL;
  /** The parameters of the path, such as `slug`. */
  readonly params: Readonly<Record<string, string>>;
  /** The fields of a form that was not accepted. Empty otherwise. */
  readonly sent: URLSearchParams;
  /** The reason why a form was not accepted, or null. */
  readonly alert: string | null;
}

import type { App, AppFields } from '../app/app.ts';
import type { BaseUrl } from '../inputs/inputs.ts';
import { ApiError } from './api-error.ts';
import { NetworkError } from './network-error.ts';
import { type RequestBody, toJsonBody } from './request-body.ts';
import type { RequestOutcome, Sender, SenderRequest } from './sender.ts';
import type { Operation, ReadOptions } from './transport.ts';
import { type AppList, parseApp, parseAppList } from './wire.ts';

/**
 * A client with a method for each of the service's seven endpoints.
 *
 * The methods that read throw ApiError if the service refuses the request, and NetworkError if no
 * usable response comes. The methods that change an app return the outcome of the request, and do
 * not read the app in the response.
 */
export interface Client {
  /**
   * Returns the app with its files, or as the list shows it if its files are too large to be read;
   * null if the service responds with a documented 404, which means that the app does not exist or
   * is somebody else's.
   */
  readApp(slug: string, options?: ReadOptions): Promise<App | null>;
  /** Returns the apps of the account, without their files. */
  listApps(options?: ReadOptions): Promise<AppList>;
  createApp(slug: string, fields: AppFields): Promise<RequestOutcome>;
  deployApp(body: RequestBody): Promise<RequestOutcome>;
  updateApp(slug: string, fields: AppFields): Promise<RequestOutcome>;
  submitApp(slug: string, termsVersion: string): Promise<RequestOutcome>;
  deleteApp(slug: string): Promise<RequestOutcome>;
}

const methods = {
  read: 'GET',
  list: 'GET',
  create: 'POST',
  deploy: 'POST',
  update: 'PATCH',
  submit: 'POST',
  delete: 'DELETE',
} as const satisfies Readonly<Record<Operation, SenderRequest['method']>>;

export function createClient(send: Sender, baseUrl: BaseUrl): Client {
  const address = `${baseUrl.origin}${baseUrl.path}`;

  /** `endpoint` is the part of the path after `/api/miniapps`, such as `/tides/submit`. */
  function toRequest(operation: Operation, endpoint: string, body?: RequestBody): SenderRequest {
    return {
      operation,
      method: methods[operation],
      path: `${baseUrl.path}/api/miniapps${endpoint}`,
      body: body ?? null,
    };
  }

  /**
   * `parse` returns null if a body, with the Link header of its response, does not show the app or
   * the list that was requested.
   */
  async function read<Shown>(
    request: SenderRequest,
    parse: (body: unknown, link: string | null) => Shown | null,
  ): Promise<Shown> {
    const outcome = await send({ ...request, isUsable: (body) => parse(body, null) !== null });
    if (outcome.error !== null) throw outcome.error;
    const shown = parse(outcome.value, outcome.link);
    if (shown === null)
      throw new Error('A read was accepted although it does not show what was requested.');
    return shown;
  }

  function listApps(options?: ReadOptions): Promise<AppList> {
    const request = { ...toRequest('list', ''), ...options };
    return read(request, (body, link) => parseAppList(body, address, link));
  }

  return {
    async readApp(slug, options) {
      const request = { ...toRequest('read', `/${slug}`), ...options };
      try {
        return await read(request, (body) => parseApp(body, slug, address));
      } catch (error) {
        if (error instanceof ApiError && error.code === 'not_found') return null;
        const isTooLarge = error instanceof NetworkError && error.code === 'response_too_large';
        if (!isTooLarge) throw error;
        // The list shows the app without its files, so that it can be replaced or deleted.
        const { apps } = await listApps(options);
        const listed = apps.find((app) => app.slug === slug && app.status !== '');
        if (listed === undefined) throw error;
        return listed;
      }
    },
    listApps,
    createApp: (slug, fields) => send(toRequest('create', '', toJsonBody({ slug, ...fields }))),
    deployApp: (body) => send(toRequest('deploy', '/deploy', body)),
    updateApp: (slug, fields) => send(toRequest('update', `/${slug}`, toJsonBody(fields))),
    submitApp(slug, termsVersion) {
      const body = toJsonBody({ accept_terms: termsVersion });
      return send({ ...toRequest('submit', `/${slug}/submit`, body), termsVersion });
    },
    deleteApp: (slug) => send(toRequest('delete', `/${slug}`)),
  };
}

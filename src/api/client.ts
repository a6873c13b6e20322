import type { AppFields } from '../app-fields.ts';
import { joinTexts } from '../format.ts';
import type { BaseUrl } from '../inputs.ts';
import { ApiError } from './api-error.ts';
import { NetworkError, toUnreadable } from './network-error.ts';
import type { Operation } from './retry.ts';
import type { FinalResponse, Sender } from './sender.ts';
import type { RequestBody, WireRequest } from './transport.ts';
import { type App, readApp, readApps, readErrorBody, readShownApp } from './wire.ts';

/**
 * What came of a change that the service accepted, or that it may have made. With neither `app` nor `lost`, the service
 * accepted it and said no more.
 */
export interface ChangeResponse {
  /** The app if the response carried it. */
  readonly app: App | null;
  /** 202: the service will make the change later. */
  readonly isPending: boolean;
  /** Set when the change was sent and no usable response came: then only a read can tell whether it happened. */
  readonly lost: NetworkError | ApiError | null;
}

/**
 * The service's seven endpoints, one method each. Every method throws ApiError when the service refuses, and
 * NetworkError when there is no usable response; a change that may have happened comes back as `lost` instead.
 */
export interface Client {
  /**
   * The app with its files; null when it does not exist or belongs to somebody else (404), or is gone (410). `limitMs` bounds all
   * attempts together, where the caller has less time than the run.
   */
  readApp(slug: string, limitMs?: number): Promise<App | null>;
  listApps(): Promise<readonly App[]>;
  createApp(slug: string, fields: AppFields): Promise<ChangeResponse>;
  deployApp(slug: string, body: RequestBody): Promise<ChangeResponse>;
  updateApp(slug: string, fields: AppFields): Promise<ChangeResponse>;
  submitApp(slug: string, termsVersion: string): Promise<ChangeResponse>;
  deleteApp(slug: string): Promise<ChangeResponse>;
}

/** Makes a client of the service at this address. */
export function createClient(send: Sender, { origin, path }: BaseUrl): Client {
  const address = `${origin}${path}`;

  /** `place` follows the path of the list of apps, such as `/tides/submit`; empty for the list itself. */
  function toRequest(operation: Operation, place: string, body: RequestBody | null = null): WireRequest {
    return { operation, method: methods[operation], path: `${path}/api/miniapps${place}`, body };
  }

  async function change(slug: string, request: WireRequest, termsVersion = ''): Promise<ChangeResponse> {
    try {
      const response = await send(request);
      const app = readShownApp(takeValue(request, response, termsVersion), { slug, address });
      return { app, isPending: response.status === 202, lost: null };
    } catch (error) {
      if (isLost(error)) return { app: null, isPending: false, lost: error };
      throw error;
    }
  }

  return {
    async readApp(slug, limitMs) {
      const request = { ...toRequest('read', `/${slug}`), limitMs };
      const response = await send(request);
      if (response.status === 404 || response.status === 410) return null;
      const app = readApp(takeValue(request, response), { slug, address });
      if (app === null) throw toUnreadable(request, `the response shows no app ${slug}`);
      return app;
    },
    async listApps() {
      const request = toRequest('list', '');
      const list = readApps(takeValue(request, await send(request)), address);
      if (list === null) throw toUnreadable(request, 'the response is not a list of apps');
      return list;
    },
    createApp: (slug, fields) => change(slug, toRequest('create', '', toBody({ slug, ...fields }))),
    deployApp: (slug, body) => change(slug, toRequest('deploy', '/deploy', body)),
    updateApp: (slug, fields) => change(slug, toRequest('update', `/${slug}`, toBody(fields))),
    submitApp: (slug, termsVersion) =>
      change(slug, toRequest('submit', `/${slug}/submit`, toBody({ accept_terms: termsVersion })), termsVersion),
    deleteApp: (slug) => change(slug, toRequest('delete', `/${slug}`)),
  };
}

const methods = {
  read: 'GET',
  list: 'GET',
  create: 'POST',
  deploy: 'POST',
  update: 'PATCH',
  submit: 'POST',
  delete: 'DELETE',
} as const satisfies Readonly<Record<Operation, WireRequest['method']>>;

function toBody(value: unknown): RequestBody {
  const bytes = Buffer.from(JSON.stringify(value));
  return {
    length: bytes.length,
    async *stream() {
      yield bytes;
    },
  };
}

/** A change that may have been made. Where the run was cancelled or is out of time, no read may follow that could tell. */
function isLost(error: unknown): error is NetworkError | ApiError {
  if (error instanceof ApiError) return error.code === 'service_error';
  return error instanceof NetworkError && error.sent && error.code !== 'cancelled' && error.code !== 'deadline';
}

/** What the response holds; throws ApiError when the service refused. `termsVersion` is what a submission accepts. */
function takeValue(request: WireRequest, response: FinalResponse, termsVersion = ''): unknown {
  const { status, body, note, next, retryAfterMs } = response;
  const value = body.kind === 'json' ? body.value : null;
  if (status < 300) return value;
  const details = readErrorBody(value, termsVersion);
  // Not a response of the service's own making: its first words tell who made it.
  const words = body.kind === 'unreadable' ? body.start.replace(/\s+/g, ' ').trim() : '';
  const message = joinTexts([details.message ?? words, note], '; ');
  throw new ApiError(request, { ...details, retryAfterMs, status, message: message === '' ? null : message }, next);
}

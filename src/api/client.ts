import type { AppFields } from '../app-fields.ts';
import type { BaseUrl } from '../inputs.ts';
import { ApiError, NetworkError, toUnreadable } from './errors.ts';
import type { Operation } from './retry.ts';
import type { FinalResponse, Sender } from './sender.ts';
import type { RequestBody, WireRequest } from './transport.ts';
import { type App, readApp, readApps, readErrorBody, readShownApp, toFields } from './wire.ts';

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
  const apps = `${path}/api/miniapps`;
  const address = `${origin}${path}`;

  async function change(operation: Operation, slug: string, request: ChangeRequest): Promise<ChangeResponse> {
    try {
      const response = await send(operation, request);
      const { status, body } = response;
      const value = takeValue(operation, request, response);
      const isPending = status === 202;
      // Whatever a 202 holds, the service has accepted the change: what comes later must not be sent a second time.
      if (toFields(value) !== null || isPending || body.kind === 'empty') {
        return { app: readShownApp(value, { slug, address }), isPending, lost: null };
      }
      const why = body.kind === 'json' ? 'holds no object' : body.why;
      throw toUnreadable(request, `returned ${status}, but the response ${why}`);
    } catch (error) {
      if (isLost(error)) return { app: null, isPending: false, lost: error };
      throw error;
    }
  }

  return {
    async readApp(slug, limitMs) {
      const request = { ...toRequest('GET', `${apps}/${slug}`), readsApp: true, limitMs };
      const response = await send('read', request);
      if (response.status === 404 || response.status === 410) return null;
      const app = readApp(takeValue('read', request, response), { slug, address });
      if (app === null) throw toUnreadable(request, `the response shows no app ${slug}`);
      return app;
    },
    async listApps() {
      const request = toRequest('GET', apps);
      const list = readApps(takeValue('list', request, await send('list', request)), address);
      if (list === null) throw toUnreadable(request, 'the response is not a list of apps');
      return list;
    },
    createApp(slug, fields) {
      return change('create', slug, toRequest('POST', apps, toBody({ slug, ...fields })));
    },
    deployApp(slug, body) {
      return change('deploy', slug, toRequest('POST', `${apps}/deploy`, body));
    },
    updateApp(slug, fields) {
      return change('update', slug, toRequest('PATCH', `${apps}/${slug}`, toBody(fields)));
    },
    submitApp(slug, terms) {
      const request = toRequest('POST', `${apps}/${slug}/submit`, toBody({ accept_terms: terms }));
      return change('submit', slug, { ...request, terms });
    },
    deleteApp(slug) {
      return change('delete', slug, toRequest('DELETE', `${apps}/${slug}`));
    },
  };
}

interface ChangeRequest extends WireRequest {
  /** The terms version that a submission accepts. */
  readonly terms?: string;
}

function toRequest(method: WireRequest['method'], path: string, body: RequestBody | null = null): WireRequest {
  return { method, path, body, readsApp: false };
}

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

/** What the response holds; throws ApiError when the service refused. */
function takeValue(
  operation: Operation,
  request: ChangeRequest,
  { status, body, note, next, retryAfterMs }: FinalResponse,
): unknown {
  const value = body.kind === 'json' ? body.value : null;
  if (status >= 200 && status < 300) return value;
  const details = readErrorBody(value, request.terms);
  // Not a response of the service's own making: its first words tell who made it.
  const words = body.kind === 'unreadable' ? body.start.replace(/\s+/g, ' ').trim() : '';
  const message = [details.message ?? words, note ?? ''].filter((text) => text !== '').join('; ');
  const asked = retryAfterMs === undefined ? {} : { retryAfterMs };
  const said = { ...details, ...asked, status, message: message === '' ? null : message };
  throw new ApiError(request, said, { operation, next });
}

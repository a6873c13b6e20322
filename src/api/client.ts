import type { AppFields } from '../app-fields.ts';
import type { BaseUrl } from '../inputs.ts';
import type { App } from './app.ts';
import { ApiError, NetworkError, toUnreadable } from './errors.ts';
import type { Operation } from './retry.ts';
import type { FinalResponse, Sender } from './sender.ts';
import type { RequestBody, WireRequest } from './transport.ts';
import { readApp, readApps, readRefusal, readShownApp, type WantedApp } from './wire.ts';

/**
 * What came of a change. `app` is the app if the answer carried it. `lost` is set when the change was sent and no
 * usable answer came: then only a read can tell whether it happened. With neither, the service said yes and no more.
 */
export interface ChangeAnswer {
  readonly app: App | null;
  readonly lost: Error | null;
}

/**
 * The service's seven endpoints, one method each. Every method throws ApiError when the service says no, and
 * NetworkError when no answer is to be had; a change that may have happened comes back as `lost` instead.
 */
export interface Client {
  /**
   * The app with its files; null when it does not exist or belongs to somebody else (404), or is gone (410). `limitMs`
   * bounds all attempts together, where the caller has less time than the run.
   */
  readApp(slug: string, limitMs?: number): Promise<App | null>;
  listApps(): Promise<readonly App[]>;
  createApp(slug: string, fields: AppFields): Promise<ChangeAnswer>;
  deployApp(slug: string, body: RequestBody): Promise<ChangeAnswer>;
  updateApp(slug: string, fields: AppFields): Promise<ChangeAnswer>;
  submitApp(slug: string, termsVersion: string): Promise<ChangeAnswer>;
  deleteApp(slug: string): Promise<ChangeAnswer>;
}

/** Makes a client of the service at this address. */
export function createClient(send: Sender, baseUrl: BaseUrl): Client {
  const apps = `${baseUrl.path}/api/miniapps`;
  const address = `${baseUrl.origin}${baseUrl.path}`;

  async function change({ operation, request, slug, terms }: Change): Promise<ChangeAnswer> {
    try {
      const answer = await send(operation, request);
      const refusal = toRefusal(operation, request, answer, terms);
      if (refusal === null) return toChangeAnswer(request, answer, { slug, address });
      if (refusal.code === 'service_error') return { app: null, lost: refusal };
      throw refusal;
    } catch (error) {
      // Cancelled or out of time: no read may follow, so this is not for settling.
      const isOver = error instanceof NetworkError && (error.code === 'cancelled' || error.code === 'deadline');
      if (error instanceof NetworkError && error.sent && !isOver) return { app: null, lost: error };
      throw error;
    }
  }

  return {
    async readApp(slug, limitMs) {
      const request = { ...toRequest('GET', `${apps}/${slug}`), readsApp: true, limitMs };
      const answer = await send('read', request);
      if (answer.status === 404 || answer.status === 410) return null;
      return (
        readApp(takeValue('read', request, answer), { slug, address }) ??
        fail(request, `the response shows no app ${slug}`)
      );
    },
    async listApps() {
      const request = toRequest('GET', apps);
      const answer = await send('list', request);
      return (
        readApps(takeValue('list', request, answer), address) ?? fail(request, 'the response is not a list of apps')
      );
    },
    createApp(slug, fields) {
      return change({ operation: 'create', slug, request: toRequest('POST', apps, toBody({ slug, ...fields })) });
    },
    deployApp(slug, body) {
      return change({ operation: 'deploy', slug, request: toRequest('POST', `${apps}/deploy`, body) });
    },
    updateApp(slug, fields) {
      return change({ operation: 'update', slug, request: toRequest('PATCH', `${apps}/${slug}`, toBody(fields)) });
    },
    submitApp(slug, terms) {
      const request = toRequest('POST', `${apps}/${slug}/submit`, toBody({ accept_terms: terms }));
      return change({ operation: 'submit', slug, request, terms });
    },
    deleteApp(slug) {
      return change({ operation: 'delete', slug, request: toRequest('DELETE', `${apps}/${slug}`) });
    },
  };
}

interface Change {
  readonly operation: Operation;
  readonly slug: string;
  readonly request: WireRequest;
  /** The terms version that a submission accepts. */
  readonly terms?: string;
}

function toRequest(method: WireRequest['method'], path: string, body: RequestBody | null = null): WireRequest {
  return { method, path, body, readsApp: false };
}

function toBody(value: unknown): RequestBody {
  const bytes = Buffer.from(JSON.stringify(value));
  return { length: bytes.length, stream: () => streamOnce(bytes) };
}

async function* streamOnce(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function toChangeAnswer(request: WireRequest, answer: FinalResponse, wanted: WantedApp): ChangeAnswer {
  const { body } = answer;
  if (body.kind === 'empty') return { app: null, lost: null };
  if (body.kind === 'json' && typeof body.value === 'object' && body.value !== null && !Array.isArray(body.value)) {
    return { app: readShownApp(body.value, wanted), lost: null };
  }
  const why = body.kind === 'json' ? 'holds no object' : body.why;
  return { app: null, lost: toUnreadable(request, `returned ${answer.status}, but the response ${why}`) };
}

/** What the answer holds; throws ApiError when it is a no. */
function takeValue(operation: Operation, request: WireRequest, answer: FinalResponse): unknown {
  const refusal = toRefusal(operation, request, answer);
  if (refusal !== null) throw refusal;
  return toValue(answer);
}

function toValue({ body }: FinalResponse): unknown {
  return body.kind === 'json' ? body.value : null;
}

function toRefusal(operation: Operation, request: WireRequest, answer: FinalResponse, sentTerms = ''): ApiError | null {
  const details = readRefusal(answer.status, toValue(answer), sentTerms);
  if (details === null) return null;
  // Not an answer of the service's own making: its first words tell who made it.
  const words = answer.body.kind === 'unreadable' ? answer.body.start.replace(/\s+/g, ' ').trim() : '';
  const message = [details.message ?? words, answer.note ?? ''].filter((text) => text !== '').join('; ');
  const { next } = answer;
  return new ApiError(request, { ...details, message: message === '' ? null : message }, { operation, next });
}

function fail(request: WireRequest, what: string): never {
  throw toUnreadable(request, what);
}

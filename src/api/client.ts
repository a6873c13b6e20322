import type { ActionError } from '../model/action-error.ts';
import type { App, AppFields } from '../model/app.ts';
import type { BaseUrl } from '../model/inputs.ts';
import type { Fate } from '../model/outcome.ts';
import type { RequestBody } from '../model/request-body.ts';
import { joinTexts } from '../text/format.ts';
import { ApiError } from './api-error.ts';
import { hasDocumentedError, readErrorBody, saysNo } from './error-body.ts';
import { NetworkError } from './network-error.ts';
import type { Sender, SenderRequest, SentRequest } from './sender.ts';
import { type Operation, type ReadOptions, toJsonBody, type WireResponse } from './transport.ts';
import { type AppList, readApp, readAppList } from './wire.ts';

/** How a change ended. What its response shows of the app is not looked at. */
export type ChangeResponse = (
  | { readonly fate: Extract<Fate, 'accepted' | 'pending'>; readonly error: null }
  /**
   * `refused` was not made, or not even sent; only a look at the app tells whether a `lost` one
   * was.
   */
  | { readonly fate: Extract<Fate, 'refused' | 'lost'>; readonly error: ActionError }
) & {
  /**
   * Of a lost one that a look shows not to be made: when it may be sent again, in milliseconds from
   * now; null for never.
   */
  readonly repeatAfterMs: number | null;
};

/**
 * The service's seven endpoints, one method each. A read throws ApiError when the service refuses
 * it, and NetworkError when there is no usable response; what became of a change comes back.
 */
export interface Client {
  /**
   * The app with its files; null when the service says in its documented form that it does not
   * exist or is somebody else's (404).
   */
  readApp(slug: string, options?: ReadOptions): Promise<App | null>;
  listApps(): Promise<AppList>;
  createApp(slug: string, fields: AppFields): Promise<ChangeResponse>;
  deployApp(body: RequestBody): Promise<ChangeResponse>;
  updateApp(slug: string, fields: AppFields): Promise<ChangeResponse>;
  submitApp(slug: string, termsVersion: string): Promise<ChangeResponse>;
  deleteApp(slug: string): Promise<ChangeResponse>;
}

/** Makes a client of the service at this address. */
export function createClient(send: Sender, { origin, path }: BaseUrl): Client {
  const address = `${origin}${path}`;

  /**
   * `place` follows the path of the list of apps, such as `/tides/submit`; empty for the list
   * itself.
   */
  function toRequest(
    operation: Operation,
    place: string,
    body: RequestBody | null = null,
  ): SenderRequest {
    return { operation, method: methods[operation], path: `${path}/api/miniapps${place}`, body };
  }

  async function change(request: SenderRequest, termsVersion = ''): Promise<ChangeResponse> {
    const sent = await send(request);
    const { ending, repeatAfterMs } = sent;
    if (ending === 'accepted' || ending === 'pending')
      return { fate: ending, error: null, repeatAfterMs };
    const fate = ending === 'lost' ? 'lost' : 'refused';
    return { fate, error: toError(request, sent, termsVersion), repeatAfterMs };
  }

  /** `toShown` reads what is asked for out of a body; null where it is not in it. */
  async function read<Shown>(
    request: SenderRequest,
    toShown: (body: unknown) => Shown | null,
  ): Promise<Shown> {
    const sent = await send({ ...request, isUsable: (body) => toShown(body) !== null });
    const shown = sent.ending === 'accepted' ? toShown(toValue(sent.result)) : null;
    if (shown === null) throw toError(request, sent);
    return shown;
  }

  return {
    async readApp(slug, options) {
      try {
        const request = { ...toRequest('read', `/${slug}`), ...options };
        return await read(request, (body) => readApp(body, { slug, address }));
      } catch (error) {
        if (error instanceof ApiError && error.code === 'not_found') return null;
        throw error;
      }
    },
    listApps: () => read(toRequest('list', ''), (body) => readAppList(body, address)),
    createApp: (slug, fields) => change(toRequest('create', '', toJsonBody({ slug, ...fields }))),
    deployApp: (body) => change(toRequest('deploy', '/deploy', body)),
    updateApp: (slug, fields) => change(toRequest('update', `/${slug}`, toJsonBody(fields))),
    submitApp: (slug, termsVersion) =>
      change(
        toRequest('submit', `/${slug}/submit`, toJsonBody({ accept_terms: termsVersion })),
        termsVersion,
      ),
    deleteApp: (slug) => change(toRequest('delete', `/${slug}`)),
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
} as const satisfies Readonly<Record<Operation, SenderRequest['method']>>;

function toValue(result: SentRequest['result']): unknown {
  return 'body' in result && result.body.kind === 'json' ? result.body.value : null;
}

/**
 * Why a request was refused, or has no usable response. `termsVersion` is what a submission
 * accepts.
 */
function toError(
  request: SenderRequest,
  sent: SentRequest,
  termsVersion = '',
): NetworkError | ApiError {
  const { result, note, next, retryAfterMs } = sent;
  if (result instanceof NetworkError) return result;
  const { status, body } = result;
  const value = toValue(result);
  if (status < 300 && !saysNo(value)) {
    const what = describeUnusable(request, result, note);
    return new NetworkError(request, { code: 'response_unreadable', sent: true, what });
  }
  const cut = body.kind === 'json' ? body.cut : undefined;
  const details = readErrorBody(value, termsVersion, cut);
  // Not a response of the service's own making: its first words tell who made it.
  const words = body.kind === 'unreadable' ? body.start.replace(/\s+/g, ' ').trim() : '';
  const rest = cut ? `the response ${cut.why}, and the rest was not read` : null;
  const message = joinTexts([details.message ?? words, rest, note], '; ');
  const isUnread = body.kind === 'unreadable' && words === '';
  const unread = isUnread
    ? `The response ${body.why} and was not read: contact the service's support.`
    : null;
  const asked = sent.ending === 'limited' || note !== null ? null : retryAfterMs;
  const isDocumented = hasDocumentedError(value);
  return new ApiError(
    request,
    { ...details, retryAfterMs: asked, status, isDocumented, message: message || null },
    next ?? unread,
  );
}

function describeUnusable(
  { operation }: SenderRequest,
  { status, body }: WireResponse,
  note: string | null,
): string {
  let why = 'does not show the app with its slug and status';
  if (body.kind === 'unreadable') why = body.why;
  else if (body.kind === 'empty') why = 'is empty';
  else if (operation === 'list') why = 'is not a list of apps';
  return joinTexts([`returned ${status}, but the response ${why}`, note], '; ');
}

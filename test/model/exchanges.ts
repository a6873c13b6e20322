import assert from 'node:assert/strict';
import type { WireResponse } from '../../src/api/transport.ts';
import type { Exchange } from '../support/fake-service/service.ts';

/** From a lost change to the look that must come before it is sent again, in milliseconds. */
const lastLookMs = 30_000;
const maxSends = 4;

/** True for what may change something. */
export function isChange({ request }: Pick<Exchange, 'request'>): boolean {
  return !request.startsWith('GET ');
}

/** What must hold of the requests of a run in their order, whatever came of them. */
export function checkExchanges(exchanges: readonly Exchange[]): void {
  const first = exchanges.findIndex(isChange);
  assert.ok(first === -1 || exchanges.slice(0, first).some(showsApp), 'a change without a read that shows the app');
  const submitted = exchanges.findIndex(({ request }) => request.endsWith('/submit'));
  assert.ok(
    submitted === -1 ||
      !exchanges.slice(submitted).some((later) => isChange(later) && !later.request.endsWith('/submit')),
    'a change was sent after a submission',
  );
  exchanges.forEach((exchange, at) => {
    if (!isChange(exchange)) return;
    const earlier = exchanges.slice(0, at);
    const isShown = earlier.findLast(showsApp)?.response?.status === 200;
    assert.equal(isShown, exchange.request !== 'POST /api/miniapps', 'only an app that does not exist is created');
    checkSentAgain(exchange, earlier);
  });
}

/** A change is sent again where it was not made: the service said so, or the look at 30 s shows it. */
function checkSentAgain({ request, at }: Exchange, earlier: readonly Exchange[]): void {
  const sends = earlier.filter((exchange) => exchange.request === request && tellFate(exchange) !== 'not_made');
  assert.ok(sends.length < maxSends, `${request} was sent too often`);
  const last = sends.at(-1);
  if (last === undefined) return;
  const ending = tellFate(last);
  assert.equal(ending, 'lost', `${request} was ${ending}, and sent again`);
  assert.ok(at >= last.endedAt + lastLookMs, `${request} was lost, and sent again after ${at - last.endedAt} ms`);
  const looks = earlier.filter((look) => look.at >= last.endedAt + lastLookMs && showsApp(look));
  assert.ok(looks.length > 0, `${request} was sent again without the last look`);
}

/** True for a read of the app that shows it, or that it does not exist. */
export function showsApp({ request, response }: Exchange): boolean {
  if (!/^GET \/api\/miniapps\/[^/]+$/.test(request) || response?.body.kind !== 'json') return false;
  if (response.status === 404) return hasDocumentedError(response);
  const { value } = response.body;
  return response.status === 200 && isFields(value) && value['slug'] === 'tides' && typeof value['status'] === 'string';
}

type Ending = 'accepted' | 'refused' | 'not_made' | 'lost' | 'redirected';

const refusals: ReadonlySet<number> = new Set([400, 401, 403, 409, 413, 422]);

/** What a response says of a change: rule 1 of docs/reliability.md, told once more. */
function tellFate({ response, wasSent }: Exchange): Ending {
  if (!wasSent) return 'not_made';
  if (response === null) return 'lost';
  const { status } = response;
  if (status === 429) return 'not_made';
  if (status === 202) return 'accepted';
  if (status < 300) return isAcceptance(response) ? 'accepted' : 'lost';
  if (status < 400) return 'redirected';
  if (refusals.has(status)) return 'refused';
  return status < 500 && status !== 408 && hasDocumentedError(response) ? 'refused' : 'lost';
}

function isAcceptance({ body }: WireResponse): boolean {
  if (body.kind === 'empty') return true;
  return body.kind === 'json' && isFields(body.value) && !body.value['error'];
}

function hasDocumentedError({ body }: WireResponse): boolean {
  return body.kind === 'json' && isFields(body.value) && isFields(body.value['error']);
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import assert from 'node:assert/strict';
import type { WireResponse } from '../../src/api/transport.ts';
import type { Exchange } from '../support/fake-service/service.ts';

/**
 * Milliseconds between a lost change and the read that must come before the change is sent again.
 */
const lastLookMs = 30_000;
const maxSends = 4;

/** True if a request may change something. */
export function isChange({ operation }: Pick<Exchange, 'operation'>): boolean {
  return operation !== 'read' && operation !== 'list';
}

/** Checks the order of the requests of a run, for every outcome. */
export function checkExchanges(exchanges: readonly Exchange[]): void {
  const changes = exchanges.filter(isChange).map(({ operation }) => operation);
  const submitted = changes.indexOf('submit');
  const isLast =
    submitted === -1 || changes.slice(submitted).every((operation) => operation === 'submit');
  assert.ok(isLast, `a change was sent after a submission: ${changes.join(' ')}`);
  exchanges.forEach((exchange, at) => {
    if (!isChange(exchange)) return;
    const earlier = exchanges.slice(0, at);
    const shown = earlier.findLast(showsApp);
    assert.ok(shown !== undefined, 'a change without a read that shows the app');
    const isThere = shown.response?.status === 200;
    assert.equal(
      isThere,
      exchange.operation !== 'create',
      'only an app that does not exist is created',
    );
    checkSentAgain(exchange, earlier);
  });
}

/**
 * Checks that a change is sent again only if it was not applied, according to the service or to the
 * read after 30 s.
 */
function checkSentAgain({ operation, at }: Exchange, earlier: readonly Exchange[]): void {
  const sends = earlier.filter(
    (exchange) => exchange.operation === operation && tellFate(exchange) !== 'not_made',
  );
  assert.ok(sends.length < maxSends, `${operation} was sent too often`);
  const last = sends.at(-1);
  // If the name is refused, a deploy creates its app with the slug as its name.
  if (last === undefined || (operation === 'create' && last.response?.status === 400)) return;
  assert.equal(tellFate(last), 'lost', `${operation} was sent again`);
  const lookedAt = last.endedAt + lastLookMs;
  assert.ok(at >= lookedAt, `${operation} was lost, and sent again after ${at - last.endedAt} ms`);
  const isShown = earlier.some((look) => look.at >= lookedAt && showsApp(look));
  assert.ok(isShown, `${operation} was sent again without the last look`);
}

/** True if a read shows the app, or shows that it does not exist. */
export function showsApp({ operation, slug, response }: Exchange): boolean {
  if (operation !== 'read' || response === null) return false;
  const { error, slug: shown, status } = toFields(response);
  if (response.status === 404) return typeof error === 'object';
  return response.status === 200 && shown === slug && typeof status === 'string';
}

/** True if the service may have answered the request: false if it was certainly lost. */
export function mayBeAnswer(exchange: Exchange): boolean {
  const { response, wasSent } = exchange;
  if (!wasSent || response === null) return false;
  return (
    showsApp(exchange) ||
    (response.status < 500 && response.status !== 404 && response.status !== 408)
  );
}

type Fate = 'accepted' | 'refused' | 'not_made' | 'lost' | 'redirected';

const refusals: ReadonlySet<number> = new Set([400, 401, 403, 409, 413, 422]);

/**
 * Returns what a response means for a change. Implements rule 1 of docs/reliability.md
 * independently of the action.
 */
function tellFate({ response, wasSent }: Exchange): Fate {
  if (!wasSent) return 'not_made';
  if (response === null) return 'lost';
  const { status, body } = response;
  const { error } = toFields(response);
  if (status === 429) return 'not_made';
  if (status === 202) return 'accepted';
  if (status < 300) return body.kind === 'unreadable' || error ? 'lost' : 'accepted';
  if (status < 400) return 'redirected';
  if (refusals.has(status)) return 'refused';
  return status < 500 && status !== 408 && typeof error === 'object' ? 'refused' : 'lost';
}

/** Returns the members of a JSON body; none if it is not an object. */
function toFields({ body }: WireResponse): Readonly<Record<string, unknown>> {
  return body.kind === 'json' ? Object(body.value) : {};
}

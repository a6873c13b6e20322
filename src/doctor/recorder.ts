/** What goes over the wire during a rehearsal, beside the action's own transport. */
import { NetworkError } from '../api/network-error.ts';
import { toEnding } from '../api/policy.ts';
import type { RequestBody, Transport, WireRequest, WireResponse } from '../api/transport.ts';
import { readApp, readApps } from '../api/wire.ts';

/** One request, and what came of it. */
export interface Exchange extends Pick<WireRequest, 'operation' | 'method' | 'path'> {
  /** The step of the rehearsal that it belongs to. */
  readonly step: string;
  /** The JSON that was sent; null for none, and for one that is too long to be kept. */
  readonly sent: unknown;
  readonly result: WireResponse | NetworkError;
}

/** Bytes of a body that is kept. */
const maxSent = 256 * 1024;

/** Makes a transport that is `transport`, and tells `note` of each exchange once it is over. */
export function recordExchanges(
  transport: Transport,
  { step, note }: { readonly step: () => string; readonly note: (exchange: Exchange) => void },
): Transport {
  return async (request, signal) => {
    const { operation, method, path } = request;
    const kept: Uint8Array[] = [];
    const body = request.body === null || request.body.length > maxSent ? request.body : keepBody(request.body, kept);
    const finish = <T extends Exchange['result']>(result: T): T => {
      note({ step: step(), operation, method, path, sent: parse(Buffer.concat(kept).toString()), result });
      return result;
    };
    try {
      return finish(await transport({ ...request, body }, signal));
    } catch (error) {
      throw error instanceof NetworkError ? finish(error) : error;
    }
  };
}

/** The parsed body of a response; null where there is none, or none that is JSON. */
export function toValue({ result }: Exchange): unknown {
  return 'body' in result && result.body.kind === 'json' ? result.body.value : null;
}

/** The status of the response; null where there is none. */
export function toStatus({ result }: Exchange): number | null {
  return 'body' in result ? result.status : null;
}

/** How the action takes the exchange. */
export function endingOf({ operation, path, result }: Exchange): ReturnType<typeof toEnding> {
  const wanted = { slug: path.slice(path.lastIndexOf('/') + 1), address: '' };
  const isUsable = (body: unknown): boolean =>
    (operation === 'read' ? readApp(body, wanted) : readApps(body, wanted.address)) !== null;
  return toEnding({ operation, result, isUsable });
}

/** True where the service did, or showed, what was asked for. */
export function isAccepted(exchange: Exchange): boolean {
  const ending = endingOf(exchange);
  return ending === 'accepted' || ending === 'pending';
}

function keepBody(body: RequestBody, kept: Uint8Array[]): RequestBody {
  return {
    length: body.length,
    async *stream() {
      kept.length = 0;
      for await (const chunk of body.stream()) {
        kept.push(chunk);
        yield chunk;
      }
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Nothing was sent, or not all of it.
    return null;
  }
}

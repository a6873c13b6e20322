import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** The seven operations of the service. */
export type Asked = 'list' | 'read' | 'create' | 'deploy' | 'update' | 'submit' | 'delete';

/** One response. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/**
 * The responses to an operation: always the same one, or one after the other with the last one
 * repeated, or by path.
 */
export type Script = Readonly<
  Partial<Record<Asked, Reply | readonly Reply[] | ((path: string) => Reply)>>
>;

/** A service for responses that the sandbox never gives. It stores nothing and checks nothing. */
export interface ScriptedService extends AsyncDisposable {
  readonly url: string;
  /** The bodies of the requests, in order. */
  readonly bodies: readonly string[];
  /** Lists the requests, such as `read, deploy`. */
  asked(): string;
}

/**
 * Starts a service on loopback that responds by the script, and with the documented 404 to
 * operations that the script does not contain.
 */
export async function startScripted(script: Script): Promise<ScriptedService> {
  const requests: (Asked | null)[] = [];
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const asked = toAsked(request.method ?? '', request.url ?? '');
    const written = asked === null ? undefined : script[asked];
    const replies = [typeof written === 'function' ? written(request.url ?? '') : written].flat();
    const earlier = requests.filter((one) => one === asked).length;
    requests.push(asked);
    bodies.push(await text(request));
    const reply =
      replies[Math.min(earlier, replies.length - 1)] ??
      refuse(404, 'not_found', 'There is no such app.');
    response.writeHead(reply.status, reply.headers).end(reply.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    asked: () => requests.join(', '),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Returns the name of a request; null if the service document does not describe it. */
export function toAsked(method: string, path: string): Asked | null {
  const [, slug, rest] = /^\/api\/miniapps(?:\/([^/]+))?(\/submit)?$/.exec(path) ?? [path, null];
  if (slug === null) return null;
  if (slug === undefined) return method === 'POST' ? 'create' : 'list';
  if (method === 'POST') return rest === undefined ? 'deploy' : 'submit';
  if (method === 'PATCH') return 'update';
  return method === 'DELETE' ? 'delete' : 'read';
}

/** Returns a response in JSON. */
export function sayJson(status: number, value: unknown): Reply {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}

/** Returns an error in the documented form. `more` is added next to `error`. */
export function refuse(status: number, code: string, message: string, more: object = {}): Reply {
  return sayJson(status, { error: { code, message }, ...more });
}

/** Returns a 422 with a list of problems in the field that the document most likely means. */
export function refuseWith(problems: unknown): Reply {
  return refuse(422, 'folder_rules', 'The folder breaks the rules.', { problems });
}

/** Returns the fields of an app with this status. */
export function toApp(
  slug: string,
  status: string,
  more: object = {},
): Readonly<Record<string, unknown>> {
  return {
    slug,
    url: `https://apps.example.com/a/${slug}`,
    name: 'Tides',
    status,
    review_note: null,
    ...more,
  };
}

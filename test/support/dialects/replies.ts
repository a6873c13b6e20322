import { gzipSync } from 'node:zlib';

/** A response, a connection that is reset when the whole request is in, or nothing for ever. */
export type Reply = FullReply | 'reset' | 'nothing';

export interface FullReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** True for a body that never ends: what is in `body` is only its first piece. */
  readonly isEndless?: boolean;
}

/** A response in JSON. */
export function sayJson(status: number, value: unknown, headers: FullReply['headers'] = {}): FullReply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) };
}

/** A response as something before the service would give it, such as a gateway. */
export function sayHtml(status: number, text = '<!doctype html><title>Oops</title><h1>Oops</h1>'): FullReply {
  return { status, headers: { 'content-type': 'text/html' }, body: text };
}

/** A response without a body. */
export function sayNothing(status: number, headers: FullReply['headers'] = {}): FullReply {
  return { status, headers, body: '' };
}

/** The same response, compressed. */
export function pack(reply: FullReply): FullReply {
  return { ...reply, headers: { ...reply.headers, 'content-encoding': 'gzip' }, body: gzipSync(reply.body) };
}

/** An error as the document shows it; `more` goes beside the error. */
export function refuse(status: number, code: string, message: string, more: object = {}): FullReply {
  return sayJson(status, { error: { code, message }, ...more });
}

/** 422 with a list of problems where the document most likely has it. */
export function refuseWith(problems: unknown): FullReply {
  return refuse(422, 'folder_rules', 'The folder breaks the rules.', { problems });
}

/** The fields of an app that every dialect has, in the state named. */
export function toApp(slug: string, status: string, more: object = {}): Readonly<Record<string, unknown>> {
  return { slug, url: `https://apps.example.com/a/${slug}`, name: 'Tides', status, review_note: null, ...more };
}

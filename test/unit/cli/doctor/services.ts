import { type Assumptions, presets, switches } from '../../../../sandbox/service/assumptions.ts';
import type { Fault } from '../../../../sandbox/service/faults.ts';
import { NetworkError } from '../../../../src/api/network-error.ts';
import type { ServiceOptions } from './stage.ts';

type Rewrite = (
  body: Readonly<Record<string, unknown>>,
  response: Response,
  request: Request,
) => unknown;

/** Changes the JSON of responses. `rewrite` returns undefined to keep a response, or a text. */
function rewriting(rewrite: Rewrite): ServiceOptions {
  return {
    async respond(request, ask) {
      const response = await ask(request);
      const text = await response.clone().text();
      if (!text.startsWith('{')) return response;
      const body = rewrite(JSON.parse(text), response, request);
      if (body === undefined) return response;
      const { status, headers } = response;
      const type = typeof body === 'string' ? 'text/html' : 'application/json';
      const init = { status, headers: { ...Object.fromEntries(headers), 'content-type': type } };
      return new Response(typeof body === 'string' ? body : JSON.stringify(body), init);
    },
  };
}

/** A service with all errors in another shape. */
function errorsAs(
  toBody: (error: { code: string; message: string }, status: number) => unknown,
): ServiceOptions {
  return rewriting(({ error }, { status }) =>
    error === undefined ? undefined : toBody(error as { code: string; message: string }, status),
  );
}

/** A service with all errors but the 404 in another shape. */
function otherErrorsAs(
  toBody: (error: { code: string; message: string }) => unknown,
): ServiceOptions {
  return rewriting(({ error }, { status }) =>
    error === undefined || status === 404
      ? undefined
      : toBody(error as { code: string; message: string }),
  );
}

/** A service with another spelling of its states. */
function statesAs(spell: (status: string) => string): ServiceOptions {
  const rename = (app: Readonly<Record<string, unknown>>) => ({
    ...app,
    status: spell(String(app['status'])),
  });
  return rewriting((body) => {
    if (body['status'] !== undefined) return rename(body);
    if (body['app'] !== undefined) return { app: rename(Object(body['app'])) };
    return Array.isArray(body['apps']) ? { apps: body['apps'].map(rename) } : undefined;
  });
}

/** A service with reads of apps in another shape. */
function readsAs(toBody: (app: Readonly<Record<string, unknown>>) => unknown): ServiceOptions {
  return rewriting((body) => (body['html'] === undefined ? undefined : toBody(body)));
}

function faults(...list: readonly Partial<Fault>[]): ServiceOptions {
  return { sandbox: { faults: list } };
}

/** A service that refuses some requests, before anything is done. */
function refusing(
  isMeant: (request: Request, body: Readonly<Record<string, unknown>>) => boolean,
  toResponse: () => Response,
): ServiceOptions {
  return {
    async respond(request, ask) {
      const text = await request.clone().text();
      return isMeant(request, text === '' ? {} : JSON.parse(text)) ? toResponse() : ask(request);
    },
  };
}

const refuseWith =
  (status: number, code: string, more = {}) =>
  () =>
    Response.json({ error: { code, message: `No: ${code}.` }, ...more }, { status });
const html = (status: number) => () =>
  new Response('<html><body><h1>No</h1></body></html>', { status });
const isDeploy = ({ url }: Request): boolean => url.endsWith('/deploy');

/** A service that refuses each deploy with a 422 that lists a problem. */
export function refusingDeploys(problem: unknown): ServiceOptions {
  return refusing(isDeploy, refuseWith(422, 'folder_rules', { problems: [problem] }));
}

/** A service with a rule about folders. A deploy that breaks it gets a 422. */
function rule(breaks: (files: Readonly<Record<string, string>>) => boolean): ServiceOptions {
  const problems = [{ path: 'index.html', message: 'This is against the rules.' }];
  return refusing(
    (request, { files }) => isDeploy(request) && breaks(Object(files)),
    refuseWith(422, 'folder_rules', { problems }),
  );
}

const full = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`app-${at}`, []]));
const pngWidth = (url = ''): number =>
  Buffer.from(url.split(',')[1] ?? '', 'base64').readUInt32BE(16);
const toService = (files: Readonly<Record<string, string>>) =>
  JSON.parse(files['service.json'] ?? '{}');

/**
 * Services that differ from the document or from what is expected, without a switch in the sandbox.
 */
const others: Readonly<Record<string, ServiceOptions>> = {
  'errors are a string': errorsAs(({ message }) => ({ error: message })),
  'errors are flat': errorsAs(({ code, message }) => ({ code, message })),
  'errors are a list': errorsAs(({ code, message }) => ({ errors: [{ code, message }] })),
  'errors are those of RFC 9457': errorsAs(({ code, message }, status) => ({
    type: code,
    title: code,
    status,
    detail: message,
  })),
  'errors are HTML': errorsAs(({ message }) => `<!doctype html><title>${message}</title>`),
  'errors but 404 are a string': otherErrorsAs(({ message }) => ({ error: message })),
  'errors but 404 are flat': otherErrorsAs(({ code, message }) => ({ code, message })),
  'errors but 404 are HTML': otherErrorsAs(
    ({ message }) => `<!doctype html><title>${message}</title>`,
  ),
  'errors have a number as code': errorsAs(({ message }, status) => ({
    error: { code: status, message },
  })),
  'states are in capitals': statesAs((status) => status.toUpperCase()),
  'states begin with a capital': statesAs((status) =>
    status.replace(/^./, (first) => first.toUpperCase()),
  ),
  'a draft is called new': statesAs((status) => (status === 'draft' ? 'new' : status)),
  'a read is at data': readsAs((app) => ({ data: app })),
  'a read is at miniapp': readsAs((app) => ({ miniapp: app })),
  'a read is at app': readsAs((app) => ({ app })),
  'a read has its files as a list': readsAs(({ files, ...app }) => ({
    ...app,
    files: Object.entries(Object(files)).map(([path, content]) => ({ path, content })),
  })),
  'a read has no files': readsAs(({ files: _, ...app }) => app),
  'a read has no status': readsAs(({ status: _, ...app }) => app),
  'an unknown deploy is a 422 with "detail", as FastAPI has it': {
    sandbox: { assumptions: { deploy_body: 'folder', deploy_mismatch: 'detail' } },
  },
  'a deploy is a 202 with warnings': rewriting((body, { status }, { url }) => {
    const problems = [{ severity: 'warning', path: 'index.html', message: 'The page is large.' }];
    return url.endsWith('/deploy') && status < 300 ? { ...body, problems } : undefined;
  }),
  'a deploy is refused with a 422 that says nothing': refusing(
    isDeploy,
    () => new Response(null, { status: 422 }),
  ),
  'a deploy is refused with a problem that names no file': refusingDeploys({
    message: 'Your plan has no more space.',
  }),
  'the list is at results': rewriting(({ apps }) =>
    apps === undefined ? undefined : { results: apps },
  ),
  'the list is in an object of objects': rewriting(({ apps }) =>
    apps === undefined ? undefined : { apps: { ...Object(apps) } },
  ),
  'a 401 from the second deploy on': faults({
    status: 401,
    body: 'service',
    method: 'changes',
    skip: 2,
    times: null,
  }),
  'a 401 of a gateway from the update on': faults({
    status: 401,
    body: 'html',
    method: 'PATCH',
    times: null,
  }),
  'a 403 by scope: no updates': refusing(
    ({ method }) => method === 'PATCH',
    refuseWith(403, 'forbidden'),
  ),
  'a 403 by scope: no deploys': refusing(isDeploy, refuseWith(403, 'forbidden')),
  'a 403 by scope: no deletions': refusing(
    ({ method }) => method === 'DELETE',
    refuseWith(403, 'forbidden'),
  ),
  'a 403 by scope: no list': refusing(
    ({ method, url }) => method === 'GET' && url.endsWith('/miniapps'),
    refuseWith(403, 'forbidden'),
  ),
  'a 413 for each deploy': refusing(isDeploy, html(413)),
  'a 413 for the second deploy': faults({
    status: 413,
    body: 'html',
    path: '/api/miniapps/deploy',
    skip: 1,
  }),
  'a 502 for the first deploy': faults({ status: 502, body: 'html', path: '/api/miniapps/deploy' }),
  'a 502 for each deploy': faults({
    status: 502,
    body: 'html',
    path: '/api/miniapps/deploy',
    times: null,
  }),
  'a 502 for each deploy that is made': faults({
    status: 502,
    path: '/api/miniapps/deploy',
    times: null,
    when: 'after',
  }),
  'a 500 for each creation': faults({
    status: 500,
    path: '/api/miniapps',
    method: 'POST',
    times: null,
  }),
  'a 409 for each creation': refusing(
    ({ method, url }) => method === 'POST' && url.endsWith('/miniapps'),
    refuseWith(409, 'taken'),
  ),
  'a 409 for each creation, which is made': {
    respond: async (request, ask) => {
      const isCreation = request.method === 'POST' && request.url.endsWith('/miniapps');
      const response = await ask(request);
      return isCreation ? refuseWith(409, 'taken')() : response;
    },
  },
  'a 400 for each creation, which is made': {
    respond: async (request, ask) => {
      const isCreation = request.method === 'POST' && request.url.endsWith('/miniapps');
      const response = await ask(request);
      return isCreation ? refuseWith(400, 'invalid')() : response;
    },
  },
  'a 405 for each update': refusing(
    ({ method }) => method === 'PATCH',
    refuseWith(405, 'method_not_allowed'),
  ),
  'a 405 for each deletion': refusing(
    ({ method }) => method === 'DELETE',
    refuseWith(405, 'method_not_allowed'),
  ),
  'a 405 in HTML for each deletion': refusing(({ method }) => method === 'DELETE', html(405)),
  'a 503 for each deletion': faults({ status: 503, method: 'DELETE', times: null }),
  'a full account': { apps: full },
  'ten seconds for each request': { takesMs: 10_000 },
  'reads that lag by two seconds': faults({ kind: 'stale', lag_ms: 2_000, times: null }),
  'reads that lag by nine seconds': faults({ kind: 'stale', lag_ms: 9_000, times: null }),
  'changes that are answered and never made': faults({
    kind: 'echo',
    path: '/api/miniapps/deploy',
    times: null,
  }),
  'a rule: pictures of 64 pixels and more': rule((files) =>
    Object.entries(files).some(
      ([path, content]) => path.endsWith('.png') && pngWidth(content) < 64,
    ),
  ),
  'a rule: instructions of 40 characters and more': rule(
    (files) => (files['instructions.md'] ?? '').length < 40,
  ),
  'a rule: a viewport, a language and a heading': rule(
    ({ 'index.html': page = '' }) => !/lang=.*viewport.*<h1>/s.test(page),
  ),
  'a rule: a name of five characters and more, and a tagline': rule((files) => {
    const { name = '', tagline = '' } = toService(files);
    return name.length < 5 || tagline === '';
  }),
  'a rule: a colour in small letters, and a logo that is PNG': rule((files) => {
    const { color = '', logo = '' } = toService(files);
    return color !== color.toLowerCase() || !logo.endsWith('.png');
  }),
  'a rule: no comments in pages': rule(({ 'index.html': page = '' }) => page.includes('<!--')),
  'a rule: no page at all': rule(() => true),
  'three changes in a minute': { sandbox: { rate: { changes: 3, window_ms: 60_000 } } },
  'one change in an hour': { sandbox: { rate: { changes: 1, window_ms: 3_600_000 } } },
  'any terms are taken': { sandbox: { termsVersion: 'no-such-terms' } },
  'a page before the service': {
    respond: async () => new Response('<!doctype html><title>Log in</title>'),
  },
  'a login that redirects': {
    respond: async () => new Response(null, { status: 302, headers: { location: '/login' } }),
  },
  'another API': { respond: async () => Response.json({ hello: 'world' }) },
  'a key that is not valid': { sandbox: { accounts: [{ name: 'ben', key: 'other' }] } },
  'nothing that listens': {
    beforeRequest: (request) => {
      throw new NetworkError(request, { code: 'connection_refused', sent: false });
    },
  },
};

/** Apps of an account: published twice, in review, rejected, and taken down. */
export const usedApps: NonNullable<ServiceOptions['apps']> = {
  'app-live': ['submit', 'approve', 'change', 'submit', 'approve'],
  'app-waiting': ['submit'],
  'app-rejected': ['submit', 'reject'],
  'app-gone': ['submit', 'approve', 'take_down'],
};

const toSandbox = (assumptions: Partial<Assumptions>): ServiceOptions => ({
  sandbox: { assumptions },
  apps: usedApps,
});

/** The values of switches that the report shows as a difference. */
const reported: readonly string[] = [
  'form=earlier',
  'not_found=text',
  'updated_at_moves=nothing',
  'timestamps=seconds',
  'timestamps=whole_seconds',
  'deploy_body=folder',
  'deploy_body=list',
  'own_file=yes',
  'rewrites=html',
  'rewrites=pictures',
  'submit_leads_to=in_first_review',
];

/** One service for each of these values, by `name=value`. */
export const reportedSwitches: Readonly<Record<string, ServiceOptions>> = Object.fromEntries(
  reported.map((flag) => {
    const [name = '', value] = flag.split('=');
    return [flag, toSandbox({ [name]: value })];
  }),
);

/**
 * Services for all other values but the first of each switch. Values of different switches are
 * combined: each switch has its first such value in the first service, and so on.
 */
export const unreportedSwitches: Readonly<Record<string, ServiceOptions>> = combineUnreported();

function combineUnreported(): Readonly<Record<string, ServiceOptions>> {
  const combined: Record<string, string | number>[] = [];
  for (const [name, { values }] of Object.entries(switches)) {
    const others = values.slice(1).filter((value) => !reported.includes(`${name}=${value}`));
    for (const [index, value] of others.entries())
      combined[index] = { ...combined[index], [name]: value };
  }
  return Object.fromEntries(
    combined.map((assumptions, index) => [
      `switches whose values are not reported, ${index + 1}`,
      toSandbox(assumptions),
    ]),
  );
}

/** All services that the doctor is tested with. */
export const services: Readonly<Record<string, ServiceOptions>> = {
  'as documented': {},
  strange: toSandbox(presets.strange),
  ...reportedSwitches,
  ...unreportedSwitches,
  ...others,
};
/** The services that no switch of the sandbox makes. */
export const otherServices = others;

/**
 * A service that is written only from the service's document. It imports nothing from `src`, `cli`
 * or `sandbox`, so that a misreading of the document cannot hide on both sides. Points that the
 * document leaves open are decided differently than in the sandbox.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** The form in which the service takes the body of a deploy, which the document does not show. */
export type DeployForm =
  /** `{"slug", "files": {"<path>": "<text or data: URL>"}}`, the form of a read. */
  | 'files'
  /**
   * `{"app", "content": {"<path>": "<text or data: URL>"}}`; other bodies are refused like FastAPI
   * does.
   */
  | 'other_names'
  /** `{"slug", "files": [{"path", "data"}]}`, all in base64. */
  | 'base64_list'
  /** `multipart/form-data` with a field `slug` and a part for each file, named by its path. */
  | 'multipart';

/** Options for a service. */
export interface DocumentServiceOptions {
  /** The API keys, and the owner of each. */
  readonly owners: Readonly<Record<string, string>>;
  readonly deployForm?: DeployForm;
  /** Returns milliseconds since 1970. */
  readonly now?: () => number;
  /** Milliseconds after which a submission is approved. By default a review never ends. */
  readonly reviewMs?: number;
}

/** A running service. */
export interface DocumentService extends AsyncDisposable {
  readonly url: string;
  /** The requests, such as `POST /api/miniapps/deploy 200`. */
  readonly requests: readonly string[];
  /** The files of a draft by path; null if the app does not exist. */
  readDraft(slug: string): ReadonlyMap<string, Buffer> | null;
  /** Changes the state of an app, as a reviewer does. */
  setStatus(slug: string, status: Status, note?: string): void;
}

type Status =
  | 'draft'
  | 'in_review'
  | 'not_approved'
  | 'published'
  | 'published_with_unreviewed_changes'
  | 'taken_down';

export const currentTerms = '2026-Q4';
const maxApps = 20;
const maxChanges = 30;
const rateWindowMs = 60_000;

interface StoredApp {
  readonly slug: string;
  readonly owner: string;
  files: Map<string, Buffer>;
  status: Status;
  reviewNote: string | null;
  version: number;
  updatedAt: number;
  publishedAt: number | null;
  submittedAt: number | null;
}

/** A response. A text is sent as plain text, any other body as JSON. */
interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** Ends a request with an error. */
class Refusal extends Error {
  readonly reply: Reply;

  constructor(status: number, code: string, message: string, problems?: readonly object[]) {
    super(message);
    const error = { code, message };
    this.reply = { status, body: problems === undefined ? { error } : { error, problems } };
  }
}

/** A request of a developer. */
interface DeveloperRequest {
  readonly apiKey: string;
  readonly method: string;
  /** Below `/api/miniapps`, such as `/tides/submit`; none by default. */
  readonly path?: string;
  readonly body: object;
}

/** Sends a request to the service. Throws unless it succeeds. */
export async function sendRequest(
  { url }: DocumentService,
  { apiKey, method, path = '', body }: DeveloperRequest,
): Promise<void> {
  const response = await fetch(`${url}/api/miniapps${path}`, {
    method,
    body: JSON.stringify(body),
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
  });
  assert.ok(response.ok, await response.text());
}

/** Starts a service on a port of this machine. */
export async function startDocumentService(
  options: DocumentServiceOptions,
): Promise<DocumentService> {
  const requests: string[] = [];
  const api = new Api(options);
  const server = createServer(async (request, response) => {
    const reply = await api.respond(request);
    requests.push(`${request.method} ${request.url} ${reply.status}`);
    const isText = typeof reply.body === 'string';
    response.writeHead(reply.status, {
      'content-type': isText ? 'text/plain' : 'application/json',
    });
    response.end(isText || reply.status === 204 ? reply.body : JSON.stringify(reply.body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  api.baseUrl = `http://127.0.0.1:${port}`;
  return {
    url: api.baseUrl,
    requests,
    readDraft: (slug) => api.apps.get(slug)?.files ?? null,
    setStatus(slug, status, note) {
      const app = api.apps.get(slug);
      if (app === undefined) throw new Error(`There is no app ${slug}.`);
      app.status = status;
      app.reviewNote = note ?? null;
      if (status === 'published') app.publishedAt = api.now();
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await server[Symbol.asyncDispose]();
    },
  };
}

class Api {
  readonly apps = new Map<string, StoredApp>();
  readonly now: () => number;
  readonly #options: DocumentServiceOptions;
  readonly #changes: { readonly owner: string; readonly at: number }[] = [];
  baseUrl = '';

  constructor(options: DocumentServiceOptions) {
    this.#options = options;
    this.now = options.now ?? Date.now;
  }

  async respond(request: IncomingMessage): Promise<Reply> {
    const body = await buffer(request);
    this.#endReviews();
    try {
      return await this.#route(request, body);
    } catch (error) {
      if (error instanceof Refusal) return error.reply;
      return { status: 500, body: error instanceof Error ? error.message : 'failed' };
    }
  }

  async #route(request: IncomingMessage, body: Buffer): Promise<Reply> {
    const { method = '', url = '', headers } = request;
    const key = headers.authorization?.replace('Bearer ', '') ?? '';
    const owner = this.#options.owners[key];
    if (owner === undefined) throw new Refusal(401, 'invalid_key', 'The API key is not valid.');
    if (method !== 'GET') this.#countChange(owner);
    const [, slug = ''] = /^\/api\/miniapps\/([^/]+)/.exec(url) ?? [];
    const isApp = slug !== '' && slug !== 'deploy';
    const endpoint = isApp ? url.replace(`/miniapps/${slug}`, '/miniapps/{slug}') : url;
    switch (`${method} ${endpoint}`) {
      case 'POST /api/miniapps':
        return { status: 201, body: this.#create(owner, parseObject(body)) };
      case 'GET /api/miniapps':
        return { status: 200, body: this.#list(owner) };
      case 'POST /api/miniapps/deploy':
        return this.#deploy(owner, headers['content-type'] ?? '', body);
      case 'GET /api/miniapps/{slug}':
        return { status: 200, body: this.#show(this.#find(owner, slug), true) };
      case 'PATCH /api/miniapps/{slug}':
        return { status: 200, body: this.#update(this.#find(owner, slug), parseObject(body)) };
      case 'DELETE /api/miniapps/{slug}':
        this.apps.delete(this.#find(owner, slug).slug);
        return { status: 204, body: undefined };
      case 'POST /api/miniapps/{slug}/submit':
        return this.#submit(this.#find(owner, slug), parseObject(body));
    }
    throw new Refusal(404, 'not_found', `There is nothing at ${method} ${url}.`);
  }

  #countChange(owner: string): void {
    const recent = this.#changes.filter((change) => {
      return change.owner === owner && change.at > this.now() - rateWindowMs;
    });
    if (recent.length >= maxChanges)
      throw new Refusal(429, 'slow_down', 'At most 30 changes in a minute.');
    this.#changes.push({ owner, at: this.now() });
  }

  #find(owner: string, slug: string): StoredApp {
    const app = this.apps.get(slug);
    if (app === undefined || app.owner !== owner)
      throw new Refusal(404, 'not_found', `There is no app ${slug}.`);
    return app;
  }

  #create(owner: string, sent: Fields): object {
    const slug = String(sent['slug'] ?? '');
    if (!/^[a-z0-9-]{3,32}$/.test(slug))
      throw new Refusal(400, 'invalid', 'The slug is not valid.');
    if (this.apps.has(slug)) throw new Refusal(409, 'slug_taken', `${slug} is taken.`);
    const own = [...this.apps.values()].filter((app) => app.owner === owner);
    if (own.length >= maxApps) throw new Refusal(402, 'plan_limit', 'Your plan has 20 apps.');
    const app: StoredApp = {
      slug,
      owner,
      files: applyFields(new Map(), { name: slug, ...sent }),
      status: 'draft',
      reviewNote: null,
      version: 1,
      updatedAt: this.now(),
      publishedAt: null,
      submittedAt: null,
    };
    checkFolder(app.files);
    this.apps.set(slug, app);
    return this.#show(app, false);
  }

  #list(owner: string): object {
    const own = [...this.apps.values()].filter((app) => app.owner === owner);
    return { items: own.map((app) => this.#show(app, false)), total: own.length };
  }

  #update(app: StoredApp, sent: Fields): object {
    this.#replaceDraft(app, applyFields(app.files, sent));
    return this.#show(app, false);
  }

  async #deploy(owner: string, type: string, body: Buffer): Promise<Reply> {
    const deploy = await readDeploy(this.#options.deployForm ?? 'files', type, body);
    if ('status' in deploy) return deploy;
    const app = this.#find(owner, deploy.slug);
    this.#replaceDraft(app, deploy.files);
    return { status: 200, body: { deployed: app.slug, version: app.version } };
  }

  #replaceDraft(app: StoredApp, files: Map<string, Buffer>): void {
    checkFolder(files);
    app.files = files;
    app.version += 1;
    app.updatedAt = this.now();
    if (app.status === 'in_review' || app.status === 'published') {
      const isPublic = app.publishedAt !== null;
      app.status = isPublic ? 'published_with_unreviewed_changes' : 'draft';
    }
  }

  #submit(app: StoredApp, sent: Fields): Reply {
    if (sent['accept_terms'] !== currentTerms) {
      const message = `Accept the terms of ${currentTerms} first.`;
      throw new Refusal(400, 'terms_required', message);
    }
    if (app.status === 'not_approved')
      throw new Refusal(409, 'not_approved', 'The app was not approved, which is final.');
    app.status = 'in_review';
    app.submittedAt = this.now();
    return { status: 200, body: { submitted: true } };
  }

  #endReviews(): void {
    const { reviewMs } = this.#options;
    if (reviewMs === undefined) return;
    for (const app of this.apps.values()) {
      const isDue = app.submittedAt !== null && this.now() >= app.submittedAt + reviewMs;
      if (app.status !== 'in_review' || !isDue) continue;
      app.status = 'published';
      app.publishedAt = this.now();
    }
  }

  #show(app: StoredApp, isSingle: boolean): object {
    const service = readService(app.files);
    const logo = service['logo'] ?? '';
    const updatedAt = new Date(app.updatedAt).toISOString();
    const html = app.files.get('index.html') ?? Buffer.alloc(0);
    const fields = {
      slug: app.slug,
      url: `${this.baseUrl}/a/${app.slug}`,
      name: service['name'] ?? '',
      tagline: service['tagline'] ?? '',
      color: service['color'] ?? '#000000',
      logo,
      logo_url: `/a/${app.slug}/logo?v=${app.version}&t=${encodeURIComponent(updatedAt)}`,
      system_prompt: app.files.get('instructions.md')?.toString() ?? '',
      status: app.status,
      review_note: app.reviewNote,
      html_bytes: html.length,
      updated_at: updatedAt,
      published_at: toTime(app.publishedAt),
      submitted_at: toTime(app.submittedAt),
    };
    if (!isSingle) return fields;
    const shown = [...app.files].filter(([path]) =>
      /^(service\.json|index\.html|assets\/.*)$/.test(path),
    );
    const files = Object.fromEntries(shown.map(([path, bytes]) => [path, showFile(path, bytes)]));
    return { ...fields, html: html.toString(), files };
  }
}

type Fields = Readonly<Record<string, unknown>>;

function parseObject(body: Buffer): Fields {
  try {
    return Object(JSON.parse(body.toString()));
  } catch {
    throw new Refusal(400, 'invalid', 'The body is not JSON.');
  }
}

function toTime(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}

function readService(files: ReadonlyMap<string, Buffer>): Fields {
  try {
    return Object(JSON.parse(files.get('service.json')?.toString() ?? '{}'));
  } catch {
    return {};
  }
}

/** Writes the fields of a create or an update into the files that they map onto. */
function applyFields(files: ReadonlyMap<string, Buffer>, sent: Fields): Map<string, Buffer> {
  const changed = new Map(files);
  const { html, system_prompt: prompt, slug: _, ...others } = sent;
  if (Object.keys(others).length > 0) {
    const service = { ...readService(files), ...others };
    changed.set('service.json', Buffer.from(JSON.stringify(service)));
  }
  if (html !== undefined) changed.set('index.html', Buffer.from(String(html)));
  if (prompt !== undefined) changed.set('instructions.md', Buffer.from(String(prompt)));
  return changed;
}

/** Throws a Refusal for a field that does not fit, or a page that breaks the rules. */
function checkFolder(files: ReadonlyMap<string, Buffer>): void {
  const { name, color } = readService(files);
  if (String(name).length > 30)
    throw new Refusal(400, 'invalid', 'The name is longer than 30 characters.');
  if (color !== undefined && !/^#[0-9a-f]{6}$/i.test(String(color)))
    throw new Refusal(400, 'invalid', 'The color is not valid.');
  const lines = files.get('index.html')?.toString().split('\n') ?? [];
  const line = lines.findIndex((text) => text.includes('<iframe')) + 1;
  if (line === 0) return;
  const problem = { file: 'index.html', line, message: 'Frames are not allowed.' };
  throw new Refusal(422, 'folder_rules', 'The page breaks the rules.', [problem]);
}

const mediaTypes: Readonly<Record<string, string>> = {
  gif: 'image/gif',
  jpg: 'image/jpeg',
  mp3: 'audio/mpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
  woff2: 'font/woff2',
};

/** Returns the text of a file, or a data: URL for a picture, a font or a sound. */
function showFile(path: string, bytes: Buffer): string {
  const type = mediaTypes[path.split('.').at(-1) ?? ''];
  return type === undefined ? bytes.toString() : `data:${type};base64,${bytes.toString('base64')}`;
}

/** Reads a text, or a data: URL in base64. */
function parseFile(content: string): Buffer {
  const [, data] = /^data:[^,]*;base64,(.*)$/.exec(content) ?? [];
  return data === undefined ? Buffer.from(content) : Buffer.from(data, 'base64');
}

/** The folder that a deploy sends. */
interface SentFolder {
  readonly slug: string;
  readonly files: Map<string, Buffer>;
}

/** Reads the body of a deploy. Returns the refusal if it has another form. */
async function readDeploy(
  form: DeployForm,
  type: string,
  body: Buffer,
): Promise<SentFolder | Reply> {
  switch (form) {
    case 'files': {
      const { slug, files } = parseObject(body);
      if (typeof files !== 'object') throw new Refusal(400, 'invalid', 'files is missing.');
      return { slug: String(slug), files: parseFiles(Object(files)) };
    }
    case 'other_names': {
      const { app, content } = parseObject(body);
      const missing = [
        app === undefined ? 'app' : [],
        content === undefined ? 'content' : [],
      ].flat();
      if (missing.length === 0) return { slug: String(app), files: parseFiles(Object(content)) };
      // FastAPI's default.
      const detail = missing.map((field) => {
        return { type: 'missing', loc: ['body', field], msg: 'Field required', input: null };
      });
      return { status: 422, body: { detail } };
    }
    case 'base64_list': {
      const { slug, files } = parseObject(body);
      if (!Array.isArray(files)) throw new Refusal(400, 'invalid', 'files must be an array.');
      const entries = files.map(({ path, data }): [string, Buffer] => {
        return [String(path), Buffer.from(String(data), 'base64')];
      });
      return { slug: String(slug), files: new Map(entries) };
    }
    case 'multipart': {
      if (!type.startsWith('multipart/form-data'))
        return { status: 415, body: "request Content-Type isn't multipart/form-data" };
      const parts = await new Response(new Uint8Array(body), {
        headers: { 'content-type': type },
      }).formData();
      const files = new Map<string, Buffer>();
      for (const [path, part] of parts) {
        if (typeof part !== 'string') files.set(path, Buffer.from(await part.arrayBuffer()));
      }
      return { slug: String(parts.get('slug')), files };
    }
  }
}

function parseFiles(files: Fields): Map<string, Buffer> {
  const entries = Object.entries(files);
  return new Map(entries.map(([path, content]) => [path, parseFile(String(content))]));
}

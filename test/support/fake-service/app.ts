/** What may happen to an app; `update` stands for PATCH and deploy. */
export type Move = 'update' | 'submit' | 'approve' | 'reject' | 'request_changes' | 'take_down';

/** An app as the fake keeps it: its files are the strings that were sent, and the fields follow from them. */
export interface FakeApp {
  readonly slug: string;
  readonly status: string;
  readonly reviewNote: string | null;
  readonly updatedAt: string;
  readonly submittedAt: string | null;
  /** True when a published version stands beside the draft. */
  readonly hasPublished: boolean;
  readonly files: Readonly<Record<string, string>>;
}

/** The fields of create and update, as they travel. */
export type Fields = Readonly<Record<string, unknown>>;

const submittable: ReadonlySet<string> = new Set(['draft', 'published_with_unreviewed_changes', 'changes_requested']);

/** The state after a move, or null where the service refuses it. The document shows little of this: see the sandbox. */
export function takeStep(app: FakeApp, move: Move): string | null {
  if (move === 'update') return toUpdatedStatus(app);
  if (move === 'submit') return submittable.has(app.status) ? 'in_review' : null;
  if (move === 'take_down') return app.hasPublished ? 'taken_down' : null;
  if (app.status !== 'in_review') return null;
  if (move === 'approve') return 'published';
  return move === 'reject' ? 'not_approved' : 'changes_requested';
}

function toUpdatedStatus({ status, hasPublished }: FakeApp): string {
  if (status === 'published') return 'published_with_unreviewed_changes';
  if (status !== 'in_review') return status;
  return hasPublished ? 'published_with_unreviewed_changes' : 'draft';
}

/** The files after the fields were put into them: the mapping of the service document, "The app folder". */
export function putFields(files: FakeApp['files'], fields: Fields): FakeApp['files'] {
  const { system_prompt: prompt, html, slug: _slug, ...service } = fields;
  const isChanged = Object.keys(service).length > 0;
  return {
    ...files,
    ...(isChanged ? { 'service.json': JSON.stringify({ ...readService(files), ...service }) } : {}),
    ...(typeof prompt === 'string' ? { 'instructions.md': prompt } : {}),
    ...(typeof html === 'string' ? { 'index.html': html } : {}),
  };
}

/** service.json as an object; empty where it is none. */
export function readService(files: FakeApp['files']): Fields {
  try {
    const value: unknown = JSON.parse(files['service.json'] ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Fields) : {};
  } catch {
    return {};
  }
}

/** How a fake shows apps: which parts of the document's openness it takes. */
export interface Showing {
  /** `data`: text files too are shown as data: URLs. */
  readonly dialect: 'text' | 'data';
  /** `documented`: only service.json, index.html and assets/ are among the files of a read. */
  readonly listed: 'all' | 'documented';
}

/** The app object of the service document; `html` and `files` only where a single app is read. */
export function showApp(app: FakeApp, single: Showing | null): Fields {
  const { name = null, tagline = null, color = null, logo = null } = readService(app.files);
  return {
    slug: app.slug,
    url: `https://apps.example.com/a/${app.slug}`,
    name,
    tagline,
    color,
    logo,
    system_prompt: app.files['instructions.md'] ?? '',
    status: app.status,
    review_note: app.reviewNote,
    updated_at: app.updatedAt,
    submitted_at: app.submittedAt,
    ...(single === null ? {} : { html: app.files['index.html'] ?? '', files: showFiles(app.files, single) }),
  };
}

function showFiles(files: FakeApp['files'], { dialect, listed }: Showing): FakeApp['files'] {
  const shown = Object.entries(files).filter(
    ([path]) => listed === 'all' || /^(service\.json|index\.html|assets\/.*)$/.test(path),
  );
  return Object.fromEntries(shown.map(([path, text]) => [path, dialect === 'data' ? toDataUrl(text) : text]));
}

function toDataUrl(text: string): string {
  return text.startsWith('data:') ? text : `data:text/plain;base64,${Buffer.from(text).toString('base64')}`;
}

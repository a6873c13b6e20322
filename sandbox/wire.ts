import { readFields } from './fields.ts';
import type { App } from './store.ts';

/** The app object of the service document, with every field but those that only a single read has. */
export function toWireApp(app: App, baseUrl: string): Readonly<Record<string, unknown>> {
  const { html, ...fields } = readFields(app.draft);
  const updatedAt = toTimestamp(app.updatedAt);
  return {
    slug: app.slug,
    url: `${baseUrl}/a/${app.slug}`,
    ...fields,
    logo_url: `/a/${app.slug}/logo?v=${app.version}&t=${encodeURIComponent(updatedAt)}`,
    status: app.status,
    review_note: app.reviewNote,
    html_bytes: Buffer.byteLength(html),
    updated_at: updatedAt,
    published_at: app.publishedAt === null ? null : toTimestamp(app.publishedAt),
    submitted_at: app.submittedAt === null ? null : toTimestamp(app.submittedAt),
  };
}

/** The app object of a single read: with `html`, and `files` but for `instructions.md`, which is `system_prompt`. */
export function toWireSingle(app: App, baseUrl: string): Readonly<Record<string, unknown>> {
  const shown = [...app.draft].filter(([path]) => path !== 'instructions.md');
  return { ...toWireApp(app, baseUrl), html: readFields(app.draft).html, files: Object.fromEntries(shown) };
}

function toTimestamp(time: number): string {
  return new Date(time).toISOString();
}

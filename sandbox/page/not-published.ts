import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { toDraftAddress, toPageOrigin } from '../api/access.ts';
import type { App } from '../service/app.ts';
import { readAsset } from './assets.ts';
import { describeStatus, type Html, renderStatus } from './words.ts';

/**
 * Responds to a browser at an address without a published app. The page leads to the draft if
 * there is one. It contains its own styles, since an app's origin serves nothing but the app.
 */
export async function respondWithNotPublished(url: URL, app: App | undefined): Promise<Response> {
  const style = `${readAsset('pico.css')}\n${readAsset('page.css')}`;
  const sandbox = toPageOrigin(url);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Nothing is published here</title>
<style>${raw(style)}</style>
</head>
<body>
<main class="narrow">
<div class="blank">
<h1>Nothing is published here</h1>
${app !== undefined && renderDraft(url, app)}
<p class="muted">The <a href="${sandbox}/">page of the sandbox</a> shows all apps. There you can also act as the reviewer.</p>
</div>
</main>
</body>
</html>
`;
  const styleHash = createHash('sha256').update(style).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'no-store',
  };
  return new Response(String(await page), { status: 404, headers });
}

function renderDraft(url: URL, app: App): Html {
  const { meaning } = describeStatus(app.status);
  return html`<p><code>${app.slug}</code> ${renderStatus(app.status)} ${meaning}</p>
<p><a class="button" href="${toDraftAddress(url, app.slug)}">Open the draft</a></p>`;
}

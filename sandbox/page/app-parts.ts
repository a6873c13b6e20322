import { html } from 'hono/html';
import { toDraftAddress, toPublishedAddress } from '../api/access.ts';
import { type App, toPublicFolder } from '../service/app.ts';
import { defaultColor, isDataUrl, readFields } from '../service/folder.ts';
import { countDifferences } from './differences.ts';
import { formatCount, type Html } from './words.ts';

const maxLogoLength = 100_000;

/** Renders an app's logo; without one, a tile in its color with its first letter. */
export function renderLogo(app: App): Html {
  const { logo, name, color } = readFields(app.draft);
  const picture = app.draft.get(logo) ?? '';
  if (isDataUrl(picture) && picture.length <= maxLogoLength) {
    return html`<img class="logo" src="${picture}" alt="" width="40" height="40">`;
  }
  const fill = isHexColor(color) ? color : defaultColor;
  const letter = Array.from(name.trim() || app.slug)[0]?.toUpperCase() ?? '';
  return html`<svg class="logo" viewBox="0 0 40 40" width="40" height="40" aria-hidden="true">
<rect width="40" height="40" rx="8" fill="${fill}"/><text x="20" y="27" text-anchor="middle" font-size="20"
fill="${pickTextColor(fill)}">${letter}</text></svg>`;
}

function isHexColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text);
}

/** Returns white or black, whichever is easier to read on a color. */
function pickTextColor(color: string): string {
  const red = Number.parseInt(color.slice(1, 3), 16);
  const green = Number.parseInt(color.slice(3, 5), 16);
  const blue = Number.parseInt(color.slice(5, 7), 16);
  const brightness = 0.299 * red + 0.587 * green + 0.114 * blue;
  return brightness < 150 ? '#fff' : '#000';
}

/**
 * Renders small live pictures of an app's draft and published version. Each is a frame of the
 * version's own origin, which can neither be used nor reach this page.
 */
export function renderPictures(app: App, url: URL): Html {
  const draft: Picture = {
    title: 'Draft',
    caption: 'Draft',
    address: toDraftAddress(url, app.slug),
    version: `${app.version}`,
  };
  const folder = toPublicFolder(app);
  if (folder === null) {
    return html`<div class="pictures">
${renderPicture(app, draft)}
${renderNoPicture(app)}
</div>`;
  }
  const isSame = countDifferences(folder, app.draft) === 0;
  const published: Picture = {
    title: isSame ? 'Published version, same as the draft' : 'Published version',
    caption: 'Published version',
    address: toPublishedAddress(url, app.slug),
    version: `${app.publishedAt}`,
  };
  return html`<div class="pictures">
${renderPicture(app, isSame ? { ...draft, caption: 'Draft (the same)' } : draft)}
${renderPicture(app, published)}
</div>`;
}

/** A version of an app that is shown as a picture. */
interface Picture {
  readonly title: string;
  readonly caption: string;
  readonly address: string;
  /** Changes when the picture has to be loaded again. */
  readonly version: string;
}

function renderPicture(app: App, picture: Picture): Html {
  const label = `Open ${picture.caption.toLowerCase()} of ${app.slug}`;
  return html`<figure>
<div class="screen"><iframe src="${picture.address}" data-version="${picture.version}" title="${picture.title} of ${app.slug}"
sandbox="allow-scripts allow-same-origin" loading="lazy" referrerpolicy="no-referrer" tabindex="-1" inert></iframe></div>
<figcaption><a href="${picture.address}" aria-label="${label}" target="_blank">${picture.caption}</a></figcaption>
</figure>`;
}

function renderNoPicture(app: App): Html {
  const text = app.published === null ? 'Not published' : 'Hidden';
  return html`<figure>
<div class="screen empty"><span>${text}</span></div>
<figcaption class="muted">Published version</figcaption>
</figure>`;
}

/** Returns in a few words how the draft differs from the published version. */
export function describeDifference(app: App): string {
  if (app.published === null) return `${formatCount(app.draft.size, 'file')}, never published`;
  const count = countDifferences(app.published, app.draft);
  if (count === 0) return 'No differences from the published version';
  if (count === 1) return '1 file differs from the published version';
  return `${count} files differ from the published version`;
}

import { html } from 'hono/html';
import { toDraftAddress, toPublishedAddress } from '../access.ts';
import { type App, toPublicFolder } from '../app.ts';
import { isDataUrl, readFields } from '../folder.ts';
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
  const fill = /^#[0-9a-f]{6}$/i.test(color) ? color : '#5b6472';
  const letter = [...(name.trim() || app.slug)][0]?.toUpperCase() ?? '';
  return html`<svg class="logo" viewBox="0 0 40 40" width="40" height="40" aria-hidden="true">
<rect width="40" height="40" rx="8" fill="${fill}"/><text x="20" y="27" text-anchor="middle" font-size="20"
fill="${isDark(fill) ? '#fff' : '#000'}">${letter}</text></svg>`;
}

/** Returns true if white text is easier to read on a color than black text. */
function isDark(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    Number.parseInt(color.slice(at, at + 2), 16),
  );
  return 0.299 * red + 0.587 * green + 0.114 * blue < 150;
}

/**
 * Renders small live pictures of an app's draft and published version. Each is a frame of the
 * version's own origin, which can neither be used nor reach this page.
 */
export function renderPictures(app: App, url: URL): Html {
  const folder = toPublicFolder(app);
  const isSame = folder !== null && countDifferences(folder, app.draft) === 0;
  const published = folder !== null && {
    title: isSame ? 'Published version, same as the draft' : 'Published version',
    caption: 'Published version',
    address: toPublishedAddress(url, app.slug),
    version: `${app.publishedAt}`,
  };
  const draft = {
    title: 'Draft',
    caption: isSame ? 'Draft (the same)' : 'Draft',
    address: toDraftAddress(url, app.slug),
    version: `${app.version}`,
  };
  return html`<div class="pictures">
${renderPicture(app, draft)}
${published === false ? renderNoPicture(app) : renderPicture(app, published)}
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
  return `${formatCount(count, 'file')} ${count === 1 ? 'differs' : 'differ'} from the published version`;
}

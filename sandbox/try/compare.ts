import type { Browser } from './browser.ts';
import { loadPage } from './page-visit.ts';
import { comparePictures, type PictureDifference } from './pictures.ts';
import { type StaticSite, startStaticServer } from './static-server.ts';
import { desktop, phone, type Size, Tab } from './tab.ts';

/** How the pictures of two versions of an app differ. */
export interface Comparison {
  readonly views: readonly ComparedView[];
  /** True if no pixel of a picture differs. */
  readonly isUnchanged: boolean;
}

/** The pictures of both versions in one size. */
export interface ComparedView {
  /** Such as `phone`. */
  readonly name: string;
  readonly size: Size;
  readonly before: Buffer;
  readonly after: Buffer;
  readonly difference: PictureDifference;
}

const views = [
  { name: 'phone', size: phone },
  { name: 'desktop', size: desktop },
];

/**
 * Opens two versions of an app at the same fixed time, and compares their pictures: the whole page
 * as it is after loading. If they differ, both are opened again: what changes by itself from one
 * load to the next does not count. `deadline` is when it must be over, as `performance.now()`
 * counts.
 */
export async function compareVersions(
  browser: Browser,
  before: StaticSite,
  after: StaticSite,
  deadline: number,
): Promise<Comparison> {
  const shots: BothShots[] = [];
  let comparison: Comparison;
  do {
    const taken = [before, after].map((site) => takeShots(browser, site, deadline));
    const [old = [], current = []] = await Promise.all(taken);
    shots.push({ before: old, after: current });
    comparison = await compareShots(browser, shots);
  } while (!comparison.isUnchanged && shots.length < maxLoads);
  return comparison;
}

const maxLoads = 2;

/** The pictures of both versions from one load each, one for each view. */
interface BothShots {
  readonly before: readonly Buffer[];
  readonly after: readonly Buffer[];
}

async function compareShots(browser: Browser, shots: readonly BothShots[]): Promise<Comparison> {
  const compared: ComparedView[] = [];
  for (const [index, { name, size }] of views.entries()) {
    const old = shots.map(({ before }) => before[index]).filter((shot) => shot !== undefined);
    const current = shots.map(({ after }) => after[index]).filter((shot) => shot !== undefined);
    const [before] = old;
    const [after] = current;
    if (before === undefined || after === undefined) continue;
    const difference = await comparePictures(browser, old, current);
    compared.push({ name, size, before, after, difference });
  }
  const isUnchanged = compared.every(({ difference }) => difference.percent === 0);
  return { views: compared, isUnchanged };
}

async function takeShots(
  browser: Browser,
  site: StaticSite,
  deadline: number,
): Promise<readonly Buffer[]> {
  const server = await startStaticServer(site);
  const { origin, pathname } = new URL(server.address);
  const tab = await Tab.open(browser, { origin, base: pathname }, deadline);
  try {
    await tab.stopChance();
    await loadPage(tab, server.address, deadline);
    const shots: Buffer[] = [];
    for (const { size } of views) {
      await tab.resize(size);
      shots.push(await tab.takeStillShot());
    }
    return shots;
  } finally {
    await tab.close();
    await server.close();
  }
}

/** Writes a part in per cent. */
function formatPercent(percent: number): string {
  if (percent === 0) return '0 %';
  return percent < 0.01 ? 'less than 0.01 %' : `${percent.toFixed(2)} %`;
}

/** Describes the difference in one line. */
export function describeComparison({ views: compared, isUnchanged }: Comparison): string {
  if (isUnchanged) return 'unchanged';
  const parts = compared.map(({ name, difference }) => {
    return `${name} ${formatPercent(difference.percent)}`;
  });
  return `changed: ${parts.join(', ')} of the pixels differ`;
}

/** Renders a comparison as one HTML file that loads nothing. */
export function renderComparison(slug: string, comparison: Comparison): string {
  const sections = comparison.views.map(({ name, size, before, after, difference }) => {
    const { percent, png } = difference;
    const result = percent === 0 ? 'unchanged' : `${formatPercent(percent)} differs`;
    return `<section>
<h2>${name[0]?.toUpperCase()}${name.slice(1)}, ${size.width} px: ${result}</h2>
<div>
${renderFigure('Before', before.toString('base64'))}
${renderFigure('After', after.toString('base64'))}
${renderFigure('Difference', png)}
</div>
</section>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>${slug}: before and after</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { margin: 1rem }
section > div { display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start }
figure { flex: 1 1 16rem; max-width: 40rem; margin: 0 }
img { max-width: 100%; border: 1px solid #8888 }
</style>
</head>
<body>
<h1>${slug}: ${describeComparison(comparison)}</h1>
${sections.join('\n')}
</body>
</html>
`;
}

function renderFigure(title: string, base64: string): string {
  return `<figure><figcaption>${title}</figcaption><img alt="${title}" src="data:image/png;base64,${base64}"></figure>`;
}

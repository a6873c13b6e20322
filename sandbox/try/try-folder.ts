import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { readFolder, toSlug } from '../dev/serve-folder.ts';
import { type Browser, startBrowser } from './browser.ts';
import { type Comparison, compareVersions, renderComparison } from './compare.ts';
import {
  allowFindings,
  type Finding,
  isDoubtful,
  joinFindings,
  listFindings,
  toFinding,
} from './findings.ts';
import { writeOwnFile } from './own-files.ts';
import { type Visit, type VisitOptions, visitPage } from './page-visit.ts';
import { isPlainPicture } from './pictures.ts';
import { addPlace } from './places.ts';
import { listHostNotes, listReviewFindings, measureLogo, readPageFacts } from './review.ts';
import { type StaticSite, startStaticServer, toBuildSite, toDraftSite } from './static-server.ts';
import { desktop, FrozenError, phone, type Tab } from './tab.ts';

/** The draft to try, and how to try it. */
export interface TryRequest {
  readonly folder: string;
  /** The slug; null to take the one that the build was made for, or else the folder's name. */
  readonly slug: string | null;
  /** The build that the folder was made from, to compare with; null compares with nothing. */
  readonly build: string | null;
  /** The folder for the pictures; null takes none. */
  readonly shots: string | null;
  /** True to list also what a reviewer would stumble over. */
  readonly isReview: boolean;
  /** The codes of findings that are only noted. */
  readonly allowed: readonly string[];
  /** An earlier version of the folder, to compare pictures with; null compares with nothing. */
  readonly base: string | null;
  /** The HTML file for that comparison; null for one named after the slug. */
  readonly out: string | null;
  readonly browserPath: string;
}

export interface TryResult {
  readonly slug: string;
  readonly findings: readonly Finding[];
  /** True if the page has a button, whether or not it could be pressed. */
  readonly hasButtons: boolean;
  readonly pressed: readonly string[];
  /** The labels of the links that were followed. */
  readonly followed: readonly string[];
  /** The paths of the pictures. */
  readonly shots: readonly string[];
  /** The comparison with an earlier version, and its HTML file; null if there is none. */
  readonly comparison: (Comparison & { readonly file: string }) | null;
  /** Name and version of the browser. */
  readonly browser: string;
  readonly durationMs: number;
}

/** The limit on the first visits, and again on those that look a second time. */
const maxMs = 30_000;
const maxFiles = 10_000;
/** Visits after the first: enough to tell a choice between two texts from a difference. */
const maxMoreVisits = 3;

/**
 * Opens an app folder as a draft in a browser, and lists what is wrong with it. An error that may be
 * chance is looked at again, so that it takes up to a minute. Throws an Error if there is nothing to
 * open, or the browser does not start. Once `stop` is fulfilled the browser ends, and the promise
 * rejects.
 */
export async function tryFolder(
  request: TryRequest,
  stop: Promise<void>,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<TryResult> {
  const start = performance.now();
  const app = readApp(request);
  const browser = await startBrowser(request.browserPath, env);
  try {
    void stop.then(() => browser.close());
    const trial = new Trial(request, app, browser);
    const { draft, findings } = await trial.run();
    const comparison = await trial.compare();
    return {
      slug: app.slug,
      findings: trial.complete(findings, draft),
      hasButtons: draft.hasButtons,
      pressed: draft.pressed,
      followed: draft.links.map(({ label }) => label),
      shots: trial.shots,
      comparison,
      browser: browser.version,
      durationMs: Math.round(performance.now() - start),
    };
  } finally {
    await browser.close();
  }
}

/** An app folder, as a deploy would send it. */
interface App {
  readonly slug: string;
  readonly files: ReadonlyMap<string, string>;
  /** The path that the build was made for: `/`, or `/a/<slug>/`. */
  readonly base: string;
}

function readApp(request: TryRequest): App {
  for (const folder of [request.folder, request.build, request.base]) {
    if (folder !== null && !existsSync(folder)) throw new Error(`There is no folder ${folder}.`);
  }
  const files = readFolder(request.folder, maxFiles);
  const page = files.get('index.html');
  if (page === undefined) throw new Error(`${request.folder} has no index.html to open.`);
  const builtFor = /["'(]\/a\/([a-z0-9-]{3,32})\//.exec(page)?.[1];
  const slug = request.slug ?? builtFor ?? toSlug(basename(resolve(request.folder)));
  return { slug, files, base: isBuiltFor(slug, files) ? `/a/${slug}/` : '/' };
}

/** True if a page, or a script, has the address of this app in it. */
function isBuiltFor(slug: string, files: ReadonlyMap<string, string>): boolean {
  const address = new RegExp(`["'\`(]/a/${slug}(?:/|["'\`])`);
  for (const [path, content] of files) {
    if (/\.(?:html?|m?js)$/i.test(path) && address.test(content)) return true;
  }
  return false;
}

/** True if a folder has a script that builds it. */
function isProject(files: ReadonlyMap<string, string>): boolean {
  try {
    const { scripts } = JSON.parse(files.get('package.json') ?? '');
    return typeof scripts.build === 'string';
  } catch {
    return false;
  }
}

/** The trial of one folder, and of its build if there is one. */
class Trial {
  readonly shots: string[] = [];
  readonly #request: TryRequest;
  readonly #app: App;
  readonly #browser: Browser;
  /** Findings besides those of the visits. */
  readonly #more: Finding[] = [];

  constructor(request: TryRequest, app: App, browser: Browser) {
    this.#request = request;
    this.#app = app;
    this.#browser = browser;
  }

  async run(): Promise<{ readonly draft: Visit; readonly findings: readonly Finding[] }> {
    const [draft, ...firstBuilds] = await this.#visitBoth(async (tab) => {
      await this.#takeShots(tab);
      if (this.#request.isReview) await this.#reviewPage(tab);
    });
    const drafts = [draft];
    const builds = [...firstBuilds];
    let findings = this.#judge(drafts, builds);
    const deadline = performance.now() + maxMs;
    let count = 0;
    while (isDoubtful(findings) && count < maxMoreVisits && performance.now() < deadline) {
      const [again, ...buildAgain] = await this.#visitBoth(null);
      drafts.push(again);
      builds.push(...buildAgain);
      findings = this.#judge(drafts, builds);
      // Only texts may agree later: any other error has been seen twice now.
      count += findings.some(({ code }) => code === 'text_differs') ? 1 : maxMoreVisits;
    }
    return { draft, findings };
  }

  /** Compares the app with its earlier version, and writes the result; null if there is none. */
  async compare(): Promise<TryResult['comparison']> {
    const { base, out } = this.#request;
    if (base === null) return null;
    const { slug, files } = this.#app;
    const before = toDraftSite(slug, readFolder(base, maxFiles));
    const after = toDraftSite(slug, files);
    const deadline = performance.now() + maxMs;
    const compared = compareVersions(this.#browser, before, after, deadline);
    const comparison = await compared.catch(() => null);
    if (comparison === null) {
      this.#note('not_compared', `The pictures could not be compared with ${base}.`);
      return null;
    }
    const path = out ?? `${slug}-compare.html`;
    const html = Buffer.from(renderComparison(slug, comparison));
    const file = writeOwnFile(dirname(path), basename(path), html);
    return { ...comparison, file };
  }

  /** Adds what a review found, the places of all findings, and what is allowed. */
  complete(findings: readonly Finding[], draft: Visit): readonly Finding[] {
    const { isReview, allowed } = this.#request;
    const all = isReview
      ? joinFindings(findings, [...this.#more, ...listHostNotes(draft)])
      : [...findings, ...this.#more];
    const placed = all.map((finding) => addPlace(finding, this.#app.files));
    return allowFindings(placed, allowed);
  }

  async #reviewPage(tab: Tab): Promise<void> {
    try {
      const facts = await readPageFacts(tab);
      const logo = await measureLogo(this.#browser, this.#app);
      this.#more.push(...listReviewFindings(facts, this.#app, logo));
    } catch (error) {
      if (error instanceof FrozenError) throw error;
      this.#note('not_reviewed', 'The page could not be read for the review.');
    }
  }

  #note(code: string, message: string): void {
    this.#more.push(toFinding('warning', code, message));
  }

  /** Visits the draft, and at the same time its build if there is one. */
  #visitBoth(onLoaded: VisitOptions['onLoaded']): Promise<[Visit, ...Visit[]]> {
    const { slug, files, base } = this.#app;
    const deadline = performance.now() + maxMs;
    const draft = this.#visit(toDraftSite(slug, files), deadline, onLoaded);
    const { build } = this.#request;
    if (build === null) return Promise.all([draft]);
    return Promise.all([draft, this.#visit(toBuildSite(build, base), deadline, null)]);
  }

  async #visit(
    site: StaticSite,
    deadline: number,
    onLoaded: VisitOptions['onLoaded'],
  ): Promise<Visit> {
    let opened: Tab | null = null;
    const server = await startStaticServer(site, ({ pathname, status, destination }) => {
      // The page does not see the requests of workers that it shares with others.
      if (/^(?:shared|service)worker$/.test(destination)) {
        opened?.log.noteMissing(pathname, status, destination === 'serviceworker');
      }
    });
    try {
      return await visitPage(this.#browser, server.address, {
        deadline,
        isPlain: (png) => isPlainPicture(this.#browser, png),
        onOpen(tab) {
          opened = tab;
        },
        onLoaded,
      });
    } finally {
      await server.close();
    }
  }

  #judge(drafts: readonly Visit[], builds: readonly Visit[]): readonly Finding[] {
    const { slug, files } = this.#app;
    return listFindings(
      drafts,
      { slug, files: [...files.keys()], isProject: isProject(files) },
      builds,
    );
  }

  async #takeShots(tab: Tab): Promise<void> {
    const { shots } = this.#request;
    if (shots === null) return;
    const name = basename(resolve(shots));
    for (const size of [phone, desktop]) {
      await tab.resize(size);
      const file = `${name}-${size.width}x${size.height}.png`;
      this.shots.push(writeOwnFile(shots, file, await tab.takeShot()));
    }
    await tab.resize(phone);
  }
}

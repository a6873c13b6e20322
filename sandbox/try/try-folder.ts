import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { toDraftAddress } from '../api/access.ts';
import { readFolder, toSlug } from '../dev/serve-folder.ts';
import { startSandbox } from '../server.ts';
import { type Browser, startBrowser } from './browser.ts';
import { startBuildServer } from './build-server.ts';
import { type Finding, isDead, listFindings } from './findings.ts';
import { type Shot, type Visit, visitPage } from './page-visit.ts';

/** The draft to try, and how to try it. */
export interface TryRequest {
  readonly folder: string;
  /** The slug; null to take the one that the build was made for, or else the folder's name. */
  readonly slug: string | null;
  /** The build that the folder was made from, to compare with; null compares with nothing. */
  readonly build: string | null;
  /** The folder for the pictures; null takes none. */
  readonly shots: string | null;
  /** The path of the browser. */
  readonly browserPath: string;
}

export interface TryResult {
  readonly slug: string;
  readonly findings: readonly Finding[];
  /** The labels of the buttons that were pressed. */
  readonly pressed: readonly string[];
  /** The paths of the pictures. */
  readonly shots: readonly string[];
  /** Name and version of the browser. */
  readonly browser: string;
  readonly durationMs: number;
}

const maxMs = 30_000;
/** The time that a second visit of the build needs, in milliseconds. */
const minVisitMs = 4_000;
const maxFiles = 10_000;

/**
 * Opens an app folder as a draft of a sandbox in a browser, and lists what is wrong with it, within
 * 30 s. Throws an Error if there is nothing to open, or the browser does not start. Once `stop` is
 * fulfilled the browser ends, and the promise rejects.
 */
export async function tryFolder(request: TryRequest, stop: Promise<void>): Promise<TryResult> {
  const start = performance.now();
  const app = readApp(request);
  const browser = await startBrowser(request.browserPath);
  try {
    void stop.then(() => browser.close());
    return await new Trial(request, app, browser, start).run();
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
  for (const folder of [request.folder, request.build]) {
    if (folder !== null && !existsSync(folder)) throw new Error(`There is no folder ${folder}.`);
  }
  const files = readFolder(request.folder, maxFiles);
  const page = files.get('index.html');
  if (page === undefined) throw new Error(`${request.folder} has no index.html to open.`);
  const builtFor = /["'(]\/a\/([a-z0-9-]{3,32})\//.exec(page)?.[1];
  const slug = request.slug ?? builtFor ?? toSlug(basename(resolve(request.folder)));
  return { slug, files, base: slug === builtFor ? `/a/${slug}/` : '/' };
}

/** The trial of one folder: opens the folder once, and its build up to twice. */
class Trial {
  readonly #request: TryRequest;
  readonly #app: App;
  readonly #browser: Browser;
  readonly #deadline: number;
  readonly #start: number;
  readonly #shots: string[] = [];

  constructor(request: TryRequest, app: App, browser: Browser, start: number) {
    this.#request = request;
    this.#app = app;
    this.#browser = browser;
    this.#deadline = start + maxMs;
    this.#start = start;
  }

  async run(): Promise<TryResult> {
    const { slug, files } = this.#app;
    const sandbox = await startSandbox();
    try {
      const owner = sandbox.setup().accounts[0]?.name ?? '';
      // A folder that a deploy would refuse is opened all the same: `check` reports what is wrong.
      sandbox.store.create(owner, slug, files);
      const address = toDraftAddress(new URL(sandbox.url), slug);
      const { draft, findings } = await this.#visit(address);
      return {
        slug,
        findings,
        pressed: draft.pressed,
        shots: this.#shots,
        browser: this.#browser.version,
        durationMs: Math.round(performance.now() - this.#start),
      };
    } finally {
      await sandbox.close();
    }
  }

  async #visit(draftAddress: string) {
    if (this.#request.build === null) {
      const draft = await this.#visitDraft(draftAddress);
      return { draft, findings: this.#judge(draft, []) };
    }
    const server = await startBuildServer(this.#request.build, this.#app.base);
    try {
      const visits = [this.#visitDraft(draftAddress), this.#visitBuild(server.address)] as const;
      const [draft, build] = await Promise.all(visits);
      const findings = this.#judge(draft, [build]);
      if (!isDead(findings) || performance.now() + minVisitMs > this.#deadline) {
        return { draft, findings };
      }
      // A page may differ from one visit to the next by itself.
      const again = await this.#visitBuild(server.address);
      return { draft, findings: this.#judge(draft, [build, again]) };
    } finally {
      await server.close();
    }
  }

  #judge(draft: Visit, builds: readonly Visit[]): readonly Finding[] {
    const { slug, files } = this.#app;
    return listFindings(draft, { slug, files: [...files.keys()] }, builds);
  }

  #visitDraft(address: string): Promise<Visit> {
    const { shots } = this.#request;
    const onShot = shots === null ? null : (shot: Shot) => this.#save(shots, shot);
    return visitPage(this.#browser, address, { deadline: this.#deadline, onShot });
  }

  #visitBuild(address: string): Promise<Visit> {
    return visitPage(this.#browser, address, { deadline: this.#deadline, onShot: null });
  }

  #save(folder: string, shot: Shot): void {
    const name = basename(resolve(folder));
    const file = join(folder, `${name}-${shot.width}x${shot.height}.png`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, shot.png);
    this.#shots.push(file);
  }
}

import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFolder } from '../sandbox/dev/serve-folder.ts';
import { type RunningSandbox, startSandbox } from '../sandbox/server.ts';
import { runStep } from './runner/step.ts';

/** A picture of docs/images/. */
export interface Picture {
  /** The name of its files, without an ending. */
  readonly name: string;
  readonly markdown: string;
  /**
   * Pixels of the picture for one pixel of the page: two for a small picture, which must be sharp
   * on every screen.
   */
  readonly scale: 1 | 2;
}

const doctorReport = join(import.meta.dirname, '..', 'docs', 'images', 'doctor.txt');

/**
 * Returns the content of the pictures in Markdown: real runs of dist/ against the sandbox, and the
 * report of the doctor, which a test keeps up to date. It is the same on every machine, so that a
 * test can compare it with the text next to each picture.
 */
export async function renderPictures(): Promise<readonly Picture[]> {
  const example = join(import.meta.dirname, '..', 'examples', 'tide-times');
  const workspace = await mkdtemp(join(tmpdir(), 'pictures-'));
  // A fixed address, so that the pictures do not change with the port.
  const sandbox = await startSandbox({ port: 0, baseUrl: 'https://apps.example.com' });
  const inputs = {
    'base-url': new URL(sandbox.pageUrl).origin,
    'api-key': sandbox.keys[0],
    slug: 'tide-times',
    folder: 'app',
    create: 'true',
  };
  try {
    await cp(example, join(workspace, 'app'), { recursive: true });
    // The same as in a workflow that uses a release, because only a release shows links to the
    // explanation of problems.
    const env = { GITHUB_ACTION_REPOSITORY: 'OWNER/miniapp-deploy', GITHUB_ACTION_REF: 'v1' };
    await runStep({ with: inputs, workspace, env });
    const page = join(workspace, 'app', 'index.html');
    const html = (await readFile(page, 'utf8')).replace(/<title>.*?<\/title>/s, '<title></title>');
    await writeFile(page, html);
    const rejected = await runStep({ with: inputs, workspace, env });
    return [
      { name: 'rejected', markdown: rejected.summary ?? '', scale: 2 },
      { name: 'doctor', markdown: await readFile(doctorReport, 'utf8'), scale: 2 },
    ];
  } finally {
    await sandbox.close();
    await rm(workspace, { recursive: true, force: true });
  }
}

/** The time that the picture of the sandbox shows, in milliseconds since 1970. */
export const picturedTime = Date.UTC(2026, 10, 23, 9);

/** A sandbox as its picture shows it, with the page of an app that waits for its review. */
export class PicturedSandbox implements AsyncDisposable {
  readonly #sandbox: RunningSandbox;

  private constructor(sandbox: RunningSandbox) {
    this.#sandbox = sandbox;
  }

  static async open(): Promise<PicturedSandbox> {
    const sandbox = await startSandbox({
      accounts: [{ name: 'developer', key: 'k' }],
      now: () => picturedTime,
    });
    const folder = join(import.meta.dirname, '..', 'examples', 'tide-times');
    const files = new Map(readFolder(folder, sandbox.setup().limits.files));
    sandbox.put({ slug: 'tide-times', files, status: 'published' });
    const page = files.get('index.html') ?? '';
    const changed = page.replace('<h1>Tide Times</h1>', '<h1>Tides of the week</h1>');
    const headers = { authorization: 'Bearer k', 'content-type': 'application/json' };
    const send = (method: string, path: string, body: object) =>
      fetch(`${sandbox.url}/api/miniapps/${path}`, { method, headers, body: JSON.stringify(body) });
    await send('PATCH', 'tide-times', { html: changed });
    await send('POST', 'tide-times/submit', { accept_terms: sandbox.setup().termsVersion });
    return new PicturedSandbox(sandbox);
  }

  /** The address of the page of the app. */
  get url(): string {
    return `${this.#sandbox.pageUrl}apps/tide-times`;
  }

  /** Returns the visible words of the page: without those in closed `<details>`. */
  async readWords(): Promise<string> {
    const page = await (await fetch(this.url)).text();
    const shown = page.replace(
      /(<details(?![^>]* open)[\s\S]*?<\/summary>)[\s\S]*?(?=<\/details>)/g,
      '$1',
    );
    const words = shown.replace(/<[^>]*>/g, ' ').replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:8420');
    const lines = words.split('\n').map((line) => line.trim().replaceAll(/\s+/g, ' '));
    return `${lines.filter((line) => line !== '').join('\n')}\n`;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#sandbox.close();
  }
}

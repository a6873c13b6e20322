/** Tries apps in the browser, for the tests of `try`. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { type TryRequest, type TryResult, tryFolder } from '../../sandbox/try/try-folder.ts';

/** The program of the browser. */
export const browserPath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
/** A run that nobody ends. */
export const never = new Promise<void>(() => undefined);

export const defaults: TryRequest = {
  folder: '',
  slug: 'tides',
  build: null,
  shots: null,
  isReview: false,
  allowed: [],
  base: null,
  out: null,
  browserPath,
};

export type Files = Readonly<Record<string, string>>;

export const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';

export function toPage(body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Tides</title>${body}</html>`;
}

export function makeFolder(t: TestContext, files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), 'tides-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** Tries an app of these files, and returns what was found as lines. */
export async function tryApp(t: TestContext, files: Files, given: Partial<TryRequest> = {}) {
  const folder = makeFolder(t, files);
  const request = { ...defaults, folder, ...given };
  const result = await tryFolder(request, never);
  return { ...result, lines: toLines(result) };
}

function toLines({ findings }: TryResult): readonly string[] {
  return findings.map(({ severity, message }) => `${severity}: ${message}`);
}

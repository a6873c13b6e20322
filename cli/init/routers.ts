/** Finds out whether a router in a page works below `/a/<slug>/`, the path of an app. */
import { readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { readShortFile } from '../repository.ts';
import { removeComments } from './config-file.ts';
import type { PackageJson } from './packages.ts';

/** The needs of a build with a router. */
export interface RouterPlan {
  /**
   * Arguments to pass to the builder instead of its usual ones; null if the usual ones are right.
   */
  readonly flags: readonly string[] | null;
  /** The changes that the owner must make, as sentences in Markdown. */
  readonly changes: readonly string[];
  readonly notes: readonly string[];
}

/** A library that shows a page by the path of the address. */
interface Router {
  readonly packageName: string;
  /** Matches code that keeps the route out of the path; null if it always uses the path. */
  readonly safePattern: RegExp | null;
  /** The replacement, in Markdown. */
  readonly fix: string;
}

const knownRouters: readonly Router[] = [
  {
    packageName: 'vue-router',
    safePattern: /\bcreate(?:WebHash|Memory)History\b/,
    fix: '`createWebHashHistory()` in place of `createWebHistory(…)`',
  },
  {
    packageName: 'react-router-dom',
    safePattern: /\b(?:HashRouter|MemoryRouter|createHashRouter|createMemoryRouter)\b/,
    fix: '`HashRouter` in place of `BrowserRouter`',
  },
  {
    packageName: 'react-router',
    safePattern: /\b(?:HashRouter|MemoryRouter|createHashRouter|createMemoryRouter)\b/,
    fix: '`HashRouter` in place of `BrowserRouter`',
  },
  {
    packageName: 'wouter',
    safePattern: /\buse(?:Hash|Memory)Location\b|\bmemoryLocation\b/,
    fix: '`<Router hook={useHashLocation}>` around the routes',
  },
  {
    packageName: 'preact-iso',
    safePattern: null,
    fix: 'a router that keeps the route in the hash, in place of `preact-iso`',
  },
  {
    packageName: '@tanstack/react-router',
    safePattern: /\bcreate(?:Hash|Memory)History\b/,
    fix: '`history: createHashHistory()` for `createRouter`',
  },
];

/**
 * Returns the needs of a project with a router; null if it has no router, or if the router keeps
 * its route out of the path. A router that starts from Vite's base works if the base is the path of
 * the app.
 */
export function findRouter(project: string, json: PackageJson): RouterPlan | null {
  const used = knownRouters.filter((router) => json.packages.has(router.packageName));
  if (used.length === 0) return null;
  const code = readSources(join(project, 'src'));
  const router = used.find(({ packageName }) => {
    return code.includes(`'${packageName}`) || code.includes(`"${packageName}`);
  });
  if (router === undefined || router.safePattern?.test(code)) return null;
  const canHaveBase = router.safePattern !== null && json.packages.has('vite');
  if (canHaveBase && code.includes('import.meta.env.BASE_URL')) {
    const notes = [
      `About ${router.packageName}: the build works under this slug only, and an address inside the app cannot be reloaded. To avoid both limits, use ${router.fix}.`,
    ];
    return { flags: ['--base', '/a/<slug>/'], changes: [], notes };
  }
  const changes = [`Use ${router.fix}: the app is shown at /a/<slug>/, where no route matches.`];
  return { flags: null, changes, notes: [] };
}

/** Maximum number of files that are read to find a router. */
const maxSources = 300;
const sourceTypes = new Set(['.js', '.jsx', '.ts', '.tsx', '.mjs', '.vue']);

/** Returns the code of a folder without its comments. */
function readSources(folder: string): string {
  const files: string[] = [];
  const folders = [folder];
  for (let next = folders.shift(); next !== undefined; next = folders.shift()) {
    for (const entry of readEntries(next)) {
      const path = join(next, entry.name);
      if (entry.isDirectory() && entry.name !== 'node_modules') folders.push(path);
      if (entry.isFile() && sourceTypes.has(extname(entry.name))) files.push(path);
    }
    if (files.length >= maxSources) break;
  }
  return files.map((file) => removeComments(readShortFile(file))).join('\n');
}

function readEntries(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

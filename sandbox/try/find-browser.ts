import { posix, win32 } from 'node:path';

/** The parts of a machine that decide which browser is found. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  exists(path: string): boolean;
}

/** The browser to start, or the reason why there is none. */
export type BrowserSearch =
  | { readonly kind: 'found'; readonly path: string }
  | { readonly kind: 'missing'; readonly message: string };

const howToName = 'Install Google Chrome or Chromium, or set CHROME_PATH to the path of a browser.';

const linuxNames = [
  'google-chrome',
  'google-chrome-stable',
  'chromium',
  'chromium-browser',
  'microsoft-edge',
];
const linuxFolders = ['/usr/bin', '/usr/local/bin', '/opt/google/chrome', '/snap/bin'];

const macPrograms = [
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Chromium.app/Contents/MacOS/Chromium',
  'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];

const windowsPrograms = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];

/**
 * Finds a Chrome, Chromium or Edge: the one that CHROME_PATH names, else the first in the usual
 * places. A CHROME_PATH that names nothing is an error, not a reason to take another browser.
 */
export function findBrowser(machine: Machine): BrowserSearch {
  const chosen = machine.env['CHROME_PATH'] ?? '';
  if (chosen !== '') {
    if (machine.exists(chosen)) return { kind: 'found', path: chosen };
    return { kind: 'missing', message: `CHROME_PATH is ${chosen}, but this file does not exist.` };
  }
  const path = listUsualPlaces(machine).find((place) => machine.exists(place));
  if (path !== undefined) return { kind: 'found', path };
  return { kind: 'missing', message: `No browser was found. ${howToName}` };
}

function listUsualPlaces(machine: Machine): readonly string[] {
  switch (machine.platform) {
    case 'darwin':
      return listMacPlaces(machine);
    case 'win32':
      return listWindowsPlaces(machine);
    default:
      return listLinuxPlaces(machine);
  }
}

function listMacPlaces(machine: Machine): readonly string[] {
  const folders = ['/Applications'];
  const home = machine.env['HOME'];
  if (home !== undefined) folders.push(posix.join(home, 'Applications'));
  return macPrograms.flatMap((program) => folders.map((folder) => posix.join(folder, program)));
}

function listWindowsPlaces(machine: Machine): readonly string[] {
  const names = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'];
  const folders = names
    .map((name) => machine.env[name] ?? '')
    .filter((folder) => win32.isAbsolute(folder));
  return windowsPrograms.flatMap((program) => folders.map((folder) => win32.join(folder, program)));
}

function listLinuxPlaces(machine: Machine): readonly string[] {
  const onPath = (machine.env['PATH'] ?? '').split(':').filter((folder) => folder.startsWith('/'));
  const folders = [...new Set([...onPath, ...linuxFolders])];
  const places = linuxNames.flatMap((name) => folders.map((folder) => posix.join(folder, name)));
  return [...places, '/opt/google/chrome/chrome'];
}

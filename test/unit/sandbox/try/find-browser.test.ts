import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findBrowser } from '../../../../sandbox/try/find-browser.ts';

type Row = readonly [
  name: string,
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string>>,
  files: readonly string[],
  path: string,
];

const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const windows = 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe';
const edge = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe';

const rows: readonly Row[] = [
  ['CHROME_PATH comes first', 'linux', { CHROME_PATH: '/x' }, ['/x', '/usr/bin/chromium'], '/x'],
  [
    'an empty CHROME_PATH counts as none',
    'linux',
    { CHROME_PATH: '' },
    [mac, '/snap/bin/chromium'],
    '/snap/bin/chromium',
  ],
  [
    'on Linux, Chrome is taken before Chromium',
    'linux',
    {},
    ['/usr/bin/chromium', '/usr/bin/google-chrome'],
    '/usr/bin/google-chrome',
  ],
  [
    'on Linux, folders of PATH are searched',
    'linux',
    { PATH: 'relative::/opt/x' },
    ['/opt/x/chromium'],
    '/opt/x/chromium',
  ],
  ['on macOS, an app of the machine', 'darwin', { HOME: '/Users/me' }, [mac], mac],
  [
    'on macOS, an app of the user',
    'darwin',
    { HOME: '/Users/me' },
    [`/Users/me${mac}`],
    `/Users/me${mac}`,
  ],
  ['on Windows, Chrome', 'win32', { PROGRAMFILES: 'C:\\Program Files' }, [windows, edge], windows],
  [
    'on Windows, Edge',
    'win32',
    { 'PROGRAMFILES(X86)': 'C:\\Program Files (x86)' },
    [windows, edge],
    edge,
  ],
];

describe('the browser that is started', () => {
  for (const [name, platform, env, files, path] of rows) {
    test(`the browser that is started: ${name}`, () => {
      const exists = (file: string): boolean => files.includes(file);
      assert.deepEqual(findBrowser({ platform, env, exists }), { kind: 'found', path });
    });
  }
});

test('without a browser the message names CHROME_PATH', () => {
  const search = findBrowser({ platform: 'linux', env: {}, exists: () => false });
  assert.deepEqual(search, {
    kind: 'missing',
    message:
      'No browser was found. Install Google Chrome or Chromium, or set CHROME_PATH to the path of a browser.',
  });
});

test('a CHROME_PATH without a file is an error, whatever else is installed', () => {
  const exists = (file: string): boolean => file === '/usr/bin/chromium';
  const search = findBrowser({ platform: 'linux', env: { CHROME_PATH: '/gone' }, exists });
  assert.deepEqual(search, {
    kind: 'missing',
    message: 'CHROME_PATH is /gone, but this file does not exist.',
  });
});

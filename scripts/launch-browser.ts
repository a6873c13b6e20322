import { type Browser, chromium } from 'playwright-core';

/**
 * Starts the Chromium of the environment variable CHROMIUM, or the one of Debian, for browser tests
 * and screenshots. The caller closes it.
 *
 * @param args More arguments for the browser.
 */
export function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    // CI runs as root, and Chromium refuses to run as root with its sandbox on.
    args: ['--no-sandbox', '--disable-gpu', ...args],
  });
}

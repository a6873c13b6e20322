/**
 * `npm run build:net`: writes cli/arrange/net.min.js, the script that `arrange` adds to a page,
 * from cli/files/intercept.js and cli/arrange/net.js.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minify } from 'terser';
import { loadingElements } from '../cli/files/loading-elements.ts';

const root = join(import.meta.dirname, '..');
export const netPath = 'cli/arrange/net.min.js';

/**
 * Returns the minified script as a function expression, to be called with the names of files that
 * have moved, and the paths of pages. A second call in one page has no effect, since routers run
 * the scripts of the next page, too.
 */
export async function makeNet(): Promise<string> {
  const attributes = JSON.stringify(loadingElements).replace('{', '{__proto__:null,');
  const code = [
    '(function net(moved, appRoot, pages = [], inner = []) {',
    `const key = Symbol.for('miniapp-deploy net'); if (globalThis[key]) return;`,
    'Object.defineProperty(globalThis, key, { configurable: true, value: true });',
    `const attributes = ${attributes};`,
    readFileSync(join(root, 'cli', 'files', 'intercept.js'), 'utf8'),
    readFileSync(join(root, 'cli', 'arrange', 'net.js'), 'utf8'),
    '})',
  ];
  const minified = await minify(code.join('\n'), {
    ecma: 2020,
    // Without this, the function would be dropped, since nothing calls it here.
    compress: { expression: true, passes: 3, unsafe_arrows: true },
  });
  return `${minified.code?.replace(/;$/, '')}\n`;
}

if (import.meta.main) {
  writeFileSync(join(root, netPath), await makeNet());
  console.log(`${netPath} is written.`);
}

/**
 * `npm run build`, after tsc: bundles lib/src/index.js into dist/, the same byte for byte wherever
 * the same lock file is installed.
 */
import { join } from 'node:path';
import { makeBundle, writeBundle } from './bundler.ts';

writeBundle(await makeBundle('src/index.js'), join(import.meta.dirname, '..', 'dist'));

/**
 * Bundles lib/main.js into dist/ (or the folder named): run by `npm run build` after tsc. The result is the same byte
 * for byte wherever the same lock file is installed.
 */
import { join } from 'node:path';
import { makeBundle, writeBundle } from './bundler.ts';

writeBundle(await makeBundle(), process.argv[2] ?? join(import.meta.dirname, '..', 'dist'));

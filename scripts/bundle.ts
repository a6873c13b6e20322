/**
 * Bundles lib/index.js into dist/: run by `npm run build` after tsc. The result is the same byte
 * for byte wherever the same lock file is installed.
 */
import { join } from 'node:path';
import { readArguments } from './arguments.ts';
import { makeBundle, writeBundle } from './bundler.ts';

readArguments('npm run build', {});
writeBundle(await makeBundle('index.js'), join(import.meta.dirname, '..', 'dist'));

#!/usr/bin/env node
// Starts the sandbox from its sources if this Node can run TypeScript, otherwise from its build.
import { existsSync } from 'node:fs';

const build = new URL('./dist/main.js', import.meta.url);
const source = new URL('./main.ts', import.meta.url);
const isBuilt = existsSync(build);
if (process.features.typescript && existsSync(source)) {
  await import(source.href);
} else if (isBuilt) {
  await import(build.href);
} else {
  process.stderr.write(
    `The sources of the sandbox need Node 22.18 or later; this is ${process.versions.node}. ` +
      'Build the sandbox first: npm run build:sandbox.\n',
  );
  process.exitCode = 1;
}

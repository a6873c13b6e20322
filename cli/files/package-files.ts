import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const names = [
  'cli/files/intercept.js',
  'cli/page/runtime.js',
  'cli/arrange/net.min.js',
  ...['miniapp', 'build', 'monorepo'].map((name) => `examples/workflows/${name}.yml`),
  'examples/other-ci/gitlab-ci.yml',
  ...['service.json', 'index.html', 'instructions.md'].map((name) => `examples/new-app/${name}`),
  ...['app.js', 'style.css', 'logo.svg'].map((name) => `examples/new-app/assets/${name}`),
];

/**
 * The texts of the files of this repository that commands use, by path. In the published package,
 * scripts/build-cli.ts replaces this module with the texts themselves.
 */
export const packageFiles: Readonly<Record<string, string>> = Object.fromEntries(
  names.map((name) => [name, readFileSync(join(import.meta.dirname, '..', '..', name), 'utf8')]),
);

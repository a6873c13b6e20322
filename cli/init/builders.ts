/** A setting that the owner of a project must make before what is built can be an app. */
export interface Setting {
  /** Beginnings of paths in the project: `next.config.` means a file with any ending. */
  readonly files: readonly string[];
  /** Matches one of the files where it is set. */
  readonly shown: RegExp;
  /** What to set, in Markdown. */
  readonly words: string;
}

/** A builder of web pages, and what an app needs of it. `docs/built-apps.md` shows these rows. */
export interface Builder {
  readonly name: string;
  /** The package by which it is recognized in `package.json`. */
  readonly packageName: string;
  /** The script of `package.json` that builds. */
  readonly script: string;
  /** What that script runs. */
  readonly command: string;
  /** Arguments of the script without which `arrange` cannot work. */
  readonly flags: string;
  /** What to set instead where the script does not pass arguments on. */
  readonly settingsForFlags: readonly Setting[];
  /** The folder that it writes. */
  readonly output: string;
  /**
   * The folder whose files it copies unchanged. Empty where it copies none: `arrange` then takes
   * `service.json` from the project.
   */
  readonly copied: string;
  readonly settings: readonly Setting[];
  /** What such an app cannot do; empty where nothing is known. */
  readonly limit: string;
}

/** A builder with what most have in common, and what is other. */
function toBuilder(name: string, packageName: string, other: Partial<Builder> = {}): Builder {
  return {
    name,
    packageName,
    script: 'build',
    command: `${packageName} build`,
    flags: '',
    settingsForFlags: [],
    output: 'dist',
    copied: 'public',
    settings: [],
    limit: '',
    ...other,
  };
}

/** A builder that is built on another comes before it, since package.json may name both. */
export const builders: readonly Builder[] = [
  toBuilder('Next.js', 'next', {
    output: 'out',
    settings: [
      {
        files: ['next.config.'],
        shown: /\boutput:\s*['"]export['"]/,
        words: "`output: 'export'` in `next.config.ts`",
      },
    ],
    limit:
      'The app is one page: links to other pages of the project lead nowhere, and no code runs on a server.',
  }),
  toBuilder('Nuxt', 'nuxt', {
    script: 'generate',
    command: 'nuxt generate',
    output: '.output/public',
    limit: 'The app is one page, and no code runs on a server.',
  }),
  toBuilder('SvelteKit', '@sveltejs/kit', {
    command: 'vite build',
    output: 'build',
    copied: 'static',
    settings: [
      {
        files: ['svelte.config.', 'vite.config.'],
        shown: /adapter-static/,
        words: 'the adapter `@sveltejs/adapter-static` in `vite.config.ts` or `svelte.config.js`',
      },
      {
        files: [
          'src/routes/+layout.js',
          'src/routes/+layout.ts',
          'src/routes/+page.js',
          'src/routes/+page.ts',
        ],
        shown: /\bprerender\s*=\s*true\b/,
        words: '`export const prerender = true;` in `src/routes/+layout.ts`',
      },
      {
        files: ['src/app.html', 'src/routes/+page.svelte', 'src/routes/+layout.svelte'],
        shown: /<title>/,
        words: '`<svelte:head><title>…</title></svelte:head>` in `src/routes/+page.svelte`',
      },
    ],
    limit: 'The app is one page, and no code runs on a server.',
  }),
  toBuilder('Astro', 'astro'),
  toBuilder('Angular', '@angular/core', {
    command: 'ng build',
    flags: '--output-path dist',
    settingsForFlags: [
      {
        files: ['angular.json'],
        shown: /"outputPath":\s*"dist"/,
        words: '`"outputPath": "dist"` in `angular.json`',
      },
    ],
    output: 'dist/browser',
  }),
  toBuilder('Eleventy', '@11ty/eleventy', {
    command: 'eleventy',
    output: '_site',
    copied: '',
    limit: '`instructions.md` is a template to Eleventy: name it in `.eleventyignore`.',
  }),
  toBuilder('Create React App', 'react-scripts', {
    output: 'build',
  }),
  toBuilder('Rsbuild', '@rsbuild/core', {
    command: 'rsbuild build',
  }),
  toBuilder('Parcel', 'parcel', { copied: '' }),
  toBuilder('webpack', 'webpack', {
    command: 'webpack',
    copied: '',
    limit: 'Something has to write `index.html`, such as `html-webpack-plugin`.',
  }),
  toBuilder('Vite', 'vite', {
    flags: '--base ./',
    settingsForFlags: [
      {
        files: ['vite.config.'],
        shown: /\bbase:\s*['"](?:\.\/)?['"]/,
        words: "`base: './'` in `vite.config.ts`",
      },
    ],
  }),
  toBuilder('esbuild', 'esbuild', {
    command: 'esbuild',
    copied: '',
    limit: 'Something has to copy `index.html` beside the scripts.',
  }),
];

/** What is assumed of a builder that is not among them. */
export const anyBuilder = toBuilder('', '', { command: '…', copied: '' });

/** How the packages of a project are installed and its scripts are run. */
export interface PackageManager {
  readonly lock: string;
  /** Matches a lock file of it; omitted where any is. */
  readonly shown?: RegExp;
  readonly install: string;
  readonly run: string;
}

/** What is used without a lock file. */
export const npmWithoutLock: PackageManager = { lock: '', install: 'npm install', run: 'npm run' };

const yarn = { lock: 'yarn.lock', run: 'yarn run' };
const bun = { install: 'npx --yes bun install --frozen-lockfile', run: 'npx bun run' };
const npm = { install: 'npm ci', run: 'npm run' };

export const packageManagers: readonly PackageManager[] = [
  {
    lock: 'pnpm-lock.yaml',
    install: 'corepack enable && pnpm install --frozen-lockfile',
    run: 'pnpm run',
  },
  {
    ...yarn,
    shown: /^# yarn lockfile v1$/m,
    install: 'corepack enable && yarn install --frozen-lockfile',
  },
  { ...yarn, install: 'corepack enable && yarn install --immutable' },
  { ...bun, lock: 'bun.lock' },
  { ...bun, lock: 'bun.lockb' },
  { ...npm, lock: 'package-lock.json' },
  { ...npm, lock: 'npm-shrinkwrap.json' },
];

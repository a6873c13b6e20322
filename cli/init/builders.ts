/** A setting that the owner of a project must make before the build can be an app. */
export interface Setting {
  /** `delete` for a line that must be removed. */
  readonly kind: 'set' | 'delete';
  /** Beginnings of paths in the project: `next.config.` means a file with any ending. */
  readonly files: readonly string[];
  /** Matches one of the files, without its comments, if it has the setting or the line. */
  readonly pattern: RegExp;
  /** The setting or the line, and its file, in Markdown. `<slug>` stands for the slug. */
  readonly words: string;
}

/** A folder that a builder uses by default, and the keys and options that name another one. */
export interface FolderRule {
  /** The default; empty if there is none. */
  readonly usual: string;
  /**
   * The last part of the path, which a configuration leaves out; empty if it leaves out nothing.
   */
  readonly below: string;
  /** Keys of a configuration, as `readConfig` returns them; `*.x` stands for any key above `x`. */
  readonly keys: readonly string[];
  /** Options of the command line. */
  readonly options: readonly string[];
}

/** A builder of web pages, and what an app needs of it. `docs/built-apps.md` shows these rows. */
export interface Builder {
  readonly name: string;
  /** The package by which it is recognized in `package.json`. */
  readonly packageName: string;
  /** The usual name of the script that builds. */
  readonly script: string;
  /** The command that the script runs. */
  readonly command: string;
  /** Arguments of the script without which the app would not work. `<slug>` stands for the slug. */
  readonly flags: readonly string[];
  /** The settings to make instead if the script does not pass arguments on. */
  readonly settingsForFlags: readonly Setting[];
  /** Beginnings of the names of its configuration files. */
  readonly configs: readonly string[];
  /** True if the first argument of its command is the folder that all other paths start from. */
  readonly takesRoot: boolean;
  /** Keys of the configuration that name the folder that the other paths start from. */
  readonly rootKeys: readonly string[];
  /** The folder that the builder writes. */
  readonly output: FolderRule;
  /**
   * The folder whose files it copies unchanged. If it copies none, `arrange` takes `service.json`
   * from the top of the project.
   */
  readonly copied: FolderRule;
  readonly settings: readonly Setting[];
  /** True if the build works at `/a/<slug>/` only, and nowhere under another slug. */
  readonly isForSlug: boolean;
  /** True if a project chooses its own router. */
  readonly hasFreeRouter: boolean;
  /** The limits of such an app, in Markdown; empty if none are known. */
  readonly limit: string;
}

/** Makes a builder from common defaults and the parts that differ from them. */
function toBuilder(name: string, packageName: string, parts: Partial<Builder>): Builder {
  return {
    name,
    packageName,
    script: 'build',
    command: `${packageName} build`,
    flags: [],
    settingsForFlags: [],
    configs: [],
    takesRoot: false,
    rootKeys: [],
    output: toFolder('dist'),
    copied: toFolder('public'),
    settings: [],
    isForSlug: false,
    hasFreeRouter: false,
    limit: '',
    ...parts,
  };
}

function toFolder(usual: string, parts: Partial<FolderRule> = {}): FolderRule {
  return { usual, below: '', keys: [], options: [], ...parts };
}

const viteConfig = ['vite.config.'];
const onePage = 'The app is one page, and no code runs on a server.';
const oneSlug =
  'The build works under this slug only: a preview under another slug needs its own build.';

/** A builder that is based on another one comes before it, since `package.json` may name both. */
export const builders: readonly Builder[] = [
  toBuilder('Next.js', 'next', {
    configs: ['next.config.'],
    output: toFolder('out', { keys: ['distDir'] }),
    settings: [
      {
        kind: 'set',
        files: ['next.config.'],
        pattern: /\boutput:\s*['"]export['"]/,
        words: "`output: 'export'` in `next.config.ts`",
      },
      {
        kind: 'delete',
        files: ['next.config.'],
        pattern: /\bcacheComponents:\s*true\b/,
        words: '`cacheComponents: true` in `next.config.ts`',
      },
      {
        kind: 'delete',
        files: ['next.config.'],
        pattern: /\bpartialPrefetching:\s*true\b/,
        words: '`partialPrefetching: true` in `next.config.ts`',
      },
    ],
    limit:
      'The app is one page: links to other pages of the project do not work, and no code runs on a server.',
  }),
  toBuilder('Nuxt', 'nuxt', {
    script: 'generate',
    command: 'nuxt generate',
    configs: ['nuxt.config.'],
    output: toFolder('.output/public', { keys: ['nitro.output.publicDir'] }),
    copied: toFolder('public', { keys: ['dir.public'] }),
    limit: onePage,
  }),
  toBuilder('SvelteKit', '@sveltejs/kit', {
    command: 'vite build',
    configs: ['svelte.config.', ...viteConfig],
    output: toFolder('build', { keys: ['*.adapter.pages'] }),
    copied: toFolder('static'),
    settings: [
      {
        kind: 'set',
        files: ['svelte.config.', ...viteConfig],
        pattern: /adapter-static/,
        words: 'the adapter `@sveltejs/adapter-static` in `vite.config.ts` or `svelte.config.js`',
      },
      {
        kind: 'set',
        files: [
          'src/routes/+layout.js',
          'src/routes/+layout.ts',
          'src/routes/+page.js',
          'src/routes/+page.ts',
        ],
        pattern: /\bprerender\s*=\s*true\b/,
        words: '`export const prerender = true;` in `src/routes/+layout.ts`',
      },
      {
        kind: 'set',
        files: ['src/app.html', 'src/routes/+page.svelte', 'src/routes/+layout.svelte'],
        pattern: /<title>/,
        words: '`<svelte:head><title>…</title></svelte:head>` in `src/routes/+page.svelte`',
      },
    ],
    limit: onePage,
  }),
  toBuilder('Docusaurus', '@docusaurus/core', {
    command: 'docusaurus build',
    configs: ['docusaurus.config.'],
    output: toFolder('build', { options: ['--out-dir'] }),
    copied: toFolder('static'),
    settings: [
      {
        kind: 'set',
        files: ['docusaurus.config.'],
        pattern: /\bbaseUrl:\s*['"]\/a\/|\bexperimental_router:\s*['"]hash['"]/,
        words: "`baseUrl: '/a/<slug>/'` in `docusaurus.config.js`",
      },
    ],
    isForSlug: true,
    limit: oneSlug,
  }),
  toBuilder('VitePress', 'vitepress', {
    flags: ['--base', '/a/<slug>/'],
    settingsForFlags: [
      {
        kind: 'set',
        files: ['.vitepress/config.', 'docs/.vitepress/config.'],
        pattern: /\bbase:\s*['"]\/a\//,
        words: "`base: '/a/<slug>/'` in `.vitepress/config.mts`",
      },
    ],
    configs: ['.vitepress/config.'],
    takesRoot: true,
    output: toFolder('.vitepress/dist', { keys: ['outDir'], options: ['--outDir'] }),
    copied: toFolder('public', { keys: ['srcDir'], below: 'public' }),
    isForSlug: true,
    limit: oneSlug,
  }),
  toBuilder('React Router', '@react-router/dev', {
    command: 'react-router build',
    configs: ['react-router.config.'],
    output: toFolder('build/client', { keys: ['buildDirectory'], below: 'client' }),
    settings: [
      {
        kind: 'set',
        files: ['react-router.config.'],
        pattern: /\bssr:\s*false\b/,
        words: '`ssr: false` in `react-router.config.ts`',
      },
      {
        kind: 'set',
        files: ['react-router.config.'],
        pattern: /\bbasename:\s*['"]\/a\//,
        words: "`basename: '/a/<slug>/'` in `react-router.config.ts`",
      },
      {
        kind: 'set',
        files: viteConfig,
        pattern: /\bbase:\s*['"]\/a\//,
        words: "`base: '/a/<slug>/'` in `vite.config.ts`",
      },
    ],
    isForSlug: true,
    limit: oneSlug,
  }),
  toBuilder('TanStack Start', '@tanstack/react-start', {
    command: 'vite build',
    configs: viteConfig,
    output: toFolder('dist/client', { keys: ['build.outDir'], below: 'client' }),
    settings: [
      {
        kind: 'set',
        files: viteConfig,
        pattern: /\bprerender:\s*\{\s*enabled:\s*true\b/,
        words: '`prerender: { enabled: true }` of `tanstackStart` in `vite.config.ts`',
      },
      {
        kind: 'set',
        files: viteConfig,
        pattern: /\bbase:\s*['"]\/a\//,
        words: "`base: '/a/<slug>/'` in `vite.config.ts`",
      },
      {
        kind: 'set',
        files: ['src/router.'],
        pattern: /\bbasepath:\s*['"]\/a\//,
        words: "`basepath: '/a/<slug>'` in `router.tsx`",
      },
    ],
    isForSlug: true,
    limit: oneSlug,
  }),
  toBuilder('SolidStart', '@solidjs/start', {
    command: 'vinxi build',
    output: toFolder('.output/public'),
    settings: [
      {
        kind: 'set',
        files: ['app.config.'],
        pattern: /\bpreset:\s*['"]static['"]/,
        words: "`server: { preset: 'static' }` in `app.config.ts`",
      },
      {
        kind: 'set',
        files: ['app.config.'],
        pattern: /\bbaseURL:\s*['"]\/a\//,
        words: "`server: { baseURL: '/a/<slug>' }` in `app.config.ts`",
      },
      {
        kind: 'set',
        files: ['src/app.'],
        pattern: /\bbase=\{import\.meta\.env\.SERVER_BASE_URL\}/,
        words: '`<Router base={import.meta.env.SERVER_BASE_URL}>` in `app.tsx`',
      },
    ],
    isForSlug: true,
    limit: oneSlug,
  }),
  toBuilder('Astro', 'astro', {
    configs: ['astro.config.'],
    output: toFolder('dist', { keys: ['outDir'], options: ['--outDir'] }),
    copied: toFolder('public', { keys: ['publicDir'] }),
  }),
  toBuilder('Angular', '@angular/core', {
    command: 'ng build',
    flags: ['--output-path', 'dist'],
    settingsForFlags: [
      {
        kind: 'set',
        files: ['angular.json'],
        pattern: /"outputPath":\s*"dist"/,
        words: '`"outputPath": "dist"` in `angular.json`',
      },
    ],
    output: toFolder('dist/browser'),
  }),
  toBuilder('Eleventy', '@11ty/eleventy', {
    command: 'eleventy',
    configs: ['eleventy.config.', '.eleventy.'],
    output: toFolder('_site', {
      keys: ['dir.output', 'setOutputDirectory()'],
      options: ['--output'],
    }),
    copied: toFolder(''),
    limit: 'Eleventy takes `instructions.md` for a template: list it in `.eleventyignore`.',
  }),
  toBuilder('Create React App', 'react-scripts', {
    output: toFolder('build', { options: ['BUILD_PATH'] }),
    hasFreeRouter: true,
  }),
  toBuilder('Rsbuild', '@rsbuild/core', {
    command: 'rsbuild build',
    configs: ['rsbuild.config.'],
    output: toFolder('dist', {
      keys: ['output.distPath.root', 'output.distPath'],
      options: ['--dist-path'],
    }),
    copied: toFolder('public', { keys: ['server.publicDir.name'] }),
    hasFreeRouter: true,
  }),
  toBuilder('Parcel', 'parcel', {
    configs: ['package.json'],
    output: toFolder('dist', { keys: ['targets.default.distDir'], options: ['--dist-dir'] }),
    copied: toFolder(''),
    hasFreeRouter: true,
  }),
  toBuilder('webpack', 'webpack', {
    command: 'webpack',
    configs: ['webpack.config.'],
    output: toFolder('dist', { keys: ['output.path'], options: ['--output-path', '-o'] }),
    copied: toFolder(''),
    limit: 'The build must write `index.html`: use a plugin such as `html-webpack-plugin`.',
    hasFreeRouter: true,
  }),
  toBuilder('Vite', 'vite', {
    flags: ['--base', './'],
    settingsForFlags: [
      {
        kind: 'set',
        files: viteConfig,
        pattern: /\bbase:\s*['"](?:\.\/)?['"]/,
        words: "`base: './'` in `vite.config.ts`",
      },
    ],
    configs: viteConfig,
    takesRoot: true,
    rootKeys: ['root'],
    output: toFolder('dist', { keys: ['build.outDir'], options: ['--outDir'] }),
    copied: toFolder('public', { keys: ['publicDir'] }),
    hasFreeRouter: true,
  }),
  toBuilder('esbuild', 'esbuild', {
    command: 'esbuild',
    output: toFolder('', { options: ['--outdir'] }),
    copied: toFolder(''),
    limit: 'Add a step to the build that copies `index.html` next to the scripts.',
    hasFreeRouter: true,
  }),
];

/**
 * Packages that run the command of Vite but write to other folders than Vite. With one of them, the
 * builder counts as unknown.
 */
export const unknownOnVite: readonly string[] = [
  '@analogjs/platform',
  '@builder.io/qwik-city',
  '@qwik.dev/router',
  '@tanstack/solid-start',
  'nitro',
  'vike',
  'waku',
];

/** A builder that is not in the table. Nothing is known of its output. */
export const anyBuilder = toBuilder('', '', {
  command: '',
  output: toFolder(''),
  copied: toFolder(''),
});

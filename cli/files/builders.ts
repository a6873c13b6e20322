/** The builders of web pages: one row each, for `init`, `arrange` and `docs/built-apps.md`. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfigFile, removeComments } from './config-file.ts';

/** A setting that the owner of a project must make before the build can be an app. */
export interface Setting {
  /** `delete` for a line that must be removed. */
  readonly kind: 'set' | 'delete';
  /** Beginnings of paths in the project: `next.config.` means a file with any ending. */
  readonly files: readonly string[];
  /** Beginnings of further paths that may have it instead. Omitted if there are none. */
  readonly otherFiles?: readonly string[];
  /** The file to create if there is none of them. */
  readonly file: string;
  /** Matches one of the files, without its comments, if it has the setting or the line. */
  readonly pattern: RegExp;
  /** The setting or the line, in Markdown. `<slug>` stands for the slug. */
  readonly words: string;
  /** The projects that need it. Omitted if all do. */
  readonly need?: Need;
}

interface Need {
  /** Completes "if the project has …". */
  readonly words: string;
  readonly isMet: (project: string) => boolean;
}

/** A folder that a builder uses by default, and the keys and options that name another one. */
export interface FolderRule {
  /** The default; empty if there is none. */
  readonly usual: string;
  /**
   * The last part of the path, which a configuration leaves out; empty if it leaves out nothing.
   */
  readonly below: string;
  /** The sources of patterns that match a key of a configuration. */
  readonly keys: readonly string[];
  /** Options of the command line. */
  readonly options: readonly string[];
}

/** Addresses that a builder writes into scripts by a rule of its own. */
interface ScriptAddresses {
  /**
   * `chunk_folder`: the folder from which the other scripts are loaded. `chunk_prefix`: the same,
   * but in code that cannot be changed. `file`: a file next to the script, relative to the page.
   * `link`: a page of the app.
   */
  readonly kind: 'chunk_folder' | 'chunk_prefix' | 'file' | 'link';
  /** Matches code with one of them, which is in the group `url`. */
  readonly pattern: RegExp;
  /** Matches the builder's scripts, if the pattern matches other things in the scripts of others. */
  readonly script?: RegExp;
}

/** A builder of web pages, and what an app needs of it. `docs/built-apps.md` shows these rows. */
export interface Builder {
  readonly name: string;
  /** The packages by which it is recognized in `package.json`. */
  readonly packages: readonly string[];
  /** The usual name of the script that builds. */
  readonly script: string;
  /** The command that the script runs; empty if any script may run the builder. */
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
  /** The usual place of the page among the sources. */
  readonly page: string;
  readonly settings: readonly Setting[];
  /** True if a project chooses its own router; see the routers in `src/web/routers.ts`. */
  readonly hasFreeRouter: boolean;
  /** The files that it writes for a host, in addition to the common ones. */
  readonly hostFiles: readonly HostFile[];
  readonly addresses: readonly ScriptAddresses[];
  /** The limits of such an app, in Markdown; empty if none are known. */
  readonly limit: string;
  /**
   * What was done in Chromium with an app of it, and worked as in the build; empty if nothing was.
   */
  readonly pressed: string;
}

/** Files in the output of a builder that an app does not need: the pattern of their paths. */
type HostFile = readonly [pattern: RegExp, reason: HostReason];
type HostReason = 'page of a host' | 'file for a host' | 'manifest of the builder';

/** Makes a builder from common defaults and the parts that differ from them. */
function toBuilder(name: string, packageName: string, parts: Partial<Builder>): Builder {
  return {
    name,
    packages: [packageName],
    script: 'build',
    command: `${packageName} build`,
    flags: [],
    settingsForFlags: [],
    configs: [],
    takesRoot: false,
    rootKeys: [],
    output: toFolder('dist'),
    copied: toFolder('public'),
    page: 'index.html',
    settings: [],
    hasFreeRouter: false,
    hostFiles: [],
    addresses: [],
    limit: '',
    pressed: '',
    ...parts,
  };
}

function toFolder(usual: string, parts: Partial<FolderRule> = {}): FolderRule {
  return { usual, below: '', keys: [], options: [], ...parts };
}

/** Makes a setting of a file, which may also have another file extension. */
function toSetting(
  file: string,
  pattern: RegExp,
  words: string,
  parts: Partial<Setting> = {},
): Setting {
  const beginning = file.slice(0, file.lastIndexOf('.') + 1);
  return { kind: 'set', files: [beginning], file, pattern, words, ...parts };
}

/** Version 4 of the adapter needs version 3 of SvelteKit. */
function toAdapter(name: string, need: Need): Setting {
  return toSetting('vite.config.ts', /adapter-static/, `the adapter \`${name}\``, {
    files: ['svelte.config.', 'vite.config.'],
    need,
  });
}

/** With hash addresses, SvelteKit prerenders nothing, and needs nothing prerendered. */
const withHashRouter: Need = { words: 'a hash router', isMet: hasHashRouter };
const withoutHashRouter: Need = {
  words: 'no hash router',
  isMet: (project) => !hasHashRouter(project),
};

const viteBase = toSetting('vite.config.ts', /\bbase:\s*['"]\/a\//, "`base: '/a/<slug>/'`");
const all = 'buttons, links, back, reload';
const allButReload = 'buttons, links, back';
const allWithHash = `${allButReload}; reload with hash addresses only`;
const oneSlug =
  'The build works only under this slug: a preview under another slug needs its own build.';

/** A builder that is based on another one comes before it, since `package.json` may name both. */
export const builders: readonly Builder[] = [
  toBuilder('another framework on Vite', '', {
    packages: [
      '@analogjs/platform',
      '@builder.io/qwik-city',
      '@qwik.dev/router',
      '@tanstack/solid-start',
      'nitro',
      'vike',
      'waku',
    ],
    command: '',
    output: toFolder(''),
    copied: toFolder(''),
  }),
  toBuilder('Next.js', 'next', {
    configs: ['next.config.'],
    output: toFolder('out', { keys: ['distDir'] }),
    settings: [
      toSetting('next.config.ts', /\boutput:\s*['"]export['"]/, "`output: 'export'`"),
      toSetting('next.config.ts', /\bcacheComponents:\s*true\b/, '`cacheComponents: true`', {
        kind: 'delete',
      }),
      toSetting('next.config.ts', /\bpartialPrefetching:\s*true\b/, '`partialPrefetching: true`', {
        kind: 'delete',
      }),
    ],
    hostFiles: [[/^_not-found(?:\.html|\.txt|\/.*)$/, 'page of a host']],
    addresses: [
      {
        kind: 'chunk_folder',
        pattern: /\bTURBOPACK_CHUNK_BASE_PATH\s?:\s?(["'`])(?<url>\/(?:[^"'`\n]{0,1000}\/)?)\1/dg,
      },
      {
        kind: 'link',
        pattern: /\bhref:(["'`])(?<url>\/[\w/-]{0,200})\1/dg,
        script: /\bTURBOPACK|\bwebpackChunk_N_E\b/,
      },
    ],
    limit: 'No code runs on a server.',
    pressed: `${allButReload}; reload with the app router only`,
  }),
  toBuilder('Nuxt', 'nuxt', {
    script: 'generate',
    command: 'nuxt generate',
    configs: ['nuxt.config.'],
    output: toFolder('.output/public', { keys: ['publicDir'] }),
    copied: toFolder('public', { keys: ['dir:\\s*\\{[^{}]*?\\bpublic'] }),
    settings: [
      toSetting('nuxt.config.ts', /\bbaseURL:\s*['"]\/a\//, "`app: { baseURL: '/a/<slug>/' }`", {
        need: {
          words: 'a folder `pages`',
          isMet: (project) => hasOneOf(project, ['pages', 'app/pages', 'src/pages']),
        },
      }),
    ],
    limit: 'No code runs on a server.',
    pressed: allWithHash,
  }),
  toBuilder('SvelteKit', '@sveltejs/kit', {
    command: 'vite build',
    configs: ['svelte.config.', 'vite.config.'],
    output: toFolder('build', { keys: ['pages'] }),
    copied: toFolder('static'),
    page: 'src/app.html',
    settings: [
      toAdapter('@sveltejs/adapter-static@3', {
        words: 'version 2 of SvelteKit',
        isMet: hasSvelteKit2,
      }),
      toAdapter('@sveltejs/adapter-static', {
        words: 'a later version',
        isMet: (project) => !hasSvelteKit2(project),
      }),
      {
        kind: 'set',
        files: ['src/routes/+layout.ts', 'src/routes/+layout.js'],
        otherFiles: ['src/routes/+page.', 'src/routes/+layout.server.'],
        file: 'src/routes/+layout.ts',
        pattern: /\bprerender\s*=\s*true\b/,
        words: '`export const prerender = true;`',
        need: withoutHashRouter,
      },
      toSetting(
        'src/routes/+page.svelte',
        /<title>/,
        '`<svelte:head><title>…</title></svelte:head>`',
        { otherFiles: ['src/app.html', 'src/routes/+layout.svelte'], need: withoutHashRouter },
      ),
      toSetting('src/app.html', /<title>/, '`<title>…</title>`', {
        files: ['src/app.html'],
        need: withHashRouter,
      }),
    ],
    limit:
      "No code runs on a server. `router: { type: 'hash' }` works in place of `prerender`, and only with it does a reload find any page but the first.",
    pressed: allWithHash,
  }),
  toBuilder('Docusaurus', '@docusaurus/core', {
    command: 'docusaurus build',
    configs: ['docusaurus.config.'],
    output: toFolder('build', { options: ['--out-dir'] }),
    copied: toFolder('static'),
    settings: [
      toSetting(
        'docusaurus.config.js',
        /\bbaseUrl:\s*['"]\/a\/|\bexperimental_router:\s*['"]hash['"]/,
        "`baseUrl: '/a/<slug>/'`",
      ),
    ],
    limit: oneSlug,
    pressed: allWithHash,
  }),
  toBuilder('VuePress', 'vuepress', {
    packages: ['vuepress', 'vuepress-vite', 'vuepress-webpack'],
    script: 'docs:build',
    configs: ['.vuepress/config.'],
    flags: [],
    takesRoot: true,
    output: toFolder('.vuepress/dist', { keys: ['dest'], options: ['--dest', '-d'] }),
    copied: toFolder('.vuepress/public'),
    settings: [
      {
        kind: 'set',
        files: ['.vuepress/config.', 'docs/.vuepress/config.', 'src/.vuepress/config.'],
        file: '.vuepress/config.js',
        pattern: /\bbase:\s*['"]\/a\//,
        words: "`base: '/a/<slug>/'`",
      },
    ],
    limit: oneSlug,
    pressed: 'links',
  }),
  toBuilder('VitePress', 'vitepress', {
    flags: ['--base', '/a/<slug>/'],
    settingsForFlags: [
      {
        kind: 'set',
        files: ['.vitepress/config.', 'docs/.vitepress/config.'],
        file: '.vitepress/config.mts',
        pattern: /\bbase:\s*['"]\/a\//,
        words: "`base: '/a/<slug>/'`",
      },
    ],
    configs: ['.vitepress/config.'],
    takesRoot: true,
    output: toFolder('.vitepress/dist', { keys: ['outDir'], options: ['--outDir'] }),
    copied: toFolder('public', { keys: ['srcDir'], below: 'public' }),
    limit: oneSlug,
    pressed: allButReload,
  }),
  toBuilder('Slidev', '@slidev/cli', {
    command: 'slidev build',
    flags: ['--base', './', '--router-mode', 'hash'],
    settingsForFlags: [toSetting('slides.md', /^routerMode:\s*hash\b/m, '`routerMode: hash`')],
    output: toFolder('dist', { options: ['--out', '-o'] }),
    pressed: all,
  }),
  toBuilder('Gatsby', 'gatsby', {
    flags: ['--prefix-paths'],
    configs: ['gatsby-config.'],
    output: toFolder('public'),
    copied: toFolder('static'),
    settings: [
      toSetting('gatsby-config.js', /\bpathPrefix:\s*['"]\/a\//, "`pathPrefix: '/a/<slug>'`"),
    ],
    hostFiles: [[/^(?:chunk-map|webpack\.stats)\.json$/, 'manifest of the builder']],
    limit: oneSlug,
    pressed: 'buttons, links',
  }),
  toBuilder('React Router', '@react-router/dev', {
    command: 'react-router build',
    configs: ['react-router.config.'],
    output: toFolder('build/client', { keys: ['buildDirectory'], below: 'client' }),
    settings: [
      toSetting('react-router.config.ts', /\bssr:\s*false\b/, '`ssr: false`'),
      toSetting('react-router.config.ts', /\bbasename:\s*['"]\/a\//, "`basename: '/a/<slug>/'`"),
      viteBase,
    ],
    limit: oneSlug,
  }),
  toBuilder('TanStack Start', '@tanstack/react-start', {
    command: 'vite build',
    configs: ['vite.config.'],
    output: toFolder('dist/client', { keys: ['outDir'], below: 'client' }),
    settings: [
      toSetting(
        'vite.config.ts',
        /\bprerender:\s*\{\s*enabled:\s*true\b/,
        '`prerender: { enabled: true }` of `tanstackStart`',
      ),
      viteBase,
      toSetting('src/router.tsx', /\bbasepath:\s*['"]\/a\//, "`basepath: '/a/<slug>'`"),
    ],
    limit: oneSlug,
  }),
  toBuilder('SolidStart', '@solidjs/start', {
    command: 'vinxi build',
    output: toFolder('.output/public'),
    settings: [
      toSetting('app.config.ts', /\bpreset:\s*['"]static['"]/, "`server: { preset: 'static' }`"),
      toSetting('app.config.ts', /\bbaseURL:\s*['"]\/a\//, "`server: { baseURL: '/a/<slug>' }`"),
      toSetting(
        'src/app.tsx',
        /\bbase=\{import\.meta\.env\.SERVER_BASE_URL\}/,
        '`<Router base={import.meta.env.SERVER_BASE_URL}>`',
      ),
    ],
    limit: oneSlug,
  }),
  toBuilder('Astro', 'astro', {
    configs: ['astro.config.'],
    output: toFolder('dist', { keys: ['outDir'], options: ['--outDir'] }),
    copied: toFolder('public', { keys: ['publicDir'] }),
    pressed: all,
  }),
  toBuilder('Angular', '@angular/core', {
    command: 'ng build',
    flags: ['--output-path', 'dist'],
    configs: ['angular.json'],
    settingsForFlags: [
      toSetting('angular.json', /"outputPath":\s*"dist"/, '`"outputPath": "dist"`'),
    ],
    output: toFolder('dist/browser'),
    page: 'src/index.html',
    hostFiles: [[/^prerendered-routes\.json$/, 'manifest of the builder']],
    pressed: allWithHash,
  }),
  toBuilder('Eleventy', '@11ty/eleventy', {
    command: 'eleventy',
    configs: ['eleventy.config.', '.eleventy.'],
    output: toFolder('_site', {
      keys: ['dir:\\s*\\{[^{}]*?\\boutput', 'setOutputDirectory'],
      options: ['--output'],
    }),
    copied: toFolder(''),
    limit: 'Eleventy takes `instructions.md` for a template: list it in `.eleventyignore`.',
    pressed: all,
  }),
  toBuilder('Create React App', 'react-scripts', {
    output: toFolder('build', { options: ['BUILD_PATH'] }),
    page: 'public/index.html',
    hasFreeRouter: true,
    hostFiles: [[/^asset-manifest\.json$/, 'manifest of the builder']],
    pressed: allWithHash,
  }),
  toBuilder('Vue CLI', '@vue/cli-service', {
    command: 'vue-cli-service build',
    configs: ['vue.config.'],
    output: toFolder('dist', { keys: ['outputDir'], options: ['--dest'] }),
    page: 'public/index.html',
    hasFreeRouter: true,
    pressed: allWithHash,
  }),
  toBuilder('Rsbuild', '@rsbuild/core', {
    command: 'rsbuild build',
    configs: ['rsbuild.config.'],
    output: toFolder('dist', {
      keys: ['distPath:\\s*\\{[^{}]*?\\broot', 'distPath(?!["\']?\\s*:\\s*\\{)'],
      options: ['--dist-path'],
    }),
    copied: toFolder('public', { keys: ['publicDir:\\s*\\{[^{}]*?\\bname'] }),
    hasFreeRouter: true,
    pressed: all,
  }),
  toBuilder('Parcel', 'parcel', {
    configs: ['package.json'],
    output: toFolder('dist', { keys: ['distDir'], options: ['--dist-dir'] }),
    copied: toFolder(''),
    hasFreeRouter: true,
    pressed: all,
  }),
  toBuilder('webpack', 'webpack', {
    command: 'webpack',
    configs: ['webpack.config.'],
    output: toFolder('dist', {
      keys: ['output:\\s*\\{[^{}]*?\\bpath'],
      options: ['--output-path', '-o'],
    }),
    copied: toFolder(''),
    limit: 'The build must write `index.html`: use a plugin such as `html-webpack-plugin`.',
    hasFreeRouter: true,
    addresses: [
      {
        // The public path in the runtimes of webpack and Rspack.
        kind: 'chunk_folder',
        pattern: /\.p\s?=\s?(["'`])(?<url>\/(?:[^"'`\n]{0,1000}\/)?)\1/dg,
        script: /webpackChunk|rspackChunk|__webpack_require__|\.p\s?\+\s?["'`]/,
      },
    ],
    pressed: allWithHash,
  }),
  toBuilder('Vite', 'vite', {
    flags: ['--base', './'],
    settingsForFlags: [toSetting('vite.config.ts', /\bbase:\s*['"](?:\.\/)?['"]/, "`base: './'`")],
    configs: ['vite.config.'],
    takesRoot: true,
    rootKeys: ['root'],
    output: toFolder('dist', { keys: ['outDir'], options: ['--outDir'] }),
    copied: toFolder('public', { keys: ['publicDir'] }),
    hasFreeRouter: true,
    hostFiles: [[/^ssr-manifest\.json$/, 'manifest of the builder']],
    addresses: [
      {
        // The function that adds the base address to the names of chunks.
        kind: 'chunk_prefix',
        pattern: /\breturn\s?(["'`])(?<url>\/[^"'`\n]{0,200})\1\s?\+\s?[\w$]/dg,
        script: /__vite__mapDeps/,
      },
    ],
    pressed: allWithHash,
  }),
  toBuilder('esbuild', 'esbuild', {
    command: 'esbuild',
    output: toFolder('', { options: ['--outdir'] }),
    copied: toFolder(''),
    limit: 'Add a step to the build that copies `index.html` next to the scripts.',
    hasFreeRouter: true,
    addresses: [
      {
        kind: 'file',
        pattern:
          /[=:,[(]\s?(["'`])(?<url>\.\/[^"'`\n\\/]{1,200}-[A-Z\d]{8}\.(?!js\b|css\b)[a-z\d]{1,9})\1/dg,
      },
    ],
    pressed: 'buttons',
  }),
];

/** The files for a host that may be in the output of any builder. */
export const hostFiles: readonly HostFile[] = [
  [/^(?:404|200)(?:\.html|\/index\.html)$/, 'page of a host'],
  [
    /^(?:robots\.txt|sitemap[^/]*\.xml(?:\.gz)?|_redirects|_headers|_routes\.json|CNAME)$/i,
    'file for a host',
  ],
  [/^(?:vercel|netlify|staticwebapp\.config)\.(?:json|toml)$/, 'file for a host'],
  [/^build-manifest\.json$/, 'manifest of the builder'],
  ...builders.flatMap((builder) => builder.hostFiles),
];

/** Files at the top of any project, in addition to the configurations of builders. */
const projectFile =
  /^(?:(?:package(?:-lock)?|npm-shrinkwrap|(?:ts|js)config(?:\.\w+)*)\.json|pnpm-\w+\.yaml|(?:yarn|deno)\.lock|bun\.lockb?)$/;

/** True for a file that a builder or a package manager reads: no app needs one. */
export function isProjectFile(path: string): boolean {
  if (projectFile.test(path)) return true;
  return builders.some(({ configs }) => {
    return configs.some(
      (start) => path.startsWith(start) && /^\w*$/.test(path.slice(start.length)),
    );
  });
}

/** True if a script calls the command of a builder: `electron-vite build` is not `vite build`. */
export function callsBuilder(script: string, { command }: Builder): boolean {
  if (command === '') return true;
  return new RegExp(`(?:^|[^\\w-])${command}(?![\\w-])`).test(script);
}

/** True if the output of a builder is known, at least from its script. */
export function isKnown(builder: Builder): boolean {
  return builder.command !== '';
}

/** A builder that is not in the table. Nothing is known of its output. */
export const anyBuilder = toBuilder('', '', {
  command: '',
  output: toFolder(''),
  copied: toFolder(''),
});

/** A builder of websites that needs no package.json. `init` writes no workflow for it. */
export interface SiteBuilder {
  readonly name: string;
  /** The file by which it is recognized. */
  readonly file: string;
  /** Matches the text of the file; null if every file of that name counts. */
  readonly pattern: RegExp | null;
  readonly command: string;
  /** The folder that it writes. */
  readonly output: string;
}

function toSite(
  name: string,
  file: string,
  command: string,
  output: string,
  pattern: RegExp | null = null,
): SiteBuilder {
  return { name, file, command, output, pattern };
}

export const siteBuilders: readonly SiteBuilder[] = [
  toSite('Hugo', 'hugo.toml', 'hugo', 'public'),
  toSite('Hugo', 'hugo.yaml', 'hugo', 'public'),
  toSite('Hugo', 'config.toml', 'hugo', 'public', /^[ \t]*baseURL[ \t]*=/im),
  toSite('Zola', 'config.toml', 'zola build', 'public', /^[ \t]*base_url[ \t]*=/m),
  toSite('MkDocs', 'mkdocs.yml', 'mkdocs build', 'site'),
  toSite('Sphinx', 'conf.py', 'sphinx-build . _build/html', '_build/html', /^extensions\b/m),
  toSite(
    'Sphinx',
    'docs/conf.py',
    'sphinx-build docs docs/_build/html',
    'docs/_build/html',
    /^extensions\b/m,
  ),
  toSite(
    'Sphinx',
    'docs/source/conf.py',
    'sphinx-build docs/source docs/build/html',
    'docs/build/html',
    /^extensions\b/m,
  ),
  toSite('Jupyter Book', '_toc.yml', 'jupyter-book build .', '_build/html'),
  toSite('Jekyll', '_config.yml', 'jekyll build', '_site'),
  toSite('Quarto', '_quarto.yml', 'quarto render', '_site'),
  toSite('mdBook', 'book.toml', 'mdbook build', 'book'),
  toSite('Flutter', 'pubspec.yaml', 'flutter build web', 'build/web', /^[ \t]*flutter:/m),
  toSite('Trunk', 'Trunk.toml', 'trunk build', 'dist'),
];

/** Usual folders of the sources of a website. */
export const siteFolders: readonly string[] = [
  'content',
  'docs',
  'source',
  'static',
  'themes',
  'web',
];

/** The names of the folders that builders of projects with a package.json write. */
export const buildOutputNames: ReadonlySet<string> = new Set(
  builders.flatMap((builder) => builder.output.usual.split('/')).filter(Boolean),
);

/** The names of the folders that builders write, which say nothing about an app. */
export const outputNames: ReadonlySet<string> = new Set(
  [...buildOutputNames, ...siteBuilders.flatMap((site) => site.output.split('/'))].filter(
    (name) => name !== 'docs',
  ),
);

/** The usual folders that builders copy; empty for the top of the project. */
export const copiedFolders: ReadonlySet<string> = new Set(
  builders.map((builder) => builder.copied.usual),
);

/** The usual places of the page among the sources of a project. */
export const sourcePages: ReadonlySet<string> = new Set(builders.map((builder) => builder.page));

function hasHashRouter(project: string): boolean {
  const files = ['svelte.config.js', 'svelte.config.ts', 'vite.config.ts', 'vite.config.js'];
  return files.some((file) => {
    const text = removeComments(readConfigFile(join(project, file)));
    return /\brouter:\s*\{[^{}]*\btype:\s*['"]hash['"]/.test(text);
  });
}

function hasSvelteKit2(project: string): boolean {
  const packages = readConfigFile(join(project, 'package.json'));
  return /"@sveltejs\/kit":\s*"\D{0,2}2\b/.test(packages);
}

function hasOneOf(project: string, paths: readonly string[]): boolean {
  return paths.some((path) => existsSync(join(project, path)));
}

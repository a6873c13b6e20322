import { readKeyword, readTags } from './html.ts';

/**
 * A library that shows a page by the path of its address, and the texts by which it is recognized
 * in a build. Minification does not change these texts.
 */
interface RouterRow {
  /** The name of the library, such as `React Router`, or of the framework that contains it. */
  readonly name: string;
  /** The packages of the library in package.json; none if a framework contains it. */
  readonly packages: readonly string[];
  /** What to use for hash addresses, in Markdown; empty if it has none. */
  readonly hash: string;
  /** What to set for a build for `/a/<slug>/`, in Markdown; empty if it has nothing. */
  readonly base: string;
  /** Matches the pages of the framework; null if any page may have the router. */
  readonly page: RegExp | null;
  /** Texts of which the page or a script contains at least one if the app uses the router. */
  readonly signs: readonly (string | RegExp)[];
  /**
   * Texts that show that the router keeps its history in the hash or in memory, and so works at any
   * address. A pattern in a script is given without its first slash: a search for `/`, which is all
   * over a script, takes twenty times as long as one for `^`.
   */
  readonly otherHistory: readonly (string | RegExp)[];
}

/**
 * Matches a text in the page of a build that React Router's framework mode made for the address
 * of an app. Such a build needs no `base`, because `arrange` does what `base` would do.
 */
const appBasename = /"basename":"(?:\/[^/"]+)*?\/a\/[a-z0-9-]{3,32}\/?"/;

/** The signs of Vue Router, which is also the router of several frameworks. */
const vueRouter = {
  // The state that Vue Router keeps in the browser's history.
  signs: [/\bback:[\w$]+,current:[\w$]+,forward:[\w$]+,replaced:[\w$]+,position:/],
  otherHistory: [/\.includes\(["'`]#["'`]\)\|\|/],
};

/**
 * The routers that can be recognized, the frameworks before the libraries in them. Each sign was
 * searched in builds of the router, and in builds and libraries without it, such as swagger-ui,
 * htmx, Turbo, docsify, MkDocs and Storybook.
 */
const rows: readonly RouterRow[] = [
  {
    name: 'Nuxt',
    packages: [],
    hash: '',
    base: '`app.baseURL` to `/a/<slug>/`',
    page: /\bid="__nuxt"/,
    ...vueRouter,
  },
  {
    name: 'Slidev',
    packages: [],
    hash: '`slidev build --base ./ --router-mode hash`',
    base: '',
    page: /\bproperty="slidev:version"/,
    ...vueRouter,
  },
  {
    name: 'Vue CLI',
    packages: [],
    hash: '`createWebHashHistory()`',
    base: '`publicPath` to `/a/<slug>/` and call `createWebHistory("/a/<slug>/")`',
    page: /\bWe're sorry but [^<]{1,200} doesn't work properly without JavaScript enabled/,
    ...vueRouter,
  },
  {
    // A prerendered page finds its base address itself. The page of `fallback` cannot.
    name: 'SvelteKit without prerendering',
    packages: [],
    hash: "`router: { type: 'hash' }`",
    base: '`paths.base` to `/a/<slug>`',
    page: /\b__sveltekit_\w+\s?=/,
    signs: [/\b__sveltekit_\w+\s?=\s?\{\s*base:\s?""/],
    otherHistory: [],
  },
  {
    name: 'React Router in framework mode',
    packages: ['@react-router/dev'],
    hash: '',
    base: '`basename` in react-router.config and `base` in vite.config, both to `/a/<slug>/`',
    page: null,
    signs: [/window\.__(?:reactRouter|remix)Context\s?=/],
    otherHistory: [appBasename],
  },
  {
    name: 'React Router',
    packages: ['react-router-dom', 'react-router'],
    hash: '`HashRouter` or `createHashRouter`',
    base: '`base` of the build to `/a/<slug>/` and `basename` to `import.meta.env.BASE_URL`',
    page: null,
    signs: ['__reactRouterVersion', 'You cannot render a <Router> inside another <Router>'],
    otherHistory: [
      'relative pathnames are not supported in hash history',
      'relative pathnames are not supported in memory history',
      appBasename,
    ],
  },
  {
    name: 'TanStack Router',
    packages: ['@tanstack/react-router'],
    hash: '`createHashHistory()`',
    base: '`base` of the build to `/a/<slug>/` and `basepath` to `import.meta.env.BASE_URL`',
    page: null,
    signs: ['__TSR_index', /\$_TSR\b/],
    otherHistory: [/location\.pathname\}\$\{[\w$.]{1,40}\.search\}#\$\{/, /\binitialEntries:\[/],
  },
  {
    name: 'Docusaurus',
    packages: [],
    hash: "`future.experimental_router: 'hash'`",
    base: '`baseUrl` to `/a/<slug>/`',
    page: null,
    signs: [],
    otherHistory: [/router:["'`]hash["'`]/],
  },
  {
    name: 'VitePress',
    packages: [],
    hash: '',
    base: '`base` to `/a/<slug>/`',
    page: null,
    signs: [],
    otherHistory: [],
  },
  {
    name: 'VuePress',
    packages: [],
    hash: '',
    base: '`base` to `/a/<slug>/`',
    page: null,
    signs: [],
    otherHistory: [],
  },
  {
    name: 'Gatsby',
    packages: [],
    hash: '',
    base: '`pathPrefix` to `/a/<slug>`, and build with `--prefix-paths`',
    page: null,
    signs: [],
    otherHistory: [],
  },
  {
    name: 'Qwik City',
    packages: [],
    hash: '',
    base: '`base` in vite.config and `basePathname` of the adapter, both to `/a/<slug>/`',
    page: null,
    signs: [/\bq:route="/],
    otherHistory: [],
  },
  {
    name: 'Solid Router',
    packages: ['@solidjs/router'],
    hash: '`HashRouter`',
    base: '`base` of the build to `/a/<slug>/` and `base` of `Router` to `import.meta.env.BASE_URL`',
    page: null,
    signs: ["<A> and 'use' router primitives can be only used inside a Route"],
    otherHistory: ['^.*?#/', /\bMemoryRouter\b/],
  },
  {
    name: 'Vue Router',
    packages: ['vue-router'],
    hash: '`createWebHashHistory()`',
    base: '`base` of the build to `/a/<slug>/` and call `createWebHistory(import.meta.env.BASE_URL)`',
    page: null,
    ...vueRouter,
  },
  {
    name: 'wouter',
    packages: ['wouter', 'wouter-preact'],
    hash: '`useHashLocation` as the hook of `Router`',
    base: '`base` of the build to `/a/<slug>/` and `base` of `Router` to `/a/<slug>`',
    page: null,
    signs: ['wouter_v3'],
    otherHistory: ['^#?\\/?/'],
  },
  {
    name: 'preact-iso',
    packages: ['preact-iso'],
    hash: 'a router with hash addresses: preact-iso has no base address',
    base: '',
    page: null,
    signs: [/\bwasPush:/, "preact-iso's <Router>"],
    otherHistory: [],
  },
];

/** A router that can be recognized. */
interface KnownRouter extends RouterRow {
  /** The change that makes it work at the address of an app, as a sentence. */
  readonly fix: string;
}

/** The routers that can be recognized. `docs/built-apps.md` shows them. */
export const routers: readonly KnownRouter[] = rows.map((row) => ({ ...row, fix: toFix(row) }));

function toFix({ hash, base }: RouterRow): string {
  const parts = [hash && `use ${hash}`, base && `set ${base}`].filter(Boolean);
  const text = `${parts.join(', or ')}.`.replaceAll('`', '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Matches the name of a site generator that writes its name into its pages. */
const generators = /^(Docusaurus|Gatsby|VitePress|VuePress)\b/;

/**
 * Finds the router of an app that shows its own 404 page, or nothing, at `/a/<slug>/`. Not every
 * router can be recognized.
 *
 * @example
 * const search = new RouterSearch(html);
 * search.add(code);
 * search.result; // { name: 'Vue Router', fix: 'Use createWebHashHistory(), …' }
 */
export class RouterSearch {
  readonly #rows: readonly KnownRouter[];
  readonly #found = new Set<KnownRouter>();
  readonly #other = new Set<KnownRouter>();
  readonly #isMadeForApp: boolean;

  constructor(html: string) {
    const tags = [...readTags(html)];
    this.#rows = routers.filter(({ page }) => page === null || page.test(html));
    // A build that was made for the address of an app has a base address for its router, too.
    this.#isMadeForApp = tags.some((tag) => {
      const addresses = [...tag.attributes.values()].map((value) => value.text.trim());
      return tag.name !== 'a' && addresses.some((address) => appAddressStart.test(address));
    });
    for (const tag of tags) {
      const isGenerator = tag.name === 'meta' && readKeyword(tag, 'name') === 'generator';
      const content = isGenerator ? tag.attributes.get('content')?.text : undefined;
      const name = generators.exec(content ?? '')?.[1];
      const router = this.#rows.find((each) => each.name === name);
      if (router !== undefined) this.#found.add(router);
    }
    this.add(html);
  }

  /** Adds the text of a script. */
  add(code: string): void {
    for (const router of this.#rows) {
      if (router.signs.some((sign) => hasSign(code, sign))) this.#found.add(router);
      if (router.otherHistory.some((sign) => hasSign(code, sign))) this.#other.add(router);
    }
  }

  /** The router that was found; null if there is none, or if it works at any address. */
  get result(): KnownRouter | null {
    if (this.#isMadeForApp) return null;
    return this.#rows.find((each) => this.#found.has(each) && !this.#other.has(each)) ?? null;
  }
}

/** The address of a file below `/a/<slug>/`, which may be below the path of a service. */
const appAddressStart = /^(?:\/[^/?#]+)*?\/a\/[a-z0-9-]{3,32}\/./;

function hasSign(text: string, sign: string | RegExp): boolean {
  return typeof sign === 'string' ? text.includes(sign) : sign.test(text);
}

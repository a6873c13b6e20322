import { readKeyword, readTags } from './html.ts';

/** A library that shows a page by the path of its address. */
export interface PathRouter {
  /** The name of the library, such as `React Router`. */
  readonly name: string;
  /** The change that makes it work at the address of an app, as a sentence. */
  readonly fix: string;
}

/**
 * A router, and the texts by which it is recognized in a build. Minification does not change these
 * texts.
 */
interface RouterSigns extends PathRouter {
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

/**
 * The routers that can be recognized. Each sign was searched in builds of the router, and in builds
 * and libraries without it, such as swagger-ui, htmx, Turbo, docsify, MkDocs and Storybook.
 */
const routers: readonly RouterSigns[] = [
  {
    name: 'React Router in framework mode',
    fix: 'Set basename in react-router.config and base in vite.config, both to /a/<slug>/.',
    signs: [/window\.__(?:reactRouter|remix)Context\s?=/],
    otherHistory: [appBasename],
  },
  {
    name: 'React Router',
    fix: 'Use HashRouter or createHashRouter, or set base of the build to /a/<slug>/ and basename to import.meta.env.BASE_URL.',
    signs: ['__reactRouterVersion', 'You cannot render a <Router> inside another <Router>'],
    otherHistory: [
      'relative pathnames are not supported in hash history',
      'relative pathnames are not supported in memory history',
      appBasename,
    ],
  },
  {
    name: 'TanStack Router',
    fix: 'Use createHashHistory(), or set base of the build to /a/<slug>/ and basepath to import.meta.env.BASE_URL.',
    signs: ['__TSR_index', /\$_TSR\b/],
    otherHistory: [/location\.pathname\}\$\{[\w$.]{1,40}\.search\}#\$\{/, /\binitialEntries:\[/],
  },
  {
    name: 'Docusaurus',
    fix: "Set future.experimental_router to 'hash', or baseUrl to /a/<slug>/.",
    signs: [],
    otherHistory: [/router:["'`]hash["'`]/],
  },
  {
    name: 'VitePress',
    fix: 'Set base to /a/<slug>/.',
    signs: [],
    otherHistory: [],
  },
  {
    name: 'Qwik City',
    fix: 'Set base in vite.config and basePathname of the adapter, both to /a/<slug>/.',
    signs: [/\bq:route="/],
    otherHistory: [],
  },
  {
    name: 'Solid Router',
    fix: 'Use HashRouter, or set base of the build to /a/<slug>/ and base of Router to import.meta.env.BASE_URL.',
    signs: ["<A> and 'use' router primitives can be only used inside a Route"],
    otherHistory: ['^.*?#/', /\bMemoryRouter\b/],
  },
  {
    name: 'Vue Router',
    fix: 'Use createWebHashHistory(), or set base of the build to /a/<slug>/ and call createWebHistory(import.meta.env.BASE_URL).',
    // The state that Vue Router keeps in the browser's history.
    signs: [/\bback:[\w$]+,current:[\w$]+,forward:[\w$]+,replaced:[\w$]+,position:/],
    otherHistory: [/\.includes\(["'`]#["'`]\)\|\|/],
  },
  {
    name: 'wouter',
    fix: 'Use useHashLocation as the hook of Router, or set base of the build to /a/<slug>/ and base of Router to /a/<slug>.',
    signs: ['wouter_v3'],
    otherHistory: ['^#?\\/?/'],
  },
  {
    name: 'preact-iso',
    fix: 'Use a router with hash addresses: preact-iso has no base address.',
    signs: [/\bwasPush:/, "preact-iso's <Router>"],
    otherHistory: [],
  },
];

/** Matches the name of a site generator that writes its name into its pages. */
const generators = /^(Docusaurus|VitePress)\b/;

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
  readonly #found = new Set<RouterSigns>();
  readonly #other = new Set<RouterSigns>();
  readonly #isMadeForApp: boolean;

  /** @param html The page. */
  constructor(html: string) {
    const tags = [...readTags(html)];
    // A build that was made for the address of an app has a base address for its router, too.
    this.#isMadeForApp = tags.some((tag) => {
      const addresses = [...tag.attributes.values()].map((value) => value.text.trim());
      return tag.name !== 'a' && addresses.some((address) => appAddressStart.test(address));
    });
    for (const tag of tags) {
      const isGenerator = tag.name === 'meta' && readKeyword(tag, 'name') === 'generator';
      const content = isGenerator ? tag.attributes.get('content')?.text : undefined;
      const name = generators.exec(content ?? '')?.[1];
      const router = routers.find((each) => each.name === name);
      if (router !== undefined) this.#found.add(router);
    }
    this.add(html);
  }

  /** Adds the text of a script. */
  add(code: string): void {
    for (const router of routers) {
      if (router.signs.some((sign) => hasSign(code, sign))) this.#found.add(router);
      if (router.otherHistory.some((sign) => hasSign(code, sign))) this.#other.add(router);
    }
  }

  /** The router that was found; null if there is none, or if it works at any address. */
  get result(): PathRouter | null {
    if (this.#isMadeForApp) return null;
    return routers.find((each) => this.#found.has(each) && !this.#other.has(each)) ?? null;
  }
}

/** The address of a file below `/a/<slug>/`, which may be below the path of a service. */
const appAddressStart = /^(?:\/[^/?#]+)*?\/a\/[a-z0-9-]{3,32}\/./;

function hasSign(text: string, sign: string | RegExp): boolean {
  return typeof sign === 'string' ? text.includes(sign) : sign.test(text);
}

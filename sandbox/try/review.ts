import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, ImpactValue } from 'axe-core';
import { fileNames, readFields, toContent } from '../service/folder.ts';
import type { Browser } from './browser.ts';
import { type Finding, type Place, type Severity, toAppPath, toFinding } from './findings.ts';
import type { Visit } from './page-visit.ts';
import { measurePicture } from './pictures.ts';
import { findElement, findPlace, findPlaceIn } from './places.ts';
import { phone, type Tab } from './tab.ts';
import { isTemplateName, listTemplateWords } from './template-words.ts';
import { cut } from './text-difference.ts';

/** What a review has to know about the opened page. */
export interface PageFacts {
  readonly title: string;
  readonly language: string;
  readonly description: string;
  /** The words that a person sees, with those of headings again as lines of their own. */
  readonly text: string;
  readonly headings: readonly string[];
  /** The width of the page on a phone, in pixels, and the element that reaches furthest. */
  readonly width: number;
  readonly widest: string;
  readonly links: readonly LinkFacts[];
  /** What axe-core found. */
  readonly violations: readonly Violation[];
}

interface LinkFacts {
  /** The address as it is written. */
  readonly href: string;
  /** The address that a browser opens. */
  readonly address: string;
  readonly html: string;
  /** True if the place that it names in the page does not exist. */
  readonly isPlaceMissing: boolean;
  /** True if a script may act when it is pressed. */
  readonly isHandled: boolean;
}

interface Violation {
  readonly id: string;
  readonly impact: ImpactValue;
  readonly help: string;
  /** The HTML of the elements. */
  readonly elements: readonly string[];
}

/** The size of the logo: null if it is not a picture that a browser can show. */
export interface LogoSize {
  readonly width: number;
  readonly height: number;
}

/** An app folder as a review sees it. */
export interface ReviewedFolder {
  readonly slug: string;
  readonly files: ReadonlyMap<string, string>;
}

/** Rules of axe-core that have a rule of our own. */
const replacedRules = ['document-title', 'html-has-lang'];

/** A function of the page that returns its PageFacts without links' listeners and violations. */
const factsFunction = `function () {
  const toHtml = (element) => element.outerHTML.slice(0, 300);
  let widest = null;
  let width = document.documentElement.scrollWidth;
  if (width > ${phone.width}) {
    for (const element of document.querySelectorAll('body *')) {
      const { right } = element.getBoundingClientRect();
      if (!widest || right > widest.right) widest = { right, html: toHtml(element) };
    }
  }
  const links = [...document.querySelectorAll('a[href]')].slice(0, 500).map((element) => {
    const href = element.getAttribute('href').trim();
    const name = decodeURIComponent(element.hash.slice(1));
    const isPlace = /^#[^/!]/.test(href) && href !== '#top';
    const isPlaceMissing = isPlace && !document.getElementById(name) && !document.getElementsByName(name).length;
    const isHandled = element.hasAttribute('onclick') || element.hasAttribute('role');
    return { href, address: element.href, html: toHtml(element), isPlaceMissing, isHandled };
  });
  const headings = [...document.querySelectorAll('h1, h2, h3')].map((element) => element.innerText.trim());
  return {
    title: document.title.trim(),
    language: document.documentElement.lang.trim(),
    description: document.querySelector('meta[name=description i]')?.content.trim() ?? '',
    text: document.body ? document.body.innerText.slice(0, 200000) : '',
    headings, width, widest: widest ? widest.html : '', links,
  };
}`;

/** A function of the page that returns all that a press of a link without an address may reach. */
const targetsFunction = `function () {
  const targets = new Set([document, window]);
  for (const link of document.querySelectorAll('a[href="#"], a[href=""], a[href^="javascript:" i]')) {
    for (let element = link; element; element = element.parentElement) targets.add(element);
  }
  return [...targets].slice(0, 100);
}`;

let axeSource: string | null = null;

/** Reads what a review has to know from a page that is loaded. */
export async function readPageFacts(tab: Tab): Promise<PageFacts> {
  const facts = await tab.call<Omit<PageFacts, 'violations'>>(factsFunction);
  const isHandled = await tab.hasListener(targetsFunction, 'click');
  const links = facts.links.map((link) => ({ ...link, isHandled: link.isHandled || isHandled }));
  axeSource ??= readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const rules = Object.fromEntries(replacedRules.map((id) => [id, { enabled: false }]));
  const options = {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'],
    resultTypes: ['violations'],
    iframes: false,
    rules,
  };
  const results = await tab.call<Pick<AxeResults, 'violations'>>(`async function () {
    ${axeSource}
    const { violations } = await window.axe.run(document, ${JSON.stringify(options)});
    return { violations: violations.map(({ id, impact, help, nodes }) => ({ id, impact, help, nodes: nodes.slice(0, 50).map(({ html }) => ({ html })) })) };
  }`);
  const violations = results.violations.map(({ id, impact, help, nodes }): Violation => {
    return { id, impact: impact ?? 'minor', help, elements: nodes.map(({ html }) => html) };
  });
  return { ...facts, links, violations };
}

/** Returns the size of an app's logo; null if it is not a picture that a browser can show. */
export async function measureLogo(
  browser: Browser,
  { files }: ReviewedFolder,
): Promise<LogoSize | null> {
  const { logo } = readFields(files);
  const content = files.get(logo);
  if (content === undefined) return null;
  const { bytes, type } = toContent(logo, content);
  return measurePicture(browser, bytes, type);
}

/** Lists what a reviewer would stumble over, besides that the app does not work. */
export function listReviewFindings(
  facts: PageFacts,
  folder: ReviewedFolder,
  logo: LogoSize | null,
): readonly Finding[] {
  return [
    ...listViolations(facts.violations, folder),
    ...listPageFindings(facts, folder),
    ...listLogoFindings(folder, logo),
    ...listLinkFindings(facts.links, folder),
    ...listTemplateFindings(facts, folder),
  ];
}

/**
 * Lists the hosts that the app talks to, for those who care about privacy. `try` itself names those
 * whose answer was an error.
 */
export function listHostNotes({
  hosts,
  foreign,
}: Pick<Visit, 'hosts' | 'foreign'>): readonly Finding[] {
  const named = new Set(foreign.map(({ address }) => new URL(address).host));
  return hosts
    .filter((host) => !named.has(host))
    .map((host) => toFinding('note', 'other_host', `The app talks to ${host}.`));
}

const impacts: readonly ImpactValue[] = ['critical', 'serious', 'moderate', 'minor'];

/** The worst first. Only what makes a part unusable for somebody is an error. */
function listViolations(
  violations: readonly Violation[],
  { files }: ReviewedFolder,
): readonly Finding[] {
  const rankOf = ({ impact }: Violation): number => impacts.indexOf(impact);
  return [...violations]
    .sort((one, other) => rankOf(one) - rankOf(other))
    .map(({ id, impact, help, elements }) => {
      const [first = ''] = elements;
      const count = elements.length === 1 ? 'one element' : `${elements.length} elements`;
      const message = `Accessibility (${impact}): ${help}: ${count}, such as ${cutHtml(first)}`;
      const severity: Severity = impact === 'critical' ? 'error' : 'warning';
      return toFinding(severity, `axe/${id}`, message, { place: findElement(files, first) });
    });
}

function listPageFindings(facts: PageFacts, { files }: ReviewedFolder): readonly Finding[] {
  const findings: Finding[] = [];
  const head = findPlaceIn(files, fileNames.page, '<head');
  const warn = (code: string, message: string, place = head): void => {
    findings.push(toFinding('warning', code, message, { place }));
  };
  if (facts.title === '') warn('no_title', 'The page has no title.');
  if (facts.language === '') {
    const message = 'The page does not name its language: <html lang="en">.';
    warn('no_language', message, findPlaceIn(files, fileNames.page, '<html') ?? head);
  }
  if (facts.description === '') {
    warn('no_description', 'The page has no description: <meta name="description" content="…">.');
  }
  if (facts.width > phone.width) {
    const widest = facts.widest === '' ? '' : ` Furthest reaches ${cutHtml(facts.widest)}`;
    const message = `The page is ${facts.width} px wide on a phone of ${phone.width} px.${widest}`;
    warn('wide_page', message, findElement(files, facts.widest) ?? head);
  }
  return findings;
}

function listLogoFindings({ files }: ReviewedFolder, size: LogoSize | null): readonly Finding[] {
  const { logo } = readFields(files);
  const place =
    findPlaceIn(files, fileNames.service, '"logo"') ?? findPlaceIn(files, fileNames.service, '{');
  if (logo === '') return [toFinding('warning', 'no_logo', 'The app has no logo.', { place })];
  if (!files.has(logo)) {
    const message = `The logo ${logo} is not in the folder.`;
    return [toFinding('error', 'broken_logo', message, { path: logo, place })];
  }
  if (size === null) {
    const message = `The logo ${logo} is not a picture that a browser can show.`;
    return [toFinding('error', 'broken_logo', message, { path: logo, place })];
  }
  if (Math.abs(size.width - size.height) <= 1) return [];
  const message = `The logo ${logo} is not square: ${size.width} x ${size.height} px.`;
  return [toFinding('warning', 'logo_not_square', message, { path: logo, place })];
}

const placeholderHosts =
  /(?:^|\.)(?:example\.(?:com|net|org)|localhost|test|invalid|example|(?:your|my)-?(?:domain|site|app|company)\.\w+)$|^127\./i;

function listLinkFindings(links: readonly LinkFacts[], folder: ReviewedFolder): readonly Finding[] {
  const findings = new Map<string, Finding>();
  for (const link of links) {
    const { href, html } = link;
    if (findings.has(href)) continue;
    const reason = describeDeadLink(link, folder);
    if (reason === null) continue;
    const message = `The link to “${cut(href)}” leads nowhere: ${reason}.`;
    const isMissing = reason === notInFolder;
    const path = isMissing ? toAppPath(link.address, folder.slug) : null;
    const details = { path, place: findElement(folder.files, html) };
    findings.set(href, toFinding(isMissing ? 'error' : 'warning', 'dead_link', message, details));
  }
  return [...findings.values()];
}

const notInFolder = 'the folder has no such file';

/** Returns the reason why a link leads nowhere; null if it may lead somewhere. */
function describeDeadLink(link: LinkFacts, { slug, files }: ReviewedFolder): string | null {
  const { href, address, isPlaceMissing, isHandled } = link;
  if (isHandled) return null;
  if (href === '' || href === '#' || /^javascript:/i.test(href)) return 'nothing handles its press';
  if (isPlaceMissing) return 'the page has no element with this id';
  if (!URL.canParse(address)) return 'it is not an address';
  const { protocol, hostname, pathname } = new URL(address);
  if (!/^https?:$/.test(protocol)) return null;
  if (hostname !== `${slug}_draft.localhost`) {
    return placeholderHosts.test(hostname) ? 'its host is only an example' : null;
  }
  // A script may show the page of a pretty address: that is tried by following the link.
  if (!/\.\w+$/.test(pathname)) return null;
  return files.has(toAppPath(address, slug)) ? null : notInFolder;
}

/** Finds what a template has left behind in the page, the name, the tagline and the prompt. */
function listTemplateFindings(facts: PageFacts, { files }: ReviewedFolder): readonly Finding[] {
  const { name, tagline, system_prompt: prompt } = readFields(files);
  const findings: Finding[] = [];
  const add = (subject: string, words: string, path: string | null): void => {
    const place = path === null ? findInPage(files, words) : findPlaceIn(files, path, words);
    const message = `${subject} “${cut(words)}”, which looks left from a template.`;
    findings.push(toFinding('warning', 'template_text', message, { place }));
  };
  const names = [facts.title, ...facts.headings].filter(isTemplateName);
  for (const words of new Set([...listTemplateWords(facts.text), ...names])) {
    add('The page says', words, null);
  }
  for (const [subject, text] of [
    ['The name is', name],
    ['The tagline is', tagline],
  ] as const) {
    const words = isTemplateName(text) ? text : listTemplateWords(text)[0];
    if (words !== undefined) add(subject, words, fileNames.service);
  }
  for (const words of listTemplateWords(prompt)) add('The prompt says', words, fileNames.prompt);
  return findings;
}

/** Words that a script puts together stand in no file as a whole. */
function findInPage(files: ReadonlyMap<string, string>, words: string): Place {
  return findPlace(files, words) ?? { path: fileNames.page, line: null, column: null };
}

function cutHtml(html: string): string {
  return cut(html.replaceAll(/\s+/g, ' '));
}

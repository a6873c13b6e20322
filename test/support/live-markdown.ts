import { marked } from 'marked';

/** The tags that our summaries and comments may contain. */
const ourTags = new Set(
  'h2 h3 h4 p br wbr em strong code pre ul li table thead tbody tr th td blockquote details summary a'.split(
    ' ',
  ),
);

/** Texts that GitHub makes live in a finished text, outside of code and links. */
const lookedFor = [
  /@\w/,
  /#\d/,
  /\bGH-\d/i,
  /\b[0-9a-f]{7,40}\b/i,
  /https?:\/\//i,
  /\bwww\.\w/i,
  /:[\w+-]+:/,
];

/**
 * Returns everything in our Markdown that GitHub could act on: tags that we do not write, links to
 * unexpected addresses, and mentions, issues, commits, addresses and emoji in the rendered text.
 * Renders by the rules of GFM, as GitHub does.
 */
export function findLive(markdown: string): readonly string[] {
  const blocks = /^(`{3,})(?:text|diff)\n[\s\S]*?\n\1$/gm;
  const math = markdown.replace(blocks, '').match(/\$/g) ?? [];
  return [...math, ...findInHtml(render(markdown), markdown)];
}

/** The text that a reader sees. */
export function readRendered(markdown: string): string {
  return decode(render(markdown).replace(/<[^>]*>/g, '')).trim();
}

function render(markdown: string): string {
  return marked.parse(markdown.replace(/^<!-- miniapp-deploy:[0-9a-f]{16} -->$/m, ''), {
    async: false,
  });
}

function findInHtml(html: string, markdown: string): readonly string[] {
  // GitHub does not change text in code or in our links.
  const texts = html
    .replace(/<(code|a)\b[^>]*>.*?<\/\1>/gs, '<>')
    .split(/<[^>]*>/)
    .map(decode);
  const tags = [...html.matchAll(/<(\/?)([\w!-]+)([^>]*)>/g)];
  return [
    ...(html.match(/<li>\s*\[[ x]\]/gi) ?? []),
    ...texts.filter((text) => lookedFor.some((pattern) => pattern.test(text))),
    ...tags
      .filter(([, , name = '', rest = '']) => !isOurs(name, rest.trim(), markdown))
      .map(([tag]) => tag),
  ];
}

function isOurs(name: string, attributes: string, markdown: string): boolean {
  if (attributes === '') return ourTags.has(name);
  if (name === 'code') return /^class="language-(?:text|diff)"$/.test(attributes);
  if (name !== 'a') return false;
  const href = /^href="(https?:\/\/[\w.:[\]/~%#-]+)"$/.exec(attributes)?.[1];
  return href !== undefined && (markdown.includes(`<${href}>`) || markdown.includes(`](${href})`));
}

const named: Readonly<Record<string, string>> = {
  nbsp: '\u00a0',
  lt: '<',
  gt: '>',
  quot: '"',
  amp: '&',
};

function decode(text: string): string {
  const entities = /&(?:#(\d+)|(nbsp|lt|gt|quot|amp));/g;
  return text.replace(
    entities,
    (_, code, name) => named[name] ?? String.fromCodePoint(Number(code)),
  );
}

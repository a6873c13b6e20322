/** Words that a template leaves behind, with the reason for each group. */
export interface TemplateWord {
  readonly pattern: RegExp;
  /** What has such words. */
  readonly source: string;
}

/** Words that are left from a template wherever they stand. */
export const templateWords: readonly TemplateWord[] = [
  { pattern: /lorem ipsum|dolor sit amet/i, source: 'filler text' },
  { pattern: /\b(?:TODO|FIXME|TBD)\b(?!\s*(?:lists?|apps?|items?)\b)/, source: 'a reminder' },
  { pattern: /\bcoming soon\b|\bunder construction\b/i, source: 'an unfinished page' },
  {
    pattern: /\b(?:your|insert|add|enter|replace)\b[^.\n]{0,30}\b(?:goes here|text here|here)\b/i,
    source: 'a placeholder',
  },
  {
    pattern: /\byour (?:company|app|project) name\b|\[(?:name|company|app)\]/i,
    source: 'a placeholder',
  },
  { pattern: /\b(?:foo ?bar|asdf|qwerty|test ?123|hello,? world)\b/i, source: 'a test' },
  { pattern: /\bsample (?:text|data|content|title)\b|\bplaceholder text\b/i, source: 'a sample' },
  { pattern: /Counts, and remembers/, source: 'the sample app' },
  { pattern: /a small app with one button/, source: 'the sample app' },
  { pattern: /\bPressed \d+ times\b/, source: 'the sample app' },
  { pattern: /\bVite \+ \w+|save to test HMR/, source: 'a starter' },
  { pattern: /\bto get started,? edit\b|\bget started by editing\b/i, source: 'a starter' },
  {
    pattern: /Welcome to (?:Your Vue\.js App|SvelteKit|React)\b|\bLearn React\b/,
    source: 'a starter',
  },
  { pattern: /\bYou did it!|Your app is running/, source: 'a starter' },
];

/** Names that no finished app has: they are the whole name, tagline, title or heading. */
const wholeName =
  /^(?:my|new|your|the|a)?[ -]?(?:test|sample|example|demo|untitled|hello|app|mini ?app|page|title|document|vite app|react app|site)(?:[ -]?(?:app|page|\d+|title))?$/i;

/** Returns the words of a text that look left from a template, each once. */
export function listTemplateWords(text: string): readonly string[] {
  const found = templateWords.map(({ pattern }) => pattern.exec(text)?.[0]);
  return [...new Set(found.filter((words) => words !== undefined))];
}

/** True if a name, as a whole, is one of a template. */
export function isTemplateName(name: string): boolean {
  return wholeName.test(name.trim());
}

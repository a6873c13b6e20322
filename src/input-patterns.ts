import type { Reading } from './input-values.ts';

/** Longest pattern, in UTF-16 units. */
export const longestPattern = 1024;
/** Most patterns of one input. */
export const mostPatterns = 1000;

/**
 * Reads the value of `include` or `exclude`: one pattern a line, blank lines do not count. Refuses, naming it, the first
 * pattern that is too long, reaches outside the folder, or can only be a mistake. What braces stand for is counted later,
 * where patterns are compiled.
 */
export function readPatterns(text: string): Reading<readonly string[]> {
  const patterns = text
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (patterns.length > mostPatterns) {
    const takes = `takes at most ${mostPatterns} patterns (one with ** or braces can stand for many)`;
    return { takes, got: `${patterns.length} patterns` };
  }
  for (const pattern of patterns) {
    const takes = findFault(pattern);
    if (takes !== null) return { takes, got: pattern };
  }
  return { value: patterns };
}

/** What the input takes in place of this pattern, or null when it can be used. */
function findFault(pattern: string): string | null {
  if (pattern.length > longestPattern) return `takes patterns of at most ${longestPattern} characters`;
  if (pattern.includes('\0')) return 'takes patterns without a NUL, which no file name has';
  // As a plain character it would have no effect, and nobody would know; `!(a|b)` is a pattern of its own.
  if (/^(?:\.?\/)*!(?!\()/.test(pattern)) {
    return 'takes patterns without a ! at the start (it would not turn them around; name what stays behind in exclude)';
  }
  if (pattern.split('/').includes('..')) return 'takes patterns that stay inside the folder, without ..';
  // `assets\img` would be read as `assetsimg` and match nothing, so that an exclude pattern would publish what it names.
  // Looked for first, since to compile the expression takes a part of a millisecond.
  if (pattern.includes('\\') && /\\[\p{L}\p{N}_.]|\\$/u.test(pattern)) {
    return 'takes patterns whose folders are separated by / alone';
  }
  return null;
}

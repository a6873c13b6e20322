/** The action's version, the same as in package.json (a test holds them together). */
export const version = '1.0.0';

/**
 * What the action calls itself in requests, with the page of the run where there is one. A header
 * takes no line break.
 */
export function toUserAgent(runUrl: string | null): string {
  const page = /^[!-~]+$/.test(runUrl ?? '') ? ` (+${runUrl})` : '';
  return `miniapp-deploy/${version}${page}`;
}

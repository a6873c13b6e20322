/** The version of the action. A test makes sure that package.json has the same version. */
export const version = '1.0.0';

/**
 * Returns the User-Agent of our requests. It names the page of the run, unless that has characters
 * that a header cannot hold.
 */
export function toUserAgent(runUrl: string | null): string {
  const page = /^[!-~]+$/.test(runUrl ?? '') ? ` (+${runUrl})` : '';
  return `miniapp-deploy/${version}${page}`;
}

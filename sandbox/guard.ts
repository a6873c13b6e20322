/** What decides whether a request may use the controls. */
export interface ControlRequest {
  /** The address as the client named it: its host comes from the Host header. */
  readonly url: string;
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
  /** The header that a form or a foreign page cannot send without being asked first. */
  readonly marker: string | undefined;
}

const loopbackNames: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * The origin of the sandbox's own page: the same port under another name than the apps' addresses, so that a browser
 * keeps the page and its controls apart from whatever script an app brings along.
 */
export function toPageOrigin(baseUrl: string): string {
  const url = new URL(baseUrl);
  url.hostname = 'localhost';
  return url.origin;
}

/** Tells whether a request came to this machine under a name of its own, and not under one that was bent to it. */
export function isLoopback(url: string, baseUrl: string): boolean {
  const { hostname, port } = new URL(url);
  return loopbackNames.has(hostname) && port === new URL(baseUrl).port;
}

/**
 * Says why a request may not use the controls, or null if it may.
 *
 * A program on this machine may, when it sends the marker. A browser may only from the sandbox's own page: browsers
 * always say where a request comes from, and neither another site nor an app's page can say otherwise.
 */
export function refuseControl(request: ControlRequest, baseUrl: string): string | null {
  if (!isLoopback(request.url, baseUrl)) {
    return 'The controls answer only under 127.0.0.1, localhost and [::1], with the port of the sandbox.';
  }
  if (request.marker === undefined) return 'Send the header x-sandbox: 1 to use the controls.';
  const page = toPageOrigin(baseUrl);
  const foreignOrigin = request.origin !== undefined && request.origin !== page;
  const inBrowser = request.fetchSite !== undefined;
  const foreignSite = inBrowser && (request.fetchSite !== 'same-origin' || new URL(request.url).origin !== page);
  return foreignOrigin || foreignSite ? `In a browser the controls answer only to the page at ${page}/.` : null;
}

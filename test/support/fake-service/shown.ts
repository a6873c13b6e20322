import type { App } from '../../../src/api/wire.ts';
import { readApp } from '../../../src/api/wire.ts';

/** The app `tides` of an answer that shows exactly this, with real digests. */
export function showTides(parts: Readonly<Record<string, unknown>> = {}): App {
  const wanted = { slug: 'tides', address: 'https://apps.example' };
  const app = readApp({ slug: 'tides', ...parts }, wanted);
  if (app === null) throw new Error('the response shows no app');
  return app;
}

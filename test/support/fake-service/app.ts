import { readApp } from '../../../src/api/wire.ts';
import type { App } from '../../../src/model/app.ts';

/**
 * The app `tides` of a read that shows this, with real digests; a draft unless it says otherwise.
 */
export function showTides(parts: Readonly<Record<string, unknown>> = {}): App {
  const app = readApp(
    { slug: 'tides', status: 'draft', ...parts },
    { slug: 'tides', address: 'https://apps.example' },
  );
  if (app === null) throw new Error('the response shows no app');
  return app;
}

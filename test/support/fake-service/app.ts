import { parseApp } from '../../../src/api/wire.ts';
import type { App } from '../../../src/app/app.ts';

/**
 * Returns the app `tides` of a read that shows these fields, with real digests. By default a draft.
 */
export function showTides(parts: Readonly<Record<string, unknown>> = {}): App {
  const app = parseApp(
    { slug: 'tides', status: 'draft', ...parts },
    'tides',
    'https://apps.example',
  );
  if (app === null) throw new Error('the response shows no app');
  return app;
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Capabilities } from '../../../../cli/doctor/rehearsal.ts';
import { findPlaces } from '../../../../src/commands/app-places.ts';
import { runAction } from '../../../../src/commands/run-action.ts';
import { readInputs } from '../../../../src/inputs/inputs.ts';
import type { Report } from '../../../../src/report/report.ts';
import { readContext } from '../../../../src/run/context.ts';
import { apiKey, openService, type ServiceOptions } from './stage.ts';

const logo =
  'iVBORw0KGgoAAAANSUhEUgAAAgAAAAIAAQMAAADOtka5AAAABlBMVEUKfqT///+AqWxHAAAAZ0lEQVR42u3MQQ0AAAgEoOtfWiM4N/1BABIAAAAAAAAA' +
  'gGM1EAgEAoFAIBAIBAKBQCAQCAQCgUAgEAgEAoFAIBAIBAKBQCAQCAQCgUAgEAgEAoFAIBAIBAKBQCD4DgAAAAAAAAAAlhrvN+HSAmCw9gAAAABJRU5ErkJggg==';

/** The app of a developer, which keeps the rules. */
const app = {
  'service.json':
    '{"name": "Bird calls", "tagline": "Forty birds", "color": "#225533", "logo": "assets/birds.png"}\n',
  'instructions.md': 'Tell which bird it is. Answer in two sentences at most.\n',
  'index.html':
    '<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    '<title>Bird calls</title></head>\n<body><h1>Bird calls</h1><p>Forty birds.</p></body>\n</html>\n',
  'assets/birds.png': Buffer.from(logo, 'base64'),
};

/**
 * Uses the action as a developer would: `deploy --create`, a deploy with another page, `update`
 * with another tagline, and `delete`. Returns what worked, in the terms of a rehearsal.
 */
export async function useAction(options: ServiceOptions, folder: string): Promise<Capabilities> {
  const { transport, clock, cancel } = openService(options);
  const run = async (
    command: string,
    files: Readonly<Record<string, string | Buffer>>,
    more = {},
  ) => {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    const values: Readonly<Record<string, string>> = {
      ...{ command, slug: 'bird-calls', folder: '.', confirm: 'bird-calls', 'api-key': apiKey },
      ...{ 'base-url': 'http://127.0.0.1', ...more },
    };
    const { inputs, error } = readInputs({ read: (name) => values[name] ?? '', hasSecrets: true });
    if (error !== null || inputs.baseUrl === null) throw new Error('The inputs are wrong.');
    const [report] = await runAction(
      {
        inputs,
        context: readContext({}, null),
        workspace: { path: folder, isBoundary: true },
        realRun: '',
        statusRun: '',
        clock,
        random: () => 0.5,
        log: {
          info: () => undefined,
          debug: () => undefined,
          list: () => undefined,
          group: (_title, work) => work(),
        },
        cancelled: cancel.signal,
        findNewer: async () => null,
        watchUpload: () => () => undefined,
        transport,
      },
      (opened) => findPlaces(opened, folder),
    );
    if (report === undefined) throw new Error('A run of one app has one report.');
    return report;
  };
  const toResult = (report: Report): boolean | null => {
    if (report.failure !== null) return false;
    return report.outcome === 'unchanged' ? null : true;
  };
  const first = await run('deploy', app, { create: 'true' });
  const works = { create: false, deploy: null, again: null, update: null, delete: null };
  if (!first.done.has('create') && first.failure !== null) return works;
  const page = app['index.html'].replace('Forty', 'Fifty');
  const isDeployed = first.outcome === 'deployed';
  const second = isDeployed
    ? await run('deploy', { 'index.html': page }, { create: 'true' })
    : null;
  const service = app['service.json'].replace('Forty', 'Fifty');
  const update = await run('update', { 'service.json': service });
  return {
    create: true,
    deploy: toResult(first),
    again: second && toResult(second),
    update: toResult(update),
    delete: toResult(await run('delete', {})),
  };
}

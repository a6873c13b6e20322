import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderTerminal } from '../../../cli/output/terminal.ts';
import { keepAnnotations } from '../../../scripts/runner/annotations.ts';
import { parseCommands } from '../../../scripts/runner/commands.ts';
import { NetworkError, toRunEndFault } from '../../../src/api/network-error.ts';
import { endByCancel } from '../../../src/errors.ts';
import { readInputs } from '../../../src/inputs/inputs.ts';
import { emitReports, type MarkedComment } from '../../../src/report/emit.ts';
import { type Report, reportUnstarted } from '../../../src/report/report.ts';
import { makeFiles, toWireFiles } from '../../support/fake-service/folder.ts';
import {
  type Doing,
  play,
  put,
  review,
  revokeKey,
  type Scene,
} from '../../support/fake-service/scene.ts';
import { onTerminal } from '../../support/frontend.ts';
import {
  compareSections,
  compareWithFile,
  renderRun,
  type Section,
} from '../../support/snapshot.ts';
import { cases } from './cases.ts';
import { docsUrl, makeProblem, makeReport, openLog, runLinks } from './sample.ts';

const same = { files: toWireFiles(makeFiles()) };
const other = { 'index.html': '<h1>Tides</h1>\n<p>At the pier</p>' };
const waits = { submit: true, waitForReviewMinutes: 5 } as const;
const note = 'The text is too small to read at sea.';

/** Cancels the run after the first bytes of the upload. */
const cancelUpload: Doing = (_service, { run, abort }) => {
  const deployApp: typeof run.client.deployApp = async (body) => {
    await body.stream()[Symbol.asyncIterator]().next();
    abort(endByCancel());
    const request = { method: 'POST', path: '/api/miniapps/deploy' };
    const error = new NetworkError(request, { ...toRunEndFault(endByCancel()), sent: true });
    return { result: 'lost', value: null, link: null, error, resendAfterMs: null };
  };
  Object.assign(run.client, { deployApp });
};

/** The things that happen to most people, in the order in which they may meet them. */
const situations: Readonly<Record<string, Scene>> = {
  'The first deploy': { app: null, inputs: { create: true } },
  'Nothing to do': { app: same },
  'Problems that the offline check finds': {
    files: makeFiles({ 'service.json': '{"name":""}' }),
    problems: [
      makeProblem({
        path: 'service.json',
        line: 1,
        column: 9,
        code: 'name_empty',
        message: 'The name is empty.',
        fix: 'Give the app a name.',
      }),
      ...[108, 109].map((line) =>
        makeProblem({
          path: 'assets/app.css',
          line,
          code: 'reference_missing',
          message: 'assets/pier.png is not in the folder.',
          fix: 'Add the file, or correct the reference.',
          severity: 'warning',
        }),
      ),
    ],
  },
  'Problems that only the service finds': {
    app: null,
    inputs: { create: true },
    files: makeFiles({
      'service.json': '{"name":"Tide times of every harbour, pier and beach of the whole coast"}',
    }),
  },
  'A key that is refused': { prepare: revokeKey },
  'A slug that does not exist': {
    app: null,
    prepare: (service) => service.put({}, 'tide-times'),
  },
  'An app in review': { app: { status: 'in_review' }, files: makeFiles(other) },
  'An app that was rejected for good': {
    app: { ...same, status: 'not_approved', reviewNote: note },
  },
  'An approval': { inputs: waits, after: { 60000: review('approve') } },
  'A wait that ran out': { inputs: waits },
  'An outage of the service': { faults: [{ status: 503, times: null }] },
  'A response that is lost': { faults: [{ method: 'changes', kind: 'reset', when: 'after' }] },
  'Another run creates the app at the same time': {
    app: null,
    inputs: { create: true },
    before: { 1: put(same) },
  },
  'A cancel during the upload': { prepare: cancelUpload },
};

test('fifteen situations are told by log, annotations, summary and comment (snapshots/situations.md)', async () => {
  const parts: string[] = [];
  const { error } = readInputs({ read: readWithoutKey, hasSecrets: true });
  parts.push(await renderSituation('A key that is not set', reportUnstarted('tides', error), []));
  for (const [title, scene] of Object.entries(situations)) {
    const { facts, lines } = await play(scene);
    parts.push(await renderSituation(title, facts, lines));
  }
  compareWithFile('test/unit/report/snapshots/situations.md', parts.join('\n\n'));
});

test('the same situations are told on a terminal of 80 columns (snapshots/situations-terminal.md)', async () => {
  const parts = await onTerminal(async () => {
    const { error } = readInputs({ read: readWithoutKey, hasSecrets: true });
    const reports: (readonly [title: string, report: Report])[] = [
      ['A key that is not set', reportUnstarted('tides', error)],
    ];
    for (const [title, scene] of Object.entries(situations))
      reports.push([title, (await play(scene)).facts]);
    return reports.map(([title, report]) => {
      const shown = Object.assign(report, { statusRun: 'miniapp-deploy status --slug tides' });
      const lines = renderTerminal([shown], { hasColor: false, columns: 80 });
      return [`# ${title}`, ...lines.map((line) => `    ${line}`.trimEnd())].join('\n');
    });
  });
  compareWithFile('test/unit/report/snapshots/situations-terminal.md', parts.join('\n\n'));
});

test('runs of several apps are told on a terminal, in full and in brief (snapshots/several-terminal.md)', async () => {
  const parts = await onTerminal(async () => {
    return Object.entries(cases).flatMap(([title, runs]): readonly Section[] => {
      if (!Array.isArray(runs)) return [];
      const reports = runs.map((run) => makeReport(run));
      return [
        [title, renderTerminal(reports, { hasColor: false })],
        [`${title}, in brief`, renderTerminal(reports, { hasColor: false, isBrief: true })],
      ];
    });
  });
  // The snapshot would not show it.
  for (const line of parts.flatMap(([, lines]) => lines)) assert.doesNotMatch(line, / $/);
  compareSections('test/unit/report/snapshots/several-terminal.md', parts);
});

function readWithoutKey(name: string): string {
  const given = new Map([
    ['base-url', 'https://apps.example.com'],
    ['slug', 'tides'],
    ['folder', 'app'],
  ]);
  return given.get(name) ?? '';
}

/** Reports a run as on a runner, and returns all that a person sees of it. */
async function renderSituation(
  title: string,
  report: Report,
  lines: readonly string[],
): Promise<string> {
  const { log, read } = openLog({ isDebug: false, secrets: [] });
  for (const line of lines) {
    if (!line.startsWith('debug: ')) log.info(line);
  }
  let summary = '';
  let comment = '';
  const post = async ({ body }: MarkedComment) => {
    comment = body;
    return 'created' as const;
  };
  await emitReports([report], {
    log,
    writeOutputs: null,
    writeSummary: (markdown) => {
      summary += markdown;
    },
    comment: { post, service: 'https://apps.example.com', patterns: null },
    links: runLinks,
    docsUrl,
    secrets: [],
  });
  const annotations = keepAnnotations(parseCommands(read()));
  return renderRun(
    title,
    { outputs: {}, annotations, output: read(), summary, comment },
    () => false,
  );
}

import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { outputTable } from '../../src/report/outputs.ts';
import { startGithub } from '../support/fake-github.ts';
import { hitWhen, timeStops } from './hit.ts';
import { refuseWith, sayJson, startScripted, toApp } from './scripted-service.ts';
import { assertSnapshot } from './snapshot.ts';
import {
  appFiles,
  comment,
  concurrency,
  type Files,
  key,
  onPullRequest,
  openStage,
  preload,
  pullRequestFrom,
  type StageOptions,
  type StageResult,
  toSentFiles,
  type With,
} from './stage.ts';

const slugs = ['birds', 'boats', 'coast', 'depth', 'ferry', 'gusts'];

/** Files of the app folder below `apps/<slug>`, the usual ones by default. */
function toFolder(slug: string, files: Files = appFiles): Files {
  return Object.fromEntries(
    Object.entries(files).map(([path, content]) => [
      path.replace(/^app\//, `apps/${slug}/`),
      content,
    ]),
  );
}

function toFolders(named: readonly string[] = slugs): Files {
  return Object.assign({}, ...named.map((slug) => toFolder(slug)));
}

/** The inputs of a run of all apps. */
const all: With = { folder: 'apps/*', slug: '' };

/**
 * Sets a stage on which all apps have another page in their drafts. `states` lists the apps with
 * another state or content.
 */
function openApps(
  options: Omit<StageOptions, 'files' | 'seed'> = {},
  states: Readonly<Record<string, Seed | null>> = {},
) {
  const old = new Map(toSentFiles()).set('index.html', '<!doctype html>\n<title>Old</title>\n');
  const seed = slugs.flatMap((slug) => {
    const { isSame = false, ...state } = states[slug] ?? {};
    const app = { slug, status: 'draft' as const, files: isSame ? toSentFiles() : old, ...state };
    return states[slug] === null ? [] : [app];
  });
  return openStage({ files: toFolders(), seed, ...options });
}

interface Seed {
  readonly status?: 'draft' | 'in_review';
  readonly isSame?: true;
  readonly owner?: string;
}

interface Result {
  readonly slug: string;
  readonly folder: string;
  readonly outcome: string;
  readonly code: string | null;
}

function readResults({ outputs }: Pick<StageResult, 'outputs'>): readonly Result[] {
  const results: readonly Result[] = JSON.parse(outputs['results'] ?? '');
  return results;
}

/** Lists the result of each app in the order of the run, with its error code if it failed. */
function listEnds(result: Pick<StageResult, 'outputs'>): readonly string[] {
  return readResults(result).map(
    ({ slug, outcome, code }) => `${slug} ${outcome}${code === null ? '' : ` ${code}`}`,
  );
}

/** Returns the results of all apps: deployed, except for `others`. */
function ends(
  others: Readonly<Record<string, string>> = {},
  usual = 'deployed',
): readonly string[] {
  return slugs.map((slug) => `${slug} ${others[slug] ?? usual}`);
}

/** The outputs about a single app. */
const emptyForSeveral = Object.entries(outputTable).flatMap(([name, row]) => {
  const isAboutOne = row.place !== 'result' && !('ofRun' in row);
  return isAboutOne ? [name] : [];
});

describe('several apps in one step', { concurrency }, () => {
  test('several apps are deployed under the names of their folders, and a second run changes nothing', async () => {
    await using stage = await openStage({ files: toFolders() });
    const first = await stage.run({ ...all, create: 'true' });
    assert.deepEqual(listEnds(first), ends());
    assert.deepEqual(
      readResults(first).map(({ folder }) => folder),
      slugs.map((slug) => `apps/${slug}`),
    );
    assert.partialDeepStrictEqual(first.outputs, {
      outcome: 'deployed',
      changed: 'true',
      'problem-count': '0',
    });
    for (const name of emptyForSeveral) assert.equal(first.outputs[name], '', name);
    const second = await stage.run(all);
    assert.equal(second.asked, slugs.map(() => 'read').join(', '));
    assert.deepEqual(listEnds(second), ends({}, 'unchanged'));
    assert.partialDeepStrictEqual(second.outputs, { outcome: 'unchanged', changed: 'false' });
  });

  test('apps fail independently: all others are deployed, and each failed app has an annotation', async () => {
    await using stage = await openApps(
      {
        accounts: [
          { name: 'developer', key },
          { name: 'another', key: 'key-of-another-0123456789' },
        ],
        faults: [{ kind: 'stale', path: '/api/miniapps/depth', skip: 1, times: 3 }],
      },
      { boats: { status: 'in_review' }, coast: { isSame: true }, ferry: { owner: 'another' } },
    );
    const title = appFiles['app/index.html'].replace('<title>Tides</title>', '<title></title>');
    await stage.write(toFolder('birds', { 'app/index.html': title }));
    await stage.write(toFolder('gusts', { 'app/service.json': '{' }));
    const result = await stage.run({ ...all, create: 'true' });
    const failed = {
      birds: 'rejected folder_rejected',
      boats: 'failed in_review',
      coast: 'unchanged',
      ferry: 'rejected address_taken',
      gusts: 'rejected offline_problems',
    };
    assert.deepEqual(listEnds(result), ends(failed), result.output);
    assert.partialDeepStrictEqual(result, {
      exitCode: 1,
      outputs: { outcome: 'failed', changed: 'true' },
    });
    const errors = result.annotations.filter(({ level }) => level === 'error');
    for (const slug of ['birds', 'boats', 'ferry', 'gusts']) {
      const isAbout = ({ file, title }: (typeof errors)[number]) =>
        file?.startsWith(`apps/${slug}/`) || title?.startsWith(slug);
      assert.ok(errors.some(isAbout), slug);
    }
    const problems: readonly { readonly path: string }[] = JSON.parse(
      result.outputs['problems'] ?? '',
    );
    assert.deepEqual(
      [...new Set(problems.map(({ path }) => path))],
      ['apps/birds/index.html', 'apps/gusts/service.json'],
    );
    assertSnapshot('Several apps: some fail', { ...result, comment: null });
  });

  const fourth = '/api/miniapps/depth';
  const rest = { ferry: 'not_run', gusts: 'not_run' };

  test('if the API key becomes invalid, the remaining apps are not deployed', async () => {
    await using stage = await openApps({
      faults: [{ status: 401, body: 'service', path: fourth, times: null }],
    });
    const result = await stage.run(all);
    assert.deepEqual(listEnds(result), ends({ ...rest, depth: 'failed unauthorized' }));
    assert.partialDeepStrictEqual(result, {
      exitCode: 1,
      outputs: { outcome: 'failed', changed: 'true' },
    });
  });

  test('several apps share one timeout, and the run stops when it is over', async () => {
    await using stage = await openApps({ faults: [{ kind: 'slow', path: fourth }] });
    const result = await stage.run({
      folder: 'apps/{coast,depth,ferry}',
      slug: '',
      'timeout-minutes': '1',
    });
    assert.deepEqual(
      listEnds(result),
      ['coast deployed', 'depth failed deadline', 'ferry not_run'],
      result.output,
    );
    assert.equal(result.exitCode, 1);
  });

  const isWindows = process.platform === 'win32';
  test('a cancel during the fourth deploy ends the run, and the outcome of that deploy is unknown', {
    skip: isWindows,
  }, async () => {
    const faults = [{ kind: 'slow', path: '/api/miniapps/deploy', skip: 3 }] as const;
    await using stage = await openApps({ faults, waits: true });
    const { onStart } = hitWhen(stage.hangs, ['SIGINT']);
    const result = await stage.run(all, { onStart, env: await preload(stage, timeStops) });
    assert.equal(result.exitCode, 130, result.output);
    assert.deepEqual(
      listEnds(result),
      ends({ ...rest, depth: 'unknown unverified' }),
      result.output,
    );
  });

  test('several apps are only checked on a pull request from a fork, and only planned in a dry run', async () => {
    await using stage = await openApps({}, { boats: { isSame: true } });
    const step = {
      event: pullRequestFrom('someone/apps'),
      env: { GITHUB_EVENT_NAME: 'pull_request' },
    };
    const fork = await stage.run({ ...all, 'api-key': '' }, step);
    assert.deepEqual([listEnds(fork), fork.asked, fork.exitCode], [ends({}, 'planned'), '', 0]);
    const dry = await stage.run({ ...all, 'dry-run': 'true' });
    assert.partialDeepStrictEqual(dry.outputs, { outcome: 'planned', changed: 'false', plan: '' });
  });

  test('a run of several apps looks for newer commits only once', async () => {
    await using stage = await openApps();
    await using github = await startGithub(() => ({ status: 200, body: { ahead_by: 2 } }));
    const env = { GITHUB_API_URL: github.apiUrl, GITHUB_REF: 'refs/heads/main' };
    const result = await stage.run(
      { ...all, ...comment, comment: 'false', 'on-stale': 'skip' },
      { env },
    );
    assert.deepEqual(
      [listEnds(result), result.asked, github.asked.length],
      [ends({}, 'skipped'), '', 1],
      result.output,
    );
  });

  test('several apps share one comment, which a run with invalid inputs updates, too', async () => {
    const comments: { id: number; body: string }[] = [];
    await using github = await startGithub(({ method, body }) => {
      const { body: text } = (body ?? { body: '' }) as { readonly body: string };
      if (method === 'POST') comments.push({ id: 1, body: text });
      const [known] = comments;
      if (method === 'PATCH' && known !== undefined) known.body = text;
      return { status: 200, body: method === 'GET' ? comments : { id: 1 } };
    });
    await using stage = await openApps();
    const step = onPullRequest(github);
    await stage.run({ ...all, ...comment }, step);
    const [first] = comments;
    assert.match(
      first?.body ?? '',
      /^<!-- miniapp-deploy:[0-9a-f]{16} -->\n## ✅ 6 apps: deployed\n/,
    );
    await stage.run({ ...all, ...comment }, step);
    assert.match(first?.body ?? '', /## ⏭️ 6 apps: unchanged\n/);
    await stage.run({ ...all, ...comment, 'on-stale': 'maybe' }, step);
    assert.match(first?.body ?? '', /on-stale is not valid/);
    assert.equal(comments.length, 1);
  });

  test('reports stay within the limits of the runner, even if each app has 500 problems', async () => {
    const named = Array.from({ length: 20 }, (_, index) => `app-${index}`);
    await using stage = await openStage({ files: toFolders(named) });
    const problems = Array.from({ length: 500 }, (_, index) => {
      return {
        path: 'index.html',
        line: 3,
        message: `${index} ${'This line is wrong. '.repeat(20)}`,
      };
    });
    await using service = await startScripted({
      read: (path) => sayJson(200, toApp(path.slice(path.lastIndexOf('/') + 1), 'draft')),
      deploy: refuseWith(problems),
    });
    const { outputs, summary, annotations } = await stage.run({ ...all, 'base-url': service.url });
    assert.ok(Number(outputs['problem-count']) >= 20 * 500, outputs['problem-count']);
    for (const name of ['problems', 'results'])
      assert.ok((outputs[name] ?? '').length < 400_000, name);
    assert.equal(readResults({ outputs }).length, 20);
    for (const slug of named) assert.ok(summary?.includes(`## ❌ ${slug} `), slug);
    const errors = annotations.filter(({ level }) => level === 'error');
    assert.equal(new Set(errors.map(({ file }) => file)).size, 10, 'nine apps, and the result');
  });

  test('a pattern that matches only one folder has the outputs of a single app', async () => {
    await using stage = await openApps();
    const { outputs } = await stage.run({ folder: 'apps/g*', slug: '' });
    assert.partialDeepStrictEqual(outputs, {
      outcome: 'deployed',
      slug: 'gusts',
      status: 'draft',
      'file-count': '5',
    });
    assert.deepEqual(listEnds({ outputs }), ['gusts deployed']);
  });

  test('a broken link is not deployed, and is one warning about the run or its only app', async () => {
    await using stage = await openApps();
    symlinkSync('gone', join(stage.workspace, 'apps', 'gone'));
    for (const [folder, headline] of [
      ['apps/{birds,g*}', '⚠️ 2 apps: deployed; 1 warning about the run'],
      ['apps/g*', '⚠️ gusts unchanged, with 1 warning'],
    ] as const) {
      const { annotations, summary } = await stage.run({ folder, slug: '' });
      const warnings = annotations.filter(({ level }) => level === 'warning');
      const expected = 'The link apps/gone is broken or points to itself, and was excluded.';
      assert.deepEqual(
        warnings.map(({ message }) => message),
        [expected],
      );
      assert.ok(summary?.startsWith(`## ${headline}\n`), summary ?? '');
    }
  });

  test('a run makes no request if it is not clear which apps are meant', async () => {
    await using stage = await openApps();
    const { output, asked, outputs } = await stage.run({ ...all, slug: 'tides' });
    assert.equal(asked, '');
    assert.match(
      output,
      /slug must be omitted or contain a \*, since folder matches 6 apps, not "tides"/,
    );
    assert.partialDeepStrictEqual(outputs, { outcome: 'failed', results: '[]' });
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Problem } from '../../src/problem.ts';
import { pack, type Reply, refuse, refuseWith, sayJson, toApp } from '../support/dialects/replies.ts';
import { startDialect } from '../support/dialects/server.ts';
import { concurrency, type Files, openStage, type Stage, type StageResult, slug } from './stage.ts';

/** A refused deploy of the usual app, and what its `problems` output says. */
async function deployTo(
  reply: Reply,
  files: Files = {},
): Promise<StageResult & { readonly problems: readonly Problem[] }> {
  await using stage = await openStage();
  await stage.write(files);
  return await refuseDeploy(stage, reply);
}

async function refuseDeploy(stage: Stage, reply: Reply, inputs = {}) {
  await using service = await startDialect({ read: sayJson(200, toApp(slug, 'draft')), deploy: reply });
  const result = await stage.run({ 'base-url': service.url, ...inputs });
  assert.deepEqual(service.asked(), ['read', 'deploy']);
  assert.equal(result.exitCode, 1);
  assert.equal(result.outputs['outcome'], 'rejected');
  assert.equal(result.outputs['changed'], 'false');
  const problems: readonly Problem[] = JSON.parse(result.outputs['problems'] ?? '');
  return { ...result, problems };
}

function listErrors({ annotations }: StageResult) {
  return annotations.filter(({ level }) => level === 'error');
}

describe('a folder that the service refuses', { concurrency }, () => {
  test('a problem in the usual words stands on its line, in its column, with its fix', async () => {
    const fix = 'Load it over https.';
    const given = { path: 'index.html', line: 7, column: 3, code: 'script', message: 'A script over http.', fix };
    const { problems, summary, ...result } = await deployTo(refuseWith([given]));
    assert.deepEqual(problems, [{ ...given, severity: 'error' }]);
    const [problem, resultMessage] = listErrors({ ...result, summary });
    assert.deepEqual([problem?.file, problem?.line, problem?.column], ['app/index.html', 7, 3]);
    assert.equal(problem?.message, `A script over http.\nFix: ${fix}`);
    assert.match(resultMessage?.title ?? '', /1 problem to fix/);
    assert.match(summary ?? '', /> 7 │ <img src="assets\/dot.png">/);
  });

  test('a problem of any shape keeps its words, and a place that is none is dropped', async () => {
    const message = 'Wrong.';
    /** What the service says of a problem, and where and how it is shown. */
    const rows: readonly (readonly [given: unknown, path: string | null, line: number | null, shown: string])[] = [
      [{ file: './index.html', line: 3, problem: message }, 'index.html', 3, message],
      ['index.html:3:2: no title', 'index.html', 3, 'index.html:3:2: no title'],
      ['Just wrong', null, null, 'Just wrong'],
      [12, null, null, '12'],
      [{ was: { ist: 'das' } }, null, null, '{"was":{"ist":"das"}}'],
      [{ path: 'index.html', line: 99_999_999, message }, 'index.html', null, 'Wrong. (line 99999999; the file has 9)'],
      [{ path: 'index.html', line: -1, message }, 'index.html', null, message],
      [{ path: '../../etc/passwd', line: 3, message }, null, null, '../../etc/passwd: Wrong.'],
      [{ path: 'assets/gone.png', message: 'Missing.' }, 'assets/gone.png', null, 'Missing.'],
      [{ field: 'color', message: 'No colour.' }, 'service.json', 4, 'No colour.'],
      [{ field: 'system_prompt', message: 'Too long.' }, 'instructions.md', null, 'Too long.'],
    ];
    const { problems, annotations } = await deployTo(refuseWith([...rows.map(([given]) => given), null, {}]));
    assert.deepEqual(
      problems.map(({ path, line, message: shown }) => [path, line, shown]),
      rows.map(([, ...shown]) => shown),
    );
    assert.equal(annotations.filter(({ file }) => file === 'app/index.html').length, 4);
  });

  test('problems are found in the error too, and by their field', async () => {
    const problems = { name: ['is too long'], color: ['is no color', 'is missing'] };
    const result = await deployTo(pack(sayJson(422, { error: { code: 'x', message: 'No.', problems } })));
    assert.deepEqual(
      result.problems.map(({ path, line, message }) => `${path}:${line} ${message}`),
      ['service.json:2 is too long', 'service.json:4 is no color', 'service.json:4 is missing'],
    );
  });

  test('a refusal without any problem still shows what the service said', async () => {
    const replies = [
      refuseWith([]),
      refuse(422, 'x', 'The folder breaks the rules.'),
      sayJson(422, 'no'),
      sayJson(422, null),
    ];
    const results = await Promise.all(replies.map((reply) => deployTo(reply)));
    for (const result of results) {
      assert.equal(result.outputs['problem-count'], '0');
      assert.deepEqual(listErrors(result).length, 1);
      assert.match(listErrors(result)[0]?.message ?? '', /returned 422/);
    }
    assert.match(listErrors(results[1] as StageResult)[0]?.message ?? '', /The folder breaks the rules\./);
  });

  test('ten thousand problems: nine annotations and the result with the count of the rest', async () => {
    const message = 'This line is wrong for a reason that takes a while to explain. '.repeat(4);
    const many = Array.from({ length: 10_000 }, (_, index) => ({
      path: 'index.html',
      line: 3,
      message: `${index} ${message}`,
    }));
    const { problems, outputs, summary, ...result } = await deployTo(refuseWith(many));
    const errors = listErrors({ ...result, outputs, summary });
    assert.equal(errors.length, 10);
    assert.equal(errors.filter(({ file }) => file === 'app/index.html').length, 9);
    assert.match(errors.at(-1)?.title ?? '', /10,000 problems to fix/);
    assert.match(errors.at(-1)?.message ?? '', /and 9,991 more problems: see the summary/);
    assert.equal(outputs['problem-count'], '10000');
    assert.ok(Buffer.byteLength(outputs['problems'] ?? '') < 900 * 1024);
    assert.ok(problems.length > 1_000 && problems.length < 10_000);
    assert.equal(problems.at(-1)?.message, `${problems.length - 1} ${message}`);
    assert.notEqual(summary, null, 'the runner keeps it');
    assert.match(summary ?? '', /more problems/);
  });

  test('the same problem ten thousand times is one annotation with a count', async () => {
    const many = Array.from({ length: 10_000 }, () => ({ path: 'index.html', line: 3, message: 'Wrong.' }));
    const result = await deployTo(refuseWith(many));
    assert.deepEqual(
      listErrors(result)
        .map(({ message }) => message.split('\n')[0])
        .slice(0, 1),
      ['Wrong. (10,000 times)'],
    );
    assert.equal(listErrors(result).length, 2);
  });

  test('a message of a megabyte is cut in the annotation, the summary and the output, with its fix still there', async () => {
    const given = { path: 'index.html', line: 3, message: 'm'.repeat(1_000_000), fix: 'Mend it.' };
    const result = await deployTo(refuseWith([given, { ...given, message: 'short' }]));
    const [long] = listErrors(result);
    assert.ok((long?.message.length ?? 0) < 4_096);
    assert.match(long?.message ?? '', /characters more\)\nFix: Mend it\.$/);
    assert.notEqual(result.summary, null);
    assert.equal(result.outputs['problem-count'], '2');
    assert.deepEqual(
      result.problems.map(({ message, fix }) => [message.length <= 10_000, fix]),
      [
        [true, 'Mend it.'],
        [true, 'Mend it.'],
      ],
    );
  });

  test('the log lists problems as compilers do, the result links to its code, and the summary shows what to fix first', async () => {
    await using stage = await openStage();
    const env = {
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_ACTION_REPOSITORY: 'octo/miniapp-deploy',
      GITHUB_ACTION_REF: 'v1',
    };
    const reply = refuseWith([
      { path: 'index.html', line: 3, column: 1, code: 'title_missing', message: 'No title.' },
      { message: 'Too plain.' },
    ]);
    await using service = await startDialect({ read: sayJson(200, toApp(slug, 'draft')), deploy: reply });
    const { output, annotations, summary } = await stage.run({ 'base-url': service.url }, { env });
    assert.match(
      output,
      /^::group::Problems \(2\)\napp\/index\.html:3:1: error title_missing: No title\.\nerror: Too plain\.\n::endgroup::$/m,
    );
    const link = 'https://github.com/octo/miniapp-deploy/blob/v1/docs/troubleshooting.md#folder_rejected';
    assert.equal(annotations.at(-1)?.message.split('\n').at(-1), link);
    assert.ok(summary?.includes(`](${link})`));
  });

  test('a file is named from the root of the repository, whatever the folder looks like', async () => {
    await using stage = await openStage({ files: {} });
    const page = '<!doctype html>\n<title>T</title>\n';
    const folders = {
      './site/': 'site/index.html',
      'site/../my apps/täglich': 'my apps/täglich/index.html',
      './/site//.': 'site/index.html',
      '.': 'index.html',
      // A checkout below the workspace, as `path:` of actions/checkout makes it.
      'checkout/web/app': 'web/app/index.html',
      checkout: 'index.html',
    };
    for (const folder of ['', 'site/', 'my apps/täglich/', 'checkout/', 'checkout/web/app/']) {
      await stage.write({ [`${folder}index.html`]: page });
    }
    await stage.write({ 'checkout/.git/HEAD': 'ref: refs/heads/main\n' });
    const name = async ([folder, file]: readonly [string, string]) => {
      const result = await refuseDeploy(stage, refuseWith([{ path: 'index.html', line: 2, message: 'Wrong.' }]), {
        folder,
      });
      assert.deepEqual(
        listErrors(result).map((error) => error.file),
        [file, null],
        folder,
      );
    };
    await Promise.all(Object.entries(folders).map(name));
  });
});

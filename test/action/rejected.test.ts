import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Problem } from '../../src/outcome.ts';
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

  test('every usual name of a key is understood', async () => {
    const names = {
      path: ['path', 'file'],
      message: ['message', 'problem', 'detail', 'reason'],
      fix: ['fix', 'hint'],
      column: ['column', 'col'],
      code: ['code', 'rule'],
    };
    const given = { path: 'index.html', message: 'Wrong.', fix: 'Mend it.', column: 2, code: 'rule-1' };
    const rename = (key: keyof typeof given, name: string) =>
      Object.fromEntries(
        Object.entries({ ...given, line: 3 }).map(([old, value]) => [old === key ? name : old, value]),
      );
    const entries = Object.entries(names).flatMap(([key, others]) =>
      others.map((name) => rename(key as keyof typeof given, name)),
    );
    const { problems, outputs } = await deployTo(refuseWith(entries));
    assert.equal(outputs['problem-count'], String(entries.length));
    for (const problem of problems) assert.deepEqual(problem, { ...given, line: 3, severity: 'error' });
  });

  test('problems are found beside the error, in it, and packed', async () => {
    const one = { path: 'index.html', line: 3, message: 'Wrong.' };
    const places: readonly Reply[] = [
      refuseWith([one]),
      sayJson(422, { error: { code: 'x', message: 'No.', problems: [one] } }),
      sayJson(422, { problems: [one] }),
      pack(refuseWith([one])),
    ];
    const results = await Promise.all(places.map((reply) => deployTo(reply)));
    for (const { problems } of results) {
      assert.equal(problems.length, 1);
      assert.deepEqual([problems[0]?.path, problems[0]?.line, problems[0]?.message], ['index.html', 3, 'Wrong.']);
    }
  });

  test('an object of lists, as frameworks give it, is a problem for each text, on the line of its field', async () => {
    const { problems } = await deployTo(refuseWith({ name: ['is too long'], color: ['is no color', 'is missing'] }));
    assert.deepEqual(
      problems.map(({ path, line, message }) => `${path}:${line} ${message}`),
      ['service.json:2 is too long', 'service.json:4 is no color', 'service.json:4 is missing'],
    );
  });

  test('the path of the request beside the error is no problem', async () => {
    const error = { code: 'x', message: 'No.', path: '/api/miniapps/deploy' };
    const { problems } = await deployTo(sayJson(422, { error }));
    assert.deepEqual(problems, []);
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

  test('problems that are mere texts, or of no known shape, are shown as they are, and empty ones are none', async () => {
    const odd = ['index.html:3:2: no title', 'Just wrong', 12, null, true, {}, ['a', ['b']], { was: { ist: 'das' } }];
    const { problems, annotations } = await deployTo(refuseWith(odd));
    assert.deepEqual(
      problems.map(({ message }) => message),
      ['index.html:3:2: no title', 'Just wrong', '12', 'true', '["a",["b"]]', '{"was":{"ist":"das"}}'],
    );
    assert.deepEqual([problems[0]?.path, problems[0]?.line, problems[0]?.column], ['index.html', 3, 2]);
    assert.equal(annotations.filter(({ message }) => message.startsWith('{"was"')).length, 1);
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

  test('an absurd line or column loses its place, not its message', async () => {
    const absurd = [0, -1, 1.5, 1e99, 99_999_999, '12x', {}, [], true, '', 10];
    const lines = absurd.map((line, index) => ({ path: 'index.html', line, message: `line ${index}` }));
    const columns = absurd.map((column, index) => ({
      path: 'index.html',
      line: 3,
      column,
      message: `column ${index}`,
    }));
    const { problems, annotations } = await deployTo(refuseWith([...lines, ...columns]));
    assert.equal(problems.length, absurd.length * 2);
    for (const { message, line, column } of problems) {
      const isLine = message.startsWith('line');
      // The page has nine lines, and an empty tenth after the last line break.
      assert.deepEqual([line, column], isLine ? [message === 'line 10' ? 10 : null, null] : [3, null], message);
    }
    assert.ok(annotations.every(({ line }) => line === null || (line > 0 && line <= 10)));
  });

  test('a path outside the folder, or in no folder, loses its place, not its message', async () => {
    const outside = [
      '../../etc/passwd',
      '/etc/passwd',
      'C:\\Windows\\x.ini',
      '..',
      '.',
      '',
      '__proto__',
      'constructor',
      'https://a.example/x',
    ];
    const { problems, annotations } = await deployTo(
      refuseWith(outside.map((path) => ({ path, line: 3, message: 'Wrong.' }))),
    );
    assert.equal(problems.length, outside.length);
    for (const [index, path] of outside.entries()) {
      assert.deepEqual([problems[index]?.path, problems[index]?.line], [null, null], path);
      assert.ok(problems[index]?.message.includes(path), path);
    }
    assert.ok(annotations.every(({ file }) => file === null));
  });

  test('a path is found however the service writes it', async () => {
    const written = ['index.html', './index.html', '/index.html', 'index.html:3', 'index.html:3:1', '.\\index.html'];
    const { problems } = await deployTo(refuseWith(written.map((path) => ({ path, line: 3, message: 'Wrong.' }))));
    assert.deepEqual(
      problems.map(({ path, line }) => [path, line]),
      written.map(() => ['index.html', 3]),
    );
  });

  test('a field stands on its line of service.json, or on the file that it is', async () => {
    const fields = ['name', 'tagline', 'color', 'logo', 'system_prompt', 'html'];
    const { problems, annotations } = await deployTo(
      refuseWith(fields.map((field) => ({ field, message: `${field} is wrong` }))),
    );
    assert.deepEqual(
      problems.map(({ path, line }) => [path, line]),
      [
        ['service.json', 2],
        ['service.json', 3],
        ['service.json', 4],
        ['service.json', 5],
        ['instructions.md', null],
        ['index.html', null],
      ],
    );
    assert.deepEqual(
      annotations.filter(({ level }) => level === 'error').map(({ file }) => file),
      [...Array(4).fill('app/service.json'), 'app/instructions.md', 'app/index.html', null],
    );
  });

  test('a path that the folder does not have is kept', async () => {
    const { problems, annotations } = await deployTo(refuseWith([{ path: 'assets/gone.png', message: 'Missing.' }]));
    assert.deepEqual([problems[0]?.path, problems[0]?.line], ['assets/gone.png', null]);
    assert.equal(annotations.find(({ message }) => message === 'Missing.')?.file, 'app/assets/gone.png');
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
    for (const [folder, file] of Object.entries(folders)) {
      const result = await refuseDeploy(stage, refuseWith([{ path: 'index.html', line: 2, message: 'Wrong.' }]), {
        folder,
      });
      assert.deepEqual(
        listErrors(result).map((error) => error.file),
        [file, null],
        folder,
      );
    }
  });
});

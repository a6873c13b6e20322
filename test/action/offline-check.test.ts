import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appFiles, concurrency, type Files, openStage } from './stage.ts';

const { 'app/service.json': _, 'app/index.html': __, ...assets } = appFiles;

/** The files of the usual app, with these in place of some. */
function change(files: Files): Files {
  return { ...appFiles, ...files };
}

test('the check before a deploy, in log, annotations and summary', { concurrency }, async (t) => {
  await t.test('a folder that is no app is refused, and nothing is sent', async () => {
    await using stage = await openStage({ files: assets });
    const { exitCode, requests, outputs, annotations, summary } = await stage.run({ create: 'true' });
    assert.deepEqual([exitCode, requests, outputs['outcome']], [1, [], 'rejected']);
    assert.ok(annotations.some(({ level, title }) => level === 'error' && title === 'no_app'));
    assert.match(summary ?? '', /neither service\.json nor index\.html/);
  });

  await t.test('a missing name is an error where the run may create the app, else a warning', async () => {
    await using stage = await openStage({ files: change({ 'app/service.json': '{"nmae":"Tides"}' }) });
    const created = await stage.run({ create: 'true' });
    assert.deepEqual([created.exitCode, created.requests], [1, []]);
    assert.match(created.summary ?? '', /nmae: name\? Rename it/);
    const planned = await stage.run({ 'dry-run': 'true', 'api-key': '' });
    assert.equal(planned.exitCode, 0);
    const shown = planned.annotations.map(({ level, title, line }) => [level, title, line]);
    assert.deepEqual(shown.slice(0, 2), [
      ['warning', 'name_missing', 1],
      ['warning', 'unknown_key', 1],
    ]);
  });

  await t.test(
    'a file that the page names and the folder lacks is a warning on its line, and does not stop a deploy',
    async () => {
      const page = '<!doctype html>\n<title>Tides</title>\n<script src="app.js"></script>\n';
      await using stage = await openStage({ files: change({ 'app/index.html': page }) });
      const { exitCode, annotations, output, summary } = await stage.run({ create: 'true' });
      assert.equal(exitCode, 0);
      const [first] = annotations;
      assert.deepEqual(
        [first?.level, first?.title, first?.file, first?.line, first?.column],
        ['warning', 'reference_missing', 'app/index.html', 3, 14],
      );
      assert.match(output, /app\/index\.html:3:14: warning/);
      assert.match(summary ?? '', /app&#46;js|app\.js/);
    },
  );

  await t.test('no instructions are no problem', async () => {
    const { 'app/instructions.md': ___, ...others } = appFiles;
    await using stage = await openStage({ files: others });
    const { exitCode, outputs } = await stage.run({ create: 'true' });
    assert.deepEqual([exitCode, outputs['problem-count']], [0, '0']);
  });
});

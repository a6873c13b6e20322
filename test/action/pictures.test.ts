import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PicturedSandbox, renderPictures } from '../../scripts/pictures.ts';
import { listFiles, readText } from '../support/repository.ts';

test('the pictures in the docs show the current output of the action', async () => {
  await using sandbox = await PicturedSandbox.open();
  const pictures = [
    ...(await renderPictures()),
    { name: 'sandbox', markdown: await sandbox.readWords() },
  ];
  assert.deepEqual(
    listFiles('docs/images', '.txt'),
    pictures.map(({ name }) => `docs/images/${name}.txt`).sort(),
  );
  for (const { name, markdown } of pictures) {
    const kept = readText(`docs/images/${name}.txt`);
    assert.equal(
      `${markdown.trimEnd()}\n`,
      kept,
      `${name}: run "npm run build", then "npm run screenshots"`,
    );
    const files = listFiles('docs/images', '.png').filter((file) =>
      file.startsWith(`docs/images/${name}-`),
    );
    assert.deepEqual(files, [`docs/images/${name}-dark.png`, `docs/images/${name}-light.png`]);
  }
});

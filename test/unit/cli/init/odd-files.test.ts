import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { builders } from '../../../../cli/files/builders.ts';
import { readConfigFile, removeComments } from '../../../../cli/files/config-file.ts';
import { readBuildPaths } from '../../../../cli/init/build-paths.ts';
import { isWorkspace } from '../../../../cli/init/packages.ts';
import { readPipeline } from '../../../../cli/init/recipes.ts';
import { assertFast } from '../../../support/fast.ts';

const folder = mkdtempSync(join(tmpdir(), 'odd-'));
after(() => rmSync(folder, { recursive: true }));

/** Pieces of code that a pattern could begin to match again and again. */
const pieces = [
  '/*',
  '//',
  '"',
  '`',
  'outDir:',
  'outDir: resolve(',
  'root: path.resolve(__dirname,',
  'publicDir: false',
  'output:{',
  'output: {path:',
  'distPath: {',
  'dir:{ output',
  'x = join( ',
  '\n',
];

function repeat(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
}

test('a configuration of odd texts is read in linear time', () => {
  for (const piece of pieces) {
    const code = repeat(piece, 50_000);
    assertFast(() => removeComments(code), piece);
    for (const builder of builders.filter(({ output }) => output.keys.length > 0)) {
      const [config = ''] = builder.configs;
      const file = join(folder, `${config}js`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, code);
      assertFast(
        () => readBuildPaths(folder, builder.command, builder),
        `${builder.name} ${piece}`,
      );
      rmSync(file);
    }
  }
});

test('a pipeline of odd YAML is no pipeline of ours, and a long one is not read', () => {
  for (const piece of ['- ', '[', '{a: ', '"', '&a ', 'a: &a [*a]\n', '? ', '!!map ', '- x\n'])
    assert.deepEqual(readPipeline(`# miniapp-deploy@1\n${repeat(piece, 20_000)}`), []);
  const ours = 'a: npx miniapp-deploy@1.0.0 check app\n';
  assert.deepEqual(readPipeline(ours), ['app']);
  assert.deepEqual(readPipeline(`${ours}#${' '.repeat(100_000)}`), []);
});

test('a workspace of odd YAML, or of other JSON, is no workspace', () => {
  for (const workspaces of ['null', '[7]']) {
    writeFileSync(join(folder, 'package.json'), `{"workspaces":${workspaces}}`);
    assert.equal(isWorkspace(folder), false);
  }
  writeFileSync(join(folder, 'pnpm-workspace.yaml'), repeat('? ', 20_000));
  assert.equal(isWorkspace(folder), false);
  writeFileSync(join(folder, 'pnpm-workspace.yaml'), 'packages:\n  - apps/* # ours\n');
  assert.equal(isWorkspace(folder), true);
});

test('a file that is longer than anybody writes is not read', () => {
  const file = join(folder, 'vite.config.ts');
  writeFileSync(file, 'x');
  assert.equal(readConfigFile(file), 'x');
  truncateSync(file, 600_000_000);
  assert.equal(readConfigFile(file), '');
});

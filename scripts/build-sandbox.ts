/**
 * `npm run build:sandbox`: writes sandbox/dist/, which runs on each version of Node that
 * sandbox/package.json names. `npm pack` in sandbox/ does this first.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const sandbox = join(root, 'sandbox');

rmSync(join(sandbox, 'dist'), { recursive: true, force: true });
const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const args = [compiler, '-p', join(sandbox, 'tsconfig.build.json')];
const compilation = spawnSync(process.execPath, args, { stdio: 'inherit' });
const { openapi } = await import('../sandbox/api/openapi.ts');
const code = `export const openapi = ${JSON.stringify(openapi)};\n`;
writeFileSync(join(sandbox, 'dist', 'api', 'openapi.js'), code);
cpSync(join(root, 'LICENSE'), join(sandbox, 'dist', 'LICENSE'));
const page = join(sandbox, 'dist', 'page');
const pico = join(root, 'node_modules', '@picocss', 'pico');
cpSync(join(pico, 'css', 'pico.classless.min.css'), join(page, 'pico.css'));
cpSync(join(pico, 'LICENSE.md'), join(page, 'pico.LICENSE.md'));
const idiomorph = join(root, 'node_modules', 'idiomorph');
cpSync(join(idiomorph, 'dist', 'idiomorph.esm.js'), join(page, 'idiomorph.js'));
cpSync(join(idiomorph, 'LICENSE'), join(page, 'idiomorph.LICENSE'));
for (const name of ['page.css', 'page.js', 'draft-bar.js', 'icon.svg']) {
  cpSync(join(sandbox, 'page', name), join(page, name));
}
process.exitCode = compilation.status ?? 1;

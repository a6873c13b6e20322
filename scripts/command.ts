/**
 * `npm run check -- <folder>`: runs a command of `miniapp-deploy` from its source, in the
 * directory that npm was called from. npm itself runs scripts in the directory of their package,
 * and passes the directory of the caller in INIT_CWD.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const entry = join(import.meta.dirname, '..', 'cli', 'index.ts');
const cwd = process.env['INIT_CWD'] ?? process.cwd();
const command = spawnSync(process.execPath, [entry, ...process.argv.slice(2)], {
  cwd,
  stdio: 'inherit',
});
process.exitCode = command.status ?? 130;

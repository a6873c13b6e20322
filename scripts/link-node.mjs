/**
 * After `npm ci`: makes `node_modules/.bin/node` the locked Node, so that `npm run` finds it first.
 * npm 11 does so itself. npm 10 and older remove the link together with the packages of the other
 * platforms, which have a command of the same name. This is plain JavaScript, because any Node may
 * run npm. It does nothing if no Node is locked for the platform.
 */
import { existsSync, linkSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const isWindows = process.platform === 'win32';
const command = isWindows ? 'node.exe' : 'node';
const locked = join(`node-${isWindows ? 'win' : process.platform}-${process.arch}`, 'bin', command);
const modules = join(import.meta.dirname, '..', 'node_modules');
const link = join(modules, '.bin', command);

if (existsSync(join(modules, locked))) {
  rmSync(link, { force: true });
  // Symbolic links need a privilege on Windows.
  if (isWindows) linkSync(join(modules, locked), link);
  else symlinkSync(join('..', locked), link);
}

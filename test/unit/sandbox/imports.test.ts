import assert from 'node:assert/strict';
import { dirname, join } from 'node:path/posix';
import { test } from 'node:test';
import { listFiles, readText } from '../../support/repository.ts';

/** The parts of the sandbox. Each imports only parts in front of it. */
const parts = [
  'service',
  'api',
  'dev',
  'page',
  'server.ts',
  'try',
  'command-line.ts',
  'main.ts',
] as const;

test('each part of the sandbox imports only parts below it, and neither src nor cli', () => {
  const upwards: string[] = [];
  for (const file of listFiles('sandbox', '.ts')) {
    const code = readText(file);
    for (const [, specifier = ''] of code.matchAll(/(?:from|import\() ?'(\.[^']+)'/g)) {
      const target = join(dirname(file), specifier);
      if (findFloor(target) > findFloor(file)) upwards.push(`${file} imports ${target}`);
    }
  }
  assert.deepEqual(upwards, []);
});

test('no program of the sandbox loads compiled code from a folder that others may write', () => {
  const files = ['.ts', '.js'].flatMap((ending) => listFiles('sandbox', ending));
  const users = files.filter((file) => /compileCache/i.test(readText(file)));
  assert.deepEqual(users, []);
});

/** Returns the place in the list of parts; a place above all of them for any other file. */
function findFloor(file: string): number {
  const floor = parts.findIndex((part) => {
    return file === `sandbox/${part}` || file.startsWith(`sandbox/${part}/`);
  });
  return floor === -1 ? parts.length : floor;
}

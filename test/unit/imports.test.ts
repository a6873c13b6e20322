import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { listFiles, readText } from '../support/repository.ts';

/**
 * The rooms of each building, the top one first, and the packages that a room may import. A room is
 * a folder, or a file on the ground of the building. It imports only rooms below it, and may import
 * the buildings that are named. (A tool for this would need the compiler API of TypeScript, which
 * version 7 does not have.)
 */
const buildings: Readonly<Record<string, Building>> = {
  src: {
    imports: [],
    rooms: [
      ['index.ts'],
      ['runner', '@actions/core', '@actions/github'],
      ['commands', 'diff'],
      ['run'],
      ['report', '@actions/core'],
      ['folder', 'minimatch', 'mrmime', 'jsonc-parser'],
      ['api', 'undici'],
      ['web', 'es-module-lexer/minimal'],
      ['inputs'],
      ['clock.ts'],
      ['errors.ts'],
      ['app'],
      ['text'],
    ],
  },
  cli: {
    imports: ['src'],
    apart: ['init', 'arrange', 'page', 'doctor', 'news'],
    rooms: [
      ['index.ts'],
      ['command-line.ts'],
      ['init', 'yaml', 'package-manager-detector', 'minimatch'],
      ['arrange', 'es-module-lexer/minimal'],
      ['page'],
      ['doctor'],
      ['news'],
      ['action-command.ts'],
      ['output'],
      ['files', 'es-module-lexer/minimal'],
      ['options'],
    ],
  },
  sandbox: {
    imports: [],
    rooms: [
      ['main.ts'],
      ['command-line.ts'],
      ['try', 'axe-core', 'mrmime', 'playwright-core'],
      ['server.ts', '@hono/node-server', 'hono'],
      ['page', 'diff', 'hono'],
      ['dev'],
      ['api', 'hono', 'yaml'],
      ['service', 'jsonc-parser', 'mrmime'],
    ],
  },
};

interface Building {
  /** Other buildings that this one may import. */
  readonly imports: readonly string[];
  /** Rooms that do not import each other. */
  readonly apart?: readonly string[];
  readonly rooms: readonly (readonly [room: string, ...packages: readonly string[]])[];
}

/** A statement that imports or exports from a file, and a call that imports one. */
const importing =
  /^(?:(?:import|export)\b[^;'"]*?|\} )from '([^']+)';|^import '([^']+)';|\bimport\('([^']+)'\)/gm;

for (const [name, building] of Object.entries(buildings)) {
  const order = building.rooms.map(([room]) => room);
  describe(`in ${name}/`, () => {
    test('every file is in a room of the table', () => {
      const rooms = new Set(listSources(name).map((file) => toRoom(file)));
      assert.deepEqual([...rooms].sort(), [...order].sort());
    });
    test('imports run down, and each package has its rooms', () => {
      const wrong = listSources(name).flatMap((file) => listWrong(file, name, building));
      assert.deepEqual(wrong, []);
    });
  });
}

/** Lists the files of a building, without what `npm run build:sandbox` writes. */
function listSources(name: string): readonly string[] {
  return listFiles(name, '.ts').filter((file) => toRoom(file) !== 'dist');
}

/** Returns the room of a file, such as `src/api/client.ts`: the folder or file after the building. */
function toRoom(file: string): string {
  return file.split('/')[1] ?? '';
}

function listWrong(file: string, name: string, building: Building): readonly string[] {
  const order = building.rooms.map(([room]) => room);
  const [, ...packages] = building.rooms.find(([room]) => room === toRoom(file)) ?? [''];
  const wrong: string[] = [];
  for (const [, from, plain, called] of readText(file).matchAll(importing)) {
    const target = from ?? plain ?? called ?? '';
    if (target.startsWith('node:')) continue;
    if (!target.startsWith('.')) {
      const isAllowed = packages.some((name) => `${target}/`.startsWith(`${name}/`));
      if (!isAllowed) wrong.push(`${file} imports the package ${target}`);
      continue;
    }
    const path = join(dirname(file), target).replaceAll('\\', '/');
    const [other = ''] = path.split('/');
    const ends = [toRoom(file), toRoom(path)];
    const [top = 0, bottom = 0] = ends.map((room) => order.indexOf(room));
    const isApart = top !== bottom && ends.every((room) => building.apart?.includes(room));
    const isDown = top <= bottom && !isApart;
    const isAllowed = other === name ? isDown : building.imports.includes(other);
    if (!isAllowed) wrong.push(`${file} imports ${path}`);
  }
  return wrong;
}

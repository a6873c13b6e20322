/**
 * `npm run check -- <folder>`: checks an app folder before it is pushed. Runs dist/ as a workflow would, as a dry run
 * without a key, so that nothing is sent: the same check, lines and exit code as in CI. `--include` and `--exclude` take
 * patterns as the inputs do, and may be given more than once. Folders are relative to the directory npm was called from.
 */
import { existsSync } from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';
import { exitWithUsage, readArguments } from './arguments.ts';
import { parseCommands, splitLines } from './runner/commands.ts';
import { runStep } from './runner/step.ts';

const { folder, include, exclude } = readFolder();
const workspace = findWorkspace(folder);
const inputs = {
  command: 'deploy',
  'dry-run': 'true',
  slug: toSlug(basename(folder)),
  folder: relative(workspace, folder) || '.',
  include: include.join('\n'),
  exclude: exclude.join('\n'),
};
const { output, exitCode } = await runStep({ with: inputs, workspace });
for (const line of toShownLines(output)) console.log(line);
process.exitCode = exitCode ?? 1;

interface FolderArguments {
  /** Absolute. */
  readonly folder: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

function readFolder(): FolderArguments {
  const usage = 'npm run check -- <folder> [--include <pattern>]… [--exclude <pattern>]…';
  const { values, positionals } = readArguments(usage, {
    options: { include: { type: 'string', multiple: true }, exclude: { type: 'string', multiple: true } },
    allowPositionals: true,
  });
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) return exitWithUsage(usage, 'One folder must be named.');
  const { include = [], exclude = [] } = values;
  // npm runs scripts in the directory of their package, and says in INIT_CWD where it was called.
  return { folder: resolve(process.env['INIT_CWD'] ?? process.cwd(), folder), include, exclude };
}

/** The checkout that the folder lies in, as a runner has it; without one, the folder above it. */
function findWorkspace(folder: string): string {
  for (let at = folder; at !== dirname(at); at = dirname(at)) if (existsSync(resolve(at, '.git'))) return at;
  return dirname(folder);
}

/** The address of the app does not matter here: the folder's name where it could be one. */
function toSlug(name: string): string {
  return /^[a-z0-9-]{3,32}$/.test(name) ? name : 'app';
}

/** The log as the runner shows it: annotations with their level in front, and no other commands. */
function toShownLines(output: string): readonly string[] {
  return splitLines(output).flatMap((line) => {
    const [command] = parseCommands(line);
    if (command === undefined) return [line];
    const { name, data } = command;
    if (name === 'group') return [data];
    return ['error', 'warning', 'notice'].includes(name) ? [`${name[0]?.toUpperCase()}${name.slice(1)}: ${data}`] : [];
  });
}

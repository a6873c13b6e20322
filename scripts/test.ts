/**
 * `npm run test:unit` and the like: runs the tests of these kinds, or of the files that are named.
 *
 * - `--update` writes their snapshots.
 * - `--assume name=value` and `--preset name` run the whole-action tests against a sandbox that
 *   behaves like another service, as the doctor's report suggests. What fails then is what the
 *   action cannot do with such a service.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readArguments } from './arguments.ts';
import { openCompileCache } from './compile-cache.ts';

const usage = 'npm run test:KIND -- [--update] [--preset NAME] [--assume NAME=VALUE …] [FILE …]';
const { values, positionals } = readArguments(usage, {
  allowPositionals: true,
  options: {
    update: { type: 'boolean' },
    preset: { type: 'string' },
    assume: { type: 'string', multiple: true },
    // For `npm test`: runs the files in two processes, since starting one for each takes longer than
    // most files do.
    grouped: { type: 'boolean' },
    // Asks for a coverage, of which Node measures each group as a whole.
    coverage: { type: 'boolean' },
    // For `npm test`: prints failures, and only the number of tests that passed.
    brief: { type: 'boolean' },
  },
});
const { update = false, preset, assume = [], coverage = false, brief = false } = values;
const { grouped = coverage } = values;
const kinds = positionals.filter((name) => /^\w+$/.test(name));
const files = positionals.filter((name) => !kinds.includes(name));

/** The minimum coverage, in percent, of the files in src/ and cli/ that the tests load. */
const minCoverage = 95;

const coverageOptions = [
  '--experimental-test-coverage',
  '--test-coverage-include=src/**',
  '--test-coverage-include=cli/**',
  `--test-coverage-lines=${minCoverage}`,
  `--test-coverage-branches=${minCoverage}`,
];

/** The most milliseconds for one test or group: many times what the longest takes. */
const maxTestMs = 10 * 60_000;
/** The most milliseconds for a run. Only this ends a test that blocks the event loop for ever. */
const maxRunMs = 45 * 60_000;

/**
 * Tests that start many programs. In groups they run in a process of their own, because each
 * start copies the page tables of the process. That takes 16 ms of CPU time in the 700 MB which the
 * other tests leave behind, but 1 ms in a process that is small: 10 s in all.
 */
const programTests =
  /^test\/(?:unit\/cli\/(?:files|init)|integration\/(?:runner|sandbox|scripts|workflows))\//;

/** Code that makes a process fail which ends before its tests, such as by process.exit(0). */
const requireEnd = `
import { after } from 'node:test';
let isOver = false;
after(() => { isOver = true; });
process.once('exit', () => {
  if (isOver) return;
  console.error('✖ the run ended before its tests.');
  process.exitCode = 1;
});
`;

const root = join(import.meta.dirname, '..');
process.exitCode = grouped ? await runGroups() : await runTests(listPatterns(), []);

/**
 * Runs the tests in two processes, one after the other: Node starts one for each file, so each
 * group gets a file that imports its tests. Returns the exit code.
 */
async function runGroups(): Promise<number> {
  const all = globSync(listPatterns(), { cwd: root }).map((path) => path.replaceAll('\\', '/'));
  const folder = mkdtempSync(join(tmpdir(), 'groups-'));
  const writeGroup = (name: string, paths: readonly string[]): string => {
    const file = join(folder, `${name}.mjs`);
    const urls = paths.map((path) => pathToFileURL(join(root, path)).href);
    const imports = urls.map((url) => `import ${JSON.stringify(url)};\n`);
    writeFileSync(file, [...imports, requireEnd].join(''));
    return file.replaceAll('\\', '/');
  };
  const isProgramTest = (path: string): boolean => programTests.test(path);
  const groups = [
    writeGroup('1-programs', all.filter(isProgramTest)),
    writeGroup(
      '2-others',
      all.filter((path) => !isProgramTest(path)),
    ),
  ];
  const exitCode = await runTests(groups, coverage ? coverageOptions : []);
  rmSync(folder, { recursive: true });
  return exitCode;
}

function listPatterns(): readonly string[] {
  return files.length > 0 ? files : kinds.map((kind) => `test/${kind}/**/*.test.ts`);
}

/** Runs the tests of these files. `options` are added. Returns the exit code. */
async function runTests(paths: readonly string[], options: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [...listOptions(), ...options, ...paths], {
    cwd: root,
    env: makeEnvironment(),
    stdio: 'inherit',
    timeout: maxRunMs,
    killSignal: 'SIGKILL',
  });
  const [exitCode, signal] = await once(child, 'close');
  if (signal !== null) console.error(`✖ the tests were ended by ${signal}.`);
  return exitCode ?? 1;
}

function listOptions(): readonly string[] {
  const reporter = brief ? './scripts/brief-reporter.ts' : 'spec';
  const args = [
    '--test',
    `--test-reporter=${reporter}`,
    `--test-timeout=${maxTestMs}`,
    // What a test that was ended has left open must not keep the run alive.
    '--test-force-exit',
  ];
  // Tests make many short-lived objects: with more room V8 collects them in a fifth less time.
  if (grouped) args.push('--test-concurrency=1', '--max-semi-space-size=64');
  // Whole-action tests start programs that use both cores, and share the package of the command.
  else if (kinds.includes('action')) args.push('--test-isolation=none');
  // Browser tests mostly wait: until a page has been quiet for a second, for example.
  else args.push(`--test-concurrency=${kinds.includes('browser') ? 3 : 2}`);
  return args;
}

/**
 * Returns the environment without the variables of a runner and without proxies: each test sets the
 * variables that it needs.
 */
function makeEnvironment(): Record<string, string | undefined> {
  const isForeign = /^(?:ACTIONS|GITHUB|INPUT|MINIAPPS|RUNNER)_|_proxy$/i;
  const env: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (!isForeign.test(name)) env[name] = value;
  }
  const assumed = assume.flatMap((one) => ['--assume', one]);
  if (preset !== undefined) assumed.unshift('--preset', preset);
  if (assumed.length > 0) env['SANDBOX_ASSUME'] = assumed.join(' ');
  if (update) env['UPDATE_SNAPSHOTS'] = '1';
  // Programs that tests start again and again need not be compiled each time. Coverage is exact
  // only without it.
  if (!coverage) env['NODE_COMPILE_CACHE'] ??= openCompileCache();
  return env;
}

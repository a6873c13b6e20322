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
import { join } from 'node:path';
import { readArguments } from './arguments.ts';
import { openCompileCache } from './compile-cache.ts';

const usage = 'npm run test:KIND -- [--update] [--preset NAME] [--assume NAME=VALUE …] [FILE …]';
const { values, positionals } = readArguments(usage, {
  allowPositionals: true,
  options: {
    update: { type: 'boolean' },
    preset: { type: 'string' },
    assume: { type: 'string', multiple: true },
    // For `npm test`: asks for a coverage, and runs all files in one process, since starting one
    // for each takes longer than most files do.
    coverage: { type: 'boolean' },
    // For `npm test`: prints failures, and only the number of tests that passed.
    brief: { type: 'boolean' },
  },
});
const { update = false, preset, assume = [], coverage = false, brief = false } = values;
const kinds = positionals.filter((name) => /^\w+$/.test(name));
const files = positionals.filter((name) => !kinds.includes(name));

/** The minimum coverage, in percent, of the files in src/ and cli/ that the tests load. */
const minCoverage = 95;

/** The most milliseconds for one test or group: many times what the longest takes. */
const maxTestMs = 10 * 60_000;
/** The most milliseconds for a run. Only this ends a test that blocks the event loop for ever. */
const maxRunMs = 45 * 60_000;

const child = spawn(process.execPath, listArguments(), {
  cwd: join(import.meta.dirname, '..'),
  env: makeEnvironment(),
  stdio: 'inherit',
  timeout: maxRunMs,
  killSignal: 'SIGKILL',
});
const [exitCode, signal] = await once(child, 'close');
if (signal !== null) console.error(`✖ the tests were ended by ${signal}.`);
process.exitCode = exitCode ?? 1;

function listArguments(): readonly string[] {
  const reporter = brief ? './scripts/brief-reporter.ts' : 'spec';
  const args = [
    '--test',
    `--test-reporter=${reporter}`,
    `--test-timeout=${maxTestMs}`,
    // What a test that was ended has left open must not keep the run alive.
    '--test-force-exit',
  ];
  // Whole-action tests start programs that use both cores, and share the package of the command.
  const isOneProcess = coverage || kinds.includes('action');
  if (isOneProcess) {
    // Tests make many short-lived objects: with more room V8 collects them in a fifth less time.
    args.push('--test-isolation=none', '--max-semi-space-size=64');
  } else {
    args.push('--test-concurrency=2');
  }
  if (coverage) {
    args.push(
      '--experimental-test-coverage',
      '--test-coverage-include=src/**',
      '--test-coverage-include=cli/**',
      `--test-coverage-lines=${minCoverage}`,
      `--test-coverage-branches=${minCoverage}`,
    );
  }
  const all = kinds.map((kind) => `test/${kind}/**/*.test.ts`);
  return [...args, ...(files.length > 0 ? files : all)];
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

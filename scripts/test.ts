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
import { toMaxSilence } from './watch-tests.ts';

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

const child = spawn(process.execPath, listArguments(), {
  cwd: join(import.meta.dirname, '..'),
  env: makeEnvironment(),
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
let hasEnded = false;
let timer = startTimer();
// The reporter sends a sign of life, unless a test keeps the event loop busy for ever.
child.on('message', (message) => {
  if (message === 'ended') hasEnded = true;
  clearTimeout(timer);
  timer = startTimer();
});
const [exitCode] = await once(child, 'close');
clearTimeout(timer);
// A run that stops before all tests have ended has proven nothing, whatever its exit code.
if (!hasEnded) console.error('✖ the run ended before its tests.');
process.exitCode = hasEnded ? (exitCode ?? 1) : 1;

function listArguments(): readonly string[] {
  const reporter = brief ? './scripts/brief-reporter.ts' : 'spec';
  const args = [
    '--test',
    `--test-reporter=${reporter}`,
    '--test-reporter-destination=stdout',
    '--test-reporter=./scripts/watch-tests.ts',
    '--test-reporter-destination=stderr',
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
  // only without it. Nobody else can write to this folder: Node runs what is in it.
  const cache = join(import.meta.dirname, '..', 'node_modules', '.cache', 'compiled');
  if (!coverage) env['NODE_COMPILE_CACHE'] ??= cache;
  return env;
}

/** Ends the run if no sign of life comes in time. */
function startTimer(): NodeJS.Timeout {
  return setTimeout(() => {
    console.error(
      '✖ a test blocks the event loop. To find its file, run the kinds one by one: "npm run test:unit", test:integration, test:model.',
    );
    child.kill('SIGKILL');
  }, toMaxSilence());
}

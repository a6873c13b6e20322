/**
 * `npm run test:unit` and the like: the tests of these kinds, or of the files that are named. With
 * `--update` they write their snapshots anew. With the flags that the doctor's report names,
 * `--assume name=value`, or with `--preset name`, those of the whole action run against a sandbox
 * that responds so: what fails then is what the action does not do for such a service.
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
    // For `npm test`: with a floor, and in one process, since to start one for each file takes longer than most files.
    coverage: { type: 'boolean' },
  },
});
const { update = false, preset, assume = [], coverage = false } = values;
const kinds = positionals.filter((name) => /^\w+$/.test(name));
/**
 * Tests of the whole action start programs that use both cores, and share the package of the
 * command.
 */
const isTogether = coverage || kinds.includes('action');
const named = positionals.filter((name) => !kinds.includes(name));
const assumed = [
  ...(preset === undefined ? [] : ['--preset', preset]),
  ...assume.flatMap((one) => ['--assume', one]),
];

/** Of what the tests load of src/ and cli/. */
const floor = [
  '--experimental-test-coverage',
  '--test-coverage-include=src/**',
  '--test-coverage-include=cli/**',
  '--test-coverage-lines=95',
  '--test-coverage-branches=95',
];
const args = [
  ...['--test', '--test-reporter=spec', '--test-reporter-destination=stdout'],
  ...['--test-reporter=./scripts/watch-tests.ts', '--test-reporter-destination=stderr'],
  // With more room for what lives for a moment, of which tests make much, V8 collects it in a fifth less time.
  ...(isTogether
    ? ['--test-isolation=none', '--max-semi-space-size=64']
    : ['--test-concurrency=2']),
  ...(coverage ? floor : []),
  ...(named.length > 0 ? named : kinds.map((kind) => `test/${kind}/**/*.test.ts`)),
];
// What tells a run where it is, and what leads its requests elsewhere, is no business of a test: each sets what it needs.
const foreign = /^(?:ACTIONS|GITHUB|INPUT|MINIAPPS|RUNNER)_|_proxy$/i;
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
if (assumed.length > 0) env['SANDBOX_ASSUME'] = assumed.join(' ');
if (update) env['UPDATE_SNAPSHOTS'] = '1';

const child = spawn(process.execPath, args, {
  cwd: join(import.meta.dirname, '..'),
  env,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
// The reporter says that it lives: not where a test never lets others have their turn.
let timer = watch();
let hasEnded = false;
child.on('message', (message) => {
  hasEnded ||= message === 'ended';
  clearTimeout(timer);
  timer = watch();
});
const [exitCode] = await once(child, 'close');
clearTimeout(timer);
// A run that goes away before all tests have ended has proven nothing, whatever its exit code.
if (!hasEnded) console.error('✖ the run ended before its tests.');
process.exitCode = hasEnded ? (exitCode ?? 1) : 1;

function watch(): NodeJS.Timeout {
  return setTimeout(() => {
    console.error(
      '✖ never ended: a test that lets no other have its turn. "npm run test:unit", test:integration or test:model names its file.',
    );
    child.kill('SIGKILL');
  }, toMaxSilence());
}

/**
 * `npm run test:action`: the tests of the whole action, or of the files that are named. With the flags that the doctor's report
 * names, `--assume name=value`, or with `--preset name`, they run against a sandbox that responds so: what fails then is what
 * the action does not do for such a service.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { readArguments } from './arguments.ts';

const { values, positionals } = readArguments(
  'npm run test:action -- [--preset NAME] [--assume NAME=VALUE …] [FILE …]',
  { allowPositionals: true, options: { preset: { type: 'string' }, assume: { type: 'string', multiple: true } } },
);
const { preset, assume = [] } = values;
const flags = [...(preset === undefined ? [] : ['--preset', preset]), ...assume.flatMap((one) => ['--assume', one])];
const files = positionals.length > 0 ? positionals : ['test/action/**/*.test.ts'];
const { status } = spawnSync(process.execPath, ['--test', ...files], {
  cwd: join(import.meta.dirname, '..'),
  // Read by test/action/assumed.ts.
  env: { ...process.env, ...(flags.length > 0 && { SANDBOX_ASSUME: flags.join(' ') }) },
  stdio: 'inherit',
});
process.exitCode = status ?? 130;

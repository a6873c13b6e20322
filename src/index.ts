/**
 * The entry that `action.yml` names. A Node that is too old says so: what it lacks would otherwise
 * look like a bug of ours.
 */
import { run } from './runner/main.ts';

const minMajor = 24;
const { node } = process.versions;

// A main that never settles must not look like a success.
process.exitCode = 1;
if (Number.parseInt(node, 10) < minMajor) {
  process.stdout.write(
    `::error::This action needs Node ${minMajor}; this is ${node}. A runner of version 2.329.0 or later has it.\n`,
  );
} else {
  void run();
}

/**
 * The entry point that `action.yml` names. If Node lacks something that the action needs, it exits
 * with a message that explains this; otherwise the missing part would look like a bug of the
 * action.
 */
import { run } from './runner/main.ts';

const requiredNodeMajor = 24;
const { node } = process.versions;

// If `run` never settles, Node exits by itself: that must not look like a success.
process.exitCode = 1;
if (Number.parseInt(node, 10) < requiredNodeMajor) {
  fail(
    `This action needs Node ${requiredNodeMajor}; this is ${node}. Use a runner of version 2.329.0 or later.`,
  );
} else {
  // What `run` cannot report itself must not end the step without a word.
  run().catch((error) => fail(`This is a bug of the action: ${error}`));
}

function fail(message: string): void {
  process.stdout.write(`::error::${message.replace(/\s+/g, ' ')}\n`);
}

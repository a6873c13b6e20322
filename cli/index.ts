/**
 * Entry point of the `miniapp-deploy` command (`src/index.ts` is the action's). On an unsupported
 * runtime it exits with a clear message, since an error about a missing API would look like our
 * bug. Until the runtime is checked, it loads only modules that work on every runtime.
 */
import { setFrontend } from '../src/text/frontend.ts';

const minMajor = 22;
const minMinor = 19;
const { node, bun } = process.versions;
const [major = 0, minor = 0] = node.split('.').map(Number);

// A run that never settles must not look like a success.
process.exitCode = 1;
if (bun !== undefined) {
  await refuseRuntime(
    `miniapp-deploy does not run on Bun's runtime (this is Bun ${bun})`,
    'Use npx, or bunx without --bun: both run Node.',
  );
} else if (major < minMajor || (major === minMajor && minor < minMinor)) {
  await refuseRuntime(
    `miniapp-deploy needs Node ${minMajor}.${minMinor} or later; this is ${node}`,
    'Install a later Node.',
  );
} else {
  setFrontend('terminal');
  const { runThisProcess } = await import('./command-line.ts');
  await runThisProcess();
}

/**
 * Prints the reason that the command does not run on this runtime; with `--json` also as an object.
 */
async function refuseRuntime(message: string, advice: string): Promise<void> {
  process.stderr.write(`${message}. ${advice}\n`);
  if (!process.argv.includes('--json')) return;
  const { printEnvelope } = await import('./output/envelope.ts');
  const end = {
    command: null,
    outcome: 'failed' as const,
    code: 'unsupported_runtime',
    message,
    next: [{ text: advice, run: null, argv: null, by: 'anyone' as const }],
  };
  printEnvelope(end, { print: (text) => process.stdout.write(text), secrets: [] });
}

/**
 * The entry of the command `miniapp-deploy`, as index.ts is that of the action. A runtime that it
 * does not work on says so: what it lacks would otherwise look like a bug of ours.
 */
import { enableCompileCache } from 'node:module';
import { setFrontend } from '../src/text/frontend.ts';

const minVersion = [22, 19];
const { node, bun } = process.versions;
const [major = 0, minor = 0] = node.split('.').map(Number);
const [minMajor = 0, minMinor = 0] = minVersion;
const isTooOld = major < minMajor || (major === minMajor && minor < minMinor);

// A run that never settles must not look like a success.
process.exitCode = 1;
if (bun !== undefined) {
  await refuse(
    `miniapp-deploy does not run on Bun's runtime (this is Bun ${bun})`,
    'Use npx, or bunx without --bun: both run Node.',
  );
} else if (isTooOld) {
  await refuse(
    `miniapp-deploy needs Node ${minVersion.join('.')} or later; this is ${node}`,
    'Install a later Node.',
  );
} else {
  // A command is started often on one machine: what Node compiled of it once need not be compiled again.
  enableCompileCache();
  setFrontend('terminal');
  const { runCommandLine } = await import('./command-line.ts');
  await runCommandLine();
}

async function refuse(message: string, next: string): Promise<void> {
  process.stderr.write(`${message}. ${next}\n`);
  if (!process.argv.includes('--json')) return;
  const { printEnvelope } = await import('./envelope.ts');
  const print = (text: string): unknown => process.stdout.write(text);
  const steps = [{ text: next, run: null, by: 'anyone' }] as const;
  const code = 'unsupported_runtime';
  printEnvelope(
    { command: null, outcome: 'failed', code, message, next: steps },
    { print, secrets: [] },
  );
}

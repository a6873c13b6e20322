/**
 * The entry of the command `miniapp-deploy`, as index.ts is that of the action. A Node that is too old says so: what it lacks would
 * otherwise look like a bug of ours.
 */
const minVersion = [22, 19];
const { node } = process.versions;
const [major = 0, minor = 0] = node.split('.').map(Number);
const [minMajor = 0, minMinor = 0] = minVersion;

// A run that never settles must not look like a success.
process.exitCode = 1;
if (major < minMajor || (major === minMajor && minor < minMinor)) {
  process.stderr.write(`miniapp-deploy needs Node ${minVersion.join('.')} or later; this is ${node}.\n`);
} else {
  const { run } = await import('./command-line.ts');
  await run();
}

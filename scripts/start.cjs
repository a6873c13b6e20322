/**
 * Loaded by `node -r` before each script of package.json. Installs the packages of the lock file
 * where they are not installed as it says, so that a fresh clone needs no other command, and goes
 * on in the Node that they bring where this one is too old to run TypeScript. Plain CommonJS, since
 * it must run on whatever Node there is.
 */
const { spawnSync } = require('node:child_process');
const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
const needed = 24;
const platform = process.platform === 'win32' ? 'win' : process.platform;

// Each file of tests is a process too: the one that starts them has looked.
if (process.env.NODE_TEST_CONTEXT === undefined) start();

function start() {
  if (/^test\b/.test(process.env.npm_lifecycle_event ?? '') && !existsSync(join(root, 'test'))) {
    end('The archive of the sources has no tests. Clone the repository to run them.');
  }
  if (!isInstalled()) install();
  if (Number(process.versions.node.split('.')[0]) < needed) goOn();
}

/**
 * Whether npm's own note of what it installed has each package of the lock file, but those for
 * other platforms, and no other.
 */
function isInstalled() {
  const wanted = readPackages('package-lock.json');
  const installed = readPackages(join('node_modules', '.package-lock.json'));
  const isMissing = ([path, { integrity, optional }]) =>
    installed[path] ? installed[path].integrity !== integrity : !optional;
  return (
    !Object.entries(wanted).some(isMissing) &&
    Object.keys(installed).every((path) => path in wanted)
  );
}

function readPackages(file) {
  try {
    const { '': _root, ...packages } = JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
    return packages;
  } catch {
    return {};
  }
}

function install() {
  const npm = process.env.npm_execpath ?? '';
  if (!npm.endsWith('npm-cli.js'))
    end('node_modules/ is not what package-lock.json says. Run "npm ci".');
  process.stderr.write('node_modules/ is not what package-lock.json says: running "npm ci"…\n');
  const node = process.env.npm_node_execpath ?? process.execPath;
  const { status } = spawnSync(node, [npm, 'ci', '--no-fund', '--no-audit'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) end('"npm ci" failed: see above.');
}

/** Runs the same in the Node of the lock file, and ends with its exit code. */
function goOn() {
  const node = join(
    root,
    'node_modules',
    `node-${platform}-${process.arch}`,
    'bin',
    platform === 'win' ? 'node.exe' : 'node',
  );
  if (!existsSync(node)) {
    end(
      `This needs Node ${needed}; this is ${process.versions.node}. Install it from https://nodejs.org.`,
    );
  }
  // Ctrl+C reaches both: this one waits for the other to end.
  process.on('SIGINT', () => undefined);
  const { status } = spawnSync(node, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
  });
  process.exit(status ?? 130);
}

function end(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

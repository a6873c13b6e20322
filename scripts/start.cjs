/**
 * Loaded by `node -r` before each script of package.json. Installs the packages of the lock file if
 * they are missing or differ, so that a fresh clone needs no other command. If this Node is too old
 * to run TypeScript, it continues in the Node that the packages contain. This is plain CommonJS,
 * because any Node may run it.
 */
const { spawnSync } = require('node:child_process');
const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
const needed = 24;
const platform = process.platform === 'win32' ? 'win' : process.platform;

// Each test file runs in a process of its own: the process that started it has already checked.
if (process.env.NODE_TEST_CONTEXT === undefined) start();

function start() {
  if (/^test\b/.test(process.env.npm_lifecycle_event ?? '') && !existsSync(join(root, 'test'))) {
    end('The source archive has no tests. Clone the repository to run them.');
  }
  if (!isInstalled()) install();
  if (Number(process.versions.node.split('.')[0]) < needed) goOn();
}

/**
 * Returns whether npm's list of installed packages is the list of the lock file. Packages for other
 * platforms may be missing.
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
    end('node_modules/ does not match package-lock.json. Run "npm ci".');
  process.stderr.write('node_modules/ does not match package-lock.json: running "npm ci"…\n');
  const node = process.env.npm_node_execpath ?? process.execPath;
  const { status } = spawnSync(node, [npm, 'ci', '--no-fund', '--no-audit'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) end('"npm ci" failed: see above.');
}

/** Runs the same command in the Node of the lock file, and ends with its exit code. */
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
  // Ctrl+C reaches both processes: this one waits for the other to end.
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

/**
 * Loaded by `node -r` before each TypeScript file that a script of package.json runs. Says which Node that needs, where an older
 * one would only say that it does not know the file's ending. Plain CommonJS, since it must run on whatever Node there is.
 */
const { optionalDependencies } = require('../package.json');

const needed = 24;
const [major, minor] = process.versions.node.split('.');

if (Number(major) < needed) {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const advice =
    name in optionalDependencies ? 'Run "npm ci", which brings it.' : 'Install it from https://nodejs.org.';
  process.stderr.write(`This needs Node ${needed}; this is ${major}.${minor}. ${advice}\n`);
  process.exit(1);
}

/**
 * `npm run check -- <folder>`: runs a command of `miniapp-deploy` from its source, in the
 * directory that npm was called from. npm itself runs scripts in the directory of their package,
 * and passes the directory of the caller in INIT_CWD.
 */
process.chdir(process.env['INIT_CWD'] ?? process.cwd());
await import('../cli/index.ts');

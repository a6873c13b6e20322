/** Who reads the sentences of this process: a run of GitHub Actions, or a person at a terminal. */
export type Frontend = 'github' | 'terminal';

let frontend: Frontend = 'github';

/**
 * Sets the frontend of the process. The entry point calls this first, but modules may be loaded
 * before that. So a table whose sentences depend on the frontend must be a function.
 */
export function setFrontend(ofProcess: Frontend): void {
  frontend = ofProcess;
}

/** True if the process runs for a person at a terminal. */
export function isTerminal(): boolean {
  return frontend === 'terminal';
}

export function perFrontend(github: string, terminal: string): string {
  return frontend === 'github' ? github : terminal;
}

/**
 * Returns the name of an input. On a terminal, this is its option or, for the API key, the
 * environment variable.
 */
export function nameInput(name: string): string {
  if (name === 'api-key') return perFrontend(name, 'MINIAPPS_API_KEY');
  return perFrontend(name, `--${name}`);
}

/**
 * Returns the name of an input within a sentence: `the input exclude`, on a terminal `--exclude`.
 */
export function nameInputInText(name: string): string {
  if (name === 'folder') return perFrontend('the input folder', 'the folder');
  return perFrontend(`the input ${name}`, nameInput(name));
}

export function adviseFlag(name: 'create' | 'force'): string {
  return perFrontend(`set ${name}: true`, `add --${name}`);
}

export function nameCommand(name: string): string {
  return perFrontend(`the command ${name}`, `miniapp-deploy ${name}`);
}

/** Returns the advice to re-run the job, for which GitHub has a button. */
export function nameRerun(
  words: 're-run' | 'Re-run' | 're-run the job' | 'Re-run the job',
): string {
  return perFrontend(words, words.startsWith('R') ? 'Run it again' : 'run it again');
}

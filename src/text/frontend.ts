/** Who reads the sentences of this process: a run of GitHub Actions, or a person at a terminal. */
export type Frontend = 'github' | 'terminal';

let frontend: Frontend = 'github';

/**
 * Sets the frontend of the process. The entry calls it first, but modules may be loaded before: a
 * table whose sentences depend on the frontend has to be a function.
 */
export function setFrontend(ofProcess: Frontend): void {
  frontend = ofProcess;
}

/** True if the process runs for a person at a terminal. */
export function isTerminal(): boolean {
  return frontend === 'terminal';
}

/** Returns the words for the frontend of the process. */
export function perFrontend(github: string, terminal: string): string {
  return frontend === 'github' ? github : terminal;
}

/** The name of an input: on a terminal its option, or the variable of the key. */
export function nameInput(name: string): string {
  return perFrontend(name, name === 'api-key' ? 'MINIAPPS_API_KEY' : `--${name}`);
}

/** The name of an input within a sentence: `the input exclude`, on a terminal `--exclude`. */
export function nameInputInText(name: string): string {
  if (name === 'folder') return perFrontend('the input folder', 'the folder');
  return perFrontend(`the input ${name}`, nameInput(name));
}

/** Advice to set a flag: `set create: true`. */
export function adviseFlag(name: 'create' | 'force'): string {
  return perFrontend(`set ${name}: true`, `add --${name}`);
}

/** A command to run: `the command status`. */
export function nameCommand(name: string): string {
  return perFrontend(`the command ${name}`, `miniapp-deploy ${name}`);
}

/** Advice to re-run the job, which GitHub has a button for. */
export function nameRerun(
  words: 're-run' | 'Re-run' | 're-run the job' | 'Re-run the job',
): string {
  return perFrontend(words, words.startsWith('R') ? 'Run it again' : 'run it again');
}

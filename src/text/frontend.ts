/** Where the sentences of a process are read: beside a run of GitHub Actions, or on a terminal. */
export type Frontend = 'github' | 'terminal';

let frontend: Frontend = 'github';

/**
 * Sets the frontend of the process, as its entry does first of all. Tables of sentences are functions
 * for that: what a module makes while it is loaded may come before.
 */
export function setFrontend(ofProcess: Frontend): void {
  frontend = ofProcess;
}

/** True where a person at a terminal waits for the process. */
export function isTerminal(): boolean {
  return frontend === 'terminal';
}

/** Words of ours that differ by where they are read. */
export function perFrontend(github: string, terminal: string): string {
  return frontend === 'github' ? github : terminal;
}

/** The name of an input: an option on a terminal. The key has no option there, but a variable. */
export function nameInput(name: string): string {
  return perFrontend(name, name === 'api-key' ? 'MINIAPPS_API_KEY' : `--${name}`);
}

/** The same within a sentence: `the input exclude`. The folder is an argument on a terminal. */
export function nameInputInText(name: string): string {
  return name === 'folder'
    ? perFrontend('the input folder', 'the folder')
    : `${perFrontend('the input ', '')}${nameInput(name)}`;
}

/** Advice to set a flag: `set create: true`. */
export function adviseFlag(name: 'create' | 'force'): string {
  return perFrontend(`set ${name}: true`, `add --${name}`);
}

/** A command to run: `the command status`. */
export function nameCommand(name: string): string {
  return perFrontend(`the command ${name}`, `miniapp-deploy ${name}`);
}

/** GitHub has a button for this. */
export function nameRerun(
  words: 're-run' | 'Re-run' | 're-run the job' | 'Re-run the job',
): string {
  return perFrontend(words, words.startsWith('R') ? 'Run it again' : 'run it again');
}

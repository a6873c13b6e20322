/** Where the sentences of a process are read: beside a run of GitHub Actions, or on a terminal. */
export type Voice = 'github' | 'terminal';

let voice: Voice = 'github';

/**
 * Sets the voice of the process, as its entry does first of all. Tables of sentences are functions
 * for that: what a module makes while it is loaded may come before.
 */
export function setVoice(ofProcess: Voice): void {
  voice = ofProcess;
}

/** True where a person at a terminal waits for the process. */
export function isTerminal(): boolean {
  return voice === 'terminal';
}

/** Words of ours that differ by where they are read. */
export function either(github: string, terminal: string): string {
  return voice === 'github' ? github : terminal;
}

/** The name of an input: an option on a terminal. The key has no option there, but a variable. */
export function input(name: string): string {
  return either(name, name === 'api-key' ? 'MINIAPPS_API_KEY' : `--${name}`);
}

/** The same within a sentence: `the input exclude`. The folder is an argument on a terminal. */
export function theInput(name: string): string {
  return name === 'folder'
    ? either('the input folder', 'the folder')
    : `${either('the input ', '')}${input(name)}`;
}

/** Advice to set a flag: `set create: true`. */
export function setFlag(name: 'create' | 'force'): string {
  return either(`set ${name}: true`, `add --${name}`);
}

/** A command to run: `the command status`. */
export function theCommand(name: string): string {
  return either(`the command ${name}`, `miniapp-deploy ${name}`);
}

/** GitHub has a button for this. */
export function rerun(words: 're-run' | 'Re-run' | 're-run the job' | 'Re-run the job'): string {
  return either(words, words.startsWith('R') ? 'Run it again' : 'run it again');
}

/** Where a sentence of ours is read: beside a run of GitHub Actions, or on a terminal. */
export type Voice = 'github' | 'terminal';

/** Where the two forms of some words begin, part and end. No text from outside holds it: this process alone knows the number. */
const secret = Math.random().toString(36).slice(2);
const [start, middle, end] = [`\ufdd0${secret}`, `\ufdd1${secret}`, `\ufdd2${secret}`];
const marked = new RegExp(`${start}(.*?)${middle}(.*?)${end}`, 'gs');

/**
 * Words of ours that differ by where they are read. The text holds both forms until `toVoice` takes one, so that whoever writes a
 * sentence need not know its reader, and no sentence is changed by its wording, which may be that of a service or a file.
 */
export function either(github: string, terminal: string): string {
  return `${start}${github}${middle}${terminal}${end}`;
}

/** A text as it is read in one place. What others wrote in it stays as it is. */
export function toVoice(text: string, voice: Voice): string {
  return text.includes(start) ? text.replaceAll(marked, voice === 'github' ? '$1' : '$2') : text;
}

/** A text after a treatment of outside text, such as an escape, which would also take the marks for such. */
export function inBothVoices(text: string, treat: (text: string) => string): string {
  const [github, terminal] = [treat(toVoice(text, 'github')), treat(toVoice(text, 'terminal'))];
  return github === terminal ? github : either(github, terminal);
}

/** The name of an input: an option on a terminal, and of the key, which is none, its variable. */
export function input(name: string): string {
  return either(name, name === 'api-key' ? 'MINIAPPS_API_KEY' : `--${name}`);
}

/** The same within a sentence: `the input exclude`. The folder is an argument on a terminal. */
export function theInput(name: string): string {
  if (name === 'folder') return either('the input folder', 'the folder');
  return `${either('the input ', '')}${input(name)}`;
}

/** Advice to set a flag: `set create: true`. */
export function setFlag(name: 'create' | 'force'): string {
  return either(`set ${name}: true`, `add --${name}`);
}

/** A command to run: `the command status`. */
export function theCommand(name: string): string {
  return either(`the command ${name}`, `miniapp-deploy ${name}`);
}

/** What GitHub has a button for. */
export function rerun(words: 're-run' | 'Re-run' | 're-run the job' | 'Re-run the job'): string {
  return either(words, words.startsWith('R') ? 'Run it again' : 'run it again');
}

type Phrases = readonly (readonly [pattern: RegExp, words: string])[];

/** What a workflow calls a thing, and what it is called on a command line; in this order. */
const names: Phrases = [
  [/\bthe value of the input api-key\b/, 'the API key'],
  [/\bthe value of the input\b/, 'the value of'],
  [/\bthe inputs folder, include and exclude\b/, 'the folder, --include and --exclude'],
  [/\bthe input folder\b/g, 'the folder'],
  [/\bthe input (include|exclude)\b/g, '--$1'],
  [/( in the repository)? (in|of) (the|this) action\b/g, ''],
  [/(?<![\w/.-])api-key(?![\w/-]|\.\w)/g, 'MINIAPPS_API_KEY'],
  [/(?<![\w/.-])(base-url|dry-run|on-in-review|terms-version|timeout-minutes|wait-for-review)(?![\w/-]|\.\w)/g, '--$1'],
];

/** What advice says of a workflow, and the same for somebody at a terminal; before the names. */
const advice: Phrases = [
  [/\bstore it in the secret that api-key is read from\./, 'use it: export MINIAPPS_API_KEY=…'],
  [
    /(?:\bapi-key )?is required: pass the API key from a secret.*/,
    'MINIAPPS_API_KEY is not set: export MINIAPPS_API_KEY=…',
  ],
  [/\bbase-url is required: (.*)/, '--base-url is required: $1 (or export MINIAPPS_BASE_URL=…)'],
  [/Fix the "with:" block of the step; the README describes every input\./, ''],
  [/ \(max-parallel in a matrix\)/, ''],
  [/\bRun without dry-run to send it\./, 'Run it without --dry-run, or deploy in place of plan, to send it.'],
  [/\bRe-run( the job)?\b/g, 'Run it again'],
  [/\bre-run( the job)?\b/g, 'run it again'],
  [/\brun the job on the newest commit\b/, 'run it on the newest commit'],
  [/\bfind out in the log what\b/, 'find out what'],
  [/\bset (create|force): true\b/g, 'add --$1'],
  [/\bSet terms-version: /, 'Add --terms-version '],
  [/\bSet the input folder to the folder of the app, relative to the workspace\./, 'Name the folder of the app.'],
  [/(the app folder), relative to the workspace/, '$1'],
  [/, and that a step before this one checks out or builds it\b/, ''],
  [/\ba step before this one builds the app\b/, 'the app has been built'],
  [/\bthe user that runs this step permission\b/, 'your user permission'],
  [/ while this step runs\b/, ' meanwhile'],
  [/\bthe command (deploy|list|status)\b/g, 'miniapp-deploy $1'],
];

/**
 * Tells advice of ours for a terminal: options in place of inputs, and nothing of steps, jobs or secrets of a repository. The
 * sentences stay where they are thrown, in the words of the action; a test takes all of them through this.
 */
export function toTerminalAdvice(sentence: string): string {
  return nameOptions(replaceAll(sentence, advice)).trim();
}

/** Names options in place of inputs, in a text that may quote the service: nothing else of it changes. */
export function nameOptions(text: string): string {
  return replaceAll(text, names);
}

function replaceAll(text: string, phrases: Phrases): string {
  return phrases.reduce((result, [pattern, words]) => result.replace(pattern, words), text);
}

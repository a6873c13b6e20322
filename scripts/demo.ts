/**
 * `npm run demo`: the main job from end to end, on this machine alone. Starts the sandbox in this process, runs the
 * committed dist/ as a runner would on examples/tide-times/, and shows what happened. Ends by itself.
 */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { styleText } from 'node:util';
import { startSandbox } from '../sandbox/server.ts';
import { runStep, type StepResult } from '../test/support/action.ts';

const example = join(import.meta.dirname, '..', 'examples', 'tide-times');
const workspace = await mkdtemp(join(tmpdir(), 'demo-'));
const sandbox = await startSandbox();
try {
  await tellStory();
} finally {
  await sandbox.close();
  await rm(workspace, { recursive: true, force: true });
}

async function tellStory(): Promise<void> {
  await cp(example, join(workspace, 'app'), { recursive: true });
  say(`A stand-in of the service runs at ${sandbox.url}; the app folder is a copy of examples/tide-times/.`);

  await act('A push to main: the app is created and deployed', { create: 'true' }, 'deployed');
  await act('The same push again: nothing has changed, so nothing is sent', {}, 'unchanged');

  await breakPage();
  const rejected = await act('A page that breaks the rules: every problem stands on its line', {}, 'rejected');
  showProblems(rejected);
  await cp(join(example, 'index.html'), join(workspace, 'app', 'index.html'));

  const release = { submit: 'true', 'terms-version': sandbox.store.settings().termsVersion };
  const submitted = await act('A release tag: the app is sent for review', release, 'unchanged');
  say(`Its address is ${submitted.outputs['url']}, for its owner alone until it is reviewed.`);
  say('The requests of it all:');
  for (const { method, path, status } of sandbox.requests) console.log(`  ${method} ${path} ${status}`);
  say('To play with it yourself: npm run sandbox, and open its page.');
}

async function act(title: string, inputs: Readonly<Record<string, string>>, expected: string): Promise<StepResult> {
  console.log(`\n${styleText('bold', `== ${title}`)}`);
  const [key] = sandbox.keys;
  const step = { 'base-url': sandbox.url, 'api-key': key, slug: 'tide-times', folder: 'app', ...inputs };
  const result = await runStep({ with: step, workspace });
  for (const line of toShownLines(result.output)) console.log(`  ${line}`);
  console.log(styleText('dim', `  outcome: ${result.outputs['outcome']}, exit code ${result.exitCode}`));
  if (result.outputs['outcome'] !== expected) {
    throw new Error(`Expected the outcome ${expected}, not ${result.outputs['outcome']}.`);
  }
  return result;
}

/** The log as a person sees it: commands undone, what the runner hides left out. */
function toShownLines(output: string): readonly string[] {
  const shown = output.split('\n').filter((line) => line !== '' && !/^::(add-mask|endgroup)/.test(line));
  return shown.flatMap((line) => {
    const [, name = '', data = line] = /^::(\w+)(?: [^:]*(?:%3A[^:]*)*)?::(.*)$/.exec(line) ?? [];
    const text = data.replaceAll('%0A', '\n').replaceAll('%25', '%');
    return text
      .split('\n')
      .map((part) => (name === 'error' ? styleText('red', part) : name === 'group' ? styleText('cyan', part) : part));
  });
}

/** Takes the title away and adds a script from elsewhere: two things that only the service knows to be wrong. */
async function breakPage(): Promise<void> {
  const path = join(workspace, 'app', 'index.html');
  const page = await readFile(path, 'utf8');
  const broken = page
    .replace(/<title>.*?<\/title>/s, '<title></title>')
    .replace('</body>', '  <script src="http://cdn.example.com/tides.js"></script>\n</body>');
  await writeFile(path, broken);
}

function showProblems({ annotations }: StepResult): void {
  say('What GitHub shows in the files of the pull request:');
  for (const { file, line, message } of annotations.filter((annotation) => annotation.file !== null)) {
    console.log(`  ${styleText('yellow', `${file}:${line}`)} ${message.replaceAll('\n', ' ')}`);
  }
}

function say(text: string): void {
  console.log(`\n${text}`);
}

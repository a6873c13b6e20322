/**
 * `npm run demo`: the main job from end to end, on this machine alone. Starts the sandbox in this process, runs the
 * committed dist/ as a runner would on examples/tide-times/, and shows what happened. Ends by itself; with `--open` the
 * sandbox stays up until Ctrl+C, so that the app and the sandbox's page can be looked at.
 */
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { styleText } from 'node:util';
import { startSandbox } from '../sandbox/server.ts';
import { readArguments } from './arguments.ts';
import { parseCommands, splitLines } from './runner/commands.ts';
import { runStep, type StepResult } from './runner/step.ts';

const { values: options } = readArguments('npm run demo [-- --open]', { options: { open: { type: 'boolean' } } });
const example = join(import.meta.dirname, '..', 'examples', 'tide-times');
const workspace = await mkdtemp(join(tmpdir(), 'demo-'));
// A response that shows nothing makes the action look for proof by itself.
const sandbox = await startSandbox({ assumptions: { deploy_response: 'ok' } });
try {
  await playStory();
  await (options.open ? waitForEnd() : sayHowToGoOn());
} finally {
  await sandbox.close();
  await rm(workspace, { recursive: true, force: true });
}

async function playStory(): Promise<void> {
  await cp(example, join(workspace, 'app'), { recursive: true });
  say(`A local mock of the service runs at ${sandbox.url}; the app folder is a copy of examples/tide-times/.`);

  await act('A push to main: the app is created and deployed', { create: 'true' }, 'deployed');
  await act('The same push again: nothing has changed, so nothing is sent', {}, 'unchanged');

  await breakPage();
  const rejected = await act('A page that breaks the rules: every problem is shown on its line', {}, 'rejected');
  showProblems(rejected);

  await writePage('New tides for the summer');
  sandbox.faults.set([{ kind: 'stale', skip: 1 }]);
  say('From here the read after a change comes from a copy that lags: it shows the app as it was before the deploy.');
  await act('A read that lags: not believed, the action looks again 1 s later', {}, 'deployed');

  await writePage('New tides for the winter');
  const release = { submit: 'true', 'terms-version': sandbox.setup().termsVersion };
  const { outputs } = await act('A release tag: the app is deployed and sent for review', release, 'deployed');
  if (outputs['submitted'] !== 'true') throw new Error('Expected the app to be submitted.');
  say(
    `submitted: ${outputs['submitted']}, status: ${outputs['status']}. Only its owner sees the app until it is reviewed.`,
  );
  say('All requests:');
  for (const { method, path, status } of sandbox.requests) console.log(`  ${method} ${path} ${status}`);
}

function sayHowToGoOn(): void {
  say('The sandbox has stopped, so the addresses above lead nowhere. To look at the app and play the reviewer:');
  console.log('  npm run demo -- --open   the same, and the sandbox stays up');
  console.log('  npm run sandbox          an empty sandbox to deploy to');
}

async function waitForEnd(): Promise<void> {
  say(`The sandbox stays up: approve the app at ${sandbox.pageUrl}. Stop it with Ctrl+C.`);
  await once(process, 'SIGINT');
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

/** The log as a person sees it: commands undone, without what the runner hides. */
function toShownLines(output: string): readonly string[] {
  return splitLines(output).flatMap((line) => {
    const [{ name, data } = { name: '', data: line }] = parseCommands(line);
    if (line === '' || name === 'add-mask' || name === 'endgroup') return [];
    const style = name === 'error' ? 'red' : name === 'group' ? 'cyan' : null;
    return data.split('\n').map((part) => (style === null ? part : styleText(style, part)));
  });
}

/** Writes the example's page with another heading. */
async function writePage(heading: string): Promise<void> {
  const page = await readFile(join(example, 'index.html'), 'utf8');
  await writeFile(join(workspace, 'app', 'index.html'), page.replace(/(<h1[^>]*>).*?<\/h1>/s, `$1${heading}</h1>`));
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

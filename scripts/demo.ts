/**
 * `npm run demo`: the main job from end to end, without anything outside of this machine. Starts
 * the sandbox in this process, runs the committed dist/ on examples/tide-times/ as a runner would,
 * and shows the logs. With `--open` the sandbox stays up until Ctrl+C, so that the app and the
 * sandbox's page can be opened.
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

const options = readArguments('npm run demo [-- --open]', {
  options: { open: { type: 'boolean' } },
}).values;
const workspace = await mkdtemp(join(tmpdir(), 'demo-'));
const page = join(workspace, 'app', 'index.html');
// With this setting, the response to a deploy does not contain the app, so the action must read the
// app back.
const sandbox = await startSandbox({ assumptions: { deploy_response: 'ok' } });
try {
  await playStory();
  if (options.open === true) {
    console.log(`\nThe sandbox stays up: approve the app at ${sandbox.pageUrl}.`);
    console.log('Stop it with Ctrl+C.');
    await once(process, 'SIGINT');
  } else {
    console.log(`
The sandbox has stopped, so the addresses above no longer work. To open the app and play the reviewer:
  npm run demo -- --open   the same, and the sandbox stays up
  npm run sandbox          an empty sandbox to deploy to`);
  }
} finally {
  await sandbox.close();
  await rm(workspace, { recursive: true, force: true });
}

async function playStory(): Promise<void> {
  const example = join(import.meta.dirname, '..', 'examples', 'tide-times');
  await cp(example, join(workspace, 'app'), { recursive: true });
  const original = await readFile(page, 'utf8');
  console.log(`\nA local mock of the service runs at ${sandbox.url}.`);
  console.log('The app folder is a copy of examples/tide-times/.');

  await act('A push to main: the app is created and deployed', { create: 'true' }, 'deployed');
  await act('The same push again: nothing has changed, so nothing is sent', {}, 'unchanged');

  await writeFile(page, breakRules(original));
  const title = 'A page that breaks the rules: every problem is shown on its line';
  await act(title, {}, 'rejected');

  await writeFile(page, replaceHeading(original, 'New tides for the summer'));
  sandbox.faults.set([{ kind: 'stale', skip: 1 }]);
  console.log('\nThe next read after a change comes from a copy that lags.');
  console.log('It shows the app as it was before the deploy.');
  await act('A read that lags: the action reads again 1 s later', {}, 'deployed');

  await writeFile(page, replaceHeading(original, 'New tides for the winter'));
  const release = { submit: 'true', 'terms-version': sandbox.setup().termsVersion };
  const tag = 'A release tag: the app is deployed and submitted for review';
  const { outputs } = await act(tag, release, 'deployed');
  if (outputs['submitted'] !== 'true') throw new Error('Expected the app to be submitted.');
  console.log(`\nsubmitted: true, status: ${outputs['status']}.`);
  console.log('Until the review, only its owner sees the app.');
  const changes = sandbox.requests.filter(({ method }) => method !== 'GET');
  console.log(`\n${sandbox.requests.length} requests were sent. The changes among them:`);
  for (const { method, path, status } of changes) console.log(`  ${method} ${path} ${status}`);
}

/** Returns a page with two faults that only the service reports. */
function breakRules(html: string): string {
  const script = '<script src="http://cdn.example.com/tides.js"></script>';
  return html
    .replace(/<title>.*?<\/title>/s, '<title></title>')
    .replace('</body>', `  ${script}\n</body>`);
}

function replaceHeading(html: string, heading: string): string {
  return html.replace(/(<h1[^>]*>).*?<\/h1>/s, `$1${heading}</h1>`);
}

/**
 * Prints the annotations that GitHub shows in the files of a pull request, without those that the
 * log has shown.
 */
function printAnnotations({ annotations }: StepResult, shown: string): void {
  const others = annotations.filter(({ file, message }) => {
    return file !== null && !shown.includes(message.split('\n', 1)[0] ?? '');
  });
  if (others.length === 0) return;
  console.log('\nGitHub shows in the files of the pull request:');
  for (const { file, line, message } of others) {
    console.log(`  ${styleText('yellow', `${file}:${line}`)} ${message.replaceAll('\n', ' ')}`);
  }
}

/** Runs the action and prints its log. Throws an Error if the outcome is not the expected one. */
async function act(
  title: string,
  inputs: Readonly<Record<string, string>>,
  expected: string,
): Promise<StepResult> {
  console.log(`\n${styleText('bold', `== ${title}`)}`);
  const common = {
    'base-url': sandbox.url,
    'api-key': sandbox.keys[0],
    slug: 'tide-times',
    folder: 'app',
  };
  const result = await runStep({ with: { ...common, ...inputs }, workspace });
  const shown = foldLog(result.output);
  for (const line of shown) printLine(line);
  printAnnotations(result, shown.join('\n'));
  const outcome = `${result.outputs['outcome']}`;
  console.log(styleText('dim', `  outcome: ${outcome}, exit code ${result.exitCode}`));
  if (outcome !== expected) throw new Error(`Expected the outcome ${expected}, not ${outcome}.`);
  return result;
}

/**
 * Returns the lines of a log that GitHub shows: groups are folded, masks are hidden, and
 * annotations in files are at those files.
 */
function foldLog(output: string): readonly string[] {
  const shown: string[] = [];
  let isFolded = false;
  for (const line of splitLines(output)) {
    const [command] = parseCommands(line);
    if (command?.name === 'endgroup') {
      isFolded = false;
      continue;
    }
    const isHidden = command?.name === 'add-mask' || command?.properties['file'] !== undefined;
    if (line !== '' && !isFolded && !isHidden) shown.push(line);
    if (command?.name === 'group') isFolded = true;
  }
  return shown;
}

/** Prints a line of a log as GitHub shows it: commands become text. */
function printLine(line: string): void {
  const [command] = parseCommands(line);
  const text = (command?.data ?? line).replaceAll('\n', '\n  ');
  switch (command?.name) {
    case 'error':
      console.log(styleText('red', `  ${text}`));
      return;
    case 'group':
      console.log(styleText('cyan', `  ▸ ${text}`));
      return;
    default:
      console.log(`  ${text}`);
  }
}

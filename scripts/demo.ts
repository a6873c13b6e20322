/**
 * `npm run demo`: the main job from end to end, on this machine alone. Starts the sandbox in this
 * process, runs the committed dist/ as a runner would on examples/tide-times/, and shows what
 * happened. Ends by itself; with `--open` the sandbox stays up until Ctrl+C, so that the app and
 * the sandbox's page can be looked at.
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

const { open } = readArguments('npm run demo [-- --open]', {
  options: { open: { type: 'boolean' } },
}).values;
const workspace = await mkdtemp(join(tmpdir(), 'demo-'));
const page = join(workspace, 'app', 'index.html');
// A response that shows nothing makes the action look for proof by itself.
const sandbox = await startSandbox({ assumptions: { deploy_response: 'ok' } });
try {
  await playStory();
  if (open) {
    console.log(
      `\nThe sandbox stays up: approve the app at ${sandbox.pageUrl}. Stop it with Ctrl+C.`,
    );
    await once(process, 'SIGINT');
  } else {
    console.log(`
The sandbox has stopped, so the addresses above lead nowhere. To look at the app and play the reviewer:
  npm run demo -- --open   the same, and the sandbox stays up
  npm run sandbox          an empty sandbox to deploy to`);
  }
} finally {
  await sandbox.close();
  await rm(workspace, { recursive: true, force: true });
}

async function playStory(): Promise<void> {
  await cp(join(import.meta.dirname, '..', 'examples', 'tide-times'), join(workspace, 'app'), {
    recursive: true,
  });
  const original = await readFile(page, 'utf8');
  const writeHeading = (heading: string) =>
    writeFile(page, original.replace(/(<h1[^>]*>).*?<\/h1>/s, `$1${heading}</h1>`));
  console.log(
    `\nA local mock of the service runs at ${sandbox.url}; the app folder is a copy of examples/tide-times/.`,
  );

  await act('A push to main: the app is created and deployed', { create: 'true' }, 'deployed');
  await act('The same push again: nothing has changed, so nothing is sent', {}, 'unchanged');

  // Two things that only the service knows to be wrong.
  const script = '<script src="http://cdn.example.com/tides.js"></script>';
  await writeFile(
    page,
    original
      .replace(/<title>.*?<\/title>/s, '<title></title>')
      .replace('</body>', `  ${script}\n</body>`),
  );
  const rejected = await act(
    'A page that breaks the rules: every problem is shown on its line',
    {},
    'rejected',
  );
  console.log('\nWhat GitHub shows in the files of the pull request:');
  for (const { file, line, message } of rejected.annotations.filter(
    (annotation) => annotation.file !== null,
  )) {
    console.log(`  ${styleText('yellow', `${file}:${line}`)} ${message.replaceAll('\n', ' ')}`);
  }

  await writeHeading('New tides for the summer');
  sandbox.faults.set([{ kind: 'stale', skip: 1 }]);
  console.log(
    '\nFrom here the read after a change comes from a copy that lags: it shows the app as it was before the deploy.',
  );
  await act('A read that lags: not believed, the action looks again 1 s later', {}, 'deployed');

  await writeHeading('New tides for the winter');
  const release = { submit: 'true', 'terms-version': sandbox.setup().termsVersion };
  const { outputs } = await act(
    'A release tag: the app is deployed and sent for review',
    release,
    'deployed',
  );
  if (outputs['submitted'] !== 'true') throw new Error('Expected the app to be submitted.');
  console.log(
    `\nsubmitted: true, status: ${outputs['status']}. Only its owner sees the app until it is reviewed.`,
  );
  console.log('\nAll requests:');
  for (const { method, path, status } of sandbox.requests)
    console.log(`  ${method} ${path} ${status}`);
}

/**
 * Runs the action, and shows its log as a person sees it: commands undone, without what the runner
 * hides.
 */
async function act(
  title: string,
  inputs: Readonly<Record<string, string>>,
  expected: string,
): Promise<StepResult> {
  console.log(`\n${styleText('bold', `== ${title}`)}`);
  const step = {
    'base-url': sandbox.url,
    'api-key': sandbox.keys[0],
    slug: 'tide-times',
    folder: 'app',
    ...inputs,
  };
  const result = await runStep({ with: step, workspace });
  for (const line of splitLines(result.output)) {
    const [{ name, data } = { name: '', data: line }] = parseCommands(line);
    if (line === '' || name === 'add-mask' || name === 'endgroup') continue;
    const text = `  ${data.replaceAll('\n', '\n  ')}`;
    console.log(
      name === 'error' || name === 'group'
        ? styleText(name === 'error' ? 'red' : 'cyan', text)
        : text,
    );
  }
  const outcome = `${result.outputs['outcome']}`;
  console.log(styleText('dim', `  outcome: ${outcome}, exit code ${result.exitCode}`));
  if (outcome !== expected) throw new Error(`Expected the outcome ${expected}, not ${outcome}.`);
  return result;
}

/**
 * A fake of GitHub's command line for the tests of the recipes. It has the commands that the
 * recipes use, and keeps its state in the file FAKE_GH_STATE. Like the real one, it exits with 1
 * without a token or a repository, or if a label or an issue does not exist.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { GhIssue, GhState } from './state.ts';

const { FAKE_GH_STATE: file = '', GH_TOKEN, GH_REPO } = process.env;
const state: GhState = JSON.parse(readFileSync(file, 'utf8'));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    jq: { type: 'string' },
    json: { type: 'string' },
    label: { type: 'string' },
    title: { type: 'string' },
    'body-file': { type: 'string' },
    comment: { type: 'string' },
    force: { type: 'boolean' },
    clobber: { type: 'boolean' },
    'verify-tag': { type: 'boolean' },
    notes: { type: 'string' },
    paginate: { type: 'boolean' },
  },
});
const [group = '', verb = '', argument = ''] = positionals;

if (GH_TOKEN === undefined || GH_REPO !== 'octo/apps') fail('set GH_TOKEN and GH_REPO');
if (group === 'api') callApi(verb);
else {
  state.calls.push(`${group} ${verb}`);
  runCommand(`${group} ${verb}`);
}
writeFileSync(file, JSON.stringify(state));

function callApi(path: string): void {
  const [, which = '', label] =
    /^repos\/octo\/apps\/issues\?state=(all|open)&labels=([\w-]+)&per_page=100$/.exec(path) ?? [];
  const reply =
    label === undefined
      ? state.api[path]
      : listIssues(label, which === 'all' ? ['OPEN', 'CLOSED'] : ['OPEN']);
  if (reply === undefined) fail(`gh: Not Found (HTTP 404) ${path}`);
  print(reply);
}

/** Lists issues like the API: newest first, with their authors. */
function listIssues(label: string, states: readonly GhIssue['state'][]): readonly object[] {
  const issues = state.issues.filter(
    (issue) => issue.label === label && states.includes(issue.state),
  );
  return issues.map(({ number, body, author, state, isPullRequest }) => ({
    ...{ number, body, user: { login: author }, state: state.toLowerCase() },
    ...(isPullRequest && { pull_request: {} }),
  }));
}

function runCommand(command: string): void {
  if (command === 'label create') state.labels.push(argument);
  else if (command === 'issue list') print([]);
  else if (command === 'issue create') createIssue();
  else if (command.startsWith('release ')) runRelease(command);
  else changeIssue(command);
}

/** A release is its tag. The file must exist. */
function runRelease(command: string): void {
  const [, , tag = '', file = ''] = positionals;
  const exists = state.releases.includes(tag);
  if (exists === (command === 'release create'))
    fail(exists ? 'already exists' : 'release not found');
  if (command === 'release view') return;
  readFileSync(file);
  if (command === 'release create') state.releases.push(tag);
}

function createIssue(): void {
  const { label = '', title = '' } = values;
  if (!state.labels.includes(label)) fail(`could not add label: '${label}' not found`);
  state.issues.unshift({
    number: state.issues.length + 1,
    title,
    label,
    author: 'github-actions[bot]',
    body: readBody(),
    state: 'OPEN',
    comments: [],
  });
}

function changeIssue(command: string): void {
  const issue = state.issues.find(({ number }) => String(number) === argument);
  if (issue === undefined) fail(`no such issue: ${argument}`);
  if (command === 'issue comment') issue.comments.push(readBody());
  else if (command === 'issue edit')
    Object.assign(issue, { body: readBody(), title: values.title ?? issue.title });
  else if (command === 'issue close') closeIssue(issue);
  else if (command === 'issue reopen') issue.state = 'OPEN';
  else fail(`unknown command: ${command}`);
}

function closeIssue(issue: GhIssue): void {
  if (values.comment !== undefined) issue.comments.push(values.comment);
  issue.state = 'CLOSED';
}

/** GitHub removes blanks at both ends of a text. */
function readBody(): string {
  return readFileSync(values['body-file'] ?? '', 'utf8').trim();
}

/** Applies a jq filter; the real `gh` contains jq. */
function print(reply: unknown): void {
  const { stdout, status } = spawnSync('jq', ['-r', values.jq ?? '.'], {
    input: JSON.stringify(reply),
  });
  if (status !== 0) fail('jq failed');
  process.stdout.write(stdout);
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

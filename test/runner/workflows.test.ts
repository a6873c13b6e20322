/**
 * The recipes as a real runner runs them: act, on this machine and without containers, against the sandbox. Every workflow
 * of examples/workflows/ runs with every event that starts it.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { type Command, parseCommands } from '../../scripts/runner/commands.ts';
import { concurrency, key } from '../action/stage.ts';
import { listFiles, readTable, readText } from '../support/repository.ts';
import type { ActRun, OurStep } from './act.ts';
import {
  type Event,
  makeDispatch,
  makeMergeGroup,
  makePullRequest,
  makePush,
  makeSchedule,
  pullRequestNumber,
} from './events.ts';
import { type EventName, type Scenario, scenarios } from './scenarios.ts';
import { openRunnerStage, type RunnerStage, token } from './stage.ts';
import { prepareForAct, readEvents } from './workflow.ts';

const folder = 'examples/workflows';
const workflows = listFiles(folder, '.yml').map((path) => path.slice(folder.length + 1));
const action: { readonly outputs: Readonly<Record<string, unknown>> } = parse(readText('action.yml'));

/** What a run needs to know of its scenario. */
type Run = Pick<Scenario, 'workflow' | 'event' | 'tag' | 'inputs' | 'stage'>;

/** Everything that a workflow can be started by, in the words of the table; null for an event that is not made here. */
function listEvents(workflow: string): readonly (EventName | null)[] {
  const on = Object.entries(readEvents(readText(`${folder}/${workflow}`)));
  return on.flatMap(([name, filter]) => toEventNames(name, JSON.stringify(filter ?? {})));
}

function toEventNames(name: string, filter: string): readonly (EventName | null)[] {
  switch (name) {
    case 'push':
      return filter.includes('"tags"') ? ['tag'] : ['push'];
    case 'pull_request': {
      const closed = filter.includes('"closed"') ? (['pull_request closed'] as const) : [];
      return ['pull_request', 'pull_request from a fork', ...closed];
    }
    case 'merge_group':
    case 'schedule':
    case 'workflow_dispatch':
      return [name];
    default:
      return [null];
  }
}

function makeEvent({ event, inputs, tag = 'v1.2.3' }: Run, { sha, before }: RunnerStage): Event {
  switch (event) {
    case 'push':
      return makePush('refs/heads/main', sha, before);
    case 'tag':
      return makePush(`refs/tags/${tag}`, sha);
    case 'pull_request':
      return makePullRequest('opened', sha);
    case 'pull_request from a fork':
      return makePullRequest('opened', sha, 'someone/apps');
    case 'pull_request closed':
      return makePullRequest('closed', sha);
    case 'merge_group':
      return makeMergeGroup(sha);
    case 'schedule':
      return makeSchedule();
    case 'workflow_dispatch':
      return makeDispatch('refs/heads/main', inputs);
    case 'workflow_dispatch on a tag':
      return makeDispatch(`refs/tags/${tag}`, inputs);
  }
}

/** Runs a scenario. Whatever comes of it, nothing secret is shown, and every step that ran has all its outputs. */
async function play(scenario: Run) {
  await using stage = await openRunnerStage(scenario.stage);
  const { text } = prepareForAct(readText(`${folder}/${scenario.workflow}`));
  const event = makeEvent(scenario, stage);
  const run = await stage.run(text, event);
  assert.equal(run.ref, event.ref);
  assert.equal(run.refType, event.ref.startsWith('refs/tags/') ? 'tag' : 'branch');
  for (const step of run.steps.filter(({ result }) => result !== 'skipped')) assertStep(step, { run, event });
  for (const secret of [key, token]) assert.ok(!run.log.includes(secret), `the log shows no ${secret}`);
  const comments = stage.github.asked.filter(({ method }) => method === 'POST');
  for (const { path } of comments) assert.match(path, new RegExp(`/issues/${pullRequestNumber}/comments`));
  const refused = stage.github.asked.filter(({ authorization }) => authorization !== `token ${token}`);
  assert.deepEqual(refused, []);
  return { run, apps: stage.listApps(), comments: comments.length, ghCalls: await stage.listGhCalls() };
}

function assertStep(step: OurStep, { run, event }: { readonly run: ActRun; readonly event: Event }): void {
  const { outputs, result, summary, commands } = step;
  const masks = commands.filter(({ name }) => name === 'add-mask').map(({ data }) => data);
  assert.deepEqual(Object.keys(outputs).sort(), Object.keys(action.outputs).sort(), run.log);
  assert.equal(String(step.changed), outputs['changed']);
  assert.deepEqual(masks, event.isFork === true ? [token] : [key, token]);
  assert.match(summary ?? '', /^## /);
  const isGood = !/^(rejected|failed|unknown)$/.test(outputs['outcome'] ?? '');
  const isBadReview = /^(rejected|withdrawn)$/.test(outputs['review-result'] ?? '');
  assert.equal(result, isGood && !isBadReview ? 'success' : 'failure', run.log);
  assert.equal(listAnnotations(step).at(-1)?.name === 'error', result === 'failure', run.log);
  // act undoes escapes in any order, so that a percent sign may stand for more.
  for (const { line, ...command } of commands.filter((entry) => !entry.line.includes('%25'))) {
    assert.deepEqual(parseCommands(line), [command], 'the port of the runner reads a command as act does');
  }
}

function listAnnotations({ commands }: OurStep): readonly Command[] {
  return commands.filter(({ name }) => /^(error|warning|notice)$/.test(name));
}

function describeSteps({ steps }: ActRun): readonly string[] {
  return steps.map(({ job, matrix, result, outputs }) => {
    const place = [job, ...Object.values(matrix)].join(' ');
    return `${place}: ${result === 'skipped' ? 'skipped step' : outputs['outcome']}`;
  });
}

function pick(values: Readonly<Record<string, string>>, names: object): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.keys(names).map((name) => [name, values[name]]));
}

describe('recipes in act', { concurrency }, () => {
  for (const scenario of scenarios) {
    const { workflow, event, when, outputs = {}, jobOutputs = {}, problemFiles = [], comments = 0, gh = [] } = scenario;
    test(`${workflow}: ${event}${when === undefined ? '' : `, ${when}`}`, async () => {
      const { run, ...result } = await play(scenario);
      const results = Object.entries(run.jobs).map(([name, job]) => [name, job.result]);
      assert.deepEqual(Object.fromEntries(results), scenario.jobs, run.log);
      assert.equal(run.exitCode, Object.values(scenario.jobs).includes('failure') ? 1 : 0);
      assert.deepEqual(describeSteps(run), scenario.steps, run.log);
      assert.deepEqual(result.apps, scenario.apps);
      assert.equal(result.comments, comments);
      assert.deepEqual(result.ghCalls, gh);
      const last = run.steps.at(-1);
      assert.deepEqual(pick(last?.outputs ?? {}, outputs), outputs);
      assert.deepEqual(last?.problemFiles ?? [], problemFiles);
      const annotations = last === undefined ? [] : listAnnotations(last);
      assert.deepEqual(
        annotations.flatMap(({ properties: { file } }) => file ?? []),
        problemFiles.map((path) => `app/${path}`),
      );
      const needs = Object.entries(run.jobs).flatMap(([job, { outputs: own }]) =>
        Object.entries(own ?? {}).map(([name, value]) => [`${job}.${name}`, value] as const),
      );
      assert.deepEqual(pick(Object.fromEntries(needs), jobOutputs), jobOutputs);
    });
  }

  for (const workflow of workflows) {
    for (const event of listEvents(workflow)) {
      const isKnown = scenarios.some((scenario) => scenario.workflow === workflow && scenario.event === event);
      if (event === null || isKnown) continue;
      test(`${workflow}: ${event}, only what holds of every run`, async () => {
        await play({ workflow, event, stage: { apps: { tides: 'draft' } } });
      });
    }
  }

  test('test/README.md lists every workflow with its events, and what is changed so that act can run it', (context) => {
    const rows = workflows.map((workflow) => {
      const names = listEvents(workflow).map((event) => event ?? 'others, which are not run');
      const { changes } = prepareForAct(readText(`${folder}/${workflow}`));
      return [workflow, [...new Set(names)].join(', '), changes.join(', ') || 'nothing'];
    });
    for (const row of rows) context.diagnostic(row.join(' | '));
    assert.deepEqual(readTable('test/README.md', ['workflow', 'events', 'changed for act']), rows);
  });
});

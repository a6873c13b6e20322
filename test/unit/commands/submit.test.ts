import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../../src/api/api-error.ts';
import { readErrorBody } from '../../../src/api/error-body.ts';
import { makeFiles, toWireFiles } from '../../support/fake-service/folder.ts';
import {
  type Doing,
  hideFiles,
  play,
  put,
  replace,
  review,
  type Scene,
} from '../../support/fake-service/scene.ts';
import { testEnds } from './ends.ts';

const submits = { inputs: { command: 'submit' } } as const;
const theirs = replace({ 'index.html': 'theirs' });

test('submit sends terms-version, and the report shows it', async () => {
  const { service, facts } = await play(submits);
  assert.equal(facts.termsAccepted, '2026-10');
  assert.deepEqual(service.exchanges[1]?.body, { accept_terms: '2026-10' });
});

test('a read from before the deploy does not confirm a submission that was lost', async () => {
  const { facts, commits } = await play({
    app: { files: toWireFiles(makeFiles()), status: 'published' },
    inputs: { submit: true, force: true },
    options: { submit_leads_to: 'published', updated_at_moves: 'draft' },
    faults: [
      { kind: 'stale', method: 'reads', skip: 2, lag_ms: 90, times: null },
      { kind: 'reset', method: 'changes', skip: 1, when: 'before' },
    ],
  });
  assert.deepEqual([commits, facts.reviewResult], ['deploy submit', 'approved']);
});

test('a read from before the deploy does not end the wait for a review', async () => {
  const { facts } = await play({
    inputs: { submit: true, waitForReviewMinutes: 1 },
    faults: [{ kind: 'stale', method: 'reads', skip: 3, lag_ms: 2_350 }],
  });
  assert.equal(facts.reviewResult, 'pending');
});

const approvedMeanwhile: Doing = (service) => {
  service.review('submit');
  service.review('approve');
};

test('a version that YAML read as a number is named with its quotes', async () => {
  const body = { error: { code: 'terms_required', message: 'Accept "2026.10"' } };
  const prepare: Doing = (_service, { run: { client } }) => {
    const submitApp: typeof client.submitApp = async () => {
      const request = { operation: 'submit', method: 'POST', path: '/submit' } as const;
      const details = { status: 400, isDocumented: true, retryAfterMs: null };
      const error = new ApiError(request, { ...readErrorBody(body, '2026.1'), ...details });
      return { result: 'refused', value: body, link: null, error, resendAfterMs: null };
    };
    Object.assign(client, { submitApp });
  };
  const inputs = { command: 'submit', termsVersion: '2026.1' } as const;
  const { failure } = await play({ prepare, inputs });
  assert.match(failure?.message ?? '', /; this step sent 2026\.1, the service asks for 2026\.10$/);
  assert.match(
    failure?.next ?? '',
    /^YAML reads 2026\.10 without quotes .* terms-version: "2026\.10"/,
  );
});

test('the terms count as accepted only if the service accepted the submission', async () => {
  const rows: readonly (readonly [name: string, scene: Scene, accepted: string | null])[] = [
    ['accepted', {}, '2026-10'],
    ['approved meanwhile', { before: { 1: approvedMeanwhile } }, null],
    ['in review meanwhile', { before: { 1: review('submit') } }, null],
    [
      'lost, and made',
      { faults: [{ kind: 'error', status: 502, when: 'after', method: 'POST' }] },
      null,
    ],
  ];
  for (const [name, scene, accepted] of rows) {
    const { facts, lines } = await play({ ...submits, ...scene });
    assert.equal(facts.termsAccepted, accepted, name);
    const isLogged = lines.some((line) => line.includes('terms 2026-10 accepted'));
    assert.equal(isLogged, accepted !== null, `${name}: ${lines}`);
  }
});

testEnds(
  'submit',
  {
    'approved meanwhile, as another run has submitted the same content': {
      before: { 1: approvedMeanwhile },
    },
    'a draft': {},
    // The read that confirms the submission already shows its result.
    'a draft that is approved at once': { before: { 2: review('approve') } },
    'unreviewed changes': { app: { status: 'published_with_unreviewed_changes' } },
    // The version that was already published does not approve what was submitted.
    'unreviewed changes, and reads that lag': {
      app: { status: 'published_with_unreviewed_changes' },
      inputs: { waitForReviewMinutes: 1 },
      faults: [
        { kind: 'stale', skip: 2, lag_ms: 3_000 },
        { kind: 'stale', skip: 3, lag_ms: 6_000 },
      ],
      after: { 40000: review('reject') },
    },
    'requested changes': { app: { status: 'changes_requested' } },
    'in review': { app: { status: 'in_review' } },
    published: { app: { status: 'published' } },
    'not approved': { app: { status: 'not_approved' } },
    'taken down': { app: { status: 'taken_down' } },
    'no app': { app: null },
    'old terms': { inputs: { termsVersion: '2025-01' } },
    'an app that is rejected right before: the response of the service counts': {
      before: { 1: put({ status: 'not_approved' }) },
    },
    'a draft that somebody changes right before': { before: { 1: theirs } },
  },
  submits,
);

const files = makeFiles({ 'README.md': 'Tides' });
const same = { files: toWireFiles(files) };
const problem = {
  path: 'a',
  line: 1,
  column: 1,
  code: 'x',
  message: 'x',
  fix: null,
  severity: 'error',
} as const;
testEnds(
  'submit with a folder',
  {
    'the same content': {},
    // Its deploy has reported the problems.
    'a folder with problems': { problems: [problem] },
    'files that are not listed': { options: { listed_files: 'documented' } },
    'an app that shows no files': { prepare: hideFiles },
    'a draft that differs': { app: {} },
  },
  { files, app: same, inputs: { ...submits.inputs, folder: 'app' } },
);

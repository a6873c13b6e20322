import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { endByCancel } from '../../../src/action-error.ts';
import type { ScannedFolder } from '../../../src/folder/folder.ts';
import { FolderError } from '../../../src/folder/folder-error.ts';
import type { Problem } from '../../../src/problem.ts';
import { describeResult } from '../../../src/report/messages.ts';
import { createFakeFolder, type Files, makeFiles, packFiles, toWireFiles } from '../../support/fake-service/folder.ts';
import { runCommand } from '../../support/fake-service/run.ts';
import { type Doing, hideFiles, type Played, play, type Scene } from '../../support/fake-service/scene.ts';
import { type FakeService, forbiddenText } from '../../support/fake-service/service.ts';

const files = makeFiles();
const same = { files: toWireFiles(files) };
const submit = { submit: true } as const;
const replace = { ...submit, onInReview: 'replace' } as const;
const create = { create: true } as const;
const problem: Problem = {
  path: 'index.html',
  line: null,
  column: null,
  code: 'page_too_large',
  message: 'The page has 1001 bytes; at most 1000 are allowed.',
  fix: 'Move pictures and data to files under assets/.',
  severity: 'error',
};
const nothingToReview = 'tides is published with this content: there is nothing to review.';
const outOfReview = 'The deploy took the app out of review.';

/** What the outputs are made of: `deployed 0 in_review changed submitted`. */
function summarize({ ending, exitCode, facts }: Played): string {
  const { app, changed, submitted } = facts;
  return [ending, exitCode, app?.status, changed && 'changed', submitted && 'submitted']
    .filter((part) => part !== false && part !== undefined)
    .join(' ');
}

type Row = readonly [name: string, scene: Scene, requests: string, summary: string];

/** One test for each row; what is said beside the result is checked where it is given. */
function playAll(
  rows: readonly (Row | readonly [...Row, notices: readonly string[], warnings: readonly string[]])[],
): void {
  for (const [name, scene, requests, summary, notices = [], warnings = []] of rows) {
    test(`${name}: ${summary}`, async () => {
      const played = await play(scene);
      assert.deepEqual([played.requests, summarize(played)], [requests, summary]);
      assert.deepEqual([played.facts.notices, played.facts.warnings], [notices, warnings]);
      assert.equal(played.facts.sentForReview, played.facts.submitted && played.commits.endsWith('submit'));
    });
  }
}

describe('a deploy of other content', () => {
  test('sends the folder, verifies it by a read, and tells what it sent', async () => {
    const played = await play({});
    const { service, facts, lines } = played;
    assert.deepEqual([played.requests, summarize(played)], ['read deploy read', 'deployed 0 draft changed']);
    assert.deepEqual(service.apps.get('tides')?.files, same.files);
    const { contentHash } = packFiles(files);
    assert.partialDeepStrictEqual(facts, {
      contentHash,
      fileCount: 2,
      byteCount: 30,
      filesVerified: true,
      statusBefore: 'draft',
      app: { url: 'https://apps.example.com/a/tides' },
    });
    assert.deepEqual(
      facts.changes?.map(({ path, kind }) => `${kind} ${path}`),
      ['changed index.html', 'changed service.json'],
    );
    assert.deepEqual([facts.notices, facts.warnings, facts.waits, service.clock.slept], [[], [], [], []]);
    assert.ok(lines.includes('debug: tides: draft, updated 2026-09-30T23:58:19.877Z'));
    assert.equal(lines[0], 'debug: Included: index.html (14 bytes, text/html, sent as text)');
    assert.deepEqual(
      lines.filter((line) => !line.startsWith('debug: ')),
      [
        `Included 2 files, 30 B (${contentHash.slice(0, 19)})`,
        'Checked: no problems',
        'Remote: draft, 2 files differ',
        '# Files (2)',
        'index.html, 14 B',
        'service.json, 16 B',
        'Deployed tides',
      ],
    );
  });

  test('is not verified where reads show no files', async () => {
    const { ending, facts, lines, commits } = await play({ prepare: hideFiles, inputs: submit });
    assert.deepEqual([ending, facts.changes, commits], ['unknown unverified', null, 'deploy']);
    assert.ok(lines.includes('Remote: draft, its files are not shown'));
  });

  test('says how long it took, from a second on', async () => {
    const { lines } = await play({ options: { lag: () => 2_500 } });
    assert.equal(lines.at(-1), 'Deployed tides in 3 s');
  });

  test('warns of files that only the service has, and keeps', async () => {
    const { kind, facts } = await play({ options: { own_file: 'yes' } });
    assert.deepEqual([kind, facts.filesVerified], ['deployed', false]);
    assert.deepEqual(facts.warnings, [
      'The service still has files that are not in the folder: assets/made-by-the-service.json.',
    ]);
    assert.ok(!facts.changes?.some(({ kind: change }) => change === 'removed'), 'it is still there');
  });

  const prompted = { files: { ...same.files, 'instructions.md': 'Be kind.', 'index.html': 'old' } };
  const rows: readonly (readonly [string, Files, Scene['options']])[] = [
    ['keeps a prompt that the folder lacks', files, { deploy_without_prompt: 'keeps' }],
    ['trims the prompt', makeFiles({ 'instructions.md': '\uFEFF\n Be kind.  \n\n' }), { prompt: 'trimmed' }],
    [
      'writes service.json anew',
      makeFiles({ 'service.json': '{"name":"Tides","color":"#0A7EA4"}' }),
      { rewrites: 'service_json' },
    ],
    ['lists only the documented files', makeFiles({ 'instructions.md': 'Be kind.' }), { listed_files: 'documented' }],
    ['shows texts as data: URLs', files, { shown_text: 'data_url' }],
  ];
  for (const [name, folder, options] of rows) {
    test(`to a service that ${name} needs no wait, and is unchanged the next time`, async () => {
      const { service, requests, ending } = await play({ app: prompted, files: folder, options: options ?? {} });
      assert.deepEqual([requests, ending, service.clock.slept], ['read deploy read', 'deployed', []]);
      const { outcome } = await runCommand({ service, folder: createFakeFolder(folder) });
      assert.deepEqual([outcome.kind, service.requests.length], ['unchanged', 4]);
    });
  }
});

describe('the same content', () => {
  const on = (status: string, inputs: Scene['inputs'] = {}, more: Scene = {}): Scene => ({
    app: { ...same, status },
    inputs,
    ...more,
  });
  playAll([
    ['draft', on('draft'), 'read', 'unchanged 0 draft'],
    ['draft, submit', on('draft', submit), 'read submit read', 'unchanged 0 in_review submitted'],
    ['draft, force', on('draft', { force: true }), 'read deploy read read read read', 'deployed 0 draft changed'],
    ['in review', on('in_review'), 'read', 'unchanged 0 in_review submitted'],
    ['in review, submit', on('in_review', submit), 'read read', 'unchanged 0 in_review submitted'],
    ['in review, force', on('in_review', { force: true }), 'read', 'failed in_review 1 in_review submitted'],
    [
      'in review, force, skip',
      on('in_review', { force: true, onInReview: 'skip' }),
      'read',
      'skipped 0 in_review submitted',
    ],
    ['in review, dry run', on('in_review', { dryRun: true }), 'read', 'planned 0 in_review submitted'],
    ['published', on('published'), 'read', 'unchanged 0 published'],
    ['published, submit', on('published', submit), 'read read', 'unchanged 0 published', [nothingToReview], []],
    [
      'changed since',
      on('published_with_unreviewed_changes', submit),
      'read submit read',
      'unchanged 0 in_review submitted',
    ],
    ['not approved', on('not_approved'), 'read', 'unchanged 0 not_approved'],
    ['taken down', on('taken_down'), 'read', 'unchanged 0 taken_down'],
    ['unknown state', on('queued'), 'read', 'unchanged 0 queued'],
    [
      'in review, force, replace',
      on('in_review', { force: true, onInReview: 'replace' }),
      'read deploy read read read read',
      'deployed 0 draft changed',
      [],
      [outOfReview],
    ],
    [
      'in review by a first read, and rejected by one of age',
      on('in_review', submit, { after: { 3000: (service) => service.review('tides', 'reject') } }),
      'read read',
      'rejected final_not_approved 1 not_approved',
    ],
    [
      'published by a first read, and a draft by one of age',
      on('published', submit, { after: { 3000: (service) => service.put('tides', same) } }),
      'read read submit read',
      'unchanged 0 in_review submitted',
    ],
    [
      'published by a first read, and changed by one of age',
      on('published', submit, { after: { 3000: (service) => service.replace('tides', { 'index.html': 'theirs' }) } }),
      // Our content is none that this run never saw.
      'read read deploy read read read read submit read',
      'deployed 0 in_review changed submitted',
    ],
    [
      'submitted by another run at the same time',
      on('draft', submit, { before: { 1: (service) => service.submit('tides') } }),
      'read submit read',
      'unchanged 0 in_review submitted',
    ],
  ]);

  test('that is in review already is waited for, like one sent by this run', async () => {
    const played = await play(
      on(
        'in_review',
        { ...submit, waitForReviewMinutes: 5 },
        { after: { 10000: (service) => service.review('tides', 'approve') } },
      ),
    );
    assert.equal(summarize(played), 'unchanged 0 published');
    assert.deepEqual([played.facts.reviewResult, played.commits], ['approved', '']);
  });

  const unlisted = makeFiles({ 'README.md': 'Tides', LICENSE: 'MIT' });
  for (const [status, inputs, kind] of [
    ['draft', {}, 'deployed'],
    ['in_review', submit, 'unchanged'],
    ['published', {}, 'unchanged'],
    ['published', { force: true }, 'deployed'],
  ] as const) {
    test(`beside files that the service does not list is ${kind} (${status}, ${JSON.stringify(inputs)})`, async () => {
      const app = { status, files: toWireFiles(unlisted) };
      const { ending, facts } = await play({ options: { listed_files: 'documented' }, files: unlisted, app, inputs });
      const text =
        'The service does not show these files, so that they could not be compared: LICENSE, README.md. To deploy them anyway, set force: true.';
      assert.deepEqual([ending, facts.warnings.includes(text), facts.filesVerified], [kind, status !== 'draft', false]);
    });
  }

  test('beside a prompt that the folder says nothing about is told so', async () => {
    const { facts } = await play({ app: { files: { ...same.files, 'instructions.md': 'Be kind.' } } });
    const text = 'The app has a prompt and the folder has no instructions.md: the prompt was not compared.';
    assert.deepEqual(facts.notices, [text]);
  });
});

describe('other content', () => {
  const on = (status: string, inputs: Scene['inputs'] = {}, more: Scene = {}): Scene => ({
    app: { status },
    inputs,
    ...more,
  });
  const final = 'The app was not approved, which is final: it can never be published. Deploy it under a new slug.';
  playAll([
    ['in review', on('in_review'), 'read', 'failed in_review 1 in_review'],
    ['in review, skip', on('in_review', { ...submit, onInReview: 'skip' }), 'read', 'skipped 0 in_review'],
    [
      'in review, replace',
      on('in_review', { onInReview: 'replace' }),
      'read deploy read',
      'deployed 0 draft changed',
      [],
      [outOfReview],
    ],
    [
      'in review, replace, submit',
      on('in_review', replace),
      'read deploy read submit read read read read',
      'deployed 0 in_review changed submitted',
      [],
      [outOfReview],
    ],
    [
      'in review, replace, whose state stays',
      on('in_review', { onInReview: 'replace' }, { options: { follow: () => 60_000 } }),
      'read deploy read',
      'deployed 0 in_review changed',
      [],
      [outOfReview],
    ],
    ['unknown state', on('queued'), 'read', 'failed unknown_state 1 queued'],
    [
      'unknown state, replace',
      on('queued', { onInReview: 'replace' }),
      'read deploy read',
      'deployed 0 queued changed',
    ],
    ['not approved', on('not_approved'), 'read deploy read', 'deployed 0 not_approved changed', [], [final]],
    ['not approved, submit', on('not_approved', submit), 'read', 'rejected final_not_approved 1 not_approved'],
    [
      'rejected while it is deployed, submit',
      on('in_review', replace, { before: { 1: (service) => service.review('tides', 'reject') } }),
      `read deploy${' read'.repeat(4)}`,
      'rejected final_not_approved 1 not_approved changed',
      [],
      [outOfReview],
    ],
    [
      'published by the deploy itself, submit',
      on('draft', submit, { before: { 2: (service) => service.put('tides', { ...same, status: 'published' }) } }),
      `read deploy${' read'.repeat(4)}`,
      'deployed 0 published changed',
      [nothingToReview],
      [],
    ],
    [
      'put into review by the deploy itself, submit',
      on('draft', submit, { before: { 2: (service) => service.put('tides', { ...same, status: 'in_review' }) } }),
      `read deploy${' read'.repeat(4)}`,
      'deployed 0 in_review changed submitted',
    ],
    [
      'whose state after the deploy is that of before for 30 s, submit',
      on('published', submit, {
        prepare: (service) => Object.assign(service, { options: { ...service.options, follow: () => 60_000 } }),
      }),
      `read deploy${' read'.repeat(6)}`,
      'deployed 0 published changed',
      [nothingToReview],
      [],
    ],
  ]);

  test('is not submitted where the state after the deploy cannot be read', async () => {
    const down = { kind: '503', when: 'before' } as const;
    const faults = [null, null, null, ...Array(9).fill(down)];
    const played = await play(on('published', submit, { options: { follow: () => 60_000 }, faults }));
    assert.equal(summarize(played), 'unknown draft_changed 1 published changed');
  });

  test('is not submitted where somebody changes it before the state is believed', async () => {
    const theirs: Doing = (service) => service.replace('tides', { 'index.html': 'theirs' });
    const played = await play(on('published', submit, { options: { follow: () => 60_000 }, after: { 2000: theirs } }));
    assert.deepEqual([played.ending, played.commits], ['unknown draft_changed', 'deploy']);
    assert.equal(played.facts.submitting, true);
  });
});

describe('an app that does not exist', () => {
  const others = { ...same.files, 'index.html': 'theirs' };
  const isThere = (app: Parameters<FakeService['put']>[1], inputs: Scene['inputs'] = {}): Scene => ({
    app: null,
    inputs: { ...create, ...inputs },
    before: { 1: (service) => service.put('tides', app) },
  });
  const afterTaken = 'read create read';
  playAll([
    ['without create', { app: null }, 'read', 'failed app_missing 1'],
    ['without create, dry run', { app: null, inputs: { dryRun: true } }, 'read', 'failed app_missing 1'],
    [
      'with create and submit',
      { app: null, inputs: { ...create, ...submit } },
      'read create read deploy read submit read',
      'deployed 0 in_review changed submitted',
    ],
    [
      'that is somebody else’s',
      { app: null, inputs: create, prepare: (service) => service.foreign.add('tides') },
      `read create${' read'.repeat(4)} list`,
      'rejected address_taken 1',
    ],
    [
      'whose deploy is refused stays created',
      { app: null, inputs: create, files: makeFiles({ 'index.html': forbiddenText }) },
      'read create read deploy',
      'rejected folder_rejected 1 draft changed',
    ],
    ['that another run creates', isThere({ files: others }), `${afterTaken} deploy read`, 'deployed 0 draft changed'],
    ['that another run deploys, too', isThere(same), afterTaken, 'unchanged 0 draft'],
    [
      'that another run has in review',
      isThere({ files: others, status: 'in_review' }),
      afterTaken,
      'failed in_review 1 in_review',
    ],
    [
      'that another run has in review, skip',
      isThere({ files: others, status: 'in_review' }, { onInReview: 'skip' }),
      afterTaken,
      'skipped 0 in_review',
    ],
    [
      'that another run submits, too',
      isThere({ ...same, status: 'in_review' }, submit),
      `${afterTaken} read`,
      'unchanged 0 in_review submitted',
    ],
    [
      'that another run has rejected',
      isThere({ files: others, status: 'not_approved' }, submit),
      afterTaken,
      'rejected final_not_approved 1 not_approved',
    ],
  ]);

  test('is created with its name alone, and without one where the folder has none', async () => {
    for (const [service, body] of [
      ['{"name":"Tides","tagline":"High"}', { slug: 'tides', name: 'Tides' }],
      ['{}', { slug: 'tides' }],
    ] as const) {
      const played = await play({ app: null, inputs: create, files: makeFiles({ 'service.json': service }) });
      assert.deepEqual([played.service.bodies[1], played.facts.statusBefore], [body, null]);
      assert.ok(played.lines.includes('Remote: there is no app tides'));
    }
  });

  for (const [inputs, summary] of [
    [{}, 'failed in_review 1 in_review changed'],
    [{ onInReview: 'skip' }, 'skipped 0 in_review changed'],
    [{ onInReview: 'replace' }, 'deployed 0 draft changed'],
  ] as const) {
    test(`that is created, and sent for review by another run before it is seen, ${JSON.stringify(inputs)}: ${summary}`, async () => {
      const put: Doing = (service) => service.put('tides', { files: others, status: 'in_review' });
      const created = await play({ app: null, inputs: { ...create, ...inputs }, before: { 2: put } });
      assert.deepEqual([summarize(created), created.facts.statusBefore], [summary, null]);
      const { lines } = describeResult({ ...created, command: 'deploy' });
      assert.doesNotMatch(lines.join(), /Nothing was sent/);
    });
  }
});

test('a dry run reads, plans and changes nothing', async () => {
  const plans: readonly (readonly [Scene['inputs'], Scene['app'], object])[] = [
    [submit, {}, { do: 'change', steps: ['deploy', 'submit'] }],
    [create, null, { do: 'change', steps: ['create', 'deploy'] }],
    [{}, same, { do: 'nothing', why: 'unchanged' }],
    [{ onInReview: 'skip' }, { status: 'in_review' }, { do: 'skip' }],
  ];
  for (const [inputs, app, plan] of plans) {
    const played = await play({ app: app ?? null, inputs: { ...inputs, dryRun: true, waitForReviewMinutes: 5 } });
    assert.deepEqual([played.requests, played.outcome, played.exitCode], ['read', { kind: 'planned', plan }, 0]);
    assert.deepEqual([played.facts.warnings, played.facts.waitedForReview], [[], false]);
  }
  const refused = await play({ app: { status: 'in_review' }, inputs: { dryRun: true } });
  assert.deepEqual([refused.requests, refused.ending, refused.exitCode], ['read', 'failed in_review', 1]);
});

describe('a refusal', () => {
  const blinking = makeFiles({ 'index.html': forbiddenText });

  test('of the terms tells the version asked for, and never sends it by itself', async () => {
    const played = await play({ options: { terms: '2027-01' }, inputs: submit });
    assert.equal(summarize(played), 'rejected terms_required 1 draft changed');
    assert.deepEqual([played.requests, played.facts.termsRequired], ['read deploy read submit', '2027-01']);
    assert.match(played.failure?.message ?? '', /send accept_terms "2027-01"/);
  });

  test('of the folder brings its problems in place, before those of the check', async () => {
    const warning: Problem = { ...problem, message: 'No title', severity: 'warning' };
    const { ending, facts, commits } = await play({ files: blinking, problems: [warning] });
    assert.deepEqual([ending, commits, facts.problems], ['rejected folder_rejected', '', [problem, warning]]);
  });

  const changed = new FolderError('index.html changed.', { code: 'file_changed', next: 'Again.' });
  for (const [name, error, ending, placed] of [
    ['stands where the folder has changed and its problems cannot be placed', changed, 'rejected folder_rejected', 1],
    ['does not hide a bug in placing its problems', new TypeError('a bug'), 'failed bug', 0],
  ] as const) {
    test(name, async () => {
      const fake = createFakeFolder(blinking);
      const locate: ScannedFolder['locate'] = () => Promise.reject(error);
      const played = await play({ folder: { ...fake, scan: async () => ({ ...(await fake.scan()), locate }) } });
      assert.deepEqual([played.ending, played.facts.problems.length], [ending, placed]);
      const line = 'debug: the problems could not be placed: index.html changed.';
      assert.equal(played.lines.includes(line), error === changed);
    });
  }
});

describe('a submission behind a deploy', () => {
  const addFile: Doing = (service) =>
    service.replace('tides', { ...service.apps.get('tides')?.files, 'assets/theirs.css': 'a{}' });
  const disturbed = (
    [
      ['the draft', 'deploy submit', ' changed', { before: { 3: addFile } }],
      ['a draft that was the same already', 'submit', '', { app: same, before: { 1: addFile } }],
      ['the new app', 'create deploy submit', ' changed', { app: null, before: { 5: addFile } }],
    ] as const
  ).map(([what, steps, changed, scene]): Row => {
    const inputs = { ...submit, create: 'app' in scene && scene.app === null };
    const requests = `read ${steps.split(' ').join(' read ')}${' read'.repeat(4)}`;
    const summary = `unknown unverified 1 in_review${changed}`;
    return [`before which somebody adds a file to ${what}`, { ...scene, inputs }, requests, summary];
  });

  playAll([
    [
      'of a folder that reads do not list all of',
      { options: { listed_files: 'documented' }, files: makeFiles({ 'README.md': 'Tides' }), inputs: submit },
      'read deploy read submit read',
      'deployed 0 in_review changed submitted',
    ],
    [
      'of a new app that holds a file of the service',
      { app: null, options: { own_file: 'yes' }, inputs: { ...submit, ...create } },
      'read create read deploy read submit read',
      'deployed 0 in_review changed submitted',
      [],
      ['The service still has files that are not in the folder: assets/made-by-the-service.json.'],
    ],
    [
      'of a new app to which the deploy adds a file of the service',
      {
        app: null,
        inputs: { ...submit, ...create },
        before: { 3: (service) => Object.assign(service, { options: { ...service.options, own_file: 'yes' } }) },
      },
      'read create read deploy read submit read',
      'deployed 0 in_review changed submitted',
      [],
      ['The service still has files that are not in the folder: assets/made-by-the-service.json.'],
    ],
    [
      'that is approved at once',
      { inputs: submit, before: { 4: (service) => service.review('tides', 'approve') } },
      'read deploy read submit read',
      'deployed 0 published changed submitted',
    ],
    [
      'that another run has made',
      { inputs: submit, before: { 3: (service) => service.submit('tides') } },
      'read deploy read submit read',
      'deployed 0 in_review changed submitted',
    ],
    ...disturbed,
  ]);

  test('is not begun where somebody adds a file right after the deploy', async () => {
    const played = await play({ inputs: submit, before: { 2: addFile } });
    assert.deepEqual([played.ending, played.commits], ['unknown unverified', 'deploy']);
  });

  test('is never begun after a cancel', async () => {
    const cancel: Doing = (service, { abort }) => service.clock.after(0, () => abort(endByCancel()));
    const { requests, ending, facts } = await play({ inputs: submit, before: { 2: cancel } });
    assert.deepEqual([requests, ending, facts.submitted], ['read deploy read', 'failed cancelled', false]);
  });

  for (const [move, result, exitCode] of [
    ['approve', 'approved', 0],
    ['reject', 'rejected', 1],
    ['request_changes', 'rejected', 1],
    ['withdraw', 'withdrawn', 1],
  ] as const) {
    test(`that is waited for ends with the result (${move})`, async () => {
      const played = await play({
        inputs: { ...submit, waitForReviewMinutes: 5 },
        after: { 30000: (service) => service.review('tides', move, 'A note') },
      });
      assert.deepEqual([played.kind, played.facts.reviewResult, played.exitCode], ['deployed', result, exitCode]);
      assert.deepEqual([played.facts.app?.reviewNote, played.commits], ['A note', 'deploy submit']);
    });
  }

  test('that is made some seconds after a 202 is not taken for withdrawn by a read that lags', async () => {
    let reads = 0;
    const lag = (): number => (reads++ % 2 === 0 ? 0 : 6_500);
    const inputs = { ...submit, waitForReviewMinutes: 2 };
    const played = await play({ app: same, inputs, options: { pendingMs: 4_200, lag } });
    assert.deepEqual([played.commits, played.facts.reviewResult, played.exitCode], ['submit', 'pending', 0]);
  });
});

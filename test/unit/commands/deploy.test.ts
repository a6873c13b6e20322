import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { endByCancel } from '../../../src/action-error.ts';
import { refuse } from '../../../src/commands/plan.ts';
import type { FolderPort } from '../../../src/commands/ports.ts';
import { FolderError } from '../../../src/folder/folder-error.ts';
import type { FolderManifest } from '../../../src/folder/manifest.ts';
import type { Inputs } from '../../../src/inputs.ts';
import type { Plan, Problem } from '../../../src/outcome.ts';
import { describeResult } from '../../../src/report/messages.ts';
import { createFakeFolder, makeFiles, packFiles, toWireFiles } from '../../support/fake-service/folder.ts';
import { type Doing, hideFiles, type Played, play, type Scene } from '../../support/fake-service/scene.ts';
import { type FakeOptions, type FakeService, forbiddenText } from '../../support/fake-service/service.ts';

const files = makeFiles();
const same = { files: toWireFiles(files) };
const submit = { submit: true } as const;
const problem: Problem = {
  path: 'index.html',
  line: 1,
  column: null,
  code: 'x',
  message: 'No title',
  fix: null,
  severity: 'error',
};

/** What the outputs are made of: `deployed 0 in_review changed submitted`. */
function summarize({ ending, exitCode, facts }: Played): string {
  const { app, changed, submitted } = facts;
  return [ending, exitCode, app?.status, changed && 'changed', submitted && 'submitted']
    .filter((part) => part !== false && part !== undefined)
    .join(' ');
}

/** The service shows no status: the document names one for every app, and a client must not fall over it. */
const noStatus = { status: null as unknown as string };
const noTimes = { kept: 3, shown: null, skewMs: 0 } as const;

describe('a deploy of other content', () => {
  test('sends the folder, and tells what it sent', async () => {
    const played = await play({});
    const { service, facts, lines } = played;
    assert.deepEqual([played.requests, summarize(played)], ['read deploy', 'deployed 0 draft changed']);
    assert.deepEqual(service.apps.get('tides')?.files, same.files);
    const { contentHash } = packFiles(files);
    assert.deepEqual([facts.contentHash, facts.fileCount, facts.byteCount], [contentHash, 2, 30]);
    assert.deepEqual([facts.statusBefore, facts.app?.url], ['draft', 'https://apps.example.com/a/tides']);
    assert.deepEqual(
      facts.changes?.map(({ path, kind }) => `${kind} ${path}`),
      ['changed index.html', 'changed service.json'],
    );
    assert.deepEqual([facts.notices, facts.warnings, facts.waits], [[], [], []]);
    assert.ok(lines.includes('debug: tides: draft, updated 2026-09-30T23:58:19.877Z'));
    assert.equal(lines[0], 'debug: Included: index.html (14 bytes, text/html, sent as text)');
    assert.deepEqual(
      lines.filter((line) => !line.startsWith('debug: ')),
      [
        `Packed 2 files, 30 B (${contentHash.slice(0, 19)})`,
        'Checked: no problems',
        'Remote: draft, 2 files differ',
        '# Files (2)',
        'index.html, 14 B',
        'service.json, 16 B',
        'Deployed tides',
      ],
    );
  });

  const rows: readonly (readonly [Partial<FakeOptions>, string, string, boolean])[] = [
    [{ answers: 'app' }, 'read deploy', 'read deploy submit read', false],
    [{ answers: 'wrapped' }, 'read deploy', 'read deploy submit read', false],
    [{ answers: 'wrapped', dates: new Set(['deploy']) }, 'read deploy', 'read deploy submit', false],
    [{ answers: 'files' }, 'read deploy', 'read deploy submit', true],
    [{ answers: 'before' }, 'read deploy read', 'read deploy read submit read', true],
    [{ answers: 'appless' }, 'read deploy read', 'read deploy read submit read', true],
    [{ answers: 'empty' }, 'read deploy read', 'read deploy read submit read', true],
    [{ answers: 'empty', dialect: 'data' }, 'read deploy read', 'read deploy read submit read', true],
  ];
  for (const [options, plain, submitted, isVerified] of rows) {
    const { dates, ...shown } = options;
    test(`needs no wait and few requests (${Object.values(shown)}${dates === undefined ? '' : ', submitting dates nothing'})`, async () => {
      const alone = await play({ options });
      assert.deepEqual([alone.requests, summarize(alone)], [plain, 'deployed 0 draft changed']);
      assert.equal(alone.facts.filesVerified, isVerified, 'says so only where files were compared');
      const sent = await play({ options, inputs: submit });
      assert.deepEqual([sent.requests, summarize(sent)], [submitted, 'deployed 0 in_review changed submitted']);
      assert.deepEqual(
        sent.service.bodies.findLast((body) => JSON.stringify(body).includes('terms')),
        { accept_terms: '2026-10' },
      );
      assert.deepEqual([sent.facts.sentForReview, sent.service.clock.slept], [true, []]);
    });
  }

  /** The folder, where a scan also says this. */
  function scanWith(parts: Partial<FolderManifest>): FolderPort {
    const folder = createFakeFolder(files);
    return { ...folder, scan: async () => ({ ...(await folder.scan()), ...parts }) };
  }

  test('lists at most 200 lines of what is excluded, and counts the rest', async () => {
    const excluded = Array.from({ length: 203 }, (_, index) => {
      return { path: `.${index}`, kind: 'hidden', reason: 'hidden file', isHidden: true } as const;
    });
    const { lines } = await play({ folder: scanWith({ excluded }) });
    const first = lines.indexOf('# Excluded (203)');
    assert.deepEqual([lines[first + 1], lines[first + 200]], ['.0 (hidden file)', '.199 (hidden file)']);
    assert.equal(lines[first + 201], 'and 3 more');
  });

  test('names files that are excluded, and those that may surprise', async () => {
    const excluded = [
      { path: '.env', kind: 'credential', reason: 'looks like a credential', isHidden: true },
      { path: 'id_rsa', kind: 'credential', reason: 'looks like a credential', isHidden: false },
    ] as const;
    const unmatchedPatterns = [{ input: 'include', pattern: '*.css' }] as const;
    const { facts } = await play({ folder: scanWith({ excluded, unmatchedPatterns }) });
    assert.deepEqual(facts.excluded, excluded);
    assert.deepEqual(facts.warnings, [
      'Excluded, since their names are those of credentials: id_rsa. Rename what is none.',
      'The include pattern *.css matches nothing.',
    ]);
  });

  test('of an app without a known state goes on, and reads for the state', async () => {
    const played = await play({ app: noStatus });
    assert.deepEqual([played.kind, played.requests], ['deployed', 'read deploy read']);
    assert.ok(played.lines.includes('Remote: no known status, 2 files differ'));
  });

  test('is sent, too, where a read shows no files to compare with', async () => {
    const { kind, facts, lines } = await play({ prepare: hideFiles });
    assert.deepEqual([kind, facts.changes, facts.filesVerified], ['deployed', null, false]);
    assert.ok(lines.includes('Remote: draft, its files are not shown'));
    // What is in review then cannot be known.
    const { ending, commits } = await play({ prepare: hideFiles, inputs: submit });
    assert.deepEqual([ending, commits], ['unknown unverified', 'deploy submit']);
  });

  test('is unknown where it is forced, no time is shown and every response is lost: nothing can show it', async () => {
    const lost = { kind: '503', when: 'after' } as const;
    const looks = [null, null, null, null] as const;
    const faults = [null, lost, ...looks, lost, ...looks, lost, ...looks, lost];
    const scene: Scene = { app: same, inputs: { force: true }, faults };
    const blind = await play({ ...scene, options: { times: noTimes } });
    assert.deepEqual([blind.ending, blind.commits], ['unknown unverified', 'deploy deploy deploy deploy']);
    const dated = await play(scene);
    assert.deepEqual([dated.ending, dated.commits], ['deployed', 'deploy']);
    for (const kind of ['429_after_999', 'not_sent'] as const) {
      const later = { kind, when: 'before' } as const;
      const refused = await play({
        ...scene,
        options: { times: noTimes },
        faults: [null, lost, ...looks, later, later, later, later],
      });
      assert.deepEqual([refused.ending, refused.commits], ['unknown unverified', 'deploy']);
    }
  });

  test('warns of files that only the service has, and keeps', async () => {
    const { kind, facts } = await play({ options: { ownFile: true, answers: 'empty' } });
    assert.deepEqual([kind, facts.filesVerified], ['deployed', false]);
    assert.deepEqual(facts.warnings, [
      'The service still has files that are not in the folder: assets/made-by-the-service.json.',
    ]);
    assert.ok(!facts.changes?.some(({ kind: change }) => change === 'removed'), 'it is still there');
  });

  test('notices a prompt that the folder says nothing about', async () => {
    const { facts } = await play({ app: { files: { ...same.files, 'instructions.md': 'Be kind.' } } });
    assert.deepEqual(facts.notices, [
      'The app has a prompt and the folder has no instructions.md: the prompt was not compared.',
    ]);
  });
});

describe('the same content', () => {
  const rows: readonly (readonly [string, Partial<Inputs>, string, string])[] = [
    ['draft', {}, 'read', 'unchanged 0 draft'],
    ['draft', submit, 'read submit read', 'unchanged 0 in_review submitted'],
    ['draft', { force: true }, 'read deploy', 'deployed 0 draft changed'],
    ['in_review', {}, 'read', 'unchanged 0 in_review submitted'],
    ['in_review', { waitForReviewMinutes: 5 }, 'read', 'unchanged 0 in_review submitted'],
    ['in_review', submit, 'read', 'unchanged 0 in_review submitted'],
    ['in_review', { force: true, onInReview: 'skip' }, 'read deploy', 'deployed 0 draft changed'],
    ['in_review', { force: true }, 'read deploy', 'deployed 0 draft changed'],
    ['in_review', { dryRun: true }, 'read', 'planned 0 in_review submitted'],
    ['published', {}, 'read', 'unchanged 0 published'],
    ['published', submit, 'read', 'unchanged 0 published'],
    ['published', { ...submit, waitForReviewMinutes: 5 }, 'read', 'unchanged 0 published'],
    ['published_with_unreviewed_changes', submit, 'read submit read', 'unchanged 0 in_review submitted'],
    ['not_approved', {}, 'read', 'unchanged 0 not_approved'],
    ['taken_down', {}, 'read', 'unchanged 0 taken_down'],
  ];
  for (const [status, inputs, requests, summary] of rows) {
    test(`in the state ${status} with ${JSON.stringify(inputs)}: ${requests}`, async () => {
      const played = await play({ app: { ...same, status }, inputs });
      assert.deepEqual([played.requests, summarize(played)], [requests, summary]);
      assert.equal(played.facts.sentForReview, requests.includes('submit'));
      const isNothingToReview = status === 'published' && inputs.submit === true;
      assert.deepEqual(
        played.facts.notices,
        isNothingToReview ? ['tides is published with exactly this content: there is nothing to review.'] : [],
      );
    });
  }

  test('that is in review already is waited for, like one sent by this run', async () => {
    const { ending, facts, exitCode, commits } = await play({
      app: { ...same, status: 'in_review' },
      inputs: { ...submit, waitForReviewMinutes: 5 },
      after: { 10000: (service) => service.review('tides', 'approve') },
    });
    assert.deepEqual([ending, facts.reviewResult, exitCode, commits], ['unchanged', 'approved', 0, '']);
  });

  const unlisted = makeFiles({ 'README.md': 'Tides', LICENSE: 'MIT' });
  for (const [status, inputs, kind] of [
    ['draft', {}, 'deployed'],
    ['in_review', {}, 'unchanged'],
    ['in_review', submit, 'unchanged'],
    ['published', {}, 'unchanged'],
    ['published', { force: true }, 'deployed'],
  ] as const) {
    test(`beside files that the service does not list is ${kind} (${status}, ${JSON.stringify(inputs)})`, async () => {
      const { ending, facts } = await play({
        options: { listed: 'documented' },
        files: unlisted,
        app: { status, files: toWireFiles(unlisted) },
        inputs,
      });
      assert.equal(ending, kind);
      const text =
        'The service does not show these files, so that they could not be compared: LICENSE, README.md. To deploy them anyway, set force: true.';
      assert.deepEqual(facts.warnings.includes(text), status !== 'draft');
      assert.ok(!(ending === 'unchanged' && facts.filesVerified), 'exactly this content is more than was compared');
    });
  }
});

describe('other content for an app in review', () => {
  const rows: readonly (readonly [Partial<Inputs>, string, string])[] = [
    [{}, 'read', 'failed in_review 1 in_review'],
    [submit, 'read', 'failed in_review 1 in_review'],
    [{ onInReview: 'skip' }, 'read', 'skipped 0 in_review'],
    [{ ...submit, onInReview: 'skip' }, 'read', 'skipped 0 in_review'],
    [{ onInReview: 'replace' }, 'read deploy', 'deployed 0 draft changed'],
    [{ ...submit, onInReview: 'replace' }, 'read deploy submit read', 'deployed 0 in_review changed submitted'],
  ];
  for (const [inputs, requests, summary] of rows) {
    test(`with ${JSON.stringify(inputs)}: ${summary}`, async () => {
      const played = await play({ app: { status: 'in_review' }, inputs });
      assert.deepEqual([played.requests, summarize(played)], [requests, summary]);
      const { facts, outcome, failure } = played;
      assert.equal(facts.statusBefore, 'in_review');
      if (failure !== null) assert.match(failure.next, /on-in-review to skip .* or replace/);
      const isSkipped = inputs.onInReview === 'skip';
      if (isSkipped) assert.deepEqual(outcome, { kind: 'skipped', skipReason: 'in-review' });
      assert.deepEqual(facts.notices, []);
      assert.deepEqual(
        facts.warnings,
        inputs.onInReview === 'replace' ? ['The deploy took the app out of review.'] : [],
      );
    });
  }
});

for (const status of ['draft', 'in_review']) {
  test(`content that somebody else sends for review before it is seen is submitted all the same (${status})`, async () => {
    const played = await play({
      app: { status },
      inputs: { onInReview: 'replace' },
      options: { answers: 'empty' },
      before: { 2: (service) => service.submit('tides') },
    });
    assert.equal(played.requests, 'read deploy read');
    assert.deepEqual([summarize(played), played.facts.warnings], ['deployed 0 in_review changed submitted', []]);
  });
}

test('content in review that is deployed again by force is not called submitted where that cannot be verified', async () => {
  const played = await play({
    app: { ...same, status: 'in_review' },
    inputs: { force: true },
    faults: [null, { kind: 'reset', when: 'after' }],
    before: { 2: (service) => Object.assign(service, { isKeyValid: false }) },
  });
  assert.deepEqual([played.ending, played.facts.submitted], ['unknown unverified', false]);
});

describe('an app that was not approved', () => {
  for (const content of [same, {}]) {
    test(`is never changed in order to be submitted (${content === same ? 'same' : 'other'} content)`, async () => {
      const { requests, ending, facts } = await play({
        app: { ...content, status: 'not_approved', reviewNote: 'No.' },
        inputs: submit,
      });
      assert.deepEqual([requests, ending, facts.app?.reviewNote], ['read', 'rejected final_not_approved', 'No.']);
    });
  }

  test('takes a deploy without a submission, with a warning that it can never be published', async () => {
    const played = await play({ app: { status: 'not_approved' } });
    assert.equal(summarize(played), 'deployed 0 not_approved changed');
    assert.deepEqual(played.facts.warnings, [
      'The app was not approved, which is final: it can never be published. Deploy it under a new slug.',
    ]);
  });

  test('is not submitted when that came out only with the deploy', async () => {
    const played = await play({
      app: { status: 'in_review' },
      inputs: { ...submit, onInReview: 'replace' },
      before: { 1: (service) => service.review('tides', 'reject') },
    });
    assert.deepEqual(
      [played.requests, summarize(played)],
      ['read deploy read', 'rejected final_not_approved 1 not_approved changed'],
    );
  });
});

describe('an app that does not exist', () => {
  const create = { create: true } as const;

  test('fails with the hint to create it', async () => {
    const played = await play({ app: null });
    assert.deepEqual([played.requests, summarize(played)], ['read deploy', 'failed not_found 1']);
    assert.match(played.failure?.next ?? '', /create: true/);
  });

  test('is created first with its name, when asked', async () => {
    const played = await play({ app: null, inputs: { ...create, ...submit } });
    assert.equal(played.commits, 'create deploy submit');
    assert.ok(played.lines.includes('Remote: there is no app tides'));
    assert.deepEqual(played.service.bodies[1], { slug: 'tides', name: 'Tides' });
    assert.equal(summarize(played), 'deployed 0 in_review changed submitted');
    assert.equal(played.facts.statusBefore, null);
  });

  const others = { ...same.files, 'index.html': 'theirs' };
  for (const [app, inputs, requests, summary] of [
    [{ files: others, status: 'in_review' }, {}, '', 'failed in_review 1 in_review'],
    [{ files: others, status: 'in_review' }, { onInReview: 'skip' }, '', 'skipped 0 in_review'],
    [{ files: others, status: 'in_review' }, { onInReview: 'replace' }, ' deploy', 'deployed 0 draft changed'],
    [{ ...same, status: 'in_review' }, {}, '', 'unchanged 0 in_review submitted'],
    [{ ...same, status: 'in_review' }, submit, '', 'unchanged 0 in_review submitted'],
    [{ files: others, status: 'not_approved' }, submit, '', 'rejected final_not_approved 1 not_approved'],
    [{ files: others, status: 'draft' }, {}, ' deploy', 'deployed 0 draft changed'],
  ] as const) {
    const what = `${'files' in app && app.files === others ? 'other' : 'the same'} content`;
    test(`that another run creates, with ${what}, ${app.status}: ${JSON.stringify(inputs)} ends with ${summary}`, async () => {
      const put = (service: FakeService): unknown => service.put('tides', app);
      const taken = await play({ app: null, inputs: { ...create, ...inputs }, before: { 1: put } });
      assert.deepEqual([taken.requests, summarize(taken)], [`read create read${requests}`, summary]);
      const isWarned = app.status === 'in_review' && requests !== '';
      assert.deepEqual(taken.facts.warnings, isWarned ? ['The deploy took the app out of review.'] : []);
    });
  }

  for (const [inputs, summary] of [
    [{}, 'failed in_review 1 in_review changed'],
    [{ onInReview: 'skip' }, 'skipped 0 in_review changed'],
    [{ onInReview: 'replace' }, 'deployed 0 draft changed'],
  ] as const) {
    test(`that is created, and sent for review by another run before it is seen, ${JSON.stringify(inputs)}: ${summary}`, async () => {
      const put = (service: FakeService): unknown => service.put('tides', { files: others, status: 'in_review' });
      const options = { answers: 'empty' } as const;
      const created = await play({ app: null, options, inputs: { ...create, ...inputs }, before: { 2: put } });
      assert.deepEqual([summarize(created), created.facts.statusBefore], [summary, null]);
      assert.equal(
        describeResult({ ...created, command: 'deploy' })
          .lines.join()
          .includes('Nothing was sent'),
        false,
      );
    });
  }

  test('is created without a name where the folder has none', async () => {
    const { service } = await play({ app: null, inputs: create, files: makeFiles({ 'service.json': '{}' }) });
    assert.deepEqual(service.bodies[1], { slug: 'tides' });
  });

  test('of somebody else is refused as taken', async () => {
    const prepare: Scene['prepare'] = (service) => service.foreign.add('tides');
    const { ending, commits } = await play({ app: null, inputs: create, prepare });
    assert.deepEqual([ending, commits], ['rejected address_taken', '']);
  });

  test('stays created when the deploy behind it is refused, and that is told', async () => {
    const played = await play({ app: null, inputs: create, files: makeFiles({ 'index.html': forbiddenText }) });
    assert.equal(summarize(played), 'rejected folder_rejected 1 draft changed');
    assert.equal(played.commits, 'create');
  });

  test('is proven where neither responses nor reads show all of it', async () => {
    const played = await play({
      app: null,
      options: { listed: 'documented', answers: 'empty' },
      files: makeFiles({ 'README.md': 'Tides' }),
      inputs: { ...create, ...submit },
    });
    assert.equal(played.requests, 'read create read deploy read submit read');
    assert.equal(summarize(played), 'deployed 0 in_review changed submitted');
  });

  test('is deployed again over its empty beginning when the deploy was lost', async () => {
    const { requests, kind, commits, lines } = await play({
      app: null,
      inputs: create,
      faults: [null, null, { kind: 'reset', when: 'before' }],
    });
    assert.deepEqual([requests, kind], ['read create deploy read read read read deploy', 'deployed']);
    assert.equal(lines.at(-1), 'Deployed tides in 7.1 s');
    assert.equal(commits, 'create deploy');
  });
});

describe('a dry run', () => {
  const inReview = { status: 'in_review' };
  // The plan's own tests have all of them.
  const rows: readonly (readonly [string, Partial<Inputs>, NonNullable<Scene['app']> | null, Plan])[] = [
    ['of other content with submit', submit, {}, { do: 'change', steps: ['deploy', 'submit'] }],
    ['of the same content', {}, same, { do: 'nothing', why: 'unchanged' }],
    ['of the content in review', {}, { ...same, ...inReview }, { do: 'nothing', why: 'unchanged' }],
    ['of the content in review with submit', submit, { ...same, ...inReview }, { do: 'nothing', why: 'in_review' }],
    ['of the published content', submit, { ...same, status: 'published' }, { do: 'nothing', why: 'published' }],
    ['in review', {}, inReview, refuse('in_review', 'tides')],
    ['in review with skip', { onInReview: 'skip' }, inReview, { do: 'skip' }],
    ['of an app to be created', { create: true }, null, { do: 'change', steps: ['create', 'deploy'] }],
    ['of an app that is not there', {}, null, refuse('app_missing', 'tides')],
  ];
  for (const [name, inputs, app, plan] of rows) {
    test(`${name} reads, plans to ${plan.do}, and changes nothing`, async () => {
      const { requests, outcome, exitCode, facts } = await play({
        app,
        inputs: { ...inputs, dryRun: true, waitForReviewMinutes: 5 },
      });
      assert.deepEqual([requests, outcome, exitCode], ['read', { kind: 'planned', plan }, 0]);
      assert.deepEqual([facts.warnings, facts.notices, facts.waitedForReview], [[], [], false]);
    });
  }

  for (const fromFork of [false, true]) {
    test(`without a key only checks the folder${fromFork ? ', and so does a pull request from a fork' : ''}`, async () => {
      const planned = { kind: 'planned', plan: null, ...(fromFork ? { skipReason: 'fork' } : {}) };
      const parts = { inputs: { dryRun: !fromFork, apiKey: null }, fromFork };
      const good = await play(parts);
      assert.deepEqual([good.requests, good.outcome, good.exitCode, good.facts.notices], ['', planned, 0, []]);
      const bad = await play({ ...parts, problems: [problem] });
      assert.deepEqual([bad.ending, bad.exitCode], ['rejected offline_problems', 1]);
    });
  }

  test('is not what a pull request from a fork comes to that has a key', async () => {
    const { outcome, facts } = await play({ fromFork: true });
    assert.deepEqual([outcome, facts.notices], [{ kind: 'deployed' }, []]);
  });
});

describe('the offline check', () => {
  test('stops a run with problems before anything is sent', async () => {
    const { ending, requests, facts, lines, exitCode, failure } = await play({ problems: [problem] });
    assert.deepEqual([ending, requests, exitCode], ['rejected offline_problems', '', 1]);
    assert.match(failure?.message ?? '', /: 1 error found by the offline check$/);
    assert.deepEqual(facts.problems, [problem]);
    assert.ok(lines.includes('Checked: 1 problem'));
  });

  test('lets warnings pass, and tells them', async () => {
    const { kind, facts } = await play({ problems: [{ ...problem, severity: 'warning' }] });
    assert.deepEqual([kind, facts.problems.length], ['deployed', 1]);
  });
});

describe('on-stale', () => {
  const older = 'A newer commit exists on the branch: this run is for an older one.';
  const rows = [
    ['ignore', true, 'deployed', []],
    ['warn', true, 'deployed', [older]],
    ['skip', true, 'skipped', []],
    ['fail', true, 'failed stale', []],
    ['warn', false, 'deployed', []],
    ['skip', false, 'deployed', []],
    ['fail', false, 'deployed', []],
    ['fail', null, 'deployed', []],
  ] as const;
  for (const [onStale, isStale, ending, warnings] of rows) {
    const age = isStale === null ? 'of unknown age' : isStale ? 'stale' : 'new';
    test(`${onStale} on a run whose commit is ${age}: ${ending}`, async () => {
      const played = await play({ inputs: { onStale }, isStale });
      assert.deepEqual([played.ending, played.requests], [ending, ending === 'deployed' ? 'read deploy' : '']);
      assert.deepEqual([played.facts.warnings, played.facts.notices], [warnings, []]);
      if (onStale === 'skip' && isStale) assert.deepEqual(played.outcome, { kind: 'skipped', skipReason: 'stale' });
    });
  }
});

describe('a refusal', () => {
  const blinking = makeFiles({ 'index.html': forbiddenText });

  test('of the terms tells the version asked for, and never sends it by itself', async () => {
    const played = await play({ options: { terms: '2027-01' }, inputs: submit });
    assert.deepEqual(
      [played.requests, summarize(played)],
      ['read deploy submit', 'rejected terms_required 1 draft changed'],
    );
    assert.equal(played.facts.termsRequired, '2027-01');
    assert.match(played.failure?.message ?? '', /Send accept_terms "2027-01"/);
  });

  test('of the folder brings its problems in place, before those of the check', async () => {
    const warning: Problem = { ...problem, severity: 'warning' };
    const { ending, exitCode, facts, commits } = await play({ files: blinking, problems: [warning] });
    assert.deepEqual([ending, exitCode, commits], ['rejected folder_rejected', 1, '']);
    const found = { line: 3, code: null, message: 'index.html blinks', fix: 'Let it stand still.' };
    assert.deepEqual(facts.problems, [{ ...problem, ...found }, warning]);
  });

  test('of a field is placed in the file that holds it', async () => {
    const long = makeFiles({ 'service.json': `{"name":"${'x'.repeat(41)}"}` });
    const { ending, facts } = await play({ files: long });
    assert.equal(ending, 'rejected field_rejected');
    assert.deepEqual(
      facts.problems.map(({ path, line, message }) => [path, line, message]),
      [['service.json', 2, 'name is too long']],
    );
  });

  const changed = new FolderError('index.html changed.', { code: 'file_changed', next: 'Again.' });
  for (const [name, error, ending, placed] of [
    ['stands where the folder has changed and its problems cannot be placed', changed, 'rejected folder_rejected', 1],
    ['does not hide a bug in placing its problems', new TypeError('a bug'), 'failed bug', 0],
  ] as const) {
    test(name, async () => {
      const fake = createFakeFolder(blinking);
      const locate: FolderPort['locate'] = async (manifest, problems) =>
        manifest === null ? fake.locate(manifest, problems) : Promise.reject(error);
      const folder = { ...fake, locate };
      const played = await play({ folder });
      assert.deepEqual([played.ending, played.facts.problems.length], [ending, placed]);
      const line = 'debug: the problems could not be placed: index.html changed.';
      assert.equal(played.lines.includes(line), error === changed);
    });
  }

  test('of the key fails before anything is sent', async () => {
    const prepare: Scene['prepare'] = (service) => Object.assign(service, { isKeyValid: false });
    const { ending, requests } = await play({ inputs: { create: true }, prepare });
    assert.deepEqual([ending, requests], ['failed unauthorized', 'read']);
  });
});

describe('a submission behind a deploy', () => {
  test('that is lost is proven by a read that shows our content in review', async () => {
    const played = await play({ inputs: submit, faults: [null, null, { kind: 'reset', when: 'after' }] });
    assert.equal(played.requests, 'read deploy submit read');
    assert.equal(summarize(played), 'deployed 0 in_review changed submitted');
  });

  test('that is lost is proven, too, where a read does not list all files of the folder', async () => {
    const played = await play({
      options: { listed: 'documented', answers: 'empty' },
      files: makeFiles({ 'README.md': 'Tides', 'instructions.md': 'Be kind.' }),
      inputs: submit,
      faults: [null, null, null, { kind: 'reset', when: 'after' }],
    });
    assert.equal(played.requests, 'read deploy read submit read');
    assert.equal(summarize(played), 'deployed 0 in_review changed submitted');
  });

  test('that is lost and has its result already is not sent again', async () => {
    const played = await play({
      app: { status: 'changes_requested' },
      inputs: { ...submit, waitForReviewMinutes: 1 },
      faults: [null, null, { kind: 'reset', when: 'after' }],
      before: { 3: (service) => service.review('tides', 'request_changes') },
    });
    assert.equal(played.commits, 'deploy submit');
    assert.equal(summarize(played), 'deployed 1 changes_requested changed submitted');
    assert.equal(played.facts.reviewResult, 'rejected');
  });

  test('that is approved at once is told as approved, without a wait', async () => {
    const played = await play({
      inputs: submit,
      before: { 3: (service) => service.review('tides', 'approve') },
    });
    assert.equal(played.requests, 'read deploy submit read');
    assert.deepEqual(
      [summarize(played), played.facts.reviewResult],
      ['deployed 0 published changed submitted', 'approved'],
    );
  });

  test('that is lost is unknown when other content is in review by then', async () => {
    const played = await play({
      inputs: submit,
      faults: [null, null, { kind: 'reset', when: 'after' }],
      before: { 3: (service) => service.put('tides', { status: 'in_review' }) },
    });
    assert.deepEqual([played.ending, played.exitCode], ['unknown unverified', 1]);
    assert.deepEqual([played.facts.changed, played.facts.submitted, played.facts.submitting], [true, false, true]);
  });

  test('is never begun after a cancel', async () => {
    const { requests, ending, failure, facts } = await play({
      inputs: submit,
      before: { 1: (service, { abort }) => service.clock.after(0, () => abort(endByCancel())) },
    });
    assert.deepEqual([requests, ending], ['read deploy', 'failed cancelled']);
    assert.deepEqual([facts.changed, facts.submitted, failure?.message], [true, false, 'The run was cancelled']);
  });

  test('of an app that is in review by the deploy itself is not repeated, once a read says so', async () => {
    // Not what the document describes: a service that sends each deploy for review by itself.
    const played = await play({
      inputs: { ...submit, waitForReviewMinutes: 5 },
      faults: [null, { kind: 'empty', when: 'after' }],
      before: { 2: (service) => service.put('tides', { ...same, status: 'in_review' }) },
      after: { 20000: (service) => service.review('tides', 'approve') },
    });
    assert.equal(played.commits, 'deploy');
    assert.equal(summarize(played), 'deployed 0 published changed submitted');
    assert.deepEqual([played.facts.reviewResult, played.facts.sentForReview], ['approved', false]);
  });

  test('of an app that the deploy itself published says that there is nothing to review', async () => {
    const played = await play({
      inputs: submit,
      faults: [null, { kind: 'empty', when: 'after' }],
      before: { 2: (service) => service.put('tides', { ...same, status: 'published' }) },
    });
    assert.deepEqual([played.requests, summarize(played)], ['read deploy read', 'deployed 0 published changed']);
    assert.match(played.facts.notices[0] ?? '', /published with exactly this content/);
  });

  test('of an app that was rejected meanwhile ends with the state that the fresh look shows', async () => {
    const showPublished: Doing = (_service, { ports: { client } }) => {
      const { deployApp } = client;
      const deployStale: typeof deployApp = async (...given) => {
        const response = await deployApp(...given);
        return { ...response, app: response.app === null ? null : { ...response.app, status: 'published' } };
      };
      Object.assign(client, { deployApp: deployStale });
    };
    const reject: Doing = (service) => {
      service.submit('tides');
      service.review('tides', 'reject');
    };
    const played = await play({ inputs: submit, prepare: showPublished, before: { 2: reject } });
    assert.equal(played.commits, 'deploy');
    assert.equal(summarize(played), 'rejected final_not_approved 1 not_approved changed');
  });

  const addFile: Doing = (service) =>
    service.replace('tides', { ...service.apps.get('tides')?.files, 'assets/theirs.css': 'a{}' });
  for (const [name, scene] of [
    ['the draft', { inputs: submit, before: { 2: addFile } }],
    ['a draft that was the same already', { app: same, inputs: submit, before: { 1: addFile } }],
    [
      'the new app',
      { app: null, inputs: { ...submit, create: true }, options: { answers: 'files' }, before: { 3: addFile } },
    ],
    [
      'the new app, whose files no response shows',
      { app: null, inputs: { ...submit, create: true }, before: { 3: addFile } },
    ],
    [
      'the new app, whose times are never shown',
      { app: null, inputs: { ...submit, create: true }, options: { times: noTimes }, before: { 3: addFile } },
    ],
  ] as const satisfies readonly (readonly [string, Scene])[]) {
    test(`is not verified where somebody adds a file to ${name} right before it`, async () => {
      const played = await play(scene);
      assert.deepEqual([played.ending, played.facts.submitted], ['unknown unverified', false]);
    });
  }

  test('is not begun where somebody adds a file right after the deploy', async () => {
    const played = await play({ inputs: submit, options: { answers: 'empty' }, before: { 2: addFile } });
    assert.deepEqual([played.ending, played.commits], ['unknown unverified', 'deploy']);
  });

  for (const status of ['in_review', 'published']) {
    test(`goes out although the deploy's response shows the state from before (${status})`, async () => {
      const played = await play({
        app: { status },
        inputs: { ...submit, onInReview: 'replace' },
        options: { answers: 'before' },
      });
      assert.equal(played.requests, 'read deploy read submit read');
      assert.equal(summarize(played), 'deployed 0 in_review changed submitted');
    });
  }

  test('of a new app in which the service has a file of its own is proven by its time, and its review goes on', async () => {
    const inputs = { ...submit, create: true, waitForReviewMinutes: 1 };
    const options = { ownFile: true, dates: new Set(['deploy', 'review'] as const) };
    const played = await play({ app: null, inputs, options });
    assert.deepEqual([played.kind, played.facts.reviewResult, played.exitCode], ['deployed', 'pending', 0]);
  });

  test('of a new app whose creation was looked at knows the files of the service from there', async () => {
    const lost = { kind: 'reset', when: 'after' } as const;
    const inputs = { ...submit, create: true };
    const played = await play({ app: null, inputs, options: { ownFile: true }, faults: [null, lost] });
    assert.equal(played.requests, 'read create read deploy submit read');
    assert.equal(summarize(played), 'deployed 0 in_review changed submitted');
  });

  test('waits for a look at the files that the deploy was to remove, where its response shows none', async () => {
    const files = { ...same.files, 'index.html': 'old', 'assets/a.css': 'a{}' };
    const shown = await play({ app: { files }, inputs: submit, options: { answers: 'files' } });
    assert.equal(shown.requests, 'read deploy submit');
    const played = await play({ app: { files }, inputs: submit });
    assert.equal(played.requests, 'read deploy read submit read');
    assert.deepEqual([summarize(played), played.facts.filesVerified], ['deployed 0 in_review changed submitted', true]);
  });

  test('is not begun where that look shows other content', async () => {
    const played = await play({
      app: { files: { ...same.files, 'assets/a.css': 'a{}' } },
      inputs: submit,
      before: { 2: (service) => service.replace('tides', { 'index.html': 'theirs' }) },
    });
    assert.deepEqual([played.ending, played.commits], ['unknown unverified', 'deploy']);
    assert.equal(played.facts.submitting, true);
  });

  test('is tried for an app of no known state: the service has the last word', async () => {
    const played = await play({ app: noStatus, inputs: submit });
    assert.deepEqual([played.ending, played.commits, played.facts.changed], ['rejected address_taken', 'deploy', true]);
  });

  const results = [
    ['approve', 'approved', 0],
    ['reject', 'rejected', 1],
    ['request_changes', 'rejected', 1],
    ['withdraw', 'withdrawn', 1],
  ] as const;
  for (const [move, result, exitCode] of results) {
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
    const played = await play({
      app: same,
      inputs: { ...submit, waitForReviewMinutes: 2 },
      options: { pendingMs: 4_200, lag },
    });
    assert.deepEqual([played.commits, played.facts.reviewResult, played.exitCode], ['submit', 'pending', 0]);
  });

  test('that gets no result in time is green', async () => {
    const played = await play({ inputs: { ...submit, waitForReviewMinutes: 0.5 } });
    assert.deepEqual([played.exitCode, played.facts.reviewResult, played.facts.submitted], [0, 'pending', true]);
    assert.deepEqual(played.facts.notices, ['No review result within 30 s. Run the command status later to see it.']);
  });
});

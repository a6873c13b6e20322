import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readArguments } from '../../../../cli/options/arguments.ts';
import type { CommandName } from '../../../../cli/options/command-table.ts';
import { type Call, listFixes, listNextSteps } from '../../../../cli/output/next-steps.ts';
import { InvalidInputsError } from '../../../../src/inputs/inputs.ts';
import type { Report } from '../../../../src/report/report.ts';
import { fail, makeApp, makePlan, makeReport, plan } from '../../report/sample.ts';

const slug = 'tides';

/** A call as it stands in a shell, with the options that it was given. */
function toCall(line: string, more: Partial<Call> = {}): Call {
  const read = readArguments(line.split(' '));
  assert.ok(read.kind === 'run');
  return {
    command: read.request.command,
    given: read.request.given,
    hasSlugVariable: false,
    cwd: () => '/work',
    shell: 'sh',
    secrets: [],
    ...more,
  };
}

function failWith(code: string, status: string | null = null): Report {
  const app = status === null ? null : makeApp({ slug, status });
  return makeReport({ ...fail({ code }), slug, app });
}

function endAs(outcome: 'deployed' | 'created' | 'read', status: string, changed = true) {
  return makeReport({
    outcome,
    done: changed ? ['deploy'] : [],
    slug,
    app: makeApp({ slug, status }),
  });
}

function listRuns(reports: readonly Report[], call: Call): readonly (string | null)[] {
  return listNextSteps(reports, call).map(
    ({ run }) => run?.replace('npx miniapp-deploy ', '') ?? null,
  );
}

const at = '--slug tides';

describe('the suggested next step for one app is', () => {
  const planned = makeReport({ ...plan(makePlan('deploy')), slug });
  const submit = [`submit app ${at} --terms-version <version>`];
  const rows: readonly (readonly [
    name: string,
    line: string,
    Report,
    runs: readonly (string | null)[],
  ])[] = [
    [
      'check, when a deploy had problems',
      `deploy app ${at}`,
      failWith('offline_problems'),
      [`check app ${at}`],
    ],
    [
      'no command, when only the service found the problems',
      `deploy app ${at}`,
      failWith('folder_rejected'),
      [null],
    ],
    [
      'a first deploy, when the key has no apps',
      'list',
      makeReport({ outcome: 'listed', slug: '', apps: [] }),
      ['deploy <folder> --slug <slug> --create'],
    ],
    [
      'nothing, after the first page of a list',
      'list',
      makeReport({ outcome: 'listed', slug: '', apps: [], hasMoreApps: true }),
      [],
    ],
    [
      'no command, when the check itself had problems',
      'check app',
      failWith('offline_problems'),
      [null],
    ],
    [
      'the same command with --create, when the app is missing',
      `deploy app ${at}`,
      failWith('app_missing'),
      [`deploy app ${at} --create`],
    ],
    [
      'the same plan with --create, when the app is missing',
      `plan app ${at}`,
      failWith('app_missing'),
      [`plan app ${at} --create`],
    ],
    [
      'the list, when a command that cannot create finds no app',
      `status ${at}`,
      failWith('app_missing'),
      ['list'],
    ],
    [
      'status, when a deploy could not be verified',
      `deploy app ${at}`,
      failWith('unverified'),
      [`status ${at}`],
    ],
    [
      'no command, when status itself could not be verified',
      `status ${at}`,
      failWith('unverified'),
      [null],
    ],
    [
      'another slug, when the address is taken',
      `create app ${at}`,
      failWith('address_taken'),
      ['create app --slug <new-slug>'],
    ],
    [
      'to accept the terms, when they are missing',
      `submit ${at} --terms-version 1`,
      failWith('terms_required'),
      [`submit ${at} --terms-version <version>`],
    ],
    [
      'to wait or replace, when the app is in review',
      `plan app ${at}`,
      failWith('in_review', 'in_review'),
      [`status ${at} --wait-for-review 60`, `deploy app ${at} --on-in-review replace`],
    ],
    [
      'a new slug, after a final rejection',
      `submit ${at} --terms-version 1`,
      failWith('not_approved', 'not_approved'),
      ['deploy <folder> --slug <new-slug> --create'],
    ],
    [
      'a deploy, after changes were requested',
      `submit ${at} --terms-version 1`,
      failWith('review_rejected', 'changes_requested'),
      [`deploy <folder> ${at}`],
    ],
    [
      'a submission, after the requested changes were deployed',
      `deploy app ${at}`,
      endAs('deployed', 'changes_requested'),
      submit,
    ],
    [
      'a deploy, when the requested changes were not deployed',
      `deploy app ${at}`,
      endAs('deployed', 'changes_requested', false),
      [`deploy app ${at}`],
    ],
    [
      'a submission with the same terms',
      `deploy app ${at} --terms-version 7`,
      endAs('deployed', 'draft'),
      [`submit app ${at} --terms-version 7`],
    ],
    [
      'a deploy, after the app was created',
      `create app ${at}`,
      endAs('created', 'draft'),
      [`deploy app ${at}`],
    ],
    ['nothing, when the app is published', `status ${at}`, endAs('read', 'published'), []],
    ['the deploy, after its dry run', `deploy app ${at} --dry-run`, planned, [`deploy app ${at}`]],
    [
      'the deploy, after a plan',
      `plan app ${at} --submit --terms-version 1`,
      planned,
      [`deploy app ${at} --submit --terms-version 1`],
    ],
    [
      'no command, when the API key was rejected',
      `deploy app ${at}`,
      failWith('unauthorized'),
      [null],
    ],
  ];
  for (const [name, line, report, runs] of rows) {
    test(`the next step for one app is ${name}`, () => {
      assert.deepEqual(listRuns([report], toCall(line)), runs);
      for (const { text } of listNextSteps([report], toCall(line)))
        assert.match(text, /^\w(?!.*ask\..*ask\.).*\.$/);
    });
  }
});

test('a suggested step says who decides, and what to do before its command', () => {
  const texts = (line: string, report: Report) =>
    listNextSteps([report], toCall(line)).map((step) => step.text);
  assert.match(
    String(
      texts(`submit ${at} --terms-version 1`, failWith('review_rejected', 'changes_requested')),
    ),
    /^Make the changes that the reviewer requests/,
  );
  assert.match(
    String(texts(`submit ${at} --terms-version 1`, failWith('terms_required'))),
    /^Only the owner of the account can accept the developer terms\. Ask the owner,/,
  );
  assert.match(
    String(texts(`deploy app ${at}`, endAs('deployed', 'draft'))),
    /Only the owner .* ask the owner\. A rejection is final for the slug\.$/,
  );
  const [, replace] = texts(`deploy app ${at}`, failWith('in_review', 'in_review'));
  assert.equal(
    replace,
    'Or replace what is in review, which ends that review. Only the owner of the app can decide this, so ask the owner.',
  );
});

test('a next step that submits or accepts terms is marked for a person, whatever the folder is called', () => {
  const by = (line: string, report: Report) =>
    listNextSteps([report], toCall(line)).map((step) => step.by);
  const checked = makeReport({ ...plan(null), slug });
  assert.deepEqual(by(`check delete ${at}`, checked), ['anyone']);
  assert.deepEqual(by(`deploy submit ${at}`, failWith('app_missing')), ['anyone']);
  assert.deepEqual(by(`deploy app ${at} --submit --terms-version 1`, failWith('app_missing')), [
    'person',
  ]);
  assert.deepEqual(by(`deploy app ${at}`, endAs('deployed', 'draft')), ['person']);
  const overReview = makeReport({
    ...plan(makePlan('deploy')),
    slug,
    app: makeApp({ slug, status: 'in_review' }),
  });
  assert.deepEqual(by(`plan app ${at}`, overReview), ['person']);
  const withdrawal = makeReport({ ...plan(makePlan('withdraw')), command: 'withdraw', slug });
  assert.deepEqual(by(`withdraw ${at} --confirm tides --dry-run`, withdrawal), ['person']);
});

test('a slug from MINIAPPS_SLUG is not repeated in suggested commands', () => {
  const call = toCall('deploy app', { hasSlugVariable: true });
  assert.deepEqual(listRuns([failWith('app_missing')], call), ['deploy app --create']);
});

test('a folder that does not exist but looks like a slug is suggested as --slug', () => {
  const [step] = listNextSteps([failWith('folder_missing')], toCall('deploy waves'));
  assert.equal(step?.run, 'npx miniapp-deploy deploy <folder> --slug waves');
  assert.match(step?.text ?? '', /If waves is the slug of the app, name it with --slug waves\.$/);
  const secret = toCall('deploy waves', { secrets: ['my-waves-key'] });
  assert.deepEqual(listRuns([failWith('folder_missing')], secret), [null]);
});

describe('the suggested next steps for several apps', () => {
  const call = toCall('deploy one two --slug acme-*');
  const app = (name: string, code: string) =>
    makeReport({ ...fail({ code }), folder: name, slug: `acme-${name}` });

  test('each failed app of several has one suggested next step', () => {
    const done = makeReport({ outcome: 'deployed', folder: 'three' });
    assert.deepEqual(
      listRuns([app('one', 'offline_problems'), done, app('two', 'too_many_apps')], call),
      ['check one --slug acme-one', 'list'],
    );
  });

  test('one suggested command creates all missing apps', () => {
    const missing = [app('one', 'app_missing'), app('two', 'app_missing')];
    assert.deepEqual(listRuns(missing, call), ["deploy one two --slug 'acme-*' --create"]);
    assert.deepEqual(listRuns(missing, toCall('plan one two')), ['plan one two --create']);
  });

  test('equal next steps are listed once, and at most ten are listed', () => {
    const same = Array.from({ length: 3 }, (_, index) => app(`app-${index}`, 'too_many_apps'));
    assert.deepEqual(listRuns(same, call), ['list']);
    const many = Array.from({ length: 300 }, (_, index) => app(`app-${index}`, 'offline_problems'));
    assert.equal(listNextSteps(many, call).length, 10);
  });
});

describe('a suggested command can be pasted into the shell of the machine', () => {
  const rows: readonly (readonly [folder: string, sh: string, cmd: string, powershell: string])[] =
    [
      ["it's here", "'it'\\''s here'", '"it\'s here"', '"it\'s here"'],
      ['two words', "'two words'", '"two words"', '"two words"'],
      ['a;rm -rf b', "'a;rm -rf b'", '"a;rm -rf b"', '"a;rm -rf b"'],
      ['a&calc', "'a&calc'", '"a&calc"', '"a&calc"'],
      ['$(id)', "'$(id)'", '"$(id)"', "'$(id)'"],
      ['%PATH%', '%PATH%', '""^%"PATH"^%""', "'%PATH%'"],
      ['küche', "'küche'", '"küche"', '"küche"'],
      ['-x', './-x', './-x', './-x'],
      ['C:\\apps\\one', "'C:\\apps\\one'", 'C:\\apps\\one', 'C:\\apps\\one'],
      ['<folder>', '<folder>', '<folder>', '<folder>'],
    ];
  const shells = ['sh', 'cmd', 'powershell'] as const;
  for (const [folder, ...lines] of rows) {
    test(`a suggested command can be pasted if the folder is ${folder}`, () => {
      for (const [index, shell] of shells.entries()) {
        const quoted = lines[index];
        const call = toCall(`deploy app ${at}`, { given: { folder, slug }, shell });
        const [step] = listNextSteps([failWith('app_missing')], call);
        assert.equal(step?.run, `npx miniapp-deploy deploy ${quoted} --slug tides --create`);
        const word = folder === '-x' ? './-x' : folder;
        assert.deepEqual(step?.argv?.slice(0, 4), ['npx', 'miniapp-deploy', 'deploy', word]);
      }
    });
  }

  test('a value that begins with a hyphen is written with = in a suggested command', () => {
    const call: Call = {
      ...toCall(`deploy app ${at}`),
      given: { folder: 'app', slug, include: '-x' },
    };
    const [step] = listNextSteps([failWith('app_missing')], call);
    assert.equal(step?.run, 'npx miniapp-deploy deploy app --include=-x --slug tides --create');
  });
});

test('an invalid slug gets a suggestion, made from its words or from the folder', () => {
  const suggest = (wrong: string, folder = '', secrets: readonly string[] = []) => {
    const given = { slug: wrong, folder };
    const call = toCall(`deploy app ${at}`, { given, secrets });
    const invalid = {
      input: 'slug',
      expected: 'must be a slug',
      got: wrong,
    };
    const [step] = listFixes(new InvalidInputsError([invalid]), call);
    return step?.argv?.slice(-2);
  };
  assert.deepEqual(suggest('My App'), ['--slug', 'my-app']);
  assert.deepEqual(suggest('High_Tide', 'apps/waves'), ['--slug', 'high-tide']);
  assert.deepEqual(suggest('?', 'apps/waves'), ['--slug', 'waves']);
  assert.deepEqual(suggest('?'), ['--slug', '<slug>']);
  assert.deepEqual(suggest('My App', '', ['my-app-key']), ['--slug', '<slug>']);
});

test('a missing key is asked for by the name of its variable', () => {
  const missing = { input: 'api-key', expected: 'is not set', got: null, isMissing: true };
  const [step] = listFixes(new InvalidInputsError([missing]), toCall(`status ${at}`));
  assert.match(step?.text ?? '', /^Set MINIAPPS_API_KEY to the API key, .* --key-file\.$/);
  assert.equal(step?.run, null);
});

test('after a wrong call, the next step is the help of the command that was meant', () => {
  const help = (command: CommandName | null) => {
    return listFixes(new Error('no'), { ...toCall('list'), command }).map(({ run }) => run);
  };
  assert.deepEqual(help('deploy'), ['npx miniapp-deploy deploy --help']);
  assert.deepEqual(help(null), ['npx miniapp-deploy --help']);
});

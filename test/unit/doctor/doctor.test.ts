import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Assumptions, type Preset, presets, switches } from '../../../sandbox/assumptions.ts';
import { NetworkError } from '../../../src/api/network-error.ts';
import { points } from '../../../src/doctor/points.ts';
import { listFiles, readText } from '../../support/repository.ts';
import { apiKey, examine, findRow, listIds, type Staged, type StageOptions } from './stage.ts';

/** Switches that tell only in a review, which the doctor never asks for, or after more changes than it makes. */
const unseen: ReadonlySet<string> = new Set([
  ...['submit_response', 'submit_status', 'submit_leads_to', 'submit_in_review', 'submit_published', 'rejection'],
  ...['update_in_review', 'submitted_at', 'published_at', 'counts_as_change'],
]);
/** Values of other switches that do. */
const unseenValues: ReadonlySet<string> = new Set(['updated_at_moves=submit', 'updated_at_moves=everything']);

/** What it takes to see a switch, where the usual is not enough. */
const settings: Readonly<Record<string, StageOptions['sandbox']>> = {
  too_many_apps_status: {
    seed: Array.from({ length: 20 }, (_, at) => ({
      slug: `app-${at}`,
      files: new Map([
        ['service.json', '{"name": "Secret name"}'],
        ['index.html', '<title>App</title>'],
      ]),
    })),
  },
  retry_after: { rate: { changes: 4, window_ms: 20_000 } },
};

/** The differences that a deploy does not survive. */
const breaking: ReadonlySet<string> = new Set([
  ...['form=earlier', 'deploy_body=folder', 'deploy_body=list', 'rewrites=html'],
]);

const all = Object.entries(switches).flatMap(([name, { values }]) =>
  values.slice(1).map((value) => ({ name, value, flag: `${name}=${value}` })),
);

function examineAssuming(assumptions: Partial<Assumptions>, sandbox: StageOptions['sandbox'] = {}): Promise<Staged> {
  return examine({ sandbox: { ...sandbox, assumptions } });
}

describe('a service as it is documented', () => {
  test('everything that can be checked is confirmed, in at most twelve changes, and the app is deleted', async () => {
    const { report, exitCode, sandbox, printed, took } = await examine();
    assert.equal(exitCode, 0);
    assert.match(
      printed,
      /^http:\/\/127\.0\.0\.1: Of 42 assumptions that could be checked all hold\. Deploys will work/,
    );
    assert.deepEqual(
      report.rows.filter(({ result }) => result === 'differs'),
      [],
    );
    assert.deepEqual([report.alarms, report.stopped], [[], null]);
    assert.ok(report.changes <= 12 && took < 60_000, `${report.changes} changes in ${took} ms`);
    assert.deepEqual(sandbox.store.apps(), []);
    assert.ok(!sandbox.store.history.some(({ did }) => did === 'submit'));
  });

  test('what was not told says what it would take', async () => {
    const { report } = await examine();
    const untold = report.rows.filter(({ result }) => result === 'not told');
    assert.deepEqual([...new Set(untold.map(({ seen }) => seen))].sort(), [
      'needs 20 apps',
      'needs a review',
      'needs more than 30 changes in a minute',
    ]);
  });
});

describe('a service that differs in one point', () => {
  for (const { name, value, flag } of all) {
    test(`${flag} is the one row that differs, and the switch that is named`, async () => {
      const staged = await examineAssuming({ [name]: value }, settings[name]);
      const { report, exitCode, sandbox } = staged;
      if (unseen.has(name) || unseenValues.has(flag)) {
        assert.deepEqual([listIds(staged, 'differs'), exitCode], [[], 0]);
        if (unseen.has(name)) assert.equal(findRow(staged, name).result, 'not told');
        return;
      }
      assert.deepEqual(listIds(staged, 'differs'), [name]);
      assert.deepEqual(
        report.rows.flatMap(({ assume }) => assume ?? []),
        [flag],
      );
      const isBroken = breaking.has(flag);
      assert.equal(findRow(staged, name).impact === 'deploy', isBroken);
      // At the limit of apps nothing can be tried.
      assert.equal(exitCode, isBroken || name === 'too_many_apps_status' ? 1 : 0);
      assert.ok(report.changes <= 12);
      assert.ok(!sandbox.store.apps().some(({ slug }) => slug === report.slug));
    });
  }

  test('the documented values of what needs more are seen too', async () => {
    const limit = await examineAssuming({}, settings['too_many_apps_status']);
    assert.equal(findRow(limit, 'too_many_apps_status').result, 'confirmed');
    assert.match(limit.printed, /the account has reached the limit of 20 apps; delete one/);
    assert.equal(limit.sandbox.store.apps().length, 20);
    const limited = await examineAssuming({}, settings['retry_after']);
    assert.deepEqual([findRow(limited, 'retry_after').result, limited.exitCode], ['confirmed', 0]);
    assert.ok(limited.log.some((line) => /too many changes \(429\), waiting/.test(line)));
  });
});

describe('a service that differs in many points', () => {
  for (const preset of Object.keys(presets)) {
    test(`the preset ${preset}: exactly the switches that can be seen are named`, async () => {
      const assumed = presets[preset as Preset];
      const staged = await examine({ sandbox: { preset: preset as Preset } });
      // No response shows an app there.
      const hidden = new Set([...unseen, 'response_shows', 'too_many_apps_status', 'retry_after']);
      const expected = all.filter(
        ({ name, value, flag }) =>
          assumed[name as keyof Assumptions] === value && !hidden.has(name) && !unseenValues.has(flag),
      );
      assert.deepEqual(
        staged.report.rows.flatMap(({ assume }) => assume ?? []).sort(),
        expected.map(({ flag }) => flag).sort(),
      );
      assert.equal(staged.exitCode, 0);
    });
  }

  test('a sandbox with the switches that were named gives the same report', async () => {
    const first = await examine({ sandbox: { preset: 'strange', assumptions: { line_ends: 'lf', own_file: 'yes' } } });
    const named = first.report.rows.flatMap(({ assume }) => (assume === null ? [] : [assume.split('=')]));
    const allowed: Readonly<Record<string, { readonly values: readonly unknown[] }>> = switches;
    const assumptions = Object.fromEntries(
      named.map(([name = '', text]) => [name, allowed[name]?.values.find((value) => String(value) === text)]),
    );
    const second = await examineAssuming(assumptions);
    const toResults = ({ report }: Staged) => report.rows.map(({ id, result, assume }) => [id, result, assume]);
    assert.deepEqual(toResults(second), toResults(first));
  });
});

describe('the table of points', () => {
  test('has every switch of the sandbox with its values, but those that only a review tells', () => {
    const known = new Map(points.map(({ id, values }) => [id, values]));
    for (const [name, { values }] of Object.entries(switches)) {
      const expected = values.map(String).filter((value) => !unseenValues.has(`${name}=${value}`));
      assert.deepEqual([...(known.get(name) ?? [])].sort(), expected.sort(), name);
      assert.equal(known.get(name)?.[0], String(values[0]), name);
    }
  });

  test('names code that exists', () => {
    const files = new Set(listFiles('src', '.ts'));
    for (const { where } of points) {
      const [, name, file = ''] = /^(\w+) in (src\/[\w./-]+\.ts)$/.exec(where) ?? [];
      assert.ok(files.has(file), where);
      assert.match(readText(file), new RegExp(`^export (?:async )?(?:function|const) ${name}\\b`, 'm'), where);
    }
  });
});

describe('a run that is cut off', () => {
  const broken =
    (code: 'connection_lost' | 'connection_refused', sent: boolean) => (request: { method: string; path: string }) =>
      new NetworkError({ method: request.method, path: request.path }, { code, sent });

  test('the app is gone after each request that is lost, whether it was done or not', async () => {
    const { sandbox } = await examine();
    for (let lost = 1; lost <= sandbox.requests.length; lost += 1) {
      const toError = broken('connection_lost', true);
      for (const isDone of [false, true]) {
        let count = 0;
        const staged = await examine({
          sandbox: { faults: isDone ? [{ kind: 'reset', when: 'after', skip: lost - 1 }] : [] },
          beforeRequest: (request) => {
            count += 1;
            if (!isDone && count === lost) throw toError(request);
          },
        });
        assert.deepEqual(staged.sandbox.store.apps(), [], `request ${lost}`);
        assert.deepEqual(staged.report.alarms, [], `request ${lost}`);
        // What is lost of the deletion is made up for.
        const isDeletion = lost > sandbox.requests.length - 2;
        assert.equal(staged.exitCode, isDeletion ? 0 : 1, `request ${lost}`);
      }
    }
  });

  test('the app is gone after Ctrl+C at each request', async () => {
    const { sandbox } = await examine();
    for (let at = 1; at <= sandbox.requests.length; at += 1) {
      const staged = await examine({
        beforeRequest: (_request, number, cancel) => {
          if (number === at) cancel.abort(new Error('Ctrl+C'));
        },
      });
      assert.deepEqual(staged.sandbox.store.apps(), [], `request ${at}`);
      assert.deepEqual(staged.report.alarms, [], `request ${at}`);
    }
  });

  test('an app that cannot be deleted is named, with the command that deletes it', async () => {
    const { report, exitCode, printed, sandbox } = await examine({
      sandbox: { faults: [{ status: 503, method: 'DELETE', times: null }] },
    });
    assert.deepEqual([sandbox.store.apps().length, exitCode], [1, 1]);
    assert.match(printed, /WARNING: The app doctor-abababababab could not be deleted/);
    const command = `curl -X DELETE -H "Authorization: Bearer $MINIAPPS_API_KEY" http://127.0.0.1/api/miniapps/${report.slug}`;
    assert.ok(printed.includes(command));
  });

  test('a create that is made late, after its response was lost, is deleted too', async () => {
    let time = 0;
    const late: (() => void)[] = [];
    const { sandbox, report } = await examine({
      sandbox: {
        faults: [{ kind: 'late', status: 504, ms: 2_000, method: 'POST', path: '/api/miniapps', skip: 1 }],
        schedule: (work) => late.push(work),
      },
      beforeRequest: ({ method }) => {
        if (method === 'DELETE') time += 1;
        if (time === 2) for (const work of late.splice(0)) work();
      },
    });
    assert.equal(sandbox.store.history.filter(({ did }) => did === 'create').length, 1);
    assert.deepEqual([sandbox.store.apps(), report.alarms], [[], []]);
  });

  test('a submission that is accepted in spite of its terms is told aloud, and the app deleted', async () => {
    const { printed, report, sandbox, exitCode } = await examine({ sandbox: { termsVersion: 'doctor-no-such-terms' } });
    assert.match(printed, /WARNING: The service accepted a submission with terms that do not exist/);
    assert.equal(report.rows.find(({ id }) => id === 'terms')?.impact, 'other');
    assert.deepEqual([sandbox.store.apps(), exitCode], [[], 0]);
  });
});

describe('a service that is none', () => {
  const page = new Response('<!doctype html><title>Welcome</title>', { headers: { 'content-type': 'text/html' } });
  const strangers: Readonly<Record<string, readonly [Response, RegExp]>> = {
    'a web page': [page, /returned 200, but not JSON: base-url is not the address of the service/],
    'a login that redirects': [
      new Response(null, { status: 302, headers: { location: 'https://login.example.com/' } }),
      /a redirect: base-url must be the address of the service itself/,
    ],
    "a proxy's login": [new Response('<h1>Login</h1>', { status: 401 }), /not in the form of the service/],
    'a page that is not found': [new Response('Not found', { status: 404 }), /there is no such service at base-url/],
    'another API': [Response.json('hello'), /JSON that shows no list of apps/],
    'a gateway without a service': [new Response('Bad gateway', { status: 502 }), /the service did not answer/],
  };
  for (const [name, [response, words]] of Object.entries(strangers)) {
    test(`${name} is told in one sentence, and nothing is changed there`, async () => {
      const methods: string[] = [];
      const { printed, exitCode } = await examine({
        respond: async ({ method }) => {
          methods.push(method);
          return response.clone();
        },
      });
      assert.match(printed, words);
      assert.deepEqual([printed.trim().split('\n').length, exitCode, methods], [1, 1, ['GET']]);
    });
  }

  test('so is a wrong path, a key that is not valid, and a connection that is refused', async () => {
    const path = await examine({ path: '/wrong' });
    assert.match(
      path.printed,
      /^http:\/\/127\.0\.0\.1\/wrong: GET .* returned 404: there is no such service at base-url/,
    );
    const key = await examine({ sandbox: { accounts: [{ name: 'ben', key: 'another' }] } });
    assert.match(key.printed, /: The service does not accept the API key \(401\)/);
    const refused = await examine({
      beforeRequest: (request) => {
        throw new NetworkError(request, { code: 'connection_refused', sent: false });
      },
    });
    assert.match(refused.printed, /connection refused\. Check the port of base-url/);
    for (const { printed, exitCode } of [path, key, refused]) {
      assert.deepEqual([printed.trim().split('\n').length, exitCode], [1, 1]);
    }
  });

  test('one that takes a create in no documented way is left with that', async () => {
    const { printed, report } = await examine({
      respond: async ({ method }) =>
        method === 'GET' ? Response.json({ hello: 'world' }) : new Response('no', { status: 405 }),
    });
    assert.match(printed, /returned 405, and not in the form of the service/);
    assert.deepEqual([report.alarms, report.changes], [[], 2]);
  });
});

describe('what is printed and written', () => {
  test('the JSON has the same as the text', async () => {
    const { printed } = await examine({ json: true, sandbox: { assumptions: { line_ends: 'lf' } } });
    const { rows, ...facts } = JSON.parse(printed);
    assert.equal(rows.length, points.length);
    assert.deepEqual(facts, {
      summary: 'Of 42 assumptions that could be checked 41 hold and 1 differs. Deploys will work as they are.',
      deploys_work: true,
      address: 'http://127.0.0.1',
      slug: 'doctor-abababababab',
      changes: 10,
      stopped: null,
      alarms: [],
      assume: ['line_ends=lf'],
    });
  });

  test('the transcript has every request, long contents cut, and nothing of other apps', async () => {
    const { transcript, sandbox } = await examine({
      sandbox: { seed: settings['too_many_apps_status']?.seed?.slice(0, 3) ?? [] },
    });
    const entries = transcript
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.equal(entries.length, sandbox.requests.length);
    assert.deepEqual(entries.filter(({ step }) => step === 'list_before')[0].response.body, { apps: ['(3 more)'] });
    assert.equal(entries.filter(({ step }) => step === 'list')[0].response.body.apps.length, 2);
    assert.doesNotMatch(transcript, /Secret name|app-1/);
    assert.ok(Math.max(...transcript.split(/[",]/).map((text) => text.length)) < 260);
  });

  for (const json of [false, true]) {
    test(`a key that the service repeats is in no report and no transcript (${json ? 'JSON' : 'text'})`, async () => {
      const echo = `${apiKey} ${Buffer.from(`x${apiKey}`).toString('base64')} ${encodeURIComponent(apiKey)}`;
      const inner = await examine({ json });
      const { sandbox } = inner;
      const staged = await examine({
        json,
        respond: async (request) => {
          const response = await sandbox.fetch(request);
          const text = await response.text();
          const body = text.replace('"message":"', `"message":"${echo} `).replace('"name":"', `"name":"${echo} `);
          return new Response(body === '' ? null : body, { status: response.status });
        },
      });
      const shown = [staged.printed, staged.transcript, ...staged.log].join('\n');
      assert.ok(shown.includes('***'));
      for (const form of [apiKey, ...echo.split(' ')]) assert.ok(!shown.includes(form.slice(0, 20)), form);
    });
  }
});

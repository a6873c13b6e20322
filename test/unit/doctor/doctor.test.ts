import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Assumptions, switches } from '../../../sandbox/assumptions.ts';
import { NetworkError } from '../../../src/api/network-error.ts';
import { points } from '../../../src/doctor/points.ts';
import { formatCount } from '../../../src/format.ts';
import { compareWithFile } from '../../support/snapshot.ts';
import { apiKey, examine, type StageOptions } from './stage.ts';

/** Apps of an account that was used before: published twice, in review, rejected, and taken down. */
const usedApps: StageOptions['apps'] = {
  'app-live': ['submit', 'approve', 'change', 'submit', 'approve'],
  'app-waiting': ['submit'],
  'app-rejected': ['submit', 'reject'],
  'app-gone': ['submit', 'approve', 'take_down'],
};
/** What it takes to see a switch, where the usual is not enough. */
const settings = {
  too_many_apps_status: { apps: Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`app-${at}`, []])) },
  retry_after: { sandbox: { rate: { changes: 4, window_ms: 20_000 } } },
} satisfies Readonly<Record<string, StageOptions>>;
function examineAssuming(assumptions: Partial<Assumptions>, { sandbox, ...options }: StageOptions = {}) {
  return examine({ ...options, sandbox: { ...sandbox, assumptions } });
}

describe('a service as it is documented', () => {
  for (const [account, apps] of [
    ['without apps', {}],
    ['with apps', usedApps],
  ] as const) {
    test(`everything that can be seen by an account ${account} is confirmed, and its own app is deleted`, async () => {
      const { report, differing, exitCode, sandbox, printed, left, took } = await examine({ apps });
      assert.match(printed, /^http:\/\/127\.0\.0\.1: Of \d+ assumptions that could be checked all hold\. Deploys will/);
      assert.deepEqual({ exitCode, differing, left }, { exitCode: 0, differing: [], left: Object.keys(apps ?? {}) });
      assert.deepEqual([report.alarms, report.stopped], [[], null]);
      assert.ok(report.changes <= 12 && took < 60_000, `${report.changes} changes in ${took} ms`);
      const own = sandbox.store.history.filter(({ slug }) => slug === report.slug);
      assert.ok(!own.some(({ did }) => did === 'submit'));
      for (const { id, result, seen } of report.rows) if (result === 'not told') assert.match(seen, /^needs \S/, id);
    });
  }

  for (const [id, options] of Object.entries(settings)) {
    test(`${id} is confirmed where that happens`, async () => {
      const { report, left } = await examine(options);
      assert.equal(report.rows.find((row) => row.id === id)?.result, 'confirmed');
      assert.equal(left.length, Object.keys('apps' in options ? options.apps : {}).length);
    });
  }
});

test('snapshots/switches.md shows what is seen of a service that differs in one point: no other switch is named', async () => {
  const lines: string[] = [];
  for (const [name, { values }] of Object.entries(switches)) {
    for (const value of values.slice(1)) {
      const options = Object.hasOwn(settings, name) ? settings[name as keyof typeof settings] : { apps: usedApps };
      const { report, exitCode, differing, assume, left } = await examineAssuming({ [name]: value }, options);
      const flag = `${name}=${value}`;
      assert.ok(report.changes <= 12 && !left.includes(report.slug), flag);
      assert.deepEqual(assume, differing.length === 0 ? [] : [flag]);
      const rows = report.rows.filter(({ result }) => result === 'differs');
      const seen = rows.map(({ id, impact }) => `${id} differs${impact === 'deploy' ? ', and deploys fail' : ''}`);
      lines.push(`- ${flag}: ${seen.join('; ') || 'nothing is seen'}; exit code ${exitCode}`);
    }
  }
  compareWithFile('test/unit/doctor/snapshots/switches.md', lines.join('\n'));
});

const inSandbox = (sandbox: StageOptions['sandbox'] = {}): StageOptions => ({ sandbox });
const rewrite = (from: RegExp, to: string): StageOptions => ({ rewrite: (text) => text.replace(from, to) });
const answer = (...parts: ConstructorParameters<typeof Response>): StageOptions => ({
  respond: async () => new Response(...parts),
});
const limit = (changes: number, retry_after: Assumptions['retry_after']): StageOptions =>
  inSandbox({ assumptions: { retry_after }, rate: { changes, window_ms: 3_600_000 } });
const services: Readonly<Record<string, StageOptions>> = {
  'reads that lag are waited for': inSandbox({ faults: [{ kind: 'stale', lag_ms: 2_000, times: null }] }),
  'changes that are never made': inSandbox({ faults: [{ kind: 'echo', path: '/api/miniapps/deploy', times: null }] }),
  'a folder of too many files is tried with fewer': inSandbox({ limits: { files: 5 } }),
  'a folder that is refused with fewer files too': inSandbox({ limits: { files: 2 } }),
  'any terms are good for a submission': inSandbox({ termsVersion: 'doctor-no-such-terms' }),
  'another address': rewrite(/"url":"http/g, '"url":"/x'),
  'another word for a draft': rewrite(/"status":"draft"/g, '"status":"new"'),
  'a list under another name': rewrite(/^\{"apps":/, '{"results":'),
  'problems under other names': rewrite(/"message":"(The page|An app)/g, '"text":"$1'),
  'codes for the terms': rewrite(/"terms_required"/, '"terms"'),
  'a read under another name': rewrite(/^(\{"slug".*"html":.*)$/s, '{"data":$1}'),
  'an app that cannot be deleted': inSandbox({ faults: [{ status: 503, method: 'DELETE', times: null }] }),
  'a limit of one change an hour': limit(1, 'seconds'),
  'a limit of three changes an hour': limit(3, 'seconds'),
  'a limit of three changes an hour without a time to wait': limit(3, 'none'),
  'no service: a web page': answer('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
  'no service: a login that redirects': answer(null, { status: 302, headers: { location: 'https://a.example/' } }),
  'no service: another API': answer('"hello"'),
  'no service: a gateway without one': answer('', { status: 502 }),
  'no service: a wrong path': { path: '/wrong' },
  'no service: nothing listens': {
    beforeRequest: (request) => {
      throw new NetworkError(request, { code: 'connection_refused', sent: false });
    },
  },
  'no service: a create is taken in no documented way': {
    respond: async ({ method }) => (method === 'GET' ? Response.json({ a: 'b' }) : new Response('no', { status: 405 })),
  },
  'an account that has its 20 apps': settings.too_many_apps_status,
  'an app that cannot be created': inSandbox({ faults: [{ status: 500, method: 'POST', times: null }] }),
  'a key that is not valid': inSandbox({ accounts: [{ name: 'ben', key: 'other' }] }),
};

test('snapshots/services.md shows what is told of services that differ, end early, or are none', async () => {
  const parts: string[] = [];
  for (const [name, options] of Object.entries(services)) {
    const { printed, report, exitCode, left, took } = await examine(options);
    assert.ok(took < 210_000, `${name} took ${took} ms`);
    const own = left.filter((slug) => slug === report.slug);
    assert.equal(/WARNING: The app doctor-\w+ could not be deleted/.test(printed), own.length > 0, name);
    const lines = printed.split('\n').filter((line) => line !== '' && !/^\| (?!differs)/.test(line));
    const facts = `Exit code ${exitCode}, ${formatCount(report.changes, 'change')}, left: ${own.join() || 'nothing'}`;
    parts.push([`# ${name}`, facts, ...lines.map((line) => line.replaceAll(/ {2,}/g, ' '))].join('\n\n'));
  }
  compareWithFile('test/unit/doctor/snapshots/services.md', parts.join('\n\n'));
});

test('the table of points has every switch of the sandbox with its values, the assumed one first', () => {
  for (const [name, { values }] of Object.entries(switches)) {
    const rows = Object.entries(points).filter(([id, point]) => (point.switch ?? id) === name);
    const known = new Set(rows.flatMap(([, point]) => point.values));
    assert.deepEqual([...known].sort(), values.map(String).sort(), name);
    for (const [id, point] of rows) assert.equal(point.values[0], String(values[0]), id);
  }
});

describe('a run that is cut off', () => {
  test('the app is gone after each request that is lost, whether it was done or not', async () => {
    const { sandbox } = await examine();
    for (let lost = 1; lost <= sandbox.requests.length; lost += 1) {
      for (const isDone of [false, true]) {
        const { report, exitCode, left } = await examine({
          sandbox: { faults: isDone ? [{ kind: 'reset', when: 'after', skip: lost - 1 }] : [] },
          beforeRequest: (request, number) => {
            if (!isDone && number === lost) throw new NetworkError(request, { code: 'connection_lost', sent: true });
          },
        });
        assert.deepEqual({ left, alarms: report.alarms }, { left: [], alarms: [] }, `request ${lost}`);
        // What is lost of the deletion is made up for.
        const isDeletion = lost > sandbox.requests.length - 2;
        assert.equal(exitCode, isDeletion ? 0 : 1, `request ${lost}`);
      }
    }
  });

  test('the app is gone after Ctrl+C at each request, and the command that deletes it was named before', async () => {
    const { sandbox } = await examine();
    for (let at = 1; at <= sandbox.requests.length; at += 1) {
      const { report, left, log } = await examine({
        beforeRequest: (_request, number, cancel) => {
          if (number === at) cancel.abort(new Error('Ctrl+C'));
        },
      });
      assert.deepEqual({ left, alarms: report.alarms }, { left: [], alarms: [] }, `request ${at}`);
      const isProbe = at > 2 && at <= sandbox.requests.length - 2;
      assert.equal(/^Interrupted: .*: curl -X DELETE/m.test(log.join('\n')), isProbe, `request ${at}`);
    }
  });

  for (const status of [408, 504]) {
    test(`a create that is made late, after it was answered with ${status}, is deleted too`, async () => {
      let deletions = 0;
      const late: (() => void)[] = [];
      const { sandbox, report, left } = await examine({
        sandbox: {
          faults: [{ kind: 'late', status, ms: 2_000, method: 'POST', path: '/api/miniapps', skip: 1 }],
          schedule: (work) => late.push(work),
        },
        beforeRequest: ({ method }) => {
          if (method === 'DELETE') deletions += 1;
          if (deletions === 2) for (const work of late.splice(0)) work();
        },
      });
      assert.equal(sandbox.store.history.filter(({ did }) => did === 'create').length, 1);
      assert.deepEqual({ left, alarms: report.alarms }, { left: [], alarms: [] });
    });
  }
});

describe('what is printed and written', () => {
  test('docs/images/doctor.txt, of which the picture is made, is an excerpt of the text', async () => {
    const { printed } = await examineAssuming({ timestamps: 'seconds', deploy_body: 'list' });
    const isRow = /^\| (result|---.*|\w+( told)? +\| (timestamps|deploy_body|rewrites|line_ends|rejection):)/;
    const lines = printed.split('\n').filter((line) => !line.startsWith('|') || isRow.test(line));
    const text = lines.join('\n').replaceAll(/ {2,}|-{4,}/g, (run) => run.slice(0, 3).trim() || ' ');
    // "npm run screenshots" then makes the picture.
    compareWithFile('docs/images/doctor.txt', text.replace('http://127.0.0.1', 'https://apps.example.com'));
  });

  test('the JSON has the same as the text', async () => {
    const { printed } = await examine({ json: true, sandbox: { assumptions: { line_ends: 'lf' } } });
    const { rows, summary, ...facts } = JSON.parse(printed);
    assert.equal(rows.length, Object.keys(points).length);
    assert.match(summary, /^Of \d+ assumptions .* \d+ hold and 1 differs\. Deploys will work as they are\.$/);
    assert.deepEqual(facts, {
      ...{ deploys_work: true, address: 'http://127.0.0.1', slug: 'doctor-abababababab', changes: 10 },
      ...{ stopped: null, alarms: [], assume: ['line_ends=lf'] },
    });
  });

  test('the transcript has every request, long contents cut, and neither it nor the report names another app', async () => {
    const { transcript, printed, sandbox } = await examine({ apps: usedApps });
    const entries = Array.from(transcript.matchAll(/.+/g), ([line]) => JSON.parse(line));
    assert.equal(entries.length, sandbox.requests.length);
    assert.deepEqual(entries.filter(({ step }) => step === 'list_before')[0].response.body, { apps: ['(4 more)'] });
    assert.equal(entries.filter(({ step }) => step === 'list')[0].response.body.apps.length, 2);
    assert.doesNotMatch(transcript + printed, /Secret name|app-live|app-waiting/);
    assert.ok(Math.max(...transcript.split(/[",]/).map((text) => text.length)) < 260);
  });

  for (const json of [false, true]) {
    test(`a key that the service repeats is in no report and no transcript (${json ? 'JSON' : 'text'})`, async () => {
      const echo = `${apiKey} ${Buffer.from(`x${apiKey}`).toString('base64')} ${encodeURIComponent(apiKey)}`;
      const staged = await examine({
        json,
        rewrite: (text) => text.replace('"message":"', `"message":"${echo} `).replace('"name":"', `"name":"${echo} `),
      });
      const shown = [staged.printed, staged.transcript, ...staged.log].join('\n');
      assert.ok(shown.includes('***'));
      for (const form of [apiKey, ...echo.split(' ')]) assert.ok(!shown.includes(form.slice(0, 20)), form);
    });
  }
});

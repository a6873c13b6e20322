import assert from 'node:assert/strict';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { toHeadline } from '../../../../cli/doctor/report.ts';
import { NetworkError } from '../../../../src/api/network-error.ts';
import { root } from '../../../support/repository.ts';
import { compareSections, compareWithFile } from '../../../support/snapshot.ts';
import { useAction } from './real.ts';
import { otherServices, services, switched, usedApps } from './services.ts';
import { apiKey, examine, withFolder } from './stage.ts';

const examined = new Map<string, ReturnType<typeof examine>>();

/** The doctor with one of the services, whose rehearsal several tests look at. */
function examineOnce(name: string): ReturnType<typeof examine> {
  const found = examined.get(name) ?? examine(services[name]);
  examined.set(name, found);
  return found;
}

describe('the headline is what a developer then sees, who deploys with --create, again with other content, updates and deletes', () => {
  for (const [name, service] of Object.entries(services)) {
    test(name, async () => {
      const { rehearsal, exitCode, printed, left } = await examineOnce(name);
      const works = await withFolder((folder) => useAction(service, folder));
      const { steps } = rehearsal;
      const headline = toHeadline({ works, steps });
      assert.equal(toHeadline(rehearsal), headline);
      const isFine = works.create && works.deploy && works.again && works.delete;
      assert.equal(exitCode, isFine ? 0 : 1);
      assert.ok(
        printed.replaceAll(/\n */g, ' ').startsWith(`http://127.0.0.1: ${headline}.`),
        printed,
      );
      // Whatever the service says: what is left is named, and the command that deletes it.
      const { slug } = rehearsal;
      const isNamed = printed.includes(`miniapp-deploy delete --slug ${slug} --confirm ${slug}`);
      assert.deepEqual([rehearsal.isLeft, isNamed], [left.includes(slug), left.includes(slug)]);
      assert.ok(printed.split('\n').every((line) => line.length <= 80));
      assert.doesNotMatch(printed, /src\/|npm run/);
    });
  }
});

describe('a service as it is documented', () => {
  for (const [account, apps] of [
    ['without apps', {}],
    ['with apps', usedApps],
  ] as const) {
    test(`everything that shows to an account ${account} is as assumed, with few requests`, async () => {
      const { rehearsal, differing, findings, exitCode, left, took, sandbox } = await examine({
        apps,
      });
      assert.deepEqual(
        { exitCode, differing, left },
        { exitCode: 0, differing: [], left: Object.keys(apps) },
      );
      assert.deepEqual([rehearsal.exchanges.length, took], [20, 20 * 25]);
      assert.ok(
        !sandbox.store.history.some(({ slug, did }) => slug === rehearsal.slug && did === 'submit'),
      );
      for (const { id, result, seen } of findings)
        if (result === 'not seen') assert.match(seen, /\w/, id);
    });
  }
});

test('snapshots/switches.md shows what is told of a service that differs in one point: no other switch is named', async () => {
  const lines: string[] = [];
  for (const flag of Object.keys(switched)) {
    const { assume, findings } = await examineOnce(flag);
    assert.ok(assume.length === 0 || assume.join() === flag, flag);
    const told = findings.filter(({ result }) => result === 'differs').map(({ id }) => id);
    if (told.length > 0)
      lines.push(
        `- ${flag}: ${told.join(', ')}${assume.length === 0 ? '' : ' (names the switch)'}`,
      );
  }
  compareWithFile('test/unit/cli/doctor/snapshots/switches.md', lines.join('\n'));
});

test('snapshots/services.md shows what is told of services that differ otherwise, or are none: one of each kind whole', async () => {
  const kinds = new Map<string, { readonly names: string[]; readonly lines: readonly string[] }>();
  for (const name of Object.keys(otherServices)) {
    const { printed, exitCode, took, differing } = await examineOnce(name);
    assert.ok(took < 600_000, `${name} took ${took} ms`);
    // What works, and how many points showed, is the same for most.
    const lines = printed
      .split('\n')
      .filter((line) => !/^( {2}ok | {9}should be|What |\d+ (of|points?) |$)/.test(line));
    const failing = lines.filter((line) => line.startsWith('  FAILS'));
    const kind = [`exit code ${exitCode}`, lines[0], ...failing, ...differing].join('\n');
    const known = kinds.get(kind);
    if (known === undefined)
      kinds.set(kind, { names: [name], lines: [`exit code ${exitCode}`, ...lines] });
    else known.names.push(name);
  }
  const parts = Array.from(
    kinds.values(),
    ({ names, lines }) => [names.join('; '), lines] as const,
  );
  compareSections('test/unit/cli/doctor/snapshots/services.md', parts);
});

describe('a folder of the caller', () => {
  const toGiven = (workspace: string) => ({ workspace, folder: 'app', exclude: 'notes/**' });
  const copy = (to: string): void =>
    cpSync(join(root, 'examples/tide-times'), join(to, 'app'), { recursive: true });

  test('is what is deployed, with another page the second time, and is left as it is', async () => {
    await withFolder(async (workspace) => {
      copy(workspace);
      const { rehearsal, exitCode, differing, printed } = await examine(
        {},
        { folder: toGiven(workspace) },
      );
      assert.deepEqual({ exitCode, differing }, { exitCode: 0, differing: [] });
      assert.match(printed, / ok {5}deploy 9 files, /);
      const deploys = rehearsal.exchanges
        .filter(({ operation }) => operation === 'deploy')
        .map(({ sent }) => sent);
      const [first, second] = deploys.map((sent) => Object(sent).files);
      assert.deepEqual({ ...second, 'index.html': '' }, { ...first, 'index.html': '' });
      assert.equal(second['index.html'], `${first['index.html']}\n`);
    });
  });

  test('that holds the key is not sent, and no app is created', async () => {
    await withFolder(async (workspace) => {
      copy(workspace);
      writeFileSync(join(workspace, 'app/assets/notes.txt'), `key: ${apiKey}`);
      const { exitCode, printed, sandbox } = await examine({}, { folder: toGiven(workspace) });
      assert.deepEqual([exitCode, sandbox.store.history.length], [1, 0]);
      assert.match(printed, /assets\/notes\.txt:1: assets\/notes\.txt contains the value of/);
    });
  });

  test('that the check refuses is not sent, and no app is created', async () => {
    await withFolder(async (workspace) => {
      copy(workspace);
      writeFileSync(join(workspace, 'app/service.json'), '{"name": ""}');
      const { rehearsal, exitCode, printed, sandbox } = await examine(
        {},
        { folder: toGiven(workspace) },
      );
      assert.deepEqual([exitCode, sandbox.store.history.length], [1, 0]);
      assert.match(
        printed,
        /: deploy does not work; create, deploy again, update, delete and\na submission/,
      );
      assert.match(
        printed,
        /FAILS {2}deploy .*\n(?: {9}\w.*\n)+ {9}- service\.json:1: name in service\.json is empty/,
      );
      assert.equal(rehearsal.isLeft, false);
    });
  });
});

describe('a run that is cut off', () => {
  test('the app is gone after each request that is lost, whether it was done or not', async () => {
    const { sandbox } = await examine();
    for (let lost = 1; lost <= sandbox.requests.length; lost += 1) {
      for (const isDone of [false, true]) {
        const { rehearsal, left } = await examine({
          sandbox: { faults: isDone ? [{ kind: 'reset', when: 'after', skip: lost - 1 }] : [] },
          beforeRequest: (request, number) => {
            if (!isDone && number === lost)
              throw new NetworkError(request, { code: 'connection_lost', sent: true });
          },
        });
        assert.deepEqual([left, rehearsal.isLeft], [[], false], `request ${lost}`);
      }
    }
  });

  test('the app is gone after Ctrl+C at each request, and what was not tried is said', async () => {
    const { sandbox } = await examine();
    for (let at = 1; at <= sandbox.requests.length; at += 1) {
      const { rehearsal, left, printed, differing } = await examine({
        beforeRequest: (_request, number, cancel) => {
          if (number === at) cancel.abort(new Error('Ctrl+C'));
        },
      });
      assert.deepEqual([left, rehearsal.isLeft, differing], [[], false, []], `request ${at}`);
      assert.match(printed, /It was interrupted\./);
      assert.ok(
        !Object.values(rehearsal.works).includes(false),
        `request ${at}: ${JSON.stringify(rehearsal.works)}`,
      );
    }
  });

  for (const status of [408, 504]) {
    test(`a create that is made late, after it was answered with ${status} and Ctrl+C, is deleted too`, async () => {
      const { left, rehearsal, sandbox } = await examine({
        sandbox: {
          faults: [{ kind: 'late', status, ms: 10_000, method: 'POST', path: '/api/miniapps' }],
        },
        beforeRequest: (_request, number, cancel) => {
          if (number === 3) cancel.abort(new Error('Ctrl+C'));
        },
      });
      assert.equal(sandbox.store.history.filter(({ did }) => did === 'create').length, 1);
      assert.deepEqual([left, rehearsal.isLeft], [[], false]);
    });
  }

  test("a gateway's 404 does not pass for the app's end", async () => {
    const { left, rehearsal, printed } = await examine({
      respond: async (request, ask) => {
        const isLate = request.method === 'DELETE';
        return isLate ? new Response('<html>', { status: 404 }) : ask(request);
      },
    });
    assert.deepEqual(
      [left, rehearsal.isLeft, rehearsal.works.delete],
      [[rehearsal.slug], true, false],
    );
    assert.match(
      printed,
      /WARNING: The app doctor-\w+ may still be there\. Delete it:\nminiapp-deploy delete/,
    );
  });
});

for (const name of ['a page before the service', 'another API', 'nothing that listens']) {
  test(`after ${name} the report is there within 90 s`, async () => {
    const { took } = await examineOnce(name);
    assert.ok(took < 90_000, `${took} ms`);
  });
}

for (const name of [
  'a 500 for each creation',
  'a 502 for each deploy',
  'a 503 for each deletion',
]) {
  test(`after ${name} the report is there within 90 s, and what was lost is said at once`, async () => {
    const { took, log } = await examineOnce(name);
    assert.ok(took < 90_000, `${took} ms`);
    assert.match(log.join('\n'), / …\n(?:POST|DELETE) \/api\/miniapps\S*: 50\d /);
  });
}

test('after ten minutes no step begins but the deletion', async () => {
  const { rehearsal, left, took } = await examine({ takesMs: 60_000 });
  assert.deepEqual(
    [left, [...rehearsal.steps.keys()].at(-1), rehearsal.steps.has('list')],
    [[], 'delete', false],
  );
  assert.ok(took <= 900_000, `${took} ms`);
});

describe('what is printed and written', () => {
  test('docs/images/doctor.txt, of which the picture is made, is a report of a rehearsal that works', async () => {
    const apps = { 'app-live': [], 'app-waiting': ['submit'] } as const;
    const address = 'https://apps.example.com';
    const { printed } = await examine({ apps, sandbox: { baseUrl: address } }, { address });
    // "npm run screenshots" then makes the picture.
    compareWithFile('docs/images/doctor.txt', `~~~text\n$ miniapp-deploy doctor\n\n${printed}~~~`);
  });

  test('the JSON has what works, each step, and the points with their places and switches', async () => {
    const { printed } = await examine(
      { sandbox: { assumptions: { own_file: 'yes' } } },
      { isJson: true },
    );
    const { points, steps, ...facts } = JSON.parse(printed);
    assert.deepEqual(points.at(-1), {
      ...{ id: 'own_file', assumed: '"files" has no file that the service made itself' },
      means: 'each run deploys again, also where nothing changed.',
      where: 'compareFolder in src/commands/compare.ts',
      ...{ result: 'differs', seen: 'assets/made-by-the-service.json', assume: 'own_file=yes' },
    });
    assert.deepEqual(steps.deploy, { outcome: 'deployed' });
    assert.deepEqual(facts, {
      headline: 'create, deploy, deploy again, update and delete work; a submission was not tried',
      works: { create: true, deploy: true, again: true, update: true, delete: true },
      ...{
        address: 'http://127.0.0.1',
        slug: 'doctor-abababababab',
        interrupted: false,
        left: false,
      },
      ...{ warnings: [], free_apps: 20 },
      ...{ requests: 22, changes: 8, seconds: 1, assume: ['own_file=yes'] },
    });
  });

  test('with --verbose each point is named, with its place in the code and the commands of the sandbox', async () => {
    const { printed, findings } = await examine(
      { sandbox: { assumptions: { own_file: 'yes' } } },
      { isVerbose: true },
    );
    const text = printed.replaceAll(/\n */g, ' ');
    for (const { id } of findings)
      assert.match(text, new RegExp(`- ${id}, (confirmed|differs|not seen): `));
    assert.match(
      text,
      /To change: compareFolder in src\/commands\/compare\.ts\. Sandbox: --assume own_file=yes\./,
    );
    assert.match(
      text,
      /npm run sandbox -- --assume own_file=yes; npm run test:action -- --assume own_file=yes/,
    );
  });

  test('a list that is not understood is not quoted: it may name other apps', async () => {
    const { printed, transcript } = await examine({
      ...services['the list is in an object of objects'],
      apps: { 'app-live': [] },
    });
    assert.match(
      printed,
      /FAILS {2}list the apps\n +The service said: GET \/api\/miniapps: 200, json\n/,
    );
    assert.doesNotMatch(printed + transcript, /app-live|Secret name/);
  });

  test('the transcript has every request, long contents cut, and neither it nor the report names another app', async () => {
    const { transcript, printed, sandbox } = await examine({ apps: usedApps }, { isVerbose: true });
    const entries = Array.from(transcript.matchAll(/.+/g), ([line]) => JSON.parse(line));
    assert.equal(entries.length, sandbox.requests.length);
    assert.equal(entries.find(({ step }) => step === 'list').response.body.apps.length, 2);
    assert.doesNotMatch(transcript + printed, /Secret name|app-live|app-waiting/);
    assert.ok(Math.max(...transcript.split(/[",]/).map((text) => text.length)) < 260);
  });

  for (const isJson of [false, true]) {
    test(`a key that the service repeats is in no report and no transcript (${isJson ? 'JSON' : 'text'})`, async () => {
      // The key lies where texts are cut.
      const echo = [
        'x'.repeat(190) + apiKey,
        Buffer.from(`x${apiKey}`).toString('base64'),
        encodeURIComponent(apiKey),
      ];
      const staged = await examine(
        {
          respond: async (request, ask) => {
            const response = await ask(request);
            const text = await response.text();
            const body = text
              .replace('"message":"', `"message":"${echo.join(' ')} `)
              .replace('"name":"', `"name":"${apiKey} `);
            return new Response(body, response);
          },
        },
        { isJson, isVerbose: true },
      );
      const shown = [staged.printed, staged.transcript, ...staged.log].join('\n');
      assert.ok(shown.includes('***'));
      for (const form of [apiKey, ...echo.slice(1)])
        assert.ok(!shown.includes(form.slice(0, 12)), form);
    });
  }
});

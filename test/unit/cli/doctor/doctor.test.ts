import assert from 'node:assert/strict';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { recordExchanges } from '../../../../cli/doctor/exchange.ts';
import { toHeadline } from '../../../../cli/doctor/report.ts';
import { NetworkError } from '../../../../src/api/network-error.ts';
import { toJsonBody } from '../../../../src/api/request-body.ts';
import { readText, root } from '../../../support/repository.ts';
import { compareSections, compareWithFile } from '../../../support/snapshot.ts';
import { useAction } from './real.ts';
import {
  otherServices,
  refusingDeploys,
  reportedSwitches,
  services,
  unreportedSwitches,
  usedApps,
} from './services.ts';
import { apiKey, type DoctorParts, examine, type ServiceOptions, withFolder } from './stage.ts';

const examined = new Map<string, ReturnType<typeof examine>>();

/** Runs the doctor with a service, once for all tests. */
function examineOnce(name: string): ReturnType<typeof examine> {
  const found = examined.get(name) ?? examine(services[name]);
  examined.set(name, found);
  return found;
}

/**
 * Makes the smallest app, for tests in which only requests and responses matter: its rehearsal
 * takes two thirds of the time.
 */
async function withSmallestApp(work: (parts: DoctorParts) => Promise<void>): Promise<void> {
  await withFolder(async (workspace) => {
    mkdirSync(join(workspace, 'app'));
    writeFileSync(join(workspace, 'app/service.json'), '{"name":"A"}');
    writeFileSync(join(workspace, 'app/index.html'), '<title>A</title>');
    await work({ folder: { workspace, folder: 'app', exclude: '' } });
  });
}

describe('the headline matches what a developer sees who deploys, deploys again, updates and deletes', () => {
  for (const [name, service] of Object.entries(services)) {
    test(name, async () => {
      const { rehearsal, exitCode, printed, left } = await examineOnce(name);
      const works = await withFolder((folder) => useAction(service, folder));
      const headline = toHeadline({ ...rehearsal, works });
      assert.equal(toHeadline(rehearsal), headline);
      const isFine = works.create && works.deploy && works.again && works.delete;
      assert.equal(exitCode, isFine ? 0 : 1);
      assert.ok(
        printed.replaceAll(/\n */g, ' ').startsWith(`http://127.0.0.1: ${headline}.`),
        printed,
      );
      // If the app is left, the report names it, and the command that deletes it.
      const { slug } = rehearsal;
      const isNamed = printed.includes(
        `\nminiapp-deploy delete --slug ${slug} --confirm ${slug}\n`,
      );
      assert.deepEqual([rehearsal.isLeft, isNamed], [left.includes(slug), left.includes(slug)]);
      assert.ok(printed.split('\n').every((line) => line.length <= 80));
      assert.doesNotMatch(printed, /src\/|npm run/);
      // The doctor must not advise to run the doctor.
      assert.doesNotMatch(printed, /miniapp-deploy doctor/);
    });
  }
});

describe('a service as it is documented', () => {
  for (const [account, apps] of [
    ['without apps', {}],
    ['with apps', usedApps],
  ] as const) {
    test(`everything is as assumed for an account ${account}, in 20 requests`, async () => {
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

test('snapshots/switches.md shows which points differ with each switch; no other switch is named', async () => {
  const lines: string[] = [];
  for (const flag of Object.keys(reportedSwitches)) {
    const { assume, differing } = await examineOnce(flag);
    assert.ok(assume.length === 0 || assume.join() === flag, flag);
    const named = assume.length === 0 ? '' : ' (names the switch)';
    lines.push(`- ${flag}: ${differing.join(', ')}${named}`);
  }
  compareWithFile('test/unit/cli/doctor/snapshots/switches.md', lines.join('\n'));
  for (const name of Object.keys(unreportedSwitches)) {
    const { assume, differing } = await examineOnce(name);
    assert.deepEqual({ assume, differing }, { assume: [], differing: [] }, name);
  }
});

test('snapshots/services.md shows the report about other services, one of each kind', async () => {
  const kinds = new Map<string, { readonly names: string[]; readonly lines: readonly string[] }>();
  for (const name of Object.keys(otherServices)) {
    const { printed, exitCode, took, differing } = await examineOnce(name);
    assert.ok(took < 600_000, `${name} took ${took} ms`);
    // The steps that work, and the number of points, are the same for most services.
    const lines = printed
      .replaceAll(/^ {2}ok .*\n(?: {9}\S.*\n)*/gm, '')
      .split('\n')
      .filter((line) => !/^(What |\d+ of the |\d+ others? could|$)/.test(line));
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

describe('a refused deploy shows that the service understood the folder if a problem names', () => {
  const message = 'Against the rules.';
  for (const [name, problem, result] of [
    ['a file', { path: './index.html', message }, 'confirmed'],
    ['a field', { path: 'app.json', field: 'color', message }, 'confirmed'],
    ['a file at the start of a text', `index.html: ${message}`, 'confirmed'],
    ['a line of a file at the start of a text', `index.html:3: ${message}`, 'confirmed'],
    ['no file: not seen', { message }, 'not seen'],
    ['a file that was not sent: not seen', { path: 'index.html.bak', message }, 'not seen'],
  ] as const) {
    test(name, async () => {
      const { findings } = await examine(refusingDeploys(problem));
      assert.equal(findings.find(({ id }) => id === 'deploy_body')?.result, result);
    });
  }
});

describe('a given folder', () => {
  const toGiven = (workspace: string) => ({ workspace, folder: 'app', exclude: 'notes/**' });
  const copy = (to: string): void =>
    cpSync(join(root, 'examples/tide-times'), join(to, 'app'), { recursive: true });

  test('a given folder is deployed twice, the second time with another page, and is not changed on disk', async () => {
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
        .map(({ requestBody }) => requestBody);
      const [first, second] = deploys.map((sent) => Object(sent).files);
      assert.deepEqual({ ...second, 'index.html': '' }, { ...first, 'index.html': '' });
      assert.equal(second['index.html'], `${first['index.html']}\n`);
    });
  });

  test('a failed deploy of the files that a new app has does not show whether files are rewritten', async () => {
    await withSmallestApp(async (parts) => {
      const service = services['a 502 for each deploy'];
      const { findings } = await examine(service, parts);
      assert.equal(findings.find(({ id }) => id === 'rewrites')?.result, 'not seen');
    });
  });

  test('a given folder that contains the API key is not sent, and no app is created', async () => {
    await withFolder(async (workspace) => {
      copy(workspace);
      writeFileSync(join(workspace, 'app/assets/notes.txt'), `key: ${apiKey}`);
      const { exitCode, printed, sandbox } = await examine({}, { folder: toGiven(workspace) });
      assert.deepEqual([exitCode, sandbox.store.history.length], [1, 0]);
      assert.match(printed, /assets\/notes\.txt:1: assets\/notes\.txt contains the value of/);
    });
  });

  test('a given folder with problems is not sent, and no app is created', async () => {
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

describe('an interrupted rehearsal', () => {
  test('the doctor deletes its app after any lost request, whether or not the change was applied', async () => {
    await withSmallestApp(async (parts) => {
      const { sandbox } = await examine({}, parts);
      for (const [index, { method }] of sandbox.requests.entries()) {
        // A lost read is the same whether or not the service got it.
        for (const isDone of method === 'GET' ? [false] : [false, true]) {
          const service: ServiceOptions = {
            sandbox: { faults: isDone ? [{ kind: 'reset', when: 'after', skip: index }] : [] },
            beforeRequest: (request, number) => {
              if (!isDone && number === index + 1)
                throw new NetworkError(request, { code: 'connection_lost', sent: true });
            },
          };
          const { rehearsal, left } = await examine(service, parts);
          assert.deepEqual([left, rehearsal.isLeft], [[], false], `request ${index + 1}`);
        }
      }
    });
  });

  test('the doctor deletes its app after Ctrl+C at any request, and reports nothing as failed', async () => {
    await withSmallestApp(async (parts) => {
      const { sandbox } = await examine({}, parts);
      for (let at = 1; at <= sandbox.requests.length; at += 1) {
        const service: ServiceOptions = {
          beforeRequest: (_request, number, cancel) => {
            if (number === at) cancel.abort(new Error('Ctrl+C'));
          },
        };
        const { rehearsal, left, printed, differing } = await examine(service, parts);
        assert.deepEqual([left, rehearsal.isLeft, differing], [[], false, []], `request ${at}`);
        assert.match(printed, /The rehearsal was interrupted\./);
        assert.ok(
          !Object.values(rehearsal.works).includes(false),
          `request ${at}: ${JSON.stringify(rehearsal.works)}`,
        );
      }
    });
  });

  for (const status of [408, 504]) {
    test(`after a ${status} and Ctrl+C, the doctor deletes an app that appears late`, async () => {
      const { left, rehearsal, sandbox } = await examine({
        sandbox: {
          faults: [{ kind: 'late', status, ms: 10_000, method: 'POST', path: '/api/miniapps' }],
        },
        beforeRequest: (_request, number, cancel) => {
          if (number === 2) cancel.abort(new Error('Ctrl+C'));
        },
      });
      assert.equal(sandbox.store.history.filter(({ did }) => did === 'create').length, 1);
      assert.deepEqual([left, rehearsal.isLeft], [[], false]);
    });
  }

  test('the doctor does not take the 404 of a gateway as proof that its app is deleted', async () => {
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
      /WARNING: The app doctor-\w+ may still exist\. Delete it:\nminiapp-deploy delete/,
    );
  });
});

for (const name of ['a page before the service', 'another API', 'nothing that listens']) {
  test(`the report takes at most 90 s with ${name}`, async () => {
    const { took } = await examineOnce(name);
    assert.ok(took < 90_000, `${took} ms`);
  });
}

for (const name of [
  'a 500 for each creation',
  'a 502 for each deploy',
  'a 503 for each deletion',
]) {
  test(`the report takes at most 90 s with ${name}, and the lost change is logged at once`, async () => {
    const { took, log } = await examineOnce(name);
    assert.ok(took < 90_000, `${took} ms`);
    assert.match(log.join('\n'), / …\n(?:POST|DELETE) \/api\/miniapps\S*: 50\d /);
  });
}

for (const name of ['a read is at miniapp', 'a read has no status']) {
  test(`the report takes seconds if the app was created and ${name}`, async () => {
    const { took, rehearsal, left } = await examineOnce(name);
    assert.ok(took < 15_000, `${took} ms`);
    assert.deepEqual(left, []);
    assert.equal(rehearsal.works.create, null);
  });
}

test('a 202 with warnings counts as a successful deploy', async () => {
  const { rehearsal } = await examineOnce('a deploy is a 202 with warnings');
  assert.equal(rehearsal.works.deploy, true);
});

test('terms are checked even if the deploy failed, unless the service requires none', async () => {
  const failed = await examineOnce('a 403 by scope: no deploys');
  assert.equal(failed.rehearsal.steps.get('terms')?.report.outcome, 'rejected');
  const earlier = await examineOnce('form=earlier');
  assert.equal(earlier.rehearsal.steps.has('terms'), false);
});

test('the report warns of an app that may be left if its creation was refused and the deletion failed', async () => {
  const { rehearsal, printed, log } = await examine({
    respond: async (request, ask) => {
      if (request.method === 'POST') {
        await ask(request);
        return Response.json({ error: { code: 'invalid', message: 'No.' } }, { status: 400 });
      }
      const isDeletion = request.method === 'DELETE';
      const error = { code: 'forbidden', message: 'No.' };
      return isDeletion ? Response.json({ error }, { status: 403 }) : ask(request);
    },
  });
  assert.equal(rehearsal.isLeft, true);
  assert.match(printed, /WARNING: The app doctor-\w+ may still exist\./);
  assert.doesNotMatch(log.join('\n'), /Interrupted/);
});

test('after Ctrl+C the log shows that the app is being deleted', async () => {
  const { log } = await examine({
    beforeRequest: (_request, number, cancel) => {
      if (number === 4) cancel.abort(new Error('Ctrl+C'));
    },
  });
  assert.match(log.join('\n'), /^Interrupted: deleting the app doctor-abababababab$/m);
});

test('no response of a service makes a step fail as a bug', async () => {
  const words = fc.constantFrom(
    'app',
    'data',
    'error',
    'problems',
    'slug',
    'status',
    'files',
    'html',
  );
  const values = fc.oneof(
    fc.constantFrom('doctor-abababababab', 'draft', 'x', '', 0, null, true, {}, []),
    fc.dictionary(words, fc.jsonValue({ maxDepth: 2 })),
    fc.jsonValue({ maxDepth: 3 }),
  );
  const bodies = fc.oneof(
    fc.dictionary(words, values).map((value) => JSON.stringify(value)),
    fc.constantFrom('', 'null', '[]', '<html><title>No</title>', '{"', 'plain'),
  );
  const statuses = fc.constantFrom(200, 201, 202, 204, 302, 400, 403, 404, 409, 422, 429, 500, 503);
  const replies = fc.array(fc.tuple(fc.boolean(), statuses, bodies), {
    minLength: 1,
    maxLength: 30,
  });
  await withSmallestApp(async (parts) => {
    const property = fc.asyncProperty(replies, async (list) => {
      let number = 0;
      const service: ServiceOptions = {
        respond: async (request, ask) => {
          const [isReal, status, body] = list[number % list.length] ?? [true, 200, ''];
          number += 1;
          if (isReal) return ask(request);
          return new Response(status === 204 ? null : body, { status });
        },
      };
      const { rehearsal, transcript } = await examine(service, parts);
      for (const { report } of rehearsal.steps.values())
        assert.notEqual(report.failure?.code, 'bug');
      assert.equal(transcript.split('\n').length - 1, rehearsal.exchanges.length);
    });
    await fc.assert(property, { numRuns: 60 });
  });
});

test('a request body that is not JSON is recorded as text', async () => {
  const bodies: unknown[] = [];
  const response = {
    status: 204,
    retryAfter: null,
    date: null,
    link: null,
    body: { kind: 'empty' },
  } as const;
  const transport = recordExchanges(
    async () => response,
    ({ requestBody }) => void bodies.push(requestBody),
  );
  const request = { operation: 'deploy', method: 'POST', path: '/deploy' } as const;
  const json = toJsonBody(['--x']);
  for (const body of [json, { ...json, type: 'multipart/form-data; boundary=x' }, null]) {
    await transport({ ...request, body }, new AbortController().signal);
  }
  assert.deepEqual(bodies, [['--x'], '["--x"]', null]);
});

test('each point names a place in the code that exists', async () => {
  const { findings } = await examineOnce('as documented');
  for (const { where } of findings) {
    const [, name = '', path = ''] = /^(\w+) in (\S+)$/.exec(where) ?? [];
    assert.match(readText(path), new RegExp(`export (?:async )?function ${name}\\b`));
  }
});

test('ten minutes after its start, the doctor begins no step except the deletion', async () => {
  const { rehearsal, left, took } = await examine({ takesMs: 60_000 });
  assert.deepEqual(
    [left, [...rehearsal.steps.keys()].at(-1), rehearsal.steps.has('list')],
    [[], 'delete', false],
  );
  assert.ok(took <= 900_000, `${took} ms`);
});

describe('the report', () => {
  test('docs/images/doctor.txt, the source of the picture, is the current report', async () => {
    const apps = { 'app-live': [], 'app-waiting': ['submit'] } as const;
    const address = 'https://apps.example.com';
    const { printed } = await examine({ apps, sandbox: { baseUrl: address } }, { address });
    // "npm run screenshots" makes the picture of it.
    compareWithFile('docs/images/doctor.txt', `~~~text\n$ miniapp-deploy doctor\n\n${printed}~~~`);
  });

  test('the JSON report lists the steps, what works, and each point with its place and switch', async () => {
    const { printed } = await examine(
      { sandbox: { assumptions: { own_file: 'yes' } } },
      { isJson: true },
    );
    const { points, steps, ...facts } = JSON.parse(printed);
    assert.deepEqual(points.at(-1), {
      ...{ id: 'own_file', assumed: 'the service adds no files of its own to "files"' },
      means: 'Every run deploys again, even if nothing changed.',
      where: 'compareFolder in src/app/compare.ts',
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

  test('with --verbose, the report names each point, its place in the code and the sandbox commands', async () => {
    const { printed, findings } = await examine(
      { sandbox: { assumptions: { own_file: 'yes' } } },
      { isVerbose: true },
    );
    const text = printed.replaceAll(/\n */g, ' ');
    for (const { id } of findings)
      assert.match(text, new RegExp(`- ${id}, (confirmed|differs|not seen): `));
    assert.match(
      text,
      /To change: compareFolder in src\/app\/compare\.ts\. Sandbox: --assume own_file=yes\./,
    );
    assert.match(
      text,
      /npm run sandbox -- --assume own_file=yes; npm run test:action -- --assume own_file=yes/,
    );
  });

  test('the report does not quote a list of apps in an unknown form, because it may name other apps', async () => {
    const { printed, transcript } = await examine({
      ...services['the list is in an object of objects'],
      apps: { 'app-live': [] },
    });
    assert.match(
      printed,
      /FAILS {2}list the apps\n +The service responded: GET \/api\/miniapps: 200, json\n/,
    );
    assert.doesNotMatch(printed + transcript, /app-live|Secret name/);
  });

  test('report and transcript name no other app; the transcript has every request, with contents cut', async () => {
    const { transcript, printed, sandbox } = await examine({ apps: usedApps }, { isVerbose: true });
    const entries = Array.from(transcript.matchAll(/.+/g), ([line]) => JSON.parse(line));
    assert.equal(entries.length, sandbox.requests.length);
    assert.equal(entries.find(({ step }) => step === 'list').response.body.apps.length, 2);
    assert.doesNotMatch(transcript + printed, /Secret name|app-live|app-waiting/);
    assert.ok(Math.max(...transcript.split(/[",]/).map((text) => text.length)) < 260);
  });

  for (const isJson of [false, true]) {
    test(`report and transcript hide an API key that the service repeats (${isJson ? 'JSON' : 'text'})`, async () => {
      // The key is at the point where texts are cut.
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

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Assumptions, presets, switches } from '../../../sandbox/assumptions.ts';
import { findMisfits } from '../../support/json-schema.ts';
import { readTable, readText } from '../../support/repository.ts';
import { compareWithFile } from '../../support/snapshot.ts';
import {
  bearer,
  openApp,
  openSandbox,
  type Reply,
  soundFiles,
  soundFolder,
  tell,
  url,
} from './client.ts';

const now = () => Date.UTC(2026, 9, 1);
const tides = {
  slug: 'tides',
  name: 'Tides',
  tagline: 'Water',
  color: '#0a7ea4',
  system_prompt: ' Be brief.\r\n',
};
const files = { ...soundFiles, 'instructions.md': 'Be long.', 'assets/__proto__': 'x' };
const broken = {
  ...soundFiles,
  'service.json': '{\n  "name": "x",\n  "color": "red"\n}',
  'notes.txt': 'x',
};

/**
 * Calls with their bodies, one after the other. `theirs` is an app of somebody else, and an account
 * may have two apps.
 */
const story: readonly (readonly [call: string, body?: unknown])[] = [
  ['POST /api/miniapps', { slug: 'Tides', name: 'x' }],
  ['POST /api/miniapps', { slug: 'ab', name: 'x' }],
  ['POST /api/miniapps', { slug: 'tides', name: '' }],
  ['POST /api/miniapps', { slug: 'tides', name: 'x', tagline: 3 }],
  ['POST /api/miniapps', '[]'],
  ['POST /api/miniapps', { ...tides, html: '<title>é</title>', icon: 'wave' }],
  ['POST /api/miniapps', { slug: 'tides', name: 'x' }],
  ['POST /api/miniapps', { slug: 'other' }],
  ['POST /api/miniapps', { slug: 'other', name: 'x' }],
  ['POST /api/miniapps', { slug: 'third', name: 'x' }],
  ['GET /api/miniapps'],
  ['GET /api/miniapps/tides'],
  ['PATCH /api/miniapps/tides', {}],
  ['PATCH /api/miniapps/tides', { html: '<title>x</title>\n <script src="http://x">' }],
  ['PATCH /api/miniapps/tides', { color: '#ABCDEF', icon: 'shell' }],
  ['POST /api/miniapps/deploy', { slug: 'tides', files: [] }],
  ['POST /api/miniapps/deploy', { slug: 'tides', files: { 'index.html': 3 } }],
  ['POST /api/miniapps/deploy', { slug: 'tides', files: broken }],
  ['POST /api/miniapps/deploy', { slug: 'tides', files }],
  ['GET /api/miniapps/tides'],
  ['POST /api/miniapps/tides/submit'],
  ['POST /api/miniapps/tides/submit', { accept_terms: '2026-10' }],
  ['POST /api/miniapps/tides/submit', { accept_terms: '2026-10' }],
  ['POST /_sandbox/apps/tides/approve', { note: 'Lovely.' }],
  ['POST /api/miniapps/tides/submit', { accept_terms: '2026-10' }],
  ['PATCH /api/miniapps/tides', { name: 'Again' }],
  ['POST /api/miniapps/tides/submit', { accept_terms: '2026-10' }],
  ['POST /_sandbox/apps/tides/reject', { note: 'Not like this.' }],
  ['PATCH /api/miniapps/tides', { name: 'Other' }],
  ['POST /api/miniapps/tides/submit', {}],
  ['DELETE /api/miniapps/tides'],
  ['GET /api/miniapps/tides'],
  ['GET /api/miniapps/theirs'],
  ['POST /api/miniapps/deploy', { slug: 'theirs', files }],
  ['DELETE /api/miniapps/theirs'],
  ['PUT /api/miniapps'],
  ['PUT /api/miniapps/deploy'],
];

/** What the story has none of: time that passes, and files of every kind. */
const odd = {
  ...soundFiles,
  'index.html': '\ufeff<!doctype html><title>Odd</title><script>1;</script>',
  'assets/a.svg': 'data:image/svg+xml;base64,PHN2Zy8+',
};
const moreCalls: typeof story = [
  ['POST /api/miniapps', { slug: 'odd', name: 'Odd', system_prompt: 'Be odd.' }],
  ['POST /api/miniapps/deploy', { slug: 'odd', files: odd }],
  ['POST /api/miniapps/odd/submit', { accept_terms: '2026-10' }],
  ['GET /api/miniapps/odd'],
  ['POST /_sandbox/apps/odd/approve', {}],
  ['GET /api/miniapps/odd'],
  [
    'POST /api/miniapps/deploy',
    { slug: 'odd', files: { ...odd, 'assets/a.txt': 'data:text/plain;base64,aGk=' } },
  ],
  ['POST /api/miniapps', { slug: 'page', name: 'Page', html: '<p>' }],
  ['PATCH /api/miniapps/theirs', { name: 'x' }],
  ['POST /api/miniapps/theirs/submit', { accept_terms: '2026-10' }],
];

/** Plays calls, between which time passes; each with what it was answered. */
async function play(calls: typeof story, assumptions: Partial<Assumptions>, passMs = 0) {
  let time = now() + passMs / 10;
  const limits = { apps: 2 };
  const { call, sandbox } = openSandbox({
    now: () => time,
    limits,
    rate: { changes: 100 },
    assumptions,
  });
  sandbox.put({ slug: 'theirs', owner: 'ben', files: soundFolder });
  const answers: (Pick<Reply, 'status' | 'body'> &
    Readonly<Record<'what' | 'sent' | 'answer', string>>)[] = [];
  for (const [what, body] of calls) {
    const [method = '', path = ''] = what.split(' ');
    time += passMs;
    const reply = await call(method, path, body, { ...bearer('key-of-ann'), 'x-sandbox': '1' });
    const sent =
      body === undefined ? '' : ` ${typeof body === 'string' ? body : JSON.stringify(body)}`;
    const got = path.startsWith('/_sandbox/') ? '' : JSON.stringify(reply.body);
    const allow = reply.headers.get('allow');
    answers.push({
      what,
      sent,
      status: reply.status,
      body: reply.body,
      answer: `  ${reply.status} ${got}${allow === null ? '' : ` (Allow: ${allow})`}`,
    });
  }
  return answers;
}

const services = {
  documented: {},
  strange: presets.strange,
  earlier: { form: 'earlier' },
} as const;

for (const [name, assumptions] of Object.entries(services)) {
  test(`every call of a story is answered as by the service that is ${name}: what is not shown, as documented`, async () => {
    const documented = name === 'documented' ? [] : await play(story, {});
    const answers = await play(story, assumptions);
    const others = answers.filter(({ answer }, index) => answer !== documented[index]?.answer);
    const lines = others.map(({ what, sent, answer }) => `${what}${sent}\n${answer}`);
    compareWithFile(
      `test/unit/sandbox/snapshots/${name}.md`,
      ['```text', ...lines, '```'].join('\n'),
    );
  });
}

test('snapshots/switches.md shows what each value of a switch changes: the first call that is answered otherwise', async () => {
  const tell = async (assumptions: Partial<Assumptions>) => [
    ...(await play(story, assumptions)),
    ...(await play(moreCalls, assumptions, 1_230)),
  ];
  const documented = await tell({});
  const parts: string[] = [];
  for (const [name, { values }] of Object.entries(switches)) {
    for (const value of values.slice(1)) {
      const answers = await tell({ [name]: value });
      const other = answers.find(({ answer }, index) => answer !== documented[index]?.answer);
      const told =
        other && `${other.what}\n${other.answer}`.replaceAll(/(nonce=[\\"]+)[\w-]+/g, '$1…');
      parts.push(`${name}=${value}: ${told ?? 'none'}`);
    }
  }
  compareWithFile(
    'test/unit/sandbox/snapshots/switches.md',
    ['```text', ...parts, '```'].join('\n'),
  );
});

test('nine switches have a value that contradicts the document, and say so by a dagger behind it', () => {
  const marked = Object.entries(switches).filter(([, { about }]) => about.endsWith('†'));
  assert.deepEqual(
    marked.map(([name, { values }]) => `${name}=${values.at(-1)}`),
    [
      ...[
        'not_found=text',
        'submitted_at=never',
        'published_at=never',
        'timestamps=none',
        'deploy_mismatch=detail',
        'listed_files=all',
      ],
      ...['shown_text=data_url', 'submit_leads_to=in_first_review', 'rejection=changes_requested'],
    ],
  );
});

test('/openapi.json describes the service: what it answers to the stories fits, and each response of it is met', async () => {
  const { body: document } = await openSandbox().call('GET', '/openapi.json', undefined, {});
  assert.deepEqual(document.servers, [{ url }]);
  const find = (node: Reply['body']) =>
    node?.$ref === undefined ? node : document.components.responses[node.$ref.split('/').at(-1)];
  const met = new Set<string>();
  for (const { what, sent, status, body } of [
    ...(await play(story, {})),
    ...(await play(moreCalls, {})),
  ]) {
    const [method = '', path = ''] = what.split(' ');
    if (path.startsWith('/_sandbox/') || status === 405) continue;
    const named = document.paths[path] ? path : path.replace(/(?<=miniapps\/)[\w-]+/, '{slug}');
    const operation = document.paths[named][method.toLowerCase()];
    const response = find(operation.responses[status]);
    assert.ok(response, `${what}: ${status}`);
    met.add(`${operation.operationId} ${status}`);
    const { schema } = response.content['application/json'];
    assert.deepEqual(findMisfits(body, schema, document), [], `${what}: ${status}`);
    const asked = operation.requestBody?.content['application/json'].schema;
    if (status < 300 && asked !== undefined)
      assert.deepEqual(findMisfits(JSON.parse(sent), asked, document), [], what);
    if (status === 400 && sent !== '' && !named.endsWith('/submit'))
      assert.notDeepEqual(findMisfits(JSON.parse(sent), asked, document), [], what);
  }
  const described = Object.values<Reply['body']>(document.paths).flatMap((item) =>
    Object.values<Reply['body']>(item).flatMap(({ operationId, responses = {} }) =>
      Object.keys(responses).map((status) => `${operationId} ${status}`),
    ),
  );
  const elsewhere = described.filter((one) => !met.has(one) && !/ (401|413|415|429)$/.test(one));
  assert.deepEqual(elsewhere, []);
});

test('what the service document does not show is marked with an open point of the assumptions, or as the sandbox’s own', async () => {
  const marks = [...readText('sandbox/openapi.yaml').matchAll(/x-assumed: ([^,}\n]+)/g)].map(
    ([, mark = '']) => mark.trim(),
  );
  const points = readTable('docs/decisions/0001-assumptions.md', [
    'open point',
    'assumption',
    'why',
  ]).map(([point]) => point);
  assert.ok(marks.length > 20);
  assert.deepEqual(
    marks.filter((mark) => mark !== 'the sandbox' && !points.includes(mark)),
    [],
  );
});

test('every call without a valid key is a 401, also to what does not exist', async () => {
  const { call } = openSandbox();
  for (const headers of [{}, bearer('nobody'), { authorization: 'Basic key-of-ann' }]) {
    const reply = await call('GET', '/api/none', undefined, headers);
    assert.deepEqual(
      [tell(reply), reply.headers.get('www-authenticate')],
      ['401 unauthorized', 'Bearer'],
    );
  }
  assert.equal(
    (await call('GET', '/api/miniapps', undefined, { authorization: 'bearer  key-of-ann ' }))
      .status,
    200,
  );
});

test('a body is JSON by its type, in UTF-8, and no longer than the limit, with and without a length', async () => {
  const { call, sandbox } = openSandbox({ limits: { bodyBytes: 100 } });
  const authorization = 'Bearer key-of-ann';
  const typed = await call('POST', '/api/miniapps', '{}', {
    authorization,
    'content-type': 'application/jsonp',
  });
  assert.deepEqual(
    [tell(typed), typed.headers.get('accept')],
    ['415 unsupported_media_type', 'application/json'],
  );
  const zipped = { authorization, 'content-type': 'application/json', 'content-encoding': 'gzip' };
  assert.equal(
    tell(await call('POST', '/api/miniapps', '{}', zipped)),
    '415 unsupported_media_type',
  );
  const headers = {
    authorization,
    'content-type': 'Application/JSON; charset=utf-8',
    'content-encoding': 'Identity',
  };
  const send = async (body: NonNullable<RequestInit['body']>) => {
    const init = { method: 'POST', headers, body, duplex: 'half' } as const;
    return (await sandbox.fetch(new Request(`${url}/api/miniapps`, init))).status;
  };
  assert.equal(await send('{"slug":"tides","name":"x"}'), 201);
  assert.equal(await send(Buffer.from('{"slug":"other","name":"\xff"}', 'latin1')), 400);
  assert.deepEqual([await send('{}'.padEnd(100)), await send('{}'.padEnd(101))], [400, 413]);
  assert.equal(await send(new Blob(['{}'.padEnd(101)]).stream()), 413);
});

test('one change more than the rate allows is a 429 that says when to come back; reads never are', async () => {
  let time = 0;
  const { call, create } = openSandbox({ now: () => time, rate: { changes: 2 } });
  const seen: string[] = [];
  for (const ms of [100, 200, 300, 60_099, 60_100]) {
    time = ms;
    const reply = await create('No slug');
    seen.push(`${tell(reply)} ${reply.headers.get('retry-after')}`);
  }
  const refused = '400 invalid_field slug null';
  assert.deepEqual(seen, [refused, refused, '429 rate_limited 60', '429 rate_limited 1', refused]);
  assert.equal((await call('GET', '/api/miniapps')).status, 200);
  assert.equal((await create('of-ben', bearer('key-of-ben'))).status, 201);
});

test('an app that is put there was there for long, in any state: a read that lags shows it', async () => {
  const { sandbox, read } = await openApp();
  sandbox.put({
    slug: 'tides',
    files: soundFolder,
    status: 'a_state_of_tomorrow',
    reviewNote: 'So it is.',
  });
  for (const lag of [null, 60_000]) {
    sandbox.faults.set([{ kind: 'stale', lag_ms: lag }]);
    assert.partialDeepStrictEqual(await read(), {
      status: 'a_state_of_tomorrow',
      review_note: 'So it is.',
    });
  }
  for (const [status, published] of Object.entries({
    published_with_unreviewed_changes: soundFolder,
    taken_down: soundFolder,
    in_review: null,
  })) {
    assert.deepEqual(
      sandbox.put({ slug: 'tides', files: soundFolder, status }).published,
      published,
      status,
    );
  }
});

test('what the history holds is bound, by its length and by what the files of its apps are', () => {
  const { sandbox } = openSandbox({ now });
  const { store } = sandbox;
  sandbox.put({ slug: 'tides', files: soundFolder });
  const write = (content: string) => {
    const app = store.find('tides');
    if (app !== undefined) store.update(app, new Map([['assets/a.txt', content]]));
  };
  for (let count = 0; count < 1_100; count += 1) write(`${count}`);
  assert.equal(store.history.length, 1_000);
  for (const size of [20, 20, 20, 20]) write('x'.repeat(size * 1024 * 1024));
  assert.equal(store.history.length, 3);
  write('x'.repeat(70 * 1024 * 1024));
  assert.equal(store.history.length, 1);
  assert.equal(
    store.asBefore({ slug: 'tides' }).find('tides')?.draft.get('assets/a.txt')?.length,
    20 * 1024 * 1024,
  );
});

// What the stories above cannot show: what needs many changes, or a second review.

test('what is refused may not count as a change, and Retry-After is in seconds, a date, or not there', async () => {
  for (const [assumptions, expected] of [
    [{}, ['422 -', '429 60', '429 60']],
    [
      { counts_as_change: 'accepted', retry_after: 'date' },
      ['422 -', '200 -', '429 Thu, 01 Oct 2026 00:01:00 GMT'],
    ],
    [{ retry_after: 'none' }, ['422 -', '429 -', '429 -']],
  ] as const) {
    const { deploy } = await openApp({ assumptions, now, rate: { changes: 2 } });
    const replies = [await deploy({}), await deploy(), await deploy()];
    const told = replies.map(
      ({ status, headers }) => `${status} ${headers.get('retry-after') ?? '-'}`,
    );
    assert.deepEqual(told, expected);
  }
});

test('times may be set by each submission and approval, once, shown in their state alone, or never', async () => {
  for (const [name, expected] of Object.entries({
    each: ['02 -', '02 02', '03 02', '03 03'],
    first: ['02 -', '02 02', '02 02', '02 02'],
    in_review: ['02 -', '- 02', '03 02', '- 03'],
    published: ['02 -', '02 02', '03 -', '03 03'],
    never: ['- -', '- -', '- -', '- -'],
  })) {
    let day = now();
    const assumptions = { submitted_at: name, published_at: name } as Partial<Assumptions>;
    const { sandbox, submit, read, update } = await openApp({ assumptions, now: () => day });
    const shown: string[] = [];
    const look = async () => {
      const { submitted_at: sent, published_at: published } = await read();
      shown.push(`${sent?.slice(8, 10) ?? '-'} ${published?.slice(8, 10) ?? '-'}`);
    };
    for (const tagline of ['one', 'two']) {
      day += 86_400_000;
      await submit();
      await look();
      sandbox.move('tides', 'approve');
      await look();
      await update({ tagline });
    }
    assert.deepEqual(shown, expected, name);
  }
});

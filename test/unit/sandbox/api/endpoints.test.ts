import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Assumptions, presets, switches } from '../../../../sandbox/service/assumptions.ts';
import { findMisfits } from '../../../support/json-schema.ts';
import { readTable, readText } from '../../../support/repository.ts';
import { compareWithFile } from '../../../support/snapshot.ts';
import {
  bearer,
  openApp,
  openSandbox,
  type Reply,
  soundFiles,
  soundFolder,
  summarize,
  url,
} from '../client.ts';

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

/** A call with its body. */
type StoryCall = readonly [call: string, body?: unknown];

/**
 * Calls that follow each other. `theirs` is an app of another account, and an account may have two
 * apps.
 */
const story: readonly StoryCall[] = [
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
  ['POST /api/miniapps', { slug: 'deploy', name: 'x' }],
  ['GET /api/miniapps'],
  ['GET /api/miniapps/tides'],
  ['PATCH /api/miniapps/tides', {}],
  ['PATCH /api/miniapps/tides', { color: 'red' }],
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
  ['GET /api/miniapps/deploy'],
];

/** Files of every kind. */
const odd = {
  ...soundFiles,
  'index.html': '\ufeff<!doctype html><title>Odd</title><script>1;</script>',
  'assets/a.svg': 'data:image/svg+xml;base64,PHN2Zy8+',
  'assets/a.jpg': 'data:image/jpeg;base64,/9j/2Q==',
};
/** Calls between which time passes. */
const timedStory: readonly StoryCall[] = [
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

/** A call of a story, and its reply. */
interface PlayedCall {
  readonly call: string;
  /** The body as it was sent. May be empty. */
  readonly sent: string;
  readonly reply: Reply;
  /** The reply in one line. */
  readonly summary: string;
}

/**
 * Makes the calls of a story, with `passMs` milliseconds before each, and yields each with its
 * reply.
 */
async function* play(
  calls: readonly StoryCall[],
  assumptions: Partial<Assumptions>,
  passMs = 0,
): AsyncGenerator<PlayedCall> {
  let time = now() + passMs / 10;
  const { call, sandbox } = openSandbox({
    now: () => time,
    limits: { apps: 2 },
    rate: { changes: 100 },
    assumptions,
  });
  sandbox.put({ slug: 'theirs', owner: 'ben', files: soundFolder });
  const headers = { ...bearer('key-of-ann'), 'x-sandbox': '1' };
  for (const [line, body] of calls) {
    const [method = '', path = ''] = line.split(' ');
    time += passMs;
    const reply = await call(method, path, body, headers);
    const sent = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
    yield { call: line, sent, reply, summary: toSummary(path, reply) };
  }
}

function toSummary(path: string, reply: Reply): string {
  const body = path.startsWith('/_sandbox/') ? '' : JSON.stringify(reply.body);
  const allow = reply.headers.get('allow');
  const suffix = allow === null ? '' : ` (Allow: ${allow})`;
  return hideNonces(`  ${reply.status} ${body}${suffix}`);
}

function hideNonces(text: string): string {
  return text.replaceAll(/(nonce=[\\"]+)[\w-]+/g, '$1…');
}

/** Plays both stories, one after the other. */
async function* playStories(assumptions: Partial<Assumptions>): AsyncGenerator<PlayedCall> {
  yield* play(story, assumptions);
  yield* play(timedStory, assumptions, 1_230);
}

async function playAll(assumptions: Partial<Assumptions>): Promise<readonly PlayedCall[]> {
  const played: PlayedCall[] = [];
  for await (const one of playStories(assumptions)) played.push(one);
  return played;
}

test('documented.md shows the response to each call of the stories', async () => {
  const played = await playAll({});
  const lines = played.map(({ call, sent, summary }) => `${call} ${sent}\n${summary}`);
  const text = ['```text', ...lines, '```'].join('\n');
  compareWithFile('test/unit/sandbox/api/snapshots/documented.md', text);
});

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/**
 * Lists the parts of a JSON value that differ from an earlier value, each with its path. Objects
 * without a common key differ as a whole.
 */
function listChanges(before: unknown, after: unknown, path = ''): readonly string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (after === undefined) return [`no ${path}`];
  const isComparable = isObject(before) && isObject(after);
  if (!isComparable || !Object.keys(after).some((key) => key in before)) {
    return [`${path} ${JSON.stringify(after)}`.trimStart()];
  }
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  const prefix = path === '' ? '' : `${path}.`;
  return [...keys].flatMap((key) => listChanges(before[key], after[key], `${prefix}${key}`));
}

/** Describes how a response differs from the documented response to the same call, in one line. */
function describeChange(documented: PlayedCall, { call, reply }: PlayedCall): string {
  const changes = listChanges(documented.reply.body, reply.body).join('; ');
  const status = reply.status === documented.reply.status ? '' : ` ${reply.status}`;
  return `${call}:${status} ${hideNonces(changes)}`.trimEnd();
}

/** Describes the first calls whose replies differ with an assumption. Makes no further calls. */
async function findChanges(
  documented: readonly PlayedCall[],
  assumptions: Partial<Assumptions>,
  maxChanges: number,
): Promise<readonly string[]> {
  const changes: string[] = [];
  const earlier = documented.values();
  for await (const played of playStories(assumptions)) {
    const { value: before } = earlier.next();
    if (before === undefined || before.summary === played.summary) continue;
    changes.push(describeChange(before, played));
    if (changes.length === maxChanges) break;
  }
  return changes;
}

test('switches.md shows what each value of an assumption changes in the first response that differs', async () => {
  const documented = await playAll({});
  const lines: string[] = [];
  for (const [name, { values }] of Object.entries(switches)) {
    // The earlier form of the API differs in many ways.
    const maxChanges = name === 'form' ? Number.POSITIVE_INFINITY : 1;
    for (const value of values.slice(1)) {
      const changes = await findChanges(documented, { [name]: value }, maxChanges);
      lines.push(`${name}=${value}: ${[...new Set(changes)].join('\n  ') || 'none'}`);
    }
  }
  const text = ['```text', ...lines, '```'].join('\n');
  compareWithFile('test/unit/sandbox/api/snapshots/switches.md', text);
});

test('the last value of nine assumptions contradicts the document, and is marked with †', () => {
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
  const strange: Readonly<Record<string, unknown>> = presets.strange;
  for (const [name, { values }] of marked) assert.notEqual(strange[name], values.at(-1), name);
});

/** The OpenAPI document as it is served. */
async function fetchOpenapi(): Promise<Reply['body']> {
  const { body } = await openSandbox().call('GET', '/openapi.json', undefined, {});
  return body;
}

test('/openapi.json describes every response of the stories, and the stories meet each of its responses', async () => {
  const document = await fetchOpenapi();
  assert.deepEqual(document.servers, [{ url }]);
  const resolve = (node: Reply['body']) =>
    node?.$ref === undefined ? node : document.components.responses[node.$ref.split('/').at(-1)];
  const met = new Set<string>();
  for (const { call, sent, reply } of await playAll({})) {
    const { status, body } = reply;
    const [method = '', path = ''] = call.split(' ');
    if (path.startsWith('/_sandbox/') || status === 405) continue;
    const named = document.paths[path] ? path : path.replace(/(?<=miniapps\/)[\w-]+/, '{slug}');
    const operation = document.paths[named][method.toLowerCase()];
    const response = resolve(operation.responses[status]);
    assert.ok(response, `${call}: ${status}`);
    met.add(`${operation.operationId} ${status}`);
    const { schema } = response.content['application/json'];
    assert.deepEqual(findMisfits(body, schema, document), [], `${call}: ${status}`);

    const bodySchema = operation.requestBody?.content['application/json'].schema;
    if (sent === '' || bodySchema === undefined) continue;
    const misfits = findMisfits(JSON.parse(sent), bodySchema, document);
    if (status < 300) assert.deepEqual(misfits, [], call);
    if (status === 400 && !named.endsWith('/submit')) assert.notDeepEqual(misfits, [], call);
  }
  const described = Object.values<Reply['body']>(document.paths).flatMap((item) =>
    Object.values<Reply['body']>(item).flatMap(({ operationId, responses = {} }) =>
      Object.keys(responses).map((status) => `${operationId} ${status}`),
    ),
  );
  const unmet = described.filter((one) => !met.has(one) && !/ (401|413|415|429)$/.test(one));
  assert.deepEqual(unmet, []);
});

test('the Allow header of each path lists the methods that /openapi.json has, and HEAD for GET', async () => {
  const { paths } = await fetchOpenapi();
  const { call } = openSandbox();
  for (const [path, item] of Object.entries<Reply['body']>(paths)) {
    const { status, headers } = await call('PUT', path.replace('{slug}', 'tides'));
    const methods = Object.keys(item).filter((name) => name !== 'parameters');
    const allowed = methods.flatMap((name) =>
      name === 'get' ? ['GET', 'HEAD'] : name.toUpperCase(),
    );
    const allow = headers.get('allow')?.split(', ') ?? [];
    assert.deepEqual([status, allow.toSorted()], [405, allowed.toSorted()], path);
  }
});

test('openapi.yaml lists the other values of every assumption, next to an x-assumed mark', async () => {
  const listed = new Map<string, readonly unknown[]>();
  const collect = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { 'x-alternatives': alternatives, 'x-assumed': assumed } = node as Reply['body'];
    for (const [name, values] of Object.entries<readonly unknown[]>(alternatives ?? {})) {
      assert.ok(assumed, `${name} needs x-assumed`);
      listed.set(name, values);
    }
    Object.values(node).forEach(collect);
  };
  collect(await fetchOpenapi());
  const expected = Object.entries(switches).map(([name, { values }]) => [name, values.slice(1)]);
  assert.deepEqual(Object.fromEntries(listed), Object.fromEntries(expected));
});

test('each x-assumed mark of openapi.yaml names an open point of decision 0001, or the sandbox', async () => {
  const marks = [...readText('sandbox/api/openapi.yaml').matchAll(/x-assumed: ([^,}\n]+)/g)].map(
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

test('an update that changes nothing, or that has no fields, takes an app out of review', async () => {
  for (const fields of [{ name: 'Tides' }, { html: soundFiles['index.html'] }, {}]) {
    for (const [status, expected] of [
      ['draft', 'draft'],
      ['published', 'published_with_unreviewed_changes'],
    ] as const) {
      const { sandbox, call, update } = openSandbox();
      sandbox.put({ slug: 'tides', files: soundFolder, status });
      if (status === 'published') sandbox.edit('tides', { tagline: 'New' });
      sandbox.move('tides', 'submit');
      const before = sandbox.store.find('tides')?.draft;
      assert.equal((await update(fields)).status, 200);
      assert.equal((await call('GET', '/api/miniapps/tides')).body.status, expected);
      assert.deepEqual(sandbox.store.find('tides')?.draft, before);
    }
  }
  const { sandbox, update } = openSandbox({ assumptions: { empty_update: 'refused' } });
  sandbox.put({ slug: 'tides', files: soundFolder, status: 'in_review' });
  assert.equal(summarize(await update({})), '400 invalid_field');
  assert.equal(sandbox.store.find('tides')?.status, 'in_review');
});

test('a call without a valid key gets a 401, even for an unknown path', async () => {
  const { call } = openSandbox();
  for (const headers of [{}, bearer('nobody'), { authorization: 'Basic key-of-ann' }]) {
    const reply = await call('GET', '/api/none', undefined, headers);
    assert.deepEqual(
      [summarize(reply), reply.headers.get('www-authenticate')],
      ['401 unauthorized', 'Bearer'],
    );
  }
  assert.equal(
    (await call('GET', '/api/miniapps', undefined, { authorization: 'bearer  key-of-ann ' }))
      .status,
    200,
  );
});

test('a body has to be application/json in UTF-8, uncompressed and within the limit', async () => {
  const { call, sandbox } = openSandbox({ limits: { bodyBytes: 100 } });
  const authorization = 'Bearer key-of-ann';
  const typed = await call('POST', '/api/miniapps', '{}', {
    authorization,
    'content-type': 'application/jsonp',
  });
  assert.deepEqual(
    [summarize(typed), typed.headers.get('accept')],
    ['415 unsupported_media_type', 'application/json'],
  );
  const zipped = { authorization, 'content-type': 'application/json', 'content-encoding': 'gzip' };
  assert.equal(
    summarize(await call('POST', '/api/miniapps', '{}', zipped)),
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

test('a change over the rate limit gets a 429 with Retry-After; reads never do', async () => {
  let time = 0;
  const { call, create } = openSandbox({ now: () => time, rate: { changes: 2 } });
  const seen: string[] = [];
  for (const ms of [100, 200, 300, 60_099, 60_100]) {
    time = ms;
    const reply = await create('No slug');
    seen.push(`${summarize(reply)} ${reply.headers.get('retry-after')}`);
  }
  const refused = '400 invalid_field slug null';
  assert.deepEqual(seen, [refused, refused, '429 rate_limited 60', '429 rate_limited 1', refused]);
  assert.equal((await call('GET', '/api/miniapps')).status, 200);
  assert.equal((await create('of-ben', bearer('key-of-ben'))).status, 201);
});

test('put() adds an app in any state, without a history', async () => {
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

test('the history keeps at most 1,000 changes and 64 Mi characters of files', () => {
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
    store.asBeforeLastChangeOf('tides').find('tides')?.draft.get('assets/a.txt')?.length,
    20 * 1024 * 1024,
  );
});

test('assumptions decide whether refused changes count, and the form of Retry-After', async () => {
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
    const shown = replies.map(
      ({ status, headers }) => `${status} ${headers.get('retry-after') ?? '-'}`,
    );
    assert.deepEqual(shown, expected);
  }
});

test('assumptions decide when submitted_at and published_at are set and shown', async () => {
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
    const record = async () => {
      const { submitted_at: sent, published_at: published } = await read();
      shown.push(`${sent?.slice(8, 10) ?? '-'} ${published?.slice(8, 10) ?? '-'}`);
    };
    for (const tagline of ['one', 'two']) {
      day += 86_400_000;
      await submit();
      await record();
      sandbox.move('tides', 'approve');
      await record();
      await update({ tagline });
    }
    assert.deepEqual(shown, expected, name);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findControlRefusal } from '../../../../sandbox/api/access.ts';
import { compareWithFile } from '../../../support/snapshot.ts';
import { bearer, openSandbox, soundFolder, url } from '../client.ts';

const origin = 'http://localhost:8420';
const page = { origin, 'sec-fetch-site': 'same-origin' };
const evil = 'https://evil.example';

/** Who calls the controls, and whether they may. */
const callers: readonly (readonly [
  who: string,
  address: string,
  headers: Record<string, string>,
  isAllowed: boolean,
])[] = [
  ['a program', url, { 'x-sandbox': '1' }, true],
  ['a form of the page', origin, page, true],
  ['a form of the page, in a browser without Sec-Fetch headers', origin, { origin }, true],
  ['a link of the page, which sends no origin', origin, { 'sec-fetch-site': 'same-origin' }, true],
  ['a program without x-sandbox', url, {}, false],
  [
    'another site',
    origin,
    { 'x-sandbox': '1', origin: evil, 'sec-fetch-site': 'cross-site' },
    false,
  ],
  ['another site, in a browser without Sec-Fetch headers', origin, { origin: evil }, false],
  [
    'a page at the address of the service',
    url,
    { 'x-sandbox': '1', 'sec-fetch-site': 'same-origin' },
    false,
  ],
  ['an address that somebody typed', origin, { 'sec-fetch-site': 'none' }, false],
];

test('only programs with x-sandbox and the sandbox’s own page may use the controls', () => {
  for (const [who, address, headers, isAllowed] of callers) {
    const refusal = findControlRefusal(new URL(address), new Headers(headers));
    assert.equal(refusal === null, isAllowed, who);
  }
});

const published = 'http://tides.localhost:8420/a/tides/';
const draft = 'http://tides_draft.localhost:8420/a/tides/';
const byMove = [published, draft, '/a/tides/ key-of-ann', '/a/tides/ key-of-ben'];
const once = [
  ...['/ key-of-ann', '/none key-of-ann', '/api/miniapps key-of-ann', `${origin}/`],
  ...['http://box:8420/api/miniapps key-of-ann', 'http://[::1]:8420/api/miniapps key-of-ann'],
  ...[
    'http://evil.example:8420/',
    'http://localhost.evil.example:8420/',
    'http://192.168.0.7:8420/',
  ],
  ...['http://a.tides.localhost:8420/a/tides/', 'http://other.localhost:8420/a/other/'],
  ...['/a/tides/?x=1', '/a/tides/?x=1 nobody', '/a/evil.example%2f/', draft.slice(0, -1)],
  ...['/', '/_sandbox/state', '/api/miniapps key-of-ann', '/a/tides-2'].map(
    (path) => `http://tides.localhost:8420${path}`,
  ),
  ...[
    'assets/wave.png',
    'logo?v=2',
    'service.json',
    'assets/none.png',
    'assets/..%2fservice.json',
    '%ff',
  ].map((path) => draft + path),
];

test('every address shows an app only to those who may see it, and to no other origin', async () => {
  const { sandbox, call } = openSandbox({ allowedHosts: ['box'] });
  const service = '{"name": "Tides", "logo": "assets/wave.png"}';
  const files = new Map([...soundFolder, ['service.json', service]]);
  sandbox.put({ slug: 'tides', files, status: 'published' });
  sandbox.edit('tides', { html: '<title>New</title>' });
  const request = async (asked: string): Promise<string> => {
    const [address = '', key] = asked.split(' ');
    const { status, headers, body } = await call(
      'GET',
      address,
      undefined,
      key === undefined ? {} : bearer(key),
    );
    assert.equal(headers.get('x-content-type-options'), 'nosniff', asked);
    assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin', asked);
    assert.equal(headers.get('access-control-allow-origin'), null, asked);
    const [type, to] = [
      headers.get('content-type')?.split(';')[0] ?? '',
      headers.get('location') ?? '',
    ];
    const policy = headers.get('content-security-policy')?.split(';')[0] ?? '';
    const others = ['cross-origin-opener-policy', 'vary']
      .map((name) => headers.get(name) ?? '')
      .join(' ')
      .trim();
    const start = (typeof body === 'string' ? body : JSON.stringify(body))
      .slice(0, 60)
      .split('\n')[0];
    return `${asked}\n  ${[status, to, type, policy, others, start].filter((part) => part !== '').join(' | ')}`;
  };
  const lines: string[] = [];
  for (const asked of once) lines.push(await request(asked));
  for (const move of ['submit', 'reject'] as const) {
    sandbox.move('tides', move);
    lines.push(`\nAfter the move ${move}:`);
    for (const asked of byMove) lines.push(await request(asked));
  }
  compareWithFile(
    'test/unit/sandbox/api/snapshots/addresses.md',
    ['```text', ...lines, '```'].join('\n'),
  );
});

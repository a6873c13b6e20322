import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Folder, FolderOptions } from '../../../src/folder/folder.ts';
import { compareSections, type Section } from '../../support/snapshot.ts';
import { createWorkspace, type Files, readApp, type Workspace, writeFiles } from './app-folder.ts';

const png = Buffer.from('89504e470d0a1a0a', 'hex');
const whole: Files = {
  'service.json':
    '{"name":"Tides","tagline":"When to swim","color":"#1b6ca8","logo":"assets/logo.svg"}',
  'index.html': '\ufeff<p>\r\n</p>',
  'instructions.md': 'Be kind.',
  'assets/logo.svg': '<svg/>',
};

/** Makes a folder with these files and a link. */
function makeFolder(t: TestContext, files: Files): Workspace {
  const place = createWorkspace(t, files);
  symlinkSync('nowhere', join(place.app, 'link.svg'));
  return place;
}

/** Reads and checks a folder that messages name `site/app`. */
function check(place: Workspace, options: Partial<FolderOptions> = {}): Promise<Folder> {
  return readApp(place, { path: place.app, folder: 'site/app', ...options });
}

function showProblems({ problems }: Folder): string {
  const lines = problems.map(({ severity, code, path, line, column, message, fix }) => {
    const place = [path, line, column].filter((part) => part !== null).join(':');
    return `${severity} ${code} ${place}\n    ${message}\n    ${fix}`;
  });
  return lines.join('\n') || 'no problems';
}

/** Shows the beginning of each field. */
function showFields({ fields }: Folder): string {
  return `fields: ${JSON.stringify(fields, (_, value: unknown) => (typeof value === 'string' ? value.slice(0, 20) : value))}`;
}

/** Shows invisible characters as their JSON escapes. */
function toSection(title: string, lines: readonly string[]): Section {
  const toVisible = (mark: string) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return [title, lines.map((line) => line.replace(/(?!\n)\p{Cc}|[\u0301\ufeff]/gu, toVisible))];
}

const page = { 'index.html': 'x' };

/**
 * Returns an app whose service.json and page have this many bytes. service.json has them in few
 * characters within a text: its parser reads one character at a time, and takes much memory for
 * spaces outside a text.
 */
function fillFiles(bytes: number): Files {
  const [start, end] = ['{"name":"a","$note":"', '"}'];
  const textBytes = bytes - start.length - end.length;
  const text = '漢'.repeat(textBytes / 3) + 'x'.repeat(textBytes % 3);
  return {
    'service.json': start + text + end,
    'index.html': 'x'.repeat(20).padEnd(bytes),
  };
}

const latin = Buffer.from([0x22, 0xe9, 0x22]);
const mebibyte = 1024 * 1024;
const key = 'mk_live_0123456789';
const anyKey = 'Ab3dE9fGh2JkLm7NpQrS5tUvWx1Yz4BcD6eF';
const token = 'ghs_abcdefghijkl';
const secrets = [
  { name: 'api-key', value: key },
  { name: 'github-token', value: token },
];

const folders: Readonly<Record<string, readonly [files: Files, options?: Partial<FolderOptions>]>> =
  {
    'whole folder': [whole],
    'folder without service.json, to create': [page, { createsApp: true }],
    'folder without a name, to create': [
      { ...page, 'service.json': '{"tagline":null}' },
      { createsApp: true },
    ],
    'folder without a page': [{ 'service.json': '{"name":"a"}' }],
    'folder without both': [{ 'assets/a.txt': '', 'instructions.md': 'x' }],
    'folder of which only assets/ is included': [whole, { include: ['assets'] }],
    'folder with excluded files': [
      whole,
      { exclude: ['index.html', 'instructions.md', 'assets/logo.svg'] },
    ],
    'folder with names in another case': [
      { 'Service.JSON': '{}', 'index.html': 'x', 'Instructions.md': 'x' },
    ],
    'folder with files outside assets/': [
      {
        ...whole,
        'a.js': '',
        'assets/a/b.js': '',
        'src/a.js': '',
        'src/b/c.js': '',
        'sub/index.html': '',
      },
    ],
    'folder with names that are nearly right': [
      {
        'Service.json.TXT': '{}',
        'index.htm': 'x',
        'instruction.md': 'x',
        'service.jsonc': '{}',
        'index2.html': 'x',
      },
    ],
    'folder with a page, and a name that is nearly right, to create': [
      { ...page, 'service.json.txt': '{}', 'assets/service.json': '{}' },
      { createsApp: true },
    ],
    'folder around an app': [
      {
        'tides/index.html': 'x',
        'tides/service.json': '{}',
        'tides/old/index.html': 'x',
        'a.md': '',
      },
    ],
    'folder around pages': [{ 'a/b/index.html': 'x', 'c/index.html': 'x' }],
    'folder with addresses from the root': [
      {
        ...whole,
        'index.html':
          '<!doctype html>\n<html>\n<head>\n<link rel=icon href=/vite.svg>\n<script src="/assets/x.js?v=1"></script>\n' +
          '<script src="/assets/x.js"></script>\n<img srcset="assets/x.js 1x, /assets/x.js 2x" src=//cdn.test/a.png>\n' +
          '<style>p { background: url(/assets/gone.png) }</style>\n<img src="/a/tides/logo"><img src="/api/a/tides/logo?v=1">',
        'assets/x.js': '',
        'assets/css/a.css':
          '@import "/assets/logo.svg";\na { background: url(/assets/css/b%20c.png#x) }',
        'assets/css/b c.png': png,
      },
    ],
    'folder with addresses from the root, in scripts and below assets/': [
      {
        ...whole,
        'index.html':
          '<img src="/logo.svg">\n<script>a = "/logo.svg"</script>\n<p data-src=/assets/x.js>\n<script src="http://example.test/a.js"></script>',
        'assets/x.js':
          'a = "/none.svg";\nb = `<use href="/logo.svg#x">`; c = "https://example.test/logo.svg"; d = "/index.html"; e = f[0]/logo.svg; g = h + "/logo.svg"; i === "/logo.svg"',
        'assets/x.js.map': '{}',
        'assets/y.css.map': '{}',
        'assets/a.png': Buffer.alloc(1_000_001),
      },
    ],
    'folder with a page in another case': [{ 'service.json': '{"name":"a"}', 'Index.html': 'x' }],
    'folder that is larger than it may be': [whole, { maxSize: 100 }],
    'folder that is as large as it may be': [whole, { maxSize: 110 }],
    'folder whose page has another base': [
      { ...whole, 'index.html': '<base href="/"><img src="x.png"><title>T</title>' },
    ],
    'folder whose page has an empty title': [
      { ...whole, 'index.html': '<html><head>\n <title> </title></head>' },
    ],
    'folder with errors and warnings': [
      { 'service.json': '\ufeff{"color":"red"}', 'index.html': ' \n', 'instructions.md': '' },
    ],
    'folder with a key twice, and one for all objects': [
      {
        'service.json': '{"name":"a","name":"\\u0062","tagline":null,"__proto__":{"name":"x"}}',
        ...page,
      },
    ],
    'folder with files as large as are checked': [fillFiles(8 * mebibyte)],
    'folder with files that are larger': [fillFiles(8 * mebibyte + 1)],
    'folder with texts that are not UTF-8': [
      { 'service.json': latin, 'index.html': latin, 'instructions.md': latin },
    ],
    'folder that lacks what page and styles name': [
      {
        ...whole,
        'index.html':
          '\ufeff<img src="b.js">\n<link rel=stylesheet href="assets/a.css">\r\n<script src="b.js"></script>\n<img src="assets/Logo.svg">',
        'assets/a.css': 'body {\n  background: url(logo.svg), url("../fonts/a.woff2?x#y") }',
      },
    ],
    'folder whose page and fields are UTF-16, with a byte-order mark': [
      {
        'index.html': Buffer.from('\ufeff<title>Tides</title>', 'utf16le'),
        'service.json': Buffer.from('\ufeff{"name":"Tides"}', 'utf16le').swap16(),
        'instructions.md': Buffer.from('\ufeffBe kind.', 'utf16le'),
      },
    ],
    'folder whose page and fields are UTF-16, without one': [
      {
        'index.html': Buffer.from('<title>Tides</title>', 'utf16le'),
        'service.json': Buffer.from('{"name":"Tides"}', 'utf16le'),
      },
    ],
    'folder whose page has pictures in HEIC': [
      {
        ...whole,
        'index.html':
          '<img src="assets/a.HEIC"><img srcset="assets/b.heif 2x, assets/a.png"><img src="assets/a.HEIC?x">\n<img src="assets/a.HEIC"><a href="assets/a.HEIC">',
        'assets/a.HEIC': '',
        'assets/b.heif': '',
        'assets/a.png': png,
      },
    ],
    'folder whose page and style spell names in another Unicode form': [
      {
        ...whole,
        'index.html':
          '<link rel=stylesheet href="assets/css/a.css"><img src="assets/caf\u00e9 1.png"><img src="assets/%C3%A9.png">',
        'assets/css/a.css': 'body { background: url(../caf\u00e9%201.png) }',
        'assets/cafe\u0301 1.png': png,
        'assets/e\u0301.png': png,
      },
    ],
    'folder with secrets': [
      {
        ...whole,
        'assets/a.js': `\ufeff\r\n const key = "${key}", token = "${token}", twice = "${key}";`,
        'assets/a.json': `{"auth": "\n${Buffer.from(`x${key}`).toString('base64')}"}`,
        'assets/a.png': Buffer.concat([Buffer.from([0xff, 0x0a]), Buffer.from(key)]),
        'assets/a.txt': key.slice(1),
        'assets/excluded.txt': key,
        [`assets/${token}.css`]: key,
      },
      { secrets, exclude: ['assets/excluded.txt'] },
    ],
    'folder with what seems to be credentials': [
      {
        ...whole,
        'assets/service-account.json':
          '{\n  "type": "service_account",\n  "private_key": "-----BEGIN PRIVATE KEY-----\\nMIIEvQIBADANBgkqhkiG9w0B"\n}',
        'assets/notes.txt':
          'Mine:\n\n-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA',
        'assets/old.txt': '-----BEGIN RSA PRIVATE KEY-----\r\nProc-Type: 4,ENCRYPTED\r\n',
        'assets/kubeconfig': '',
        'assets/cluster.yaml': 'users:\n- user:\n    client-key-data: LS0t',
        'assets/state.json': '{ "terraform_version": "1.9" }',
        'assets/aws.txt': '[default]\n  aws_secret_access_key = x',
        'assets/release.jks': '',
        'assets/pgp.txt': '-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQdGBF0B1xQBEADKx0',
        'assets/Client_Secret_1.apps.json': '{}',
        // The rest are not credentials.
        'assets/reader.js': 'const first = "-----BEGIN PRIVATE KEY-----";\nconst next = 1;',
        'assets/secretsanta.json': '{}',
        'assets/public.txt': '-----BEGIN PUBLIC KEY-----\nMIIEvQIBADANBgkqhkiG9w0B',
      },
    ],
    'folder with keys of other services': [
      {
        ...whole,
        'assets/a.js': `let a = "é";\nfetch(url, { key: "sk_${'live'}_${anyKey}", other: "ghp_${anyKey}" })`,
        'assets/a.js.map': `{"sourcesContent":["let key =\\n\\"sk_${'live'}_${anyKey}\\""]}`,
        'assets/late.txt': `${'x'.repeat(8192)}\n-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0B`,
        'assets/public.js': `stripe("pk_${'live'}_${anyKey}")`,
        'assets/own.js': `ghs_${anyKey}`,
        // Only a text is searched.
        'assets/a.bin': Buffer.concat([Buffer.from(`npm_${anyKey}\n`), Buffer.of(0xff)]),
      },
      { secrets: [{ name: 'github-token', value: `ghs_${anyKey}` }] },
    ],
    'folder without a picture, with a name that the logo begins with excluded': [
      { ...page, 'service.json': '{"name":"a","logo":"a.png"}', a: '' },
      { exclude: ['a'] },
    ],
  };

/** Paths of pictures that the folder has, some of them spelled differently. */
const logos = [
  ...[
    './assets/logo.svg',
    '/assets/a.txt',
    'Assets/Logo.svg',
    'assets\\logo.svg',
    '.\\assets\\logo.svg',
  ],
  ...['./.art/logo.png', 'link.svg', 'assets/caf\u00e9.png', 'assets/e\u0301te\u0301.svg'],
];
const pictures: Files = {
  '.art/logo.png': png,
  'assets/cafe\u0301.png': png,
  'assets/\u00e9t\u00e9.svg': '<svg/>',
};
const colors = ['', '#12345', '#1234567', '##123456', '#12345g', '#123456\n'];
const unknown = 'nmae Name nam taglines colour colos icon html system_prompt date'.split(' ');

const services: readonly string[] = [
  '{"name":"\\u0054ides","tagline":"","color":"#1B6ca8","logo":"assets/logo.svg","$x":[{"y":null}]}',
  '{"name":" ","logo":""}',
  '{"name":1,"tagline":{},"color":["#fff"],"logo":{}}',
  '{"tagline":null,"color":null,\r\n"logo":null,"name":null}',
  JSON.stringify(Object.fromEntries(['', ...unknown].map((key) => [key, 'x']))),
  '{"name":"a","Name":"b"}',
  '{"name":"a","$x":{"y":1,\n"y":2}}',
  '{"name":"\u{1f600}","color":1}',
  '\ufeff{"name":}',
  '',
  'null',
  `{"a":${'['.repeat(500_000)}`,
];

test('the offline check reports problems, fixes and fields (snapshots/check.md)', async (t) => {
  const parts: Section[] = [];
  for (const [title, [files, options]] of Object.entries(folders)) {
    const checked = await check(makeFolder(t, files), options);
    parts.push(toSection(title, [showProblems(checked), showFields(checked)]));
  }
  const place = makeFolder(t, { ...whole, ...pictures, 'assets/a.txt': '' });
  for (const text of services) {
    writeFiles(place.app, { 'service.json': text });
    const checked = await check(place);
    parts.push(toSection('service.json', [text.slice(0, 200), showProblems(checked)]));
  }
  const values = [
    ...colors.map((color) => ({ color })),
    ...['', 'https://example.test/a.png', ...logos].map((logo) => ({ logo })),
  ];
  const rows: string[] = [];
  for (const value of values) {
    writeFiles(place.app, { 'service.json': JSON.stringify({ name: 'a', ...value }) });
    const { problems } = await check(place);
    const found = problems.map(({ severity, code, line, column, message, fix }) =>
      [severity, code, `${line}:${column}`, message, fix].join(' '),
    );
    rows.push(`${JSON.stringify(value)}: ${found.join('; ') || 'no problems'}`);
  }
  parts.push(toSection('colors and logos', rows));
  compareSections('test/integration/folder/snapshots/check.md', parts);
});

test('paths that differ only in case or Unicode form are a warning', {
  skip: process.platform !== 'linux',
}, async (t) => {
  const paths = [
    'assets/A.js',
    'assets/a.js',
    'assets/\u00e9',
    'assets/e\u0301',
    'assets/E',
    'Index.html',
  ];
  const files = Object.fromEntries(paths.map((path) => [path, '']));
  const { problems } = await check(makeFolder(t, { ...whole, ...files }));
  const twins = problems.filter(({ code }) => code === 'path_twins').map(({ message }) => message);
  assert.deepEqual(twins, [
    'Index.html and index.html differ only in case.',
    'assets/A.js and assets/a.js differ only in case.',
    'assets/e\u0301 and assets/\u00e9 differ only in the way accents are written (NFC, NFD).',
  ]);
});

test('twenty warnings of a kind are listed, and the rest are counted', async (t) => {
  const names = Array.from({ length: 22 }, (_, index) => `x${index}`);
  const files = {
    'index.html': names.map((name) => `<img src=${name}.png>`).join(''),
    'service.json': JSON.stringify(
      Object.fromEntries(['name', ...names].map((name) => [name, 'a'])),
    ),
    ...Object.fromEntries(names.map((name) => [`${name}.js`, ''])),
  };
  const { problems } = await check(makeFolder(t, files));
  const more = problems
    .filter(({ code }) => code === 'more_warnings')
    .map(({ message }) => message);
  const expected = [
    ...[
      'Not listed: 2 more keys of service.json.',
      'Not listed: 2 more references to missing files.',
    ],
    'Not listed: 2 more names outside assets/.',
  ];
  assert.deepEqual(more, expected);
  assert.equal(problems.length, 3 * 20 + 3);
});

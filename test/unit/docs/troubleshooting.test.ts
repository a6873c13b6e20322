import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApiErrorCode, describeApiError } from '../../../src/api/api-error.ts';
import { NetworkError, type NetworkErrorCode } from '../../../src/api/network-error.ts';
import { CommandError, type CommandErrorCode } from '../../../src/commands/command-error.ts';
import { checkWords } from '../../../src/folder/check-words.ts';
import type { FolderErrorCode } from '../../../src/folder/folder-error.ts';
import { listFiles, readText } from '../../support/repository.ts';
import { docsUrl, makeFailure, makeReport } from '../report/sample.ts';

/** Without the table of the offline check, which is made from the code (`npm run docs -- --check` compares it). */
const page = readText('docs/troubleshooting.md').replace(/<!-- begin checks -->[\s\S]*?<!-- end checks -->/, '');

/** The rows about codes: whether the row is the code's anchor, the code, the message, the fix. */
const rows = Array.from(
  page.matchAll(/^\| (?:<a id="(\w+)"><\/a>)?`(\w+)` \| (.*) \| (.*) \|$/gm),
  ([, anchor = '', code = '', message = '', fix = '']) => ({ anchor, code, message, fix }),
);

// The types make these lists whole: a code that is added or goes away does not compile here.
const apiCodes: Readonly<Record<ApiErrorCode, true>> = {
  field_rejected: true,
  terms_required: true,
  unauthorized: true,
  forbidden: true,
  not_found: true,
  not_the_service: true,
  address_taken: true,
  not_approved: true,
  too_large: true,
  folder_rejected: true,
  too_many_changes: true,
  redirected: true,
  refused: true,
  service_error: true,
};
const commandCodes: Readonly<Record<CommandErrorCode, true>> = {
  in_review: true,
  unknown_state: true,
  taken_down: true,
  final_not_approved: true,
  offline_problems: true,
  too_many_apps: true,
  field_unreadable: true,
  stale: true,
  app_missing: true,
  app_exists: true,
  draft_differs: true,
  draft_changed: true,
};
const networkCodes: Readonly<Record<NetworkErrorCode, true>> = {
  cancelled: true,
  deadline: true,
  attempt_timeout: true,
  connection_refused: true,
  host_not_found: true,
  connection_failed: true,
  connection_lost: true,
  tls: true,
  proxy: true,
  proxy_refused: true,
  response_unreadable: true,
  response_too_large: true,
  dry_run: true,
};
const folderCodes: Readonly<Record<FolderErrorCode, true>> = {
  folder_missing: true,
  folder_not_a_folder: true,
  folder_outside_workspace: true,
  folder_not_allowed: true,
  folder_unreadable: true,
  folder_empty: true,
  folder_too_large: true,
  file_unreadable: true,
  file_changed: true,
  name_not_utf8: true,
  name_not_allowed: true,
  pattern_invalid: true,
};
const codes = [
  ...[apiCodes, commandCodes, networkCodes, folderCodes].flatMap((known) => Object.keys(known)),
  ...['invalid_inputs', 'unverified', 'bug', 'review_rejected', 'review_withdrawn'],
];

test('every code that a run can fail with is an anchor of the page, once, and no other is', () => {
  const anchors = rows.filter(({ anchor }) => anchor !== '');
  assert.deepEqual(anchors.map(({ code }) => code).sort(), [...new Set(codes)].sort());
  for (const { anchor, code } of anchors) assert.equal(anchor, code);
  const first = rows.filter(({ code }, index) => rows.findIndex((row) => row.code === code) === index);
  assert.deepEqual(first, anchors, 'the anchor stands on the first row of a code');
});

test('no code of the offline check is one that a run can fail with: a word has one place', () => {
  assert.deepEqual(
    codes.filter((code) => Object.hasOwn(checkWords, code)),
    [],
  );
});

test('the link of a failure leads to the anchor of its code', () => {
  for (const code of codes) {
    const outcome = { kind: 'failed', failure: makeFailure({ code }) } as const;
    assert.equal(makeReport({ outcome }, docsUrl).helpUrl, `${docsUrl}#${code}`);
  }
});

test('every refusal of the service stands there in its exact words', () => {
  for (const code of Object.keys(apiCodes) as ApiErrorCode[]) {
    const operations = code === 'address_taken' ? (['create', 'deploy'] as const) : (['deploy'] as const);
    assert.deepEqual(
      findRows(code),
      operations.map((operation) => describeApiError(code, operation)),
    );
  }
});

test('every decision of our own stands there in its exact words', () => {
  for (const code of Object.keys(commandCodes) as CommandErrorCode[]) {
    const { message, next } = new CommandError(code, '…');
    assert.deepEqual(findRows(code), [[message.replace(/: …$/, ''), next]]);
  }
});

test('every fault of the network stands there in its usual words', () => {
  for (const code of Object.keys(networkCodes).filter((name) => !/^(cancelled|deadline)$/.test(name))) {
    const { message, next } = new NetworkError(
      { method: 'GET', path: '/' },
      { code: code as NetworkErrorCode, sent: false },
    );
    assert.deepEqual(findRows(code), [[message.replace('GET /: ', ''), next]]);
  }
});

test('all other sentences stand in the code, apart from what differs from run to run', () => {
  const source = normalize(listFiles('src', '.ts').map(readText).join('\n'));
  for (const { code, message, fix } of rows) {
    if (code in apiCodes || code in commandCodes) continue;
    for (const part of [message, fix].flatMap((sentence) => sentence.split('…')).map(normalize)) {
      assert.ok(source.includes(part), `${code}: the code says nowhere "${part}"`);
    }
  }
});

function findRows(wanted: string): readonly (readonly string[])[] {
  return rows.filter(({ code }) => code === wanted).map(({ message, fix }) => [message, fix]);
}

/** Without case at the start of sentences, quoting, and the marks between what is put together at run time. */
function normalize(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/\\(?=["'`])/g, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s.,:;()]+|[\s.,:;()]+$/g, '');
}

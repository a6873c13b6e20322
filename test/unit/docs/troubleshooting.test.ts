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
const apiCodes = {
  ...{ field_rejected: 1, terms_required: 1, unauthorized: 1, forbidden: 1, not_found: 1, not_the_service: 1 },
  ...{
    address_taken: 1,
    conflict: 1,
    not_approved: 1,
    too_large: 1,
    folder_rejected: 1,
    too_many_changes: 1,
    redirected: 1,
  },
  ...{ refused: 1, service_error: 1 },
} satisfies Readonly<Record<ApiErrorCode, 1>>;
const commandCodes = {
  ...{ in_review: 1, unknown_state: 1, taken_down: 1, final_not_approved: 1, offline_problems: 1, too_many_apps: 1 },
  ...{ field_unreadable: 1, stale: 1, app_missing: 1, app_exists: 1, draft_differs: 1, draft_changed: 1 },
} satisfies Readonly<Record<CommandErrorCode, 1>>;
const networkCodes = {
  ...{ attempt_timeout: 1, connection_refused: 1, host_not_found: 1, connection_failed: 1, connection_lost: 1 },
  ...{ tls: 1, proxy: 1, proxy_refused: 1, response_unreadable: 1, response_too_large: 1, dry_run: 1 },
} satisfies Readonly<Record<Exclude<NetworkErrorCode, 'cancelled' | 'deadline'>, 1>>;
const folderCodes = {
  ...{ folder_missing: 1, folder_not_a_folder: 1, folder_outside_workspace: 1, folder_not_allowed: 1, file_changed: 1 },
  ...{ folder_unreadable: 1, folder_empty: 1, folder_too_large: 1, file_unreadable: 1, name_not_utf8: 1 },
  ...{ name_not_allowed: 1, pattern_invalid: 1 },
} satisfies Readonly<Record<FolderErrorCode, 1>>;
const others = ['cancelled', 'deadline', 'invalid_inputs', 'unverified', 'bug', 'review_rejected', 'review_withdrawn'];
const codes = [...Object.keys({ ...apiCodes, ...commandCodes, ...networkCodes, ...folderCodes }), ...others];

test('every code that a run can fail with is an anchor of the page, once, on its first row, and no other is', () => {
  const first = rows.filter(({ code }, index) => rows.findIndex((row) => row.code === code) === index);
  assert.deepEqual(first.map(({ anchor }) => anchor).sort(), codes.toSorted());
  assert.deepEqual(
    rows
      .filter(({ anchor }) => anchor !== '')
      .map(({ code }) => code)
      .sort(),
    codes.toSorted(),
  );
});

test('no code of the offline check is one that a run can fail with: a word has one place', () => {
  const shared = codes.filter((code) => Object.hasOwn(checkWords, code));
  assert.deepEqual(shared, []);
});

test('the link of a failure leads to the anchor of its code', () => {
  for (const code of codes) {
    const outcome = { kind: 'failed', failure: makeFailure({ code }) } as const;
    assert.equal(makeReport({ outcome }, docsUrl).helpUrl, `${docsUrl}#${code}`);
  }
});

test('refusals of the service, decisions of our own and faults of the network stand there in their exact words', () => {
  const expected = new Map<string, readonly (readonly string[])[]>();
  for (const code of Object.keys(apiCodes) as ApiErrorCode[]) {
    expected.set(code, [describeApiError(code, 'deploy')]);
  }
  for (const code of Object.keys(commandCodes) as CommandErrorCode[]) {
    const { message, next } = new CommandError(code, '…');
    expected.set(code, [[message.replace(/: …$/, ''), next]]);
  }
  for (const code of Object.keys(networkCodes) as (keyof typeof networkCodes)[]) {
    const { message, next } = new NetworkError({ method: 'GET', path: '/' }, { code, sent: false });
    expected.set(code, [[message.replace('GET /: ', ''), next]]);
  }
  for (const [wanted, words] of expected) {
    const found = rows.filter(({ code }) => code === wanted);
    assert.deepEqual(
      found.map(({ message, fix }) => [message, fix]),
      words,
    );
  }
});

test('all other sentences stand in the code, apart from what differs from run to run', () => {
  const source = normalize(listFiles('src', '.ts').map(readText).join('\n'));
  for (const { code, message, fix } of rows) {
    if (code in apiCodes || code in commandCodes) continue;
    for (const part of `${message}…${fix}`.split('…').map(normalize)) {
      assert.ok(source.includes(part), `${code}: the code says nowhere "${part}"`);
    }
  }
});

/** Without case at the start of sentences, quoting, and the marks between what is put together at run time. */
function normalize(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/\\(?=["'`])/g, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s.,:;()]+|[\s.,:;()]+$/g, '');
}

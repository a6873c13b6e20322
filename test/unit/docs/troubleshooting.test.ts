import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApiErrorCode, describeApiError } from '../../../src/api/api-error.ts';
import { NetworkError, type NetworkErrorCode } from '../../../src/api/network-error.ts';
import { CommandError, type CommandErrorCode } from '../../../src/commands/command-error.ts';
import type { FolderErrorCode } from '../../../src/folder/folder-error.ts';
import { inputFaults } from '../../../src/inputs/inputs.ts';
import { listFiles, readText } from '../../support/repository.ts';

/**
 * Without the table of the offline check, which is made from the code (`npm run docs -- --check`
 * compares it).
 */
const page = readText('docs/troubleshooting.md').replace(
  /<!-- begin checks -->[\s\S]*?<!-- end checks -->/,
  '',
);

/** Each code of a row: the anchor if this row has it, the code and the fix. */
const rows = Array.from(
  page.matchAll(/^\| ((?:<a id="|`\w+`).*?) \| (.*) \|$/gm),
  ([, codes = '', cells = '']) =>
    Array.from(
      codes.matchAll(/(?:<a id="(\w+)"><\/a>)?`(\w+)`/g),
      ([, anchor = '', code = '']) => ({ anchor, code, fix: cells.split(' | ').at(-1) }),
    ),
).flat();

// The types make these lists whole: a code that is added or goes away does not compile here.
const api: Readonly<Record<ApiErrorCode, 1>> = {
  ...{
    field_rejected: 1,
    terms_required: 1,
    unauthorized: 1,
    forbidden: 1,
    not_found: 1,
    not_the_service: 1,
  },
  ...{
    address_taken: 1,
    conflict: 1,
    not_approved: 1,
    too_large: 1,
    folder_rejected: 1,
    too_many_changes: 1,
  },
  ...{ redirected: 1, refused: 1, service_error: 1 },
};
const command: Readonly<Record<CommandErrorCode, 1>> = {
  ...{
    in_review: 1,
    unknown_state: 1,
    taken_down: 1,
    final_not_approved: 1,
    offline_problems: 1,
    too_many_apps: 1,
  },
  ...{
    field_unreadable: 1,
    stale: 1,
    app_missing: 1,
    app_exists: 1,
    draft_differs: 1,
    draft_changed: 1,
  },
};
const network: Readonly<Record<Exclude<NetworkErrorCode, 'cancelled' | 'deadline'>, 1>> = {
  ...{
    attempt_timeout: 1,
    connection_refused: 1,
    nothing_listens: 1,
    host_not_found: 1,
    connection_failed: 1,
  },
  ...{
    connection_lost: 1,
    tls: 1,
    proxy: 1,
    proxy_refused: 1,
    response_unreadable: 1,
    response_too_large: 1,
    dry_run: 1,
  },
};
const folder: Readonly<Record<FolderErrorCode, 1>> = {
  ...{
    folder_missing: 1,
    folder_not_a_folder: 1,
    folder_outside_workspace: 1,
    folder_not_allowed: 1,
  },
  ...{
    folder_unreadable: 1,
    folder_empty: 1,
    folder_too_large: 1,
    file_unreadable: 1,
    name_not_utf8: 1,
  },
  ...{ name_not_allowed: 1, pattern_invalid: 1 },
};
const others = [
  'cancelled',
  'deadline',
  ...inputFaults,
  'command_unknown',
  'option_unknown',
  'unverified',
  'bug',
  'review_rejected',
  'review_withdrawn',
  'unsupported_runtime',
];

const listCodes = <Code extends string>(codes: Readonly<Record<Code, 1>>) =>
  Object.keys(codes) as Code[];

test('docs/troubleshooting.md has an anchor for every error code, at its first row, and no others', () => {
  const ofCommands = [
    ...['no_page', 'page_too_large', 'page_not_written', 'init_failed', 'init_unfinished'],
    ...['arrange_conflict', 'out_not_written', 'build_breaks'],
  ];
  const codes = [
    ...Object.keys({ ...api, ...command, ...network, ...folder }),
    ...others,
    ...ofCommands,
  ];
  const first = rows.filter(
    ({ code }, index) => rows.findIndex((row) => row.code === code) === index,
  );
  assert.deepEqual(first.map(({ anchor }) => anchor).sort(), codes.sort());
});

test('every error code appears in a test or a snapshot', () => {
  const files = [...listFiles('test', '.ts'), ...listFiles('test', '.md')].filter(
    (path) => !path.includes('/docs/'),
  );
  const texts = files.map(readText).join('\n');
  const isMet = ({ code }: { readonly code: string }) => new RegExp(`\\b${code}\\b`).test(texts);
  assert.deepEqual(
    rows.filter((row) => !isMet(row)),
    [],
  );
});

test('docs/troubleshooting.md quotes the exact advice of each error', () => {
  const told: Readonly<Record<string, string>> = Object.fromEntries([
    ...listCodes(api).map((code) => [code, describeApiError(code, 'deploy').next] as const),
    ...listCodes(command).map((code) => [code, new CommandError(code, '…').next] as const),
    ...listCodes(network).map((code) => {
      const request = { method: 'GET', path: '/' } as const;
      return [code, new NetworkError(request, { code, sent: false }).next] as const;
    }),
  ]);
  for (const { anchor, code, fix } of rows) {
    if (anchor !== '') assert.equal(fix, told[code] ?? fix, code);
  }
});

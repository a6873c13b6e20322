import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApiErrorCode, describeApiError, type NetworkErrorCode } from '../../../src/api/errors.ts';
import { type DecisionCode, DecisionError } from '../../../src/commands/decision-error.ts';
import type { FolderErrorCode } from '../../../src/folder/errors.ts';
import { listFiles, readTable, readText } from './tables.ts';

const rows = readTable('docs/troubleshooting.md', ['code', 'it says', 'next']);

// The types make these lists whole: a code that is added or goes away does not compile here.
const refusals: Readonly<Record<ApiErrorCode, true>> = {
  field_rejected: true,
  terms_required: true,
  unauthorized: true,
  forbidden: true,
  not_found: true,
  address_taken: true,
  not_approved: true,
  too_large: true,
  folder_rejected: true,
  too_many_changes: true,
  redirected: true,
  refused: true,
  service_error: true,
};
const decisions: Readonly<Record<DecisionCode, true>> = {
  in_review: true,
  final_not_approved: true,
  offline_problems: true,
  too_many_apps: true,
  field_unreadable: true,
  stale: true,
  app_missing: true,
  app_exists: true,
};
const losses: Readonly<Record<NetworkErrorCode, true>> = {
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
const folderErrors: Readonly<Record<FolderErrorCode, true>> = {
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
  secret_in_folder: true,
};

test('every refusal of the service stands in the table in its exact words', () => {
  for (const code of Object.keys(refusals) as ApiErrorCode[]) {
    const operations = code === 'address_taken' ? (['create', 'deploy'] as const) : (['deploy'] as const);
    const expected = operations.map((operation) => describeApiError(code, operation));
    assert.deepEqual(
      findRows(code),
      expected.map(({ sentence, next }) => [code, sentence, next]),
    );
  }
});

test('every decision of our own stands in the table in its exact words', () => {
  for (const code of Object.keys(decisions) as DecisionCode[]) {
    const { message, next } = new DecisionError(code, 'detail');
    assert.deepEqual(findRows(code), [[code, message.replace(/: detail$/, ''), next]]);
  }
});

test('the table has a row for every code that a run can fail with, and for no other', () => {
  const known = [refusals, decisions, losses, folderErrors].flatMap((codes) => Object.keys(codes));
  const found = new Set(rows.map(([code]) => code ?? ''));
  assert.deepEqual([...found].sort(), [...new Set([...known, 'invalid_inputs', 'unproven', 'bug'])].sort());
});

test('all other sentences stand in the code, apart from what differs from run to run', () => {
  const code = normalize(listFiles('src', '.ts').map(readText).join('\n'));
  const composed = rows.filter(([name = '']) => !(name in refusals) && !(name in decisions));
  for (const [name, ...sentences] of composed) {
    for (const part of sentences.flatMap((sentence) => sentence.split('…')).map(normalize)) {
      assert.ok(code.includes(part), `${name}: the code says nowhere "${part}"`);
    }
  }
});

function findRows(code: string): readonly (readonly string[])[] {
  return rows.filter(([name]) => name === code);
}

/** Without case at the start of sentences, quoting, and the marks between what is put together at run time. */
function normalize(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/\\(?=["'`])/g, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s.,:;()]+|[\s.,:;()]+$/g, '');
}

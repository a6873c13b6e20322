import { compareWithFile, renderRun, toSnapshotName } from '../support/snapshot.ts';
import { assumed } from './assumed.ts';
import type { StageResult } from './stage.ts';

/** A run as its snapshot shows it, with its comment on the pull request. */
export interface Shown extends StageResult {
  readonly comment: string | null;
}

/**
 * Compares all that a person sees of a run with a file of `test/snapshots/`. Its outputs are in
 * `test/unit/report/snapshots/`.
 */
export function assertSnapshot(title: string, shown: Shown): void {
  // The report contains messages, statuses and times of the service.
  if (assumed !== null) return;
  const about = `${title}. Requests: ${shown.asked || 'none'}. Exit code: ${shown.exitCode}.`;
  compareWithFile(
    `test/snapshots/${toSnapshotName(title)}`,
    normalize(renderRun(about, shown, (name) => name === 'outcome')),
    sortLog,
  );
}

/**
 * Sorts lines of the log whose order does not matter. The mask stays first, and groups keep their
 * lines; `assertContract` checks the required order.
 */
function sortLog(text: string): string {
  return text.replace(
    /(?<=^# Log\n)((?:::add-mask::.*\n)?)([\s\S]*?)(?=^````$)/m,
    (_log, mask: string, rest: string) => {
      const parts = rest.match(/^::group::[\s\S]*?^::endgroup::$|^.+$/gm) ?? [];
      return `${mask}${parts.map(sortGroup).sort().join('\n')}\n`;
    },
  );
}

/** A group is sorted by its title, with its lines sorted too; any other line stays as it is. */
function sortGroup(part: string): string {
  const [title = '', ...lines] = part.split('\n');
  return [title, ...lines.sort()].join('\n');
}

/**
 * Replaces the parts that differ from run to run: addresses, times, random waits, and the sizes of
 * the stage's files.
 */
function normalize(text: string): string {
  return (
    text
      .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT')
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d(?:(?::|&#58;<wbr>)\d\d){2}(?:\.\d+)?Z/g, 'TIME')
      .replaceAll(/^::add-mask::.*$/gm, '::add-mask::SECRET')
      .replaceAll(/(sha256)(:|&#58;)(?:(?:<wbr>)?[0-9a-f]+)+/g, '$1$2HASH')
      .replaceAll(/(?<=<!-- miniapp-deploy:)[0-9a-f]{16}/g, 'DIGEST')
      .replaceAll(/\b\d+(\.\d+)? (ms|s)\b/g, 'N s')
      .replaceAll(/\b[\d.]+( |&nbsp;)(B|KB|bytes)\b/g, 'N$1$2')
      .replaceAll(/[+-][\d,]+ %/g, '+N %')
      // Printed if a deploy takes a second or more, as on a busy machine.
      .replaceAll(/^(Deployed \S+) in N s$/gm, '$1')
  );
}

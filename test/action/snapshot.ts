import { compareWithFile, renderRun, toSnapshotName } from '../support/snapshot.ts';
import { assumed } from './assumed.ts';
import type { StageResult } from './stage.ts';

/** A run as it is kept, with the comment that it left on the pull request. */
export interface Shown extends StageResult {
  readonly comment: string | null;
}

/** Compares all that a person sees of a run with a file of `test/snapshots/`. */
export function assertSnapshot(title: string, shown: Shown): void {
  // The service's own words, statuses and times are in it.
  if (assumed !== null) return;
  const about = `${title}. Requests: ${shown.asked || 'none'}. Exit code: ${shown.exitCode}.`;
  compareWithFile(
    `test/snapshots/${toSnapshotName(title)}`,
    normalize(renderRun(about, shown)),
    sortLog,
  );
}

/**
 * Without the order of lines of the log that say nothing of each other. The mask stays first, and
 * groups stay around what they hold; what else must come before what, `assertContract` holds.
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

/** A group by its title, its lines in any order; a line as it is. */
function sortGroup(part: string): string {
  const [title = '', ...lines] = part.split('\n');
  return [title, ...lines.sort()].join('\n');
}

/**
 * Without what differs from run to run, addresses, times and waits of random length, and the sizes
 * of the stage's files.
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
      .replaceAll(/^byte-count: \d+$/gm, 'byte-count: N')
      .replaceAll(/"(byte-count(?:-before)?)":\d+/g, '"$1":N')
      .replaceAll(/[+-][\d,]+ %/g, '+N %')
      // Said of a deploy that takes a second and more, as it does on a busy machine.
      .replaceAll(/^(Deployed \S+) in N s$/gm, '$1')
  );
}

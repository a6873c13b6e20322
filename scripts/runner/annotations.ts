import type { Command } from './commands.ts';

/** What the runner keeps of a level in a step, and the UTF-16 units it keeps of a message. */
const perLevel = 10;
const longestMessage = 4096;

/** An annotation as it arrives at GitHub. */
export interface KeptAnnotation {
  readonly level: 'error' | 'warning' | 'notice';
  readonly message: string;
  readonly title: string | null;
  readonly file: string | null;
  readonly line: number | null;
  readonly endLine: number | null;
  readonly column: number | null;
  readonly endColumn: number | null;
}

/**
 * The annotations that the runner keeps of a step's commands: the first ten of each level, messages
 * masked and then cut at 4,096 UTF-16 units, titles and files not masked, places that contradict
 * themselves dropped.
 */
export function keepAnnotations(
  commands: readonly Command[],
  {
    masks = [],
    workspace = '',
  }: { readonly masks?: readonly string[]; readonly workspace?: string } = {},
): readonly KeptAnnotation[] {
  const added = commands.filter(({ name }) => name === 'add-mask').map(({ data }) => data);
  const secrets = [...masks, ...added].filter((mask) => mask !== '');
  const left: Record<string, number> = { error: perLevel, warning: perLevel, notice: perLevel };
  return commands
    .filter(({ name }) => {
      left[name] = (left[name] ?? 0) - 1;
      return left[name] >= 0;
    })
    .map(({ name, properties, data }) => ({
      level: name as KeptAnnotation['level'],
      message: secrets
        .reduce((text, mask) => text.replaceAll(mask, '***'), data)
        .slice(0, longestMessage),
      title: properties['title'] ?? null,
      file: keepFile(properties['file'], workspace),
      ...keepPlace(properties),
    }));
}

/** Only a literal start that is the workspace is cut off a file. */
function keepFile(file: string | undefined, workspace: string): string | null {
  if (file === undefined || file === '') return null;
  return workspace !== '' && file.startsWith(`${workspace}/`)
    ? file.slice(workspace.length + 1)
    : file;
}

function keepPlace(
  properties: Command['properties'],
): Pick<KeptAnnotation, 'line' | 'endLine' | 'column' | 'endColumn'> {
  const endLine = toInteger(properties['endLine']);
  const endColumn = toInteger(properties['endColumn']);
  const line = toInteger(properties['line']) ?? endLine;
  const column = toInteger(properties['col']) ?? endColumn;
  const isOneLine = line !== null && (endLine ?? line) === line;
  const isForward = line === null || (endLine ?? line) >= line;
  const isRight = isOneLine && (column === null || (endColumn ?? column) >= column);
  return {
    ...(isForward ? { line, endLine } : { line: null, endLine: null }),
    ...(isRight ? { column, endColumn } : { column: null, endColumn: null }),
  };
}

function toInteger(text = ''): number | null {
  return /^\s*[+-]?\d+\s*$/.test(text) ? Number(text) : null;
}

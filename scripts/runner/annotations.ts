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
 * The annotations that the runner keeps of a step's commands: the first ten of each level, messages masked and then
 * cut at 4,096 UTF-16 units, titles and files not masked, places that contradict themselves dropped.
 */
export function keepAnnotations(
  commands: readonly Command[],
  options: { readonly masks?: readonly string[]; readonly workspace?: string } = {},
): readonly KeptAnnotation[] {
  const masks = [
    ...(options.masks ?? []),
    ...commands.filter(({ name }) => name === 'add-mask').map(({ data }) => data),
  ];
  const counts = new Map<string, number>();
  return commands.flatMap((command) => {
    const level = toLevel(command.name);
    if (level === null) {
      return [];
    }
    const count = (counts.get(level) ?? 0) + 1;
    counts.set(level, count);
    return count > perLevel ? [] : [toAnnotation(level, command, { masks, workspace: options.workspace ?? '' })];
  });
}

function toLevel(name: string): KeptAnnotation['level'] | null {
  return name === 'error' || name === 'warning' || name === 'notice' ? name : null;
}

function toAnnotation(
  level: KeptAnnotation['level'],
  { properties, data }: Command,
  { masks, workspace }: { readonly masks: readonly string[]; readonly workspace: string },
): KeptAnnotation {
  const masked = masks.filter((mask) => mask !== '').reduce((text, mask) => text.replaceAll(mask, '***'), data);
  const place = keepPlace(properties);
  return {
    level,
    message: masked.slice(0, longestMessage),
    title: properties['title'] ?? null,
    file: keepFile(properties['file'], workspace),
    ...place,
  };
}

/** Only a literal start that is the workspace is cut off a file. */
function keepFile(file: string | undefined, workspace: string): string | null {
  if (file === undefined || file === '') {
    return null;
  }
  return workspace !== '' && file.startsWith(`${workspace}/`) ? file.slice(workspace.length + 1) : file;
}

function keepPlace(
  properties: Command['properties'],
): Pick<KeptAnnotation, 'line' | 'endLine' | 'column' | 'endColumn'> {
  const endLine = toInteger(properties['endLine']);
  const endColumn = toInteger(properties['endColumn']);
  const line = toInteger(properties['line']) ?? endLine;
  const column = toInteger(properties['col']) ?? endColumn;
  const isOneLine = line !== null && (endLine === null || endLine === line);
  const isForward = endLine === null || line === null || endLine >= line;
  const isRight = endColumn === null || column === null || endColumn >= column;
  return {
    line: isForward ? line : null,
    endLine: isForward ? endLine : null,
    column: isOneLine && isRight ? column : null,
    endColumn: isOneLine && isRight ? endColumn : null,
  };
}

function toInteger(text: string | undefined): number | null {
  return text !== undefined && /^\s*[+-]?\d+\s*$/.test(text) ? Number(text) : null;
}

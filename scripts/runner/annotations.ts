import type { Command } from './commands.ts';

/** The number of annotations per level that the runner keeps for a step. */
const maxPerLevel = 10;

/** The number of UTF-16 units that the runner keeps of a message. */
const maxMessage = 4096;

/** An annotation as it arrives at GitHub. */
export interface KeptAnnotation extends Place {
  readonly level: 'error' | 'warning' | 'notice';
  readonly message: string;
  readonly title: string | null;
  readonly file: string | null;
}

interface Place {
  readonly line: number | null;
  readonly endLine: number | null;
  readonly column: number | null;
  readonly endColumn: number | null;
}

interface RunnerSettings {
  /** The secrets of the job. */
  readonly masks?: readonly string[];
  /** The path that is removed from the beginning of a file; empty to remove nothing. */
  readonly workspace?: string;
}

/**
 * Returns the annotations that the runner makes of a step's commands and keeps: the first ten of
 * each level. It masks messages and then cuts them, and drops places that contradict themselves. It
 * does not mask titles and files.
 */
export function keepAnnotations(
  commands: readonly Command[],
  settings: RunnerSettings = {},
): readonly KeptAnnotation[] {
  const masks = [...(settings.masks ?? [])];
  for (const command of commands) if (command.name === 'add-mask') masks.push(command.data);
  const counts = { error: 0, warning: 0, notice: 0 };
  const kept: KeptAnnotation[] = [];
  for (const { name, properties, data } of commands) {
    if (name !== 'error' && name !== 'warning' && name !== 'notice') continue;
    counts[name] += 1;
    if (counts[name] > maxPerLevel) continue;
    kept.push({
      level: name,
      message: mask(data, masks).slice(0, maxMessage),
      title: properties['title'] ?? null,
      file: keepFile(properties['file'] ?? '', settings.workspace ?? ''),
      ...keepPlace(properties),
    });
  }
  return kept;
}

function mask(text: string, masks: readonly string[]): string {
  let masked = text;
  for (const secret of masks) if (secret !== '') masked = masked.replaceAll(secret, '***');
  return masked;
}

/** Removes the workspace from a path that begins with it literally. */
function keepFile(file: string, workspace: string): string | null {
  if (file === '') return null;
  const isInside = workspace !== '' && file.startsWith(`${workspace}/`);
  return isInside ? file.slice(workspace.length + 1) : file;
}

function keepPlace(properties: Command['properties']): Place {
  const endLine = toInteger(properties['endLine']);
  const endColumn = toInteger(properties['endColumn']);
  const line = toInteger(properties['line']) ?? endLine;
  const column = toInteger(properties['col']) ?? endColumn;
  const isOneLine = line !== null && (endLine ?? line) === line;
  const hasLines = line === null || (endLine ?? line) >= line;
  const hasColumns = isOneLine && (column === null || (endColumn ?? column) >= column);
  return {
    line: hasLines ? line : null,
    endLine: hasLines ? endLine : null,
    column: hasColumns ? column : null,
    endColumn: hasColumns ? endColumn : null,
  };
}

function toInteger(text = ''): number | null {
  return /^\s*[+-]?\d+\s*$/.test(text) ? Number(text) : null;
}

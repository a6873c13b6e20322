import { type Folder, isDataUrl, isMedia, measureContent } from './contents.ts';
import type { DraftField } from './fields.ts';
import type { Limits } from './readings.ts';
import { checkPage } from './rules-page.ts';
import { checkService } from './rules-service.ts';

/**
 * One thing to fix in a folder. These rules are the sandbox's own: the document says that there are folder rules,
 * but not which.
 */
export interface FolderProblem {
  /** File inside the folder. */
  readonly path: string;
  /** Both count from 1; absent where the whole file is meant. */
  readonly line?: number;
  readonly column?: number;
  readonly code: string;
  readonly message: string;
  readonly fix: string;
  /** The field of the app that the place stands for, if any. */
  readonly field?: DraftField | 'logo';
}

const allowedNames: ReadonlySet<string> = new Set(['service.json', 'index.html', 'instructions.md']);
const longestName = 200;

/**
 * Checks a folder against the sandbox's own rules and gives every problem, in the order of the files.
 *
 * Pure. Takes the contents as they were sent, not yet normalized.
 */
export function checkFolder(folder: Folder, limits: Limits): readonly FolderProblem[] {
  return [
    ...[...folder].flatMap(([path, content]) => checkFile(path, content, limits)),
    ...checkTotals(folder, limits),
    ...checkService(folder, limits),
    ...checkPage(folder, limits),
    ...checkInstructions(folder, limits),
  ];
}

function checkFile(path: string, content: string, limits: Limits): readonly FolderProblem[] {
  if (!isCleanName(path)) {
    const message = `The file name ${JSON.stringify(path.slice(0, longestName))} cannot be used.`;
    return [
      {
        path,
        code: 'file_name',
        message,
        fix: `Use at most ${longestName} characters, no "..", "\\" or control characters.`,
      },
    ];
  }
  if (!allowedNames.has(path) && !path.startsWith('assets/')) {
    const message = `An app has service.json, index.html, instructions.md and files under assets/; ${path} is none of them.`;
    return [{ path, code: 'file_not_allowed', message, fix: 'Move it to assets/ or leave it out.' }];
  }
  if (isMedia(path) && !path.endsWith('.svg') && !isDataUrl(content)) {
    const message = `${path} is a picture, font or sound, but its content is not a data: URL in base64.`;
    return [{ path, code: 'not_a_data_url', message, fix: 'Send it as data:<type>;base64,<content>.' }];
  }
  const bytes = measureContent(path, content);
  if (path.startsWith('assets/') && bytes > limits.fileBytes) {
    const message = `${path} has ${bytes} bytes; a file may have ${limits.fileBytes}.`;
    return [{ path, code: 'file_too_large', message, fix: 'Make the file smaller or leave it out.' }];
  }
  return [];
}

function isCleanName(path: string): boolean {
  const bad = /\p{Cc}|\\/u.test(path) || !path.isWellFormed();
  return (
    !bad && path.length <= longestName && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  );
}

function checkTotals(folder: Folder, limits: Limits): readonly FolderProblem[] {
  const problems: FolderProblem[] = [];
  if (folder.size > limits.files) {
    const message = `The folder has ${folder.size} files; an app may have ${limits.files}.`;
    problems.push({
      path: 'assets',
      code: 'too_many_files',
      message,
      fix: 'Leave out files that the page does not use.',
    });
  }
  const bytes = [...folder].reduce((sum, [path, content]) => sum + measureContent(path, content), 0);
  if (bytes > limits.folderBytes) {
    const message = `The folder has ${bytes} bytes; an app may have ${limits.folderBytes}.`;
    problems.push({ path: 'assets', code: 'folder_too_large', message, fix: 'Make files smaller or leave some out.' });
  }
  return problems;
}

function checkInstructions(folder: Folder, limits: Limits): readonly FolderProblem[] {
  const path = 'instructions.md';
  const text = folder.get(path) ?? '';
  const characters = [...text].length;
  if (characters <= limits.promptLength) return [];
  const message = `The instructions have ${characters} characters; at most ${limits.promptLength} are allowed.`;
  return [{ path, code: 'instructions_length', message, fix: 'Shorten instructions.md.', field: 'system_prompt' }];
}

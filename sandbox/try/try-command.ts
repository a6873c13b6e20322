import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { findBrowser } from './find-browser.ts';
import { isDead } from './findings.ts';
import { tryFolder } from './try-folder.ts';
import { renderJson, renderText, type TryEnd } from './try-report.ts';

/** The lines of `--help` about `try`. */
export const tryHelp = `  try FOLDER opens an app folder as a draft in Chrome or Chromium, presses its first five buttons, and reports
  missing files, errors, and whether the page is blank. Exit code 0: it works; 1: it does not; 2: it could
  not be tried. CHROME_PATH names a browser.
    --build FOLDER       the build it was made from: report only what differs from it
    --shots FOLDER       write pictures of the page, 390x844 and 1280x800
    --slug SLUG          slug of the app; the folder's name by default
    --json               print one JSON object
`;

const usage = 'Usage: try FOLDER [--build FOLDER] [--shots FOLDER] [--slug SLUG] [--json]';
const options = {
  build: { type: 'string' },
  shots: { type: 'string' },
  slug: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

interface TryArguments {
  readonly folder: string;
  readonly build: string | null;
  readonly shots: string | null;
  readonly slug: string | null;
}

interface Output {
  write(text: string): unknown;
}

/** The parts of a process that `try` uses. */
interface TryProcess {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: Output;
  readonly stderr: Output;
}

/**
 * Runs `try` with its arguments, until `stop` resolves. Prints the result, and returns the exit
 * code: 0 if the draft works, 1 if it does not, 2 if it could not be tried, 130 if it was
 * cancelled.
 */
export async function runTry(
  args: readonly string[],
  stop: Promise<void>,
  parts: TryProcess = process,
): Promise<number> {
  const { stdout, stderr } = parts;
  const isJson = args.includes('--json');
  let isStopped = false;
  void stop.then(() => {
    isStopped = true;
  });
  const end = await readAndTry(args, stop, parts);
  if (isStopped) {
    stderr.write('Cancelled.\n');
    return 130;
  }
  if (end.kind === 'failed') stderr.write(renderText(end));
  if (isJson) stdout.write(renderJson(end));
  if (end.kind === 'failed') return 2;
  if (!isJson) stdout.write(renderText(end));
  return isDead(end.result.findings) ? 1 : 0;
}

async function readAndTry(
  args: readonly string[],
  stop: Promise<void>,
  { platform, env }: TryProcess,
): Promise<TryEnd> {
  try {
    const given = readTryArguments(args);
    const search = findBrowser({ platform, env, exists: existsSync });
    if (search.kind === 'missing') return { kind: 'failed', message: search.message };
    const request = { ...given, browserPath: search.path };
    return { kind: 'tried', request, result: await tryFolder(request, stop) };
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

/** Reads the command line. Throws an Error if an argument is not valid. */
export function readTryArguments(args: readonly string[]): TryArguments {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new Error(usage);
  const { build = null, shots = null, slug = null } = values;
  if (slug !== null && !/^[a-z0-9-]{3,32}$/.test(slug)) {
    throw new Error('--slug must be 3 to 32 of a-z, 0-9 and hyphen.');
  }
  return { folder, build, shots, slug };
}

import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { describeUnknownOption } from '../service/text.ts';
import { findBrowser } from './find-browser.ts';
import { isDead } from './findings.ts';
import {
  appendSummary,
  isGitHub,
  renderAnnotations,
  renderFailure,
  renderSummary,
} from './github.ts';
import { type TryRequest, tryFolder } from './try-folder.ts';
import {
  cleanText,
  describeForSummary,
  renderJson,
  renderText,
  type TryEnd,
} from './try-report.ts';

/** The lines of `--help` about `try`. */
export const tryHelp = `  try FOLDER opens an app folder as a draft in Chrome or Chromium, presses its first five buttons, follows its
  first three links, and reports missing files, errors, and whether the page is blank. Exit code 0: it works;
  1: it does not; 2: it could not be tried. CHROME_PATH names a browser.
    --build FOLDER       the build it was made from: mark the faults of both, and compare what they show
    --review             list also what a reviewer would stumble over: accessibility, width on a phone, words of a
                         template, logo, title, links, hosts
    --allow CODE         only note the findings with this code *
    --compare BASE       compare pictures of an earlier version of the folder, and write them to one HTML file
    --out FILE           that file; SLUG-compare.html by default
    --shots FOLDER       write pictures of the page, 390x844 and 1280x800
    --slug SLUG          slug of the app; the folder's name by default
    --json               print one JSON object
`;

const usage =
  'Usage: try FOLDER [--build FOLDER] [--review] [--allow CODE] [--compare BASE [--out FILE]] [--shots FOLDER] [--slug SLUG] [--json]';
const options = {
  build: { type: 'string' },
  review: { type: 'boolean', default: false },
  allow: { type: 'string', multiple: true },
  compare: { type: 'string' },
  out: { type: 'string' },
  shots: { type: 'string' },
  slug: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

type TryArguments = Omit<TryRequest, 'browserPath'>;

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
  else if (end.kind === 'tried') stdout.write(renderText(end));
  // A program reads stdout as JSON; the runner reads both.
  if (isGitHub(parts.env)) reportToGitHub(end, isJson ? stderr : stdout, parts.env);
  if (end.kind === 'failed') return 2;
  return isDead(end.result.findings) ? 1 : 0;
}

/** Writes annotations and the summary of a step of GitHub Actions. */
function reportToGitHub(end: TryEnd, output: Output, env: TryProcess['env']): void {
  if (end.kind === 'failed') {
    const message = cleanText(end.message);
    output.write(renderFailure(message));
    appendSummary(renderSummary(`✖ ${message}`, [], []), env);
    return;
  }
  const findings = end.result.findings.map((finding) => {
    return { ...finding, message: cleanText(finding.message) };
  });
  output.write(renderAnnotations(findings, end.request.folder, env));
  const { headline, more } = describeForSummary(end.result, end.request);
  appendSummary(renderSummary(headline, findings, more), env);
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
    return { kind: 'tried', request, result: await tryFolder(request, stop, env) };
  } catch (error) {
    const unknown = describeUnknownOption(error, Object.keys(options));
    const message = error instanceof Error ? error.message : String(error);
    return { kind: 'failed', message: unknown ?? message };
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
  if (values.out !== undefined && values.compare === undefined) {
    throw new Error('--out names the file of --compare, which is missing.');
  }
  const allowed = values.allow ?? [];
  const unknown = allowed.find((code) => !/^[a-z][a-z0-9_/-]*$/.test(code));
  if (unknown !== undefined)
    throw new Error(`--allow takes a code such as no_logo, not ${unknown}.`);
  return {
    folder,
    build,
    shots,
    slug,
    isReview: values.review,
    allowed,
    base: values.compare ?? null,
    out: values.out ?? null,
  };
}

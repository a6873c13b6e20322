/**
 * The report of a run that does not begin. Invalid inputs are told here and not by emit.ts, which
 * takes 8 ms to load and to run for the first time, where node starts in 25; a test holds that both
 * tell the same.
 */
import { toFailure } from '../model/action-error.ts';
import type { Inputs, InvalidInputsError } from '../model/inputs.ts';
import { RunState } from '../model/outcome.ts';
import { cutText, toCode, toHelpUrl, toProse } from '../text/escape.ts';
import { joinTexts } from '../text/format.ts';
import { createRedact } from '../text/secrets.ts';
import type { Sinks } from './emit.ts';
import { writeOrWarn } from './log.ts';
import type { ResultMessage } from './messages.ts';
import { formatOutputs, toOutputs } from './outputs.ts';
import type { RedactedReport, Report } from './redact-report.ts';
import { describeInvalidInputs } from './sentences.ts';

/** UTF-16 units of a text in the summary. */
const maxText = 2000;

/** The report of a run that did not begin. An empty slug is not known. */
export function reportUnstarted(
  error: unknown,
  { slug, secrets }: Pick<Inputs, 'slug'> & Pick<Report, 'secrets'>,
): Report {
  const failure = toFailure(error);
  return {
    command: 'deploy',
    isDryRun: false,
    baseBranch: null,
    realRun: '',
    outcome: { kind: failure.kind, failure },
    facts: new RunState(slug).facts,
    folder: null,
    repositoryPath: null,
    readLines: async () => null,
    runWarnings: [],
    secrets,
  };
}

/**
 * Reports invalid inputs as outputs, annotation and summary. Never throws: what could not be
 * written becomes a warning.
 */
export async function emitInvalidInputs(
  error: InvalidInputsError,
  { slug, secrets }: Parameters<typeof reportUnstarted>[1],
  {
    log,
    writeOutputs,
    writeSummary,
    docsUrl,
  }: Pick<Sinks, 'log' | 'writeOutputs' | 'writeSummary' | 'docsUrl'>,
): Promise<void> {
  const failure = toFailure(error);
  const result: ResultMessage = {
    level: 'error',
    sign: '❌',
    ...describeInvalidInputs(failure),
    code: failure.code,
  };
  const helpUrl = toHelpUrl(docsUrl, result.code);
  const unstarted = reportUnstarted(error, { slug: createRedact(secrets)(slug), secrets });
  const report: RedactedReport = {
    ...unstarted,
    result,
    failure: { ...failure, file: null },
    helpUrl,
    problems: [],
  };
  const { level, headline: title, lines, next } = result;
  await writeOrWarn(log, 'The outputs could not be written', () => {
    writeOutputs?.(formatOutputs(toOutputs([report])));
  });
  log.annotate({
    level,
    title,
    texts: [...lines, next, helpUrl ?? ''],
    file: null,
    line: null,
    column: null,
  });
  await writeOrWarn(log, 'The job summary could not be written', () => {
    writeSummary?.(renderSummary(result, helpUrl));
  });
}

function renderSummary(
  { sign, headline, lines, next, code }: ResultMessage,
  helpUrl: string | null,
): string {
  const item = lines.length === 1 ? '' : '- ';
  const help =
    helpUrl === null
      ? `<details>\n<summary>Details</summary>\n\n- Code: ${toCode(code ?? '')}\n\n</details>`
      : `[Help: ${toProse(code ?? '')}](${helpUrl})`;
  const parts = [
    `## ${sign} ${headline}`,
    lines.map((line) => `${item}${toShortProse(line)}`).join('\n'),
    next === '' ? '' : `**Next:** ${toShortProse(next)}`,
    help,
  ];
  return `${joinTexts(parts, '\n\n')}\n`;
}

function toShortProse(text: string): string {
  return toProse(cutText(text, maxText));
}

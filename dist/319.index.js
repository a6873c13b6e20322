"use strict";
exports.id = 319;
exports.ids = [319];
exports.modules = {

/***/ 8319:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  createLog: () => (/* reexport */ createLog),
  createProgress: () => (/* reexport */ createProgress),
  emitReports: () => (/* binding */ emitReports),
  reportUnstarted: () => (/* reexport */ reportUnstarted)
});

// EXTERNAL MODULE: ./lib/model/action-error.js
var action_error = __webpack_require__(8760);
// EXTERNAL MODULE: ./lib/model/inputs.js
var inputs = __webpack_require__(8736);
// EXTERNAL MODULE: ./lib/text/format.js
var format = __webpack_require__(3808);
// EXTERNAL MODULE: ./lib/model/problem.js
var model_problem = __webpack_require__(1246);
// EXTERNAL MODULE: ./lib/text/escape.js
var text_escape = __webpack_require__(8944);
// EXTERNAL MODULE: ./lib/report/messages.js
var messages = __webpack_require__(6916);
// EXTERNAL MODULE: ./lib/text/voice.js
var voice = __webpack_require__(3045);
;// CONCATENATED MODULE: ./lib/report/several.js
/** What a run of several apps came to, in words. */



/** The ways in which apps end, and what a dry run plans for them, in words for counting them. The worst come first. */
const ways = {
    unknown: 'not verified',
    failed: 'failed',
    rejected: 'failed',
    deployed: 'deployed',
    change: 'would be deployed',
    planned: 'checked',
    skip: 'would be skipped',
    nothing: 'unchanged',
    skipped: 'skipped',
    unchanged: 'unchanged',
    not_run: 'not run',
};
function toWay({ outcome }) {
    return outcome.kind === 'planned' ? (outcome.plan?.do ?? 'planned') : outcome.kind;
}
/** What failed first, then what changed or would change, then what would not. */
function sortReports(reports) {
    const order = Object.keys(ways);
    return reports.toSorted((one, other) => order.indexOf(toWay(one)) - order.indexOf(toWay(other)));
}
/**
 * The result of a run: of one app its own, of several the counts, with a line for each app that failed, or else for each way in which
 * they ended. Not safe to print yet.
 */
function describeRun(reports) {
    const results = reports.map(({ result }) => result);
    if (results[0] !== undefined && results.length === 1)
        return results[0];
    const sorted = sortReports(reports);
    const groups = [...Map.groupBy(sorted, nameWay)];
    const counts = groups.map(([way, some]) => (groups.length === 1 ? way : `${some.length} ${way}`));
    const warned = results.filter(({ level, sign }) => level !== 'error' && sign === '\u26a0\ufe0f').length;
    const remarks = listRunWarnings(reports).length;
    const about = remarks === 0 ? '' : `${(0,format/* formatCount */.B4)(remarks, 'warning')} about the run`;
    const end = (0,format/* joinTexts */.B5)([counts.join(', '), warned === 0 ? '' : `${warned} with a warning`, about], '; ');
    const rated = { ...rateRun(results, remarks > 0), headline: `${(0,format/* formatCount */.B4)(reports.length, 'app')}: ${end}` };
    const failed = sorted.filter(({ result }) => result.level === 'error');
    if (failed.length === 0) {
        const lists = groups.map(([way, some]) => `${way}: ${nameSlugs(some)}`);
        return { ...rated, lines: [...explainShared(reports), ...lists], next: '' };
    }
    const next = `Fix what failed and ${(0,voice/* rerun */.nt)('re-run')}: what is done already is left alone.`;
    return { ...rated, lines: explainFailed(failed, reports), next };
}
function nameWay(report) {
    const way = toWay(report);
    return ways[way] ?? way;
}
function explainFailed(failed, reports) {
    if (areAllMissing(reports))
        return explainShared(reports);
    const isOpen = failed.some(({ outcome }) => outcome.kind === 'unknown');
    const what = isOpen ? 'failed or could not be verified' : 'failed';
    const [first = '', ...others] = failed.map(({ result }) => result.headline);
    return [`${failed.length} of ${(0,format/* formatCount */.B4)(reports.length, 'app')} ${what}: ${first}`, ...others];
}
/** The slugs of some apps, in a row. */
function nameSlugs(reports) {
    return (0,format/* listNames */.Zv)(reports.map(({ facts }) => facts.slug ?? ''));
}
/** Those of the worst; without a failure or a warning, those of what was done. */
function rateRun(results, isWarned) {
    const signs = ['\u2753', '\u274c', '\u26a0\ufe0f', '\u2705', '\u2139\ufe0f', '\u23ed\ufe0f'];
    const warning = isWarned ? [{ level: 'notice', sign: '\u26a0\ufe0f' }] : [];
    const all = [...results, ...warning];
    const [worst] = all.toSorted((one, other) => signs.indexOf(one.sign) - signs.indexOf(other.sign));
    return worst ?? { level: 'notice', sign: '\u2139\ufe0f' };
}
/** The warnings about a run of several apps. */
function listRunWarnings(reports) {
    return reports[0]?.runWarnings ?? [];
}
/** Why no app was sent, where the run is the reason: a fork, or a newer commit. */
function findSharedReason(reports) {
    const reasons = new Set(reports.map(({ outcome }) => ('skipReason' in outcome ? outcome.skipReason : null)));
    const [reason] = reasons;
    return reasons.size === 1 && (reason === 'fork' || reason === 'stale') ? reason : null;
}
/** True where none of several apps exists: that is said once. */
function areAllMissing(reports) {
    return reports.length > 1 && reports.every(({ failure }) => failure?.code === 'app_missing');
}
/** What holds for all apps of the run, or for all that would be deployed: one sentence, or none. */
function explainShared(reports) {
    if (areAllMissing(reports)) {
        const advice = `${(0,voice/* setFlag */.lA)('create')}, and check that the API key belongs to their owner`;
        return [`None of the ${(0,format/* formatCount */.B4)(reports.length, 'app')} exists yet: ${advice}.`];
    }
    const branch = reports.find((report) => toWay(report) === 'change')?.baseBranch;
    if (branch)
        return [(0,messages/* describeMerge */.ak)('deployed', branch)];
    const reason = findSharedReason(reports);
    return reason === null ? [] : [sharedReasons[reason]];
}
const sharedReasons = {
    fork: 'A pull request from a fork gets no secrets, so the folders were only checked offline.',
    stale: 'A newer commit exists on the branch. Nothing was sent.',
};

;// CONCATENATED MODULE: ./lib/report/blocks.js




/** A cell as text: `toText` writes running text, `toName` its words with their address, null where that is not safe. */
function joinCell(cell, toText, toName) {
    if (typeof cell === 'string')
        return toText(cell);
    return (0,format/* joinTexts */.B5)([toName(cell.words, (0,text_escape/* toSafeUrl */.w)(cell.url)), toText(cell.rest ?? '')], ': ');
}
/** What a run has to say, as blocks: of all its apps together, where there are several, and of each that needs more than a row. */
function toBlocks(reports) {
    if (reports.length === 1)
        return { all: [], apps: reports.map((report) => toAppBlocks(report, false)) };
    const detailed = areAllMissing(reports) ? [] : sortReports(reports).filter(isDetailed);
    return { all: toRunBlocks(reports), apps: detailed.map((report) => toAppBlocks(report, true)) };
}
/** True for an app among several that needs more than its row: it failed, has warnings, or texts to compare. */
function isDetailed({ result, outcome, facts }) {
    const hasTexts = facts.textChanges.files.length > 0;
    return outcome.kind !== 'not_run' && (result.level !== 'notice' || result.sign === '\u26a0\ufe0f' || hasTexts);
}
/**
 * All that there is to say of one app, in the order in which readers need it: what came of it, what is wrong, what to do next, what
 * changed, and folded what few ask for. For an app that failed, or is one of several, what changed is folded too.
 */
function toAppBlocks(report, isOneOfSeveral) {
    const { result, facts, failure, helpUrl, outcome } = report;
    const { code } = result;
    const isShort = result.level === 'error' || isOneOfSeveral;
    const isSaid = (0,messages/* isSaidByProblems */.vv)(report) || (isShort && result.level === 'notice');
    const blocks = [
        { is: 'headline', sign: result.sign, text: result.headline },
        { is: 'sentences', texts: result.lines },
        { is: 'address', text: facts.app?.url ?? '' },
        { is: 'note', text: facts.app?.reviewNote ?? '', isNews: hasNews(facts) },
        { is: 'problems', report },
        { is: 'remarks', level: 'warning', texts: facts.warnings },
        { is: 'next', text: result.next },
        { is: 'help', code, url: helpUrl },
        { is: 'remarks', level: 'notice', texts: facts.notices },
        { is: 'apps', title: '', head: ['App', 'Status'], rows: (facts.apps ?? []).map(toAppRow) },
        { is: 'facts', rows: listFacts(facts, helpUrl === null ? code : null) },
        { is: outcome.kind === 'planned' ? 'plan' : 'changes', ...toChangeTable(facts) },
        { is: 'diff', title: titleDiff(facts), texts: facts.textChanges },
        toExcludedTable(facts),
        toWaitTable(facts),
    ];
    const isFolded = ({ is }) => {
        return seldom.includes(is) || (isShort && secondary.includes(is)) || (isSaid && is === 'sentences');
    };
    const title = (0,format/* joinTexts */.B5)(['Details', (0,messages/* nameFiles */.rF)(facts)], ': ');
    return [
        ...blocks.filter((block) => !isFolded(block)),
        { is: 'fold', title, blocks: blocks.filter(isFolded) },
        { is: 'stack', text: failure?.stack ?? '' },
    ];
}
/** What few readers ask for, and what else can wait where something is wrong or there are several apps. */
const seldom = ['facts', 'rest'];
const secondary = ['address', 'changes', 'plan'];
/** True where the reviewer's note is about how the run ended. */
function hasNews(facts) {
    return (0,messages/* isRefusedByReview */.QK)(facts) || facts.reviewResult === 'approved';
}
function toAppRow({ slug, name, status, url }) {
    return [{ words: [slug], url, rest: name }, toCell(status)];
}
function toCell(word) {
    return { words: word === null ? [] : [word] };
}
function listFacts(facts, code) {
    const { app, statusBefore, contentHash, termsRequired, termsAccepted } = facts;
    // An app that is gone has no status, and of some reads only the files count.
    const states = app?.status ? [...new Set([statusBefore ?? app.status, app.status])] : [];
    return [
        ['Status', { words: states }],
        ['Content', toCell(contentHash?.slice(0, 'sha256:'.length + 12) ?? null)],
        ['Terms version', toCell(termsRequired)],
        ['Terms accepted', toCell(termsAccepted)],
        ['Code', toCell(code)],
    ];
}
/** The files that differ, the largest first. */
function toChangeTable(facts) {
    const changes = (facts.changes ?? []).toSorted((one, other) => toSize(other) - toSize(one));
    const title = `${titleChanges(facts)}: ${(0,format/* formatCount */.B4)(changes.length, 'file')}`;
    return { title, head: ['File', 'Change'], rows: changes.map(toChangeRow) };
}
function toChangeRow({ kind, path, bytesBefore, bytesAfter }) {
    const sizes = [bytesBefore, bytesAfter].filter((bytes) => bytes !== null).map(format/* formatBytes */.z3);
    return [{ words: [path] }, (0,format/* joinTexts */.B5)([kind, [...new Set(sizes)].join(' \u2192 ')], ', ')];
}
function toSize({ bytesBefore, bytesAfter }) {
    return Math.max(bytesBefore ?? 0, bytesAfter ?? 0);
}
function titleChanges({ changed, isOpen, app }) {
    if (changed)
        return 'What changed';
    // A change was sent after the comparison, and may have been made.
    if (isOpen)
        return 'What differed from the draft before this run';
    return app === null ? 'What the app would have' : 'What differs from the draft';
}
function titleDiff({ changed }) {
    return changed ? 'How the texts changed' : 'How the texts differ from the draft';
}
/** How texts differ as lines, for the log or a terminal. */
function toDiffLines(texts) {
    const lines = texts.files.flatMap((file) => [file.path, ...file.lines]);
    return [...lines, ...listUnshown(texts, (path) => path)];
}
/** What is not shown of the texts that differ. */
function listUnshown({ files, named, moreFiles }, toName) {
    const moreLines = files.reduce((sum, file) => sum + file.moreLines, 0);
    const lines = moreLines === 0 ? '' : (0,format/* formatCount */.B4)(moreLines, 'more line');
    const omitted = (0,format/* joinTexts */.B5)([lines, moreFiles === 0 ? '' : (0,format/* formatCount */.B4)(moreFiles, 'more file')], ' and ');
    return [
        ...(omitted === '' ? [] : [`\u2026 and ${omitted}, omitted.`]),
        ...(named.length === 0 ? [] : [`Not shown line by line: ${(0,format/* listNames */.Zv)(named.map(toName))}.`]),
    ];
}
/** What was excluded and why. */
function toExcludedTable({ excluded }) {
    const rows = excluded.map(({ path, reason }) => [{ words: [path] }, reason]);
    return { is: 'rest', title: `${(0,format/* formatCount */.B4)(excluded.length, 'path')} excluded`, head: ['Excluded', 'Reason'], rows };
}
/** The waits before a request was sent again or the app was read again. */
function toWaitTable({ waits }) {
    const total = waits.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
    const rows = waits.map(({ what, why, milliseconds, attempt, maxAttempts }) => {
        return [(0,format/* formatDuration */.a3)(milliseconds), { words: [what], rest: (0,format/* formatAttempt */.lZ)(attempt, maxAttempts) }, why];
    });
    const title = `${(0,format/* formatCount */.B4)(waits.length, 'wait')}, ${(0,format/* formatDuration */.a3)(total)} in total`;
    return { is: 'rest', title, head: ['Wait', 'Before', 'Reason'], rows };
}
/** What came of several apps: a row for each that has news, and the names of the others. */
function toRunBlocks(reports) {
    const { next, sign, headline } = describeRun(reports);
    const isUnchanged = ({ outcome, result }) => {
        const changesNothing = outcome.kind === 'planned' && outcome.plan?.do === 'nothing';
        return (outcome.kind === 'unchanged' || changesNothing) && result.sign === '\u23ed\ufe0f';
    };
    const rows = sortReports(reports.filter((report) => !isUnchanged(report))).map(toResultRow);
    const unchanged = reports.filter(isUnchanged);
    return [
        { is: 'headline', sign, text: headline },
        { is: 'sentences', texts: explainShared(reports) },
        { is: 'remarks', level: 'warning', texts: listRunWarnings(reports) },
        { is: 'apps', title: '', head: ['App', 'Result', 'Status'], rows },
        { is: 'sentences', texts: unchanged.length === 0 ? [] : [`Unchanged: ${nameSlugs(unchanged)}.`] },
        { is: 'next', text: next },
    ];
}
function toResultRow({ result, facts }) {
    const { slug, app } = facts;
    // Without its verb it reads as a result: `not deployed: in review`.
    const end = result.end.replace(/^(?:was|is) /, '');
    return [{ words: [slug ?? ''], url: app?.url ?? null }, `${result.sign} ${end}`, toCell(app?.status ?? null)];
}

;// CONCATENATED MODULE: ./lib/report/annotations.js






/** The runner keeps the first ten of a level in one step. Two warnings come later: its own, and trouble with the reporting. */
const limits = { error: 10, warning: 8, notice: 10 };
/** UTF-16 units of a title that repeats the beginning of its message. */
const maxFirstWords = 80;
/** Logs what was found: problems and, of a dry run, texts that differ as lists, then the annotations. */
function logReports(reports, log) {
    for (const report of reports) {
        const about = reports.length === 1 ? '' : ` of ${report.facts.slug}`;
        logProblems(report, `Problems${about}`, log);
        logTextChanges(report, `Text changes${about}`, log);
    }
    for (const annotation of toAnnotations(reports))
        log.annotate(annotation);
    // A bug of ours is the one failure that shows its stack.
    const stacks = reports.flatMap(({ failure }) => failure?.stack?.split('\n') ?? []);
    for (const line of stacks)
        log.info(line);
}
/** The log shows an annotation's message without its place: the places are listed once, folded where there are several. */
function logProblems({ problems, facts }, title, log) {
    const { moreProblems } = facts;
    const lines = problems.map((problem) => `${(0,model_problem/* labelProblem */.W6)(problem)}: ${problem.message}`);
    if (lines.length < 2) {
        for (const line of lines)
            log.info(line);
        return;
    }
    const more = moreProblems === 0 ? [] : [`and ${(0,format/* formatCount */.B4)(moreProblems, 'more problem')}`];
    log.group(`${title} (${(0,model_problem/* countTimes */.Ig)(problems) + moreProblems})`, [...lines, ...more]);
}
/** A dry run is made to see the differences: the log shows those of the summary too. */
function logTextChanges({ outcome, facts }, title, log) {
    const lines = outcome.kind === 'planned' ? toDiffLines(facts.textChanges) : [];
    if (lines.length > 0)
        log.group(title, lines);
}
/**
 * Everything that is to be annotated, within the runner's limits: warnings, notices, errors, and the result as the last of its level,
 * where it counts what is omitted. The first of each app comes before the second of any: up to ten apps that failed have one.
 */
function toAnnotations(reports) {
    const [only, ...others] = reports;
    const isSeveral = others.length > 0;
    const result = only === undefined || isSeveral ? annotateRun(reports) : annotateResult(only);
    const apps = areAllMissing(reports) ? [] : reports.map((report) => annotateApp(report, isSeveral));
    const remarks = [
        ...listRunWarnings(reports).map((text) => annotate('warning', toTitle(text), [text])),
        ...annotateRemarks('warnings', reports),
        ...annotateRemarks('notices', reports),
    ];
    return levels.flatMap((level) => {
        const isOfLevel = (annotation) => annotation.level === level;
        const ofApps = takeTurns(apps.map((list) => list.filter(isOfLevel)));
        const all = [...ofApps, ...remarks.filter(isOfLevel)];
        const unread = level === 'error' ? countUnread(reports) : 0;
        return limitLevel(all, { level, unread, result: isOfLevel(result) ? result : null });
    });
}
const levels = ['warning', 'notice', 'error'];
/** The first of each list, then the second of each, and so on. */
function takeTurns(lists) {
    const turns = lists.flatMap((list) => list.map((annotation, turn) => ({ annotation, turn })));
    return turns.toSorted((one, other) => one.turn - other.turn).map(({ annotation }) => annotation);
}
/** The problems of an app, and among several its own result where no problem has its level. */
function annotateApp(report, isOneOfSeveral) {
    const { level } = report.result;
    const app = isOneOfSeveral ? report.facts.slug : null;
    const problems = report.problems.map((problem) => annotateProblem(problem, app));
    const isSaid = level === 'notice' || problems.some((problem) => problem.level === level);
    return isSaid || !isOneOfSeveral ? problems : [annotateResult(report), ...problems];
}
function countUnread(reports) {
    return reports.reduce((sum, { facts }) => sum + facts.moreProblems, 0);
}
/** The annotations of a level and the result, if it is of this level; where some are omitted, the last one counts them. */
function limitLevel(all, { level, unread, result }) {
    const max = limits[level];
    const whole = result === null ? all : [...all, result];
    if (unread === 0 && whole.length <= max)
        return whole;
    const last = result ?? annotate(level, `More ${level}s`, []);
    const left = (0,model_problem/* countTimes */.Ig)(all.slice(max - 1)) + unread;
    const noun = level === 'error' ? 'problem' : level;
    const more = `and ${(0,format/* formatCount */.B4)(left, `more ${noun}`)}: see the summary`;
    return [...all.slice(0, max - 1), { ...last, more }];
}
/** An annotation without a place. */
function annotate(level, title, texts) {
    return { level, title, texts, file: null, line: null, column: null };
}
/** In its file; where it has none, the message names `app` and the place. */
function annotateProblem(problem, app) {
    const { severity, file, line, column, message, fix, times } = problem;
    const words = file === null ? (0,format/* joinTexts */.B5)([app, (0,model_problem/* formatPlace */.dE)(problem), message], ': ') : message;
    const annotation = annotate(severity, toTitle(words), [words, fix === null ? '' : `Fix: ${fix}`]);
    return file === null ? { ...annotation, times } : { ...annotation, file, line, column, times };
}
/** The first words of a text: its first sentence or clause, as far as it is short. */
function toTitle(text) {
    const [sentence = ''] = text.split(/(?<=\S{3})[.;](?=\s|$)|\n/, 1);
    const words = sentence.length <= maxFirstWords ? sentence : sentence.slice(0, maxFirstWords).replace(/\s+\S*$/, ' \u2026');
    return words.trim() || text;
}
/** Cause, reviewer's note, fix, link; on the file that a failure is about. */
function annotateResult(report) {
    const { result, facts, failure, helpUrl } = report;
    const { level, headline, lines, next } = result;
    const note = hasNews(facts) ? (0,text_escape/* splitLines */.uz)(facts.app?.reviewNote ?? '').join(' ') : '';
    const link = helpUrl ?? (level === 'error' ? null : (0,text_escape/* toSafeUrl */.w)(facts.app?.url));
    const said = (0,messages/* isSaidByProblems */.vv)(report) ? [] : lines;
    const texts = [...said, note === '' ? '' : `Reviewer's note: ${note}`, next, link ?? ''];
    return { ...annotate(level, headline, texts), file: failure?.file ?? null };
}
/** The result of several apps, with a line for each that failed. */
function annotateRun(reports) {
    const { level, headline, lines, next } = describeRun(reports);
    return annotate(level, headline, [...lines, next]);
}
/** Each remark once, with the names of its apps where a run has several. */
function annotateRemarks(kind, reports) {
    const level = kind === 'warnings' ? 'warning' : 'notice';
    const said = reports.flatMap(({ facts }) => facts[kind].map((text) => ({ text, slug: facts.slug ?? '' })));
    return Array.from(Map.groupBy(said, ({ text }) => text), ([text, some]) => {
        const slugs = some.map(({ slug }) => slug);
        const words = reports.length === 1 ? text : `${(0,format/* listNames */.Zv)(slugs)}: ${text}`;
        return annotate(level, toTitle(words), [words]);
    });
}

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./lib/model/outcome.js
var outcome = __webpack_require__(6805);
// EXTERNAL MODULE: ./lib/text/secrets.js
var text_secrets = __webpack_require__(6246);
;// CONCATENATED MODULE: ./lib/report/clean.js






/** The report of a run that did not begin. An empty slug is not known. */
function reportUnstarted(error, { slug, secrets }) {
    const failure = (0,action_error/* toFailure */.w2)(error);
    return {
        command: 'deploy',
        isDryRun: false,
        baseBranch: null,
        realRun: '',
        outcome: { kind: failure.kind, failure },
        facts: new outcome/* RunState */.ll(slug).facts,
        folder: null,
        repositoryPath: null,
        readLines: async () => null,
        runWarnings: [],
        secrets,
    };
}
/**
 * Takes the secrets out of a report, and out of lines that are read later: before anything cuts a text, since half a secret would not
 * be recognized. `docsUrl`: docs/troubleshooting.md in the version of the action that runs; null when it is not known.
 */
function cleanReport({ secrets, ...report }, docsUrl) {
    const redact = (0,text_secrets/* createRedact */.a)(secrets);
    const outcome = cleanOutcome(report.outcome, redact);
    const run = { ...cleanTexts(report, redact), outcome };
    const result = (0,messages/* describeResult */.dy)(run);
    const withFile = (entry) => {
        return { ...entry, file: toRepositoryFile(run.repositoryPath, entry.path) };
    };
    return {
        ...run,
        result,
        failure: 'failure' in outcome ? withFile(outcome.failure) : null,
        helpUrl: toHelpUrl(docsUrl, result.code),
        problems: mergeEqual(run.facts.problems).map(withFile),
        readLines: async (path, first, last) => (await report.readLines(path, first, last))?.map(redact) ?? null,
    };
}
/** Equal problems become one that says how often it was named. */
function mergeEqual(problems) {
    const equals = Map.groupBy(problems, (problem) => JSON.stringify(problem));
    return [...equals.values()].flatMap(([problem, ...others]) => {
        if (problem === undefined)
            return [];
        const times = others.length + 1;
        return [{ ...problem, times, message: times === 1 ? problem.message : `${times} times: ${problem.message}` }];
    });
}
function cleanOutcome(outcome, clean) {
    if (!('failure' in outcome))
        return outcome;
    return { ...outcome, failure: { ...cleanTexts(outcome.failure, clean), code: outcome.failure.code } };
}
/** The fields of a report whose texts are all ours. */
const ownFields = new Set([
    'causeCode',
    'command',
    'contentHash',
    'kind',
    'reviewResult',
    'severity',
]);
function cleanTexts(value, clean, own = ownFields) {
    if (typeof value === 'string')
        return clean(value);
    if (Array.isArray(value))
        return value.map((entry) => cleanTexts(entry, clean, own));
    if (typeof value !== 'object' || value === null)
        return value;
    const cleanEntry = ([name, part]) => [name, own.has(name) ? part : cleanTexts(part, clean, own)];
    return Object.fromEntries(Object.entries(value).map(cleanEntry));
}
/** A file's path from the repository root, with `/` and no `./`; null for one outside the folder, or with a name that is not printable. */
function toRepositoryFile(repositoryPath, path) {
    if (repositoryPath === null || !path || path.split('/').includes('..'))
        return null;
    const file = external_node_path_.posix.join(repositoryPath, path);
    return (0,text_escape/* toPrintable */.f8)(file) === file ? file : null;
}
function toHelpUrl(docsUrl, code) {
    const page = (0,text_escape/* toSafeUrl */.w)(docsUrl);
    return page !== null && code !== null && /^[a-z0-9_]{1,50}$/.test(code) ? `${page}#${code}` : null;
}

;// CONCATENATED MODULE: ./lib/report/excerpt.js

/** UTF-16 units of a line that are shown without a terminal: a minified file has one line of a megabyte. */
const usualWidth = 120;
/** Columns beside a line and its number: `>  \u2502 ` and an ellipsis at both ends. */
const excerpt_frame = '>  \u2502 \u2026\u2026'.length;
/**
 * Draws the lines around a place with their numbers, safe to print: a mark at its line, and one under its column if the line has it.
 * Empty where there is no such line. `readLines` reads the lines of a file from one number to another.
 */
async function drawExcerpt({ path, line, column }, readLines, { around, terminalColumns }) {
    if (path === null || line === null)
        return [];
    const first = Math.max(1, line - around);
    const lines = (await readLines(path, first, line + around)) ?? [];
    const text = lines[line - first];
    if (text === undefined)
        return [];
    const digits = String(first + lines.length - 1).length;
    const width = terminalColumns === undefined ? usualWidth : Math.max(10, terminalColumns - digits - excerpt_frame);
    const isKnown = column !== null && column <= text.length + 1;
    const place = isKnown ? draw(text.slice(0, column - 1)).length : 0;
    // A place further right is shown with what is before it.
    const start = place >= width ? place + 1 - Math.ceil(width / 2) : 0;
    const before = start > 0 ? '\u2026' : '';
    return lines.flatMap((other, index) => {
        const drawn = draw(other);
        const shown = `${before}${drawn.slice(start, start + width)}${drawn.length > start + width ? '\u2026' : ''}`;
        const row = `${String(first + index).padStart(digits)} \u2502 ${shown}`.trimEnd();
        if (first + index !== line)
            return [`  ${row}`];
        const margin = ' '.repeat(place - start + before.length);
        return [`> ${row}`, ...(isKnown ? [`  ${' '.repeat(digits)} \u2502 ${margin}^`] : [])];
    });
}
/** As printable text with tabs as two blanks, so that the mark stands where the place is. */
function draw(text) {
    return (0,text_escape/* toPrintable */.f8)(text.replaceAll('\t', '  '));
}

;// CONCATENATED MODULE: ./lib/report/markdown.js





/** The runner drops a summary over 1,048,576 bytes as a whole. */
const summaryRoom = { bytes: 900_000, listBytes: 80_000, entries: 100, omits: [] };
/** GitHub refuses comments over 65,536 characters; bytes are never fewer than those. */
const commentRoom = { bytes: 50_000, listBytes: 12_000, entries: 20, omits: ['apps', 'diff', 'rest', 'stack'] };
/** UTF-16 units of a text, and of a name or a code: escaped, each may take ten bytes. */
const maxText = 2000;
const maxName = 200;
/**
 * The job summary in GitHub's Markdown: what is wrong and what to do next on top, details folded below; of several apps a table first.
 * Outside text means nothing but itself, everything is bounded, the whole stays under 1 MB.
 */
async function renderSummary(reports, pageUrl) {
    return `${await renderMarkdown(reports, summaryRoom, { commit: null, runUrl: null, pageUrl })}\n`;
}
/** The short form of the summary for a comment of a pull request, with the run that it is of; under 65,000 characters. */
async function renderComment(reports, links) {
    return renderMarkdown(reports, commentRoom, links);
}
async function renderMarkdown(reports, room, links) {
    const { all, apps } = toBlocks(reports);
    const parts = [...(await toParts(all, { ...room, omits: [] }))];
    // Each app has its share, so that the first ones cannot take the room of the last.
    const share = { ...room, bytes: room.bytes / apps.length, listBytes: room.listBytes / apps.length };
    for (const blocks of apps) {
        const written = await toParts(blocks, share);
        const kept = takeBytes(written, share.bytes);
        const omitted = written.length - kept.length;
        parts.push(...kept, omitted === 0 ? '' : `\u2026 and ${(0,format/* formatCount */.B4)(omitted, 'more part')}, omitted here.`);
    }
    const [headline = '', ...rest] = takeBytes(parts, room.bytes + room.listBytes);
    return (0,format/* joinTexts */.B5)([headline, toLinks(links), ...rest], '\n\n');
}
/** A line below the headline; empty where nothing is known. */
function toLinks({ commit, runUrl, pageUrl }) {
    // The page's address may have a query. What could end the link, or begin other Markdown, is escaped.
    const page = pageUrl?.replace(/[^\w.~%/:?=&+,;@#-]/g, toPercent).replaceAll('&', '&amp;');
    const links = [
        [`Commit ${commit?.sha.slice(0, 7)}`, (0,text_escape/* toSafeUrl */.w)(commit?.url)],
        ['Run', (0,text_escape/* toSafeUrl */.w)(runUrl)],
        ['Open the page', page],
    ];
    return links.flatMap(([text, url]) => (url ? [`[${toShortProse(text)}](${url})`] : [])).join(' \u00b7 ');
}
function toPercent(ascii) {
    return `%${ascii.charCodeAt(0).toString(16).toUpperCase()}`;
}
/** A part for each block that has something to say. */
async function toParts(blocks, room) {
    const shown = blocks.filter(({ is }) => !room.omits.includes(is));
    const parts = await Promise.all(shown.map((block) => toMarkdown(block, room)));
    return parts.filter((part) => part !== '');
}
async function toMarkdown(block, room) {
    switch (block.is) {
        case 'headline':
            return `## ${block.sign} ${toShortProse(block.text)}`;
        case 'address': {
            const address = (0,text_escape/* toSafeUrl */.w)(block.text);
            return address === null ? toShortProse(block.text) : `<${address}>`;
        }
        case 'sentences': {
            const item = block.texts.length === 1 ? '' : '- ';
            return block.texts.map((text) => `${item}${toShortProse(text)}`).join('\n');
        }
        case 'note':
            return toQuotation(block.text);
        case 'next':
            return block.text === '' ? '' : `**Next:** ${toShortProse(block.text)}`;
        case 'help':
            // A part of its own: within a text GitHub marks a link by its colour alone.
            return block.url === null ? '' : `[Help: ${toShortProse(block.code ?? '')}](${block.url})`;
        case 'facts': {
            const rows = block.rows.map(([name, value]) => {
                const text = toMarkdownCell(value);
                return text === '' ? '' : `- ${name}: ${text}`;
            });
            return (0,format/* joinTexts */.B5)(rows, '\n');
        }
        case 'apps':
        case 'changes':
        case 'plan':
        case 'rest':
            return toMarkdownTable(block, room);
        case 'remarks': {
            // A break without a line: in a comment a line is a break of its own.
            const lines = block.texts.slice(0, room.entries).map((text) => `${signs[block.level]} ${toShortProse(text)}`);
            return toList(lines, block.texts.length, room).join('<br>');
        }
        case 'problems':
            return toMarkdownProblems(block.report, room);
        case 'diff':
            return toMarkdownDiff(block);
        case 'fold':
            return toDetails(block.title, (await toParts(block.blocks, room)).join('\n\n'));
        case 'stack':
            return toDetails('Stack', block.text === '' ? '' : (0,text_escape/* toCodeBlock */.oU)((0,text_escape/* cutText */.IN)(block.text, maxText)));
    }
}
const signs = { error: '\u274c', warning: '\u26a0\ufe0f', notice: '\u2139\ufe0f' };
function toShortProse(text) {
    return (0,text_escape/* toProse */.HK)((0,text_escape/* cutText */.IN)(text, maxText));
}
/** A name, path, state or code; empty where there is none. */
function toShortCode(text) {
    return text === null ? '' : (0,text_escape/* toCode */.Xt)((0,text_escape/* cutText */.IN)(text, maxName));
}
/** Linked where the address is safe: as text, since code in a link lacks contrast on GitHub. */
function toMarkdownCell(cell) {
    return joinCell(cell, toShortProse, (words, url) => {
        const texts = words.map((word) => toShortProse((0,text_escape/* cutText */.IN)(word, maxName)));
        return url === null ? words.map(toShortCode).join(' \u2192 ') : `[${texts.join(' \u2192 ')}](${url})`;
    });
}
/** Line by line, as a quotation, so that it wraps on a phone. */
function toQuotation(note) {
    const quote = (0,text_escape/* splitLines */.uz)((0,text_escape/* cutText */.IN)(note, maxText)).map(text_escape/* toProse */.HK);
    return quote.length === 0 ? '' : `Reviewer's note:\n\n> ${quote.join('<br>')}`;
}
/** How texts differ: a block for each file. */
function toMarkdownDiff({ title, texts }) {
    const blocks = texts.files.map(({ path, lines }) => {
        const shown = lines.map((line) => (0,text_escape/* cutText */.IN)((0,text_escape/* toPrintable */.f8)(line, '\t'), maxText));
        return `#### ${toShortCode(path)}\n\n${(0,text_escape/* toCodeBlock */.oU)(shown.join('\n'), 'diff')}`;
    });
    const parts = [...blocks, ...listUnshown(texts, toShortCode)].join('\n\n');
    return parts === '' ? '' : `### ${title}\n\n${parts}`;
}
/** The problems, those without a file first, then by file and line; empty when there is none. */
async function toMarkdownProblems({ problems, facts, readLines }, room) {
    const files = [...Map.groupBy(problems, ({ file, path }) => file ?? path)];
    const entries = files
        .toSorted(([one], [other]) => Number(one !== null) - Number(other !== null))
        .flatMap(([name, some]) => some.toSorted(comparePositions).map((problem, index) => ({ name, problem, index })));
    const texts = entries.slice(0, room.entries).map(async ({ name, problem, index }) => {
        const heading = name === null || index > 0 ? '' : `### ${toShortCode(name)}`;
        return (0,format/* joinTexts */.B5)([heading, await toMarkdownProblem(problem, readLines)], '\n\n');
    });
    return toList(await Promise.all(texts), entries.length + facts.moreProblems, room).join('\n\n');
}
function comparePositions(one, other) {
    return (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0);
}
/** A problem with the lines around it. */
async function toMarkdownProblem(problem, readLines) {
    const { severity, code, message, fix } = problem;
    const position = (0,model_problem/* describePosition */.jm)(problem);
    const place = position === '' ? '' : `**${position.charAt(0).toUpperCase()}${position.slice(1)}:**`;
    const head = (0,format/* joinTexts */.B5)([signs[severity], place, toShortProse(message), toShortCode(code)], ' ');
    const words = (0,format/* joinTexts */.B5)([head, fix === null ? '' : `Fix: ${toShortProse(fix)}`], '<br>');
    const rows = await drawExcerpt(problem, readLines, { around: 1 });
    return rows.length === 0 ? words : `${words}\n\n${(0,text_escape/* toCodeBlock */.oU)(rows.join('\n'))}`;
}
/** A part that folds; the title is HTML, the body Markdown. Empty without a body. */
function toDetails(title, body) {
    return body === '' ? '' : `<details>\n<summary>${title}</summary>\n\n${body}\n\n</details>`;
}
/** A table, as far as there is room for its rows; empty without any. */
function toMarkdownTable({ title, head, rows }, room) {
    if (rows.length === 0)
        return '';
    const toRow = (cells) => `| ${cells.join(' | ')} |`;
    const lines = rows.slice(0, room.entries).map((row) => toRow(row.map(toMarkdownCell)));
    const kept = takeBytes(lines, room.listBytes);
    const table = [toRow(head), toRow(head.map(() => '---')), ...kept].join('\n');
    return (0,format/* joinTexts */.B5)([title === '' ? '' : `### ${title}`, table, countLeft(rows.length - kept.length)], '\n\n');
}
/** As many texts as a list has room for, and in the last one how many of all there are beside them. */
function toList(texts, count, room) {
    const kept = takeBytes(texts, room.listBytes);
    return kept.length === count ? kept : [...kept, countLeft(count - kept.length)];
}
function countLeft(left) {
    return left === 0 ? '' : `\u2026 and ${left} more.`;
}
/** The first texts that fit into so many UTF-8 bytes. */
function takeBytes(texts, bytes) {
    return (0,format/* takeFitting */.hW)(texts, bytes, Buffer.byteLength);
}

;// CONCATENATED MODULE: ./lib/report/outputs.js




/** UTF-16 units of one text from outside, so that no single one takes the room of the others. */
const outputs_maxText = 10_000;
/** UTF-16 units of a text in a list of apps, such as a reviewer's note. */
const maxListedNote = 500;
/** UTF-16 units of one JSON output: GitHub allows a megabyte for all outputs of a job, and counts in UTF-16. */
const maxJson = 399_999;
/**
 * Every output with its value, empty where it has none, in the order of `action.yml`: of a run of several apps (one report for each)
 * what is about one app. Values are safe in a shell as far as they can be: closed words, numbers, an address in a safe alphabet; the
 * reviewer's words are printable lines, the rest is JSON.
 */
function toOutputs(reports) {
    const only = reports.length === 1 ? reports[0] : undefined;
    const facts = only?.facts;
    const result = only && toResult(only);
    const ofOne = (name) => result?.[name] ?? '';
    return {
        // Of several apps the worst.
        outcome: sortReports(reports)[0]?.outcome.kind ?? '',
        changed: reports.some((report) => report.facts.changed),
        submitted: result?.submitted ?? null,
        slug: ofOne('slug'),
        url: ofOne('url'),
        status: ofOne('status'),
        'review-note': (0,text_escape/* cutText */.IN)((0,text_escape/* toPrintableLines */.IA)(facts?.app?.reviewNote?.trim() ?? ''), outputs_maxText),
        'review-result': ofOne('review-result'),
        plan: ofOne('plan'),
        'content-hash': ofOne('content-hash'),
        'file-count': facts?.fileCount ?? null,
        'byte-count': facts?.byteCount ?? null,
        'problem-count': reports.reduce((sum, report) => sum + countProblems(report.facts), 0),
        problems: takeEntries(reports.flatMap((report) => toProblemEntries(report, only === undefined))),
        'terms-required': (0,text_escape/* toSafeVersion */.RP)(facts?.termsRequired) ?? '',
        'skip-reason': only === undefined ? (findSharedReason(reports) ?? '') : ofOne('skip-reason'),
        apps: facts?.apps ? takeEntries(facts.apps.map(toAppEntry)) : null,
        // Not of a run that is about no app, or does not know which.
        results: takeEntries(reports.map(toResult).filter(({ slug, folder }) => slug !== null || folder !== null)),
    };
}
/**
 * Outputs as the runner's file takes them. Not `setOutput` of `@actions/core`: that loads node:crypto for a random delimiter,
 * a third of bare node's start. Here the delimiter differs from every line of the value, so that it needs no random part.
 */
function formatOutputs(outputs) {
    const entries = Object.entries(outputs).map(([name, value]) => {
        const text = formatOutput(value);
        const lines = new Set(text.split(/\r\n|\n|\r/));
        let delimiter = 'end';
        while (lines.has(delimiter))
            delimiter += '_';
        return `${name}<<${delimiter}\n${text}\n${delimiter}\n`;
    });
    return entries.join('');
}
function formatOutput(value) {
    if (value === null)
        return '';
    return typeof value === 'string' ? value : formatJson(value);
}
function countProblems({ problems, moreProblems }) {
    return problems.length + moreProblems;
}
/** Problems with exactly the keys that the output promises. */
function toProblemEntries({ facts, folder }, isFromWorkspace) {
    const above = isFromWorkspace && folder !== null && folder !== '.' ? `${folder}/` : '';
    return facts.problems.map(({ path, line, column, code, message, fix, severity }) => ({
        path: path === null ? null : (0,text_escape/* cutText */.IN)(`${above}${path}`, outputs_maxText),
        line,
        column,
        code: cut(code),
        message: (0,text_escape/* cutText */.IN)(message, outputs_maxText),
        fix: cut(fix),
        severity,
    }));
}
/** What came of one app, as the output `results` has it. */
function toResult({ outcome, facts, folder, result }) {
    const plan = outcome.kind === 'planned' ? outcome.plan : null;
    return {
        slug: (0,inputs/* isSlug */.u5)(facts.slug ?? '') ? facts.slug : null,
        folder: cut(folder),
        outcome: outcome.kind,
        changed: facts.changed,
        submitted: facts.submitted,
        status: (0,text_escape/* toSafeWord */.xk)(facts.app?.status),
        url: (0,text_escape/* toSafeUrl */.w)(facts.app?.url),
        plan: plan?.do === 'change' ? plan.steps.join(',') : null,
        'skip-reason': findSkipReason(outcome, facts),
        'review-result': facts.reviewResult,
        'content-hash': facts.contentHash,
        'problem-count': countProblems(facts),
        code: result.code,
        message: (0,text_escape/* cutText */.IN)((0,format/* joinTexts */.B5)([result.headline, ...result.lines], '. '), maxListedNote),
        next: (0,text_escape/* cutText */.IN)(result.next, maxListedNote) || null,
    };
}
/** Why nothing was sent, or of a dry run would be. Unchanged content that is sent for review now is no skip. */
function findSkipReason(outcome, { sentForReview }) {
    if (outcome.kind === 'unchanged')
        return sentForReview ? null : 'unchanged';
    if (outcome.kind === 'planned' && outcome.plan?.do === 'nothing')
        return 'unchanged';
    if (outcome.kind === 'planned' && outcome.plan?.do === 'skip')
        return 'in-review';
    return 'skipReason' in outcome ? (outcome.skipReason ?? null) : null;
}
/** The keys are the service's, as in its app object; what a matrix hands on is safe in a shell here too. */
function toAppEntry(app) {
    return {
        slug: (0,text_escape/* toSafeWord */.xk)(app.slug),
        name: cut(app.name),
        status: (0,text_escape/* toSafeWord */.xk)(app.status),
        url: (0,text_escape/* toSafeUrl */.w)(app.url),
        review_note: cut(app.reviewNote, maxListedNote),
        updated_at: cut(app.updatedAt),
        submitted_at: cut(app.submittedAt),
        published_at: cut(app.publishedAt),
    };
}
function cut(text, limit = outputs_maxText) {
    return text === null ? null : (0,text_escape/* cutText */.IN)(text, limit);
}
/** As many entries as fit into `maxJson` units of JSON, its brackets included. */
function takeEntries(entries) {
    return (0,format/* takeFitting */.hW)(entries, maxJson - '[]'.length, (entry) => formatJson(entry).length);
}
/**
 * A value as JSON. A workflow may echo an output, so that nothing in it may look like a command to the runner: a hash sign before
 * anything but a letter or digit, and whatever cannot be seen, are written as their JSON escapes. The values stay the same.
 */
function formatJson(value) {
    const json = JSON.stringify(value);
    // Most need no escape, and to compile the pattern below costs a start a millisecond.
    if (/^[ -"$-~]*$/.test(json))
        return json;
    return json.replace(/#(?![0-9A-Za-z])|[^\x20-\x7e\p{L}\p{N}\p{P}\p{S}]/gu, escapeUnits);
}
function escapeUnits(character) {
    return character.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

// EXTERNAL MODULE: ./lib/node_modules/@actions/core/lib/core.js + 3 modules
var core = __webpack_require__(7516);
;// CONCATENATED MODULE: ./lib/report/log.js




/** Entries of a list. */
const maxListed = 500;
/** UTF-16 units of one line. */
const maxLine = 10_000;
/** Of an annotation's message. The runner cuts it at 4,096, after masking, which may lengthen it; a line about others may be added. */
const maxMessage = 3900;
/** Of one text of an annotation, and of its title. */
const log_maxText = 1200;
const maxTitle = 200;
const annotators = { error: core/* error */.z3, warning: core/* warning */.$e, notice: core/* notice */.lm };
/**
 * Makes the log. Every text is redacted, made printable and cut here: `core.info` escapes nothing, the rest of core line breaks only.
 * Debug lines exist only with `isDebug` (step debugging).
 */
function createLog(options) {
    const redact = (0,text_secrets/* createRedact */.a)(options.secrets);
    const clean = (text, max = maxLine) => (0,text_escape/* cutText */.IN)((0,text_escape/* toPrintable */.f8)(redact(text)), max);
    let isInGroup = false;
    const startGroup = (title) => {
        (0,core/* startGroup */.Oh)(clean(title));
        isInGroup = true;
    };
    const endGroup = () => {
        (0,core/* endGroup */.N4)();
        isInGroup = false;
    };
    const group = (title, lines) => {
        const folds = !isInGroup;
        if (folds)
            startGroup(title);
        else
            (0,core/* info */.pq)(clean(title));
        for (const line of lines.slice(0, maxListed))
            (0,core/* info */.pq)(clean(line));
        if (lines.length > maxListed)
            (0,core/* info */.pq)(`and ${lines.length - maxListed} more`);
        if (folds)
            endGroup();
    };
    return {
        info: (text) => (0,core/* info */.pq)(clean(text)),
        debug: (text) => {
            if (options.isDebug)
                (0,core/* debug */.Yz)(clean(text));
        },
        annotate({ level, title, texts, more = '', file, line, column }) {
            const lines = texts.map((text) => clean(text, log_maxText));
            const message = (0,text_escape/* cutText */.IN)((0,format/* joinTexts */.B5)(lines, '\n'), maxMessage);
            // Core omits a property that is empty or 0.
            const place = { file: clean(file ?? ''), startLine: line ?? 0, startColumn: column ?? 0 };
            annotators[level]((0,format/* joinTexts */.B5)([message, more], '\n'), { title: clean(title, maxTitle), ...place });
        },
        startGroup,
        endGroup,
        warn: (text) => (0,core/* warning */.$e)(clean(text), { title: 'Warning' }),
        group,
        list: (title, lines) => group(`${title} (${lines.length})`, lines),
    };
}

;// CONCATENATED MODULE: ./lib/report/progress.js

/** Bytes of an upload that is over before a line about it would help. */
const minUpload = 5_000_000;
/** Milliseconds between two lines, at least. */
const uploadPauseMs = 5000;
/**
 * Makes the listener of an upload of `total` bytes, to be told how many have gone out so far: on more than 5 MB it
 * shows percent, rate and time left, at most every `pauseMs` (5 s where omitted). `now` is a clock in milliseconds.
 */
function createProgress(options) {
    const { total, now, show, pauseMs = uploadPauseMs } = options;
    const start = now();
    let last = start;
    return (sent) => {
        const time = now();
        if (total <= minUpload || time - last < pauseMs)
            return;
        last = time;
        show(describeUpload(sent, total, time - start));
    };
}
function describeUpload(sent, total, elapsed) {
    const percent = Math.min(100, Math.floor((sent / total) * 100));
    const rate = sent / (elapsed / 1000);
    const left = rate > 0 && sent < total ? `, about ${(0,format/* formatDuration */.a3)(((total - sent) / rate) * 1000)} left` : '';
    return `Sent ${(0,format/* formatBytes */.z3)(sent)} of ${(0,format/* formatBytes */.z3)(total)} (${percent} %), ${(0,format/* formatBytes */.z3)(rate)}/s${left}`;
}

;// CONCATENATED MODULE: ./lib/report/emit.js










/**
 * Reports everything about a finished run, with a report for each of its apps: outputs, annotations, summary, comment. Never throws,
 * since trouble with the reporting changes nothing about the run: it becomes a warning. Outputs and annotations come before anything
 * that has to be waited for, so that a run that is being cancelled still has them.
 */
async function emitReports(raws, { log, writeOutputs, writeSummary, comment, links, docsUrl }) {
    const reports = raws.map((raw) => cleanReport(raw, docsUrl));
    const orWarn = async (what, write) => {
        try {
            await write();
        }
        catch (error) {
            const next = error instanceof action_error/* ActionError */.lZ ? ` ${error.next}` : '';
            log.warn(`${what}: ${(0,format/* toSentence */.Re)((0,action_error/* toReason */.Ge)(error))}${next} This does not change the result of the run.`);
        }
    };
    await orWarn('The outputs could not be written', () => writeOutputs?.(formatOutputs(toOutputs(reports))));
    logReports(reports, log);
    await orWarn('The job summary could not be written', async () => {
        writeSummary?.(await renderSummary(reports, links.pageUrl));
    });
    await orWarn('The pull-request comment was not posted', async () => {
        const marked = comment && (await markComment(reports, comment, links));
        if (marked)
            log.debug(`Pull-request comment: ${await comment.post(marked)}.`);
    });
}
/**
 * The comment about an app, or about the apps of a step: the short form of the summary. It is redacted as all reports are, since the
 * runner masks only its log. Null where the report is about no app.
 */
async function markComment(reports, { folders, about }, links) {
    const slug = reports[0]?.facts.slug ?? '';
    if (folders === null && !(0,inputs/* isSlug */.u5)(slug))
        return null;
    // Late: it takes a start five milliseconds.
    const { createHash } = await Promise.resolve(/* import() */).then(__webpack_require__.t.bind(__webpack_require__, 7598, 19));
    const digest = createHash('sha256').update(JSON.stringify(about)).digest('hex');
    return {
        mark: `<!-- miniapp-deploy:${digest.slice(0, digestLength)} -->`,
        formerMark: `<!-- miniapp-deploy:${folders === null ? `slug=${slug}` : encodeFolders(folders)} -->`,
        body: await renderComment(reports, links),
    };
}
const digestLength = 16;
/** Characters of the former mark of a comment about several apps. */
const maxMark = 500;
/** In letters that cannot end a comment of HTML. */
function encodeFolders(folders) {
    return `folder=${encodeURIComponent(folders).replaceAll('-', '%2D').slice(0, maxMark)}`;
}


/***/ })

};
;
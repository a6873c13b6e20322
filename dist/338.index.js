"use strict";
exports.id = 338;
exports.ids = [338];
exports.modules = {

/***/ 4251:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   AN: () => (/* binding */ promptPath),
/* harmony export */   HX: () => (/* binding */ pagePath),
/* harmony export */   S5: () => (/* binding */ sentFields),
/* harmony export */   VF: () => (/* binding */ servicePath),
/* harmony export */   Wy: () => (/* binding */ serviceKeys),
/* harmony export */   Z4: () => (/* binding */ maxApps),
/* harmony export */   ac: () => (/* binding */ isFieldName),
/* harmony export */   fj: () => (/* binding */ appFields),
/* harmony export */   yD: () => (/* binding */ nameField)
/* harmony export */ });
/** Apps that an account may have (service document, "Limits"). */
const maxApps = 20;
const trim = (text) => text.trim();
/** The fields of the app that stand in files of the folder (service document, "The app folder"). */
const appFields = {
    name: { file: 'service.json', isSent: true, normalize: trim },
    tagline: { file: 'service.json', isSent: true, normalize: trim },
    color: { file: 'service.json', isSent: true, normalize: (text) => text.trim().toLowerCase() },
    logo: { file: 'service.json', isSent: false, normalize: trim },
    system_prompt: {
        file: 'instructions.md',
        isSent: true,
        normalize: (text) => text.replaceAll('\r\n', '\n').trim(),
    },
    html: { file: 'index.html', isSent: true, normalize: (text) => text },
};
/** The files of the folder that hold fields of the app. */
const servicePath = appFields.name.file;
const promptPath = appFields.system_prompt.file;
const pagePath = appFields.html.file;
/** A field as its author knows it: the key in service.json, or the file that is the whole of it. */
function nameField(name) {
    const file = isFieldName(name) ? appFields[name].file : 'service.json';
    return file === 'service.json' ? name : file;
}
/** True for the name of a field that stands in a file of the folder. */
function isFieldName(name) {
    return Object.hasOwn(appFields, name);
}
/** The fields that stand in service.json, in the order of the document. */
const serviceKeys = Object.keys(appFields).filter((name) => isFieldName(name) && appFields[name].file === 'service.json');
/** The names of the fields that create and update take, in the order of the document. */
const sentFields = Object.keys(appFields).filter((name) => isFieldName(name) && appFields[name].isSent);


/***/ }),

/***/ 1275:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Gt: () => (/* binding */ countFindings),
/* harmony export */   Ig: () => (/* binding */ countTimes),
/* harmony export */   W6: () => (/* binding */ labelProblem),
/* harmony export */   dE: () => (/* binding */ formatPlace),
/* harmony export */   jm: () => (/* binding */ describePosition)
/* harmony export */ });
/* harmony import */ var _text_format_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4185);

/** How many problems there are, each counted as often as it was named. */
function countTimes(problems) {
    return problems.reduce((sum, { times = 1 }) => sum + times, 0);
}
/**
 * What was found, in the words of every report: `2 problems to fix, 1 warning`. `more`: errors and
 * warnings beside the problems.
 */
function countFindings(problems, more = { errors: 0, warnings: 0 }) {
    const warned = problems.filter(({ severity }) => severity === 'warning').length;
    const errors = problems.length - warned + more.errors;
    const warnings = warned + more.warnings;
    const counts = [
        errors === 0 ? '' : `${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_0__/* .formatCount */ .B4)(errors, 'problem')} to fix`,
        warnings === 0 ? '' : (0,_text_format_js__WEBPACK_IMPORTED_MODULE_0__/* .formatCount */ .B4)(warnings, 'warning'),
    ];
    return (0,_text_format_js__WEBPACK_IMPORTED_MODULE_0__/* .joinTexts */ .B5)(counts, ', ') || 'no problems';
}
/** The place within a file in words: `line 12, column 3`; empty when it is not known. */
function describePosition({ line, column }) {
    if (line === null)
        return '';
    return column === null ? `line ${line}` : `line ${line}, column ${column}`;
}
/** Where a problem is, as editors know it: `app/index.html:8:3`. Not safe to print yet. */
function formatPlace({ path, file, line, column }) {
    return path === null
        ? describePosition({ line, column })
        : (0,_text_format_js__WEBPACK_IMPORTED_MODULE_0__/* .joinTexts */ .B5)([file ?? path, line, column], ':');
}
/**
 * Where a problem is, and of what kind: `app/index.html:8:3 error title_empty`. Not safe to print
 * yet.
 */
function labelProblem(problem) {
    return (0,_text_format_js__WEBPACK_IMPORTED_MODULE_0__/* .joinTexts */ .B5)([formatPlace(problem), problem.severity, problem.code], ' ');
}


/***/ }),

/***/ 4338:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  createProgress: () => (/* reexport */ createProgress),
  emitReports: () => (/* binding */ emitReports)
});

// EXTERNAL MODULE: ./lib/src/model/inputs.js
var inputs = __webpack_require__(127);
// EXTERNAL MODULE: ./lib/src/model/problem.js
var model_problem = __webpack_require__(1275);
// EXTERNAL MODULE: ./lib/src/text/escape.js
var text_escape = __webpack_require__(3589);
// EXTERNAL MODULE: ./lib/src/text/format.js
var format = __webpack_require__(4185);
// EXTERNAL MODULE: ./lib/src/report/messages.js
var messages = __webpack_require__(1637);
// EXTERNAL MODULE: ./lib/src/report/several.js
var several = __webpack_require__(5917);
;// CONCATENATED MODULE: ./lib/src/report/blocks.js




/**
 * A cell as text: `toText` writes running text, `toName` its words with their address, null where
 * that is not safe.
 */
function joinCell(cell, toText, toName) {
    if (typeof cell === 'string')
        return toText(cell);
    return (0,format/* joinTexts */.B5)([toName(cell.words, (0,text_escape/* toSafeUrl */.w)(cell.url)), toText(cell.rest ?? '')], ': ');
}
/**
 * What a run has to say, as blocks: of all its apps together, where there are several, and of each
 * that needs more than a row.
 */
function toBlocks(reports) {
    if (reports.length === 1)
        return { all: [], apps: reports.map((report) => toAppBlocks(report, false)) };
    const detailed = (0,several/* areAllMissing */.Yt)(reports) ? [] : (0,several/* sortReports */.OE)(reports).filter(isDetailed);
    return { all: toRunBlocks(reports), apps: detailed.map((report) => toAppBlocks(report, true)) };
}
/**
 * True for an app among several that needs more than its row: it failed, has warnings, or texts to
 * compare.
 */
function isDetailed({ result, outcome, facts }) {
    const hasTexts = facts.textChanges.files.length > 0;
    return (outcome.kind !== 'not_run' && (result.level !== 'notice' || result.sign === '\u26a0\ufe0f' || hasTexts));
}
/**
 * All that there is to say of one app, in the order in which readers need it: what came of it, what
 * is wrong, what to do next, what changed, and folded what few ask for. For an app that failed, or
 * is one of several, what changed is folded too.
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
        return (seldom.includes(is) || (isShort && secondary.includes(is)) || (isSaid && is === 'sentences'));
    };
    const title = (0,format/* joinTexts */.B5)(['Details', (0,messages/* nameFiles */.rF)(facts)], ': ');
    return [
        ...blocks.filter((block) => !isFolded(block)),
        { is: 'fold', title, blocks: blocks.filter(isFolded) },
        { is: 'stack', text: failure?.stack ?? '' },
    ];
}
/**
 * What few readers ask for, and what else can wait where something is wrong or there are several
 * apps.
 */
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
/** More than any printer has room for. */
const maxChangeRows = 200;
/** The files that differ, the largest first. */
function toChangeTable(facts) {
    const changes = (facts.changes ?? []).toSorted((one, other) => toSize(other) - toSize(one));
    const title = `${titleChanges(facts)}: ${(0,format/* formatCount */.B4)(changes.length, 'file')}`;
    const rows = changes.slice(0, maxChangeRows).map(toChangeRow);
    return { title, head: ['File', 'Change'], rows, moreRows: changes.length - rows.length };
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
function toExcludedTable({ excluded }) {
    const rows = excluded.map(({ path, reason }) => [{ words: [path] }, reason]);
    return {
        is: 'rest',
        title: `${(0,format/* formatCount */.B4)(excluded.length, 'path')} excluded`,
        head: ['Excluded', 'Reason'],
        rows,
    };
}
function toWaitTable({ waits }) {
    const total = waits.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
    const rows = waits.map(({ what, why, milliseconds, attempt, maxAttempts }) => {
        return [
            (0,format/* formatDuration */.a3)(milliseconds),
            { words: [what], rest: (0,format/* formatAttempt */.lZ)(attempt, maxAttempts) },
            why,
        ];
    });
    const title = `${(0,format/* formatCount */.B4)(waits.length, 'wait')}, ${(0,format/* formatDuration */.a3)(total)} in total`;
    return { is: 'rest', title, head: ['Wait', 'Before', 'Reason'], rows };
}
/** What came of several apps: a row for each that has news, and the names of the others. */
function toRunBlocks(reports) {
    const { next, sign, headline } = (0,several/* describeRun */.vZ)(reports);
    const isUnchanged = ({ outcome, result }) => {
        const changesNothing = outcome.kind === 'planned' && outcome.plan?.do === 'nothing';
        return (outcome.kind === 'unchanged' || changesNothing) && result.sign === '\u23ed\ufe0f';
    };
    const rows = (0,several/* sortReports */.OE)(reports.filter((report) => !isUnchanged(report))).map(toResultRow);
    const unchanged = reports.filter(isUnchanged);
    return [
        { is: 'headline', sign, text: headline },
        { is: 'sentences', texts: (0,several/* explainShared */.vz)(reports) },
        { is: 'remarks', level: 'warning', texts: (0,several/* listRunWarnings */.ln)(reports) },
        { is: 'apps', title: '', head: ['App', 'Result', 'Status'], rows },
        {
            is: 'sentences',
            texts: unchanged.length === 0 ? [] : [`Unchanged: ${(0,several/* nameSlugs */.y7)(unchanged)}.`],
        },
        { is: 'next', text: next },
    ];
}
function toResultRow({ result, facts }) {
    const { slug, app } = facts;
    // Without its verb it reads as a result: `not deployed: in review`.
    const end = result.end.replace(/^(?:was|is) /, '');
    return [
        { words: [slug ?? ''], url: app?.url ?? null },
        `${result.sign} ${end}`,
        toCell(app?.status ?? null),
    ];
}

;// CONCATENATED MODULE: ./lib/src/report/annotations.js






/**
 * The runner keeps the first ten of a level in one step. Two warnings come later: its own, and
 * trouble with the reporting.
 */
const limits = { error: 10, warning: 8, notice: 10 };
/** UTF-16 units of a title that repeats the beginning of its message. */
const maxFirstWords = 80;
/**
 * Logs what was found: problems and, of a dry run, texts that differ as lists, then the
 * annotations.
 */
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
/**
 * The log shows an annotation's message without its place: the places are listed once, folded where
 * there are several.
 */
function logProblems({ problems, facts }, title, log) {
    const { moreProblems } = facts;
    const lines = problems.map((problem) => `${(0,model_problem/* labelProblem */.W6)(problem)}: ${problem.message}`);
    if (lines.length < 2) {
        for (const line of lines)
            log.info(line);
        return;
    }
    const more = moreProblems === 0 ? [] : [`and ${(0,format/* formatCount */.B4)(moreProblems, 'more problem')}`];
    log.fold(`${title} (${(0,model_problem/* countTimes */.Ig)(problems) + moreProblems})`, [...lines, ...more]);
}
/** A dry run is made to see the differences: the log shows those of the summary too. */
function logTextChanges({ outcome, facts }, title, log) {
    const lines = outcome.kind === 'planned' ? toDiffLines(facts.textChanges) : [];
    if (lines.length > 0)
        log.fold(title, lines);
}
/**
 * Everything that is to be annotated, within the runner's limits: warnings, notices, errors, and
 * the result as the last of its level, where it counts what is omitted. The first of each app comes
 * before the second of any: up to ten apps that failed have one.
 */
function toAnnotations(reports) {
    const [only, ...others] = reports;
    const isSeveral = others.length > 0;
    const result = only === undefined || isSeveral ? annotateRun(reports) : annotateResult(only);
    const apps = (0,several/* areAllMissing */.Yt)(reports)
        ? []
        : reports.map((report) => annotateApp(report, isSeveral));
    const remarks = [
        ...(0,several/* listRunWarnings */.ln)(reports).map((text) => annotate('warning', toTitle(text), [text])),
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
/**
 * The annotations of a level and the result, if it is of this level; where some are omitted, the
 * last one counts them.
 */
function limitLevel(all, { level, unread, result, }) {
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
    const words = sentence.length <= maxFirstWords
        ? sentence
        : sentence.slice(0, maxFirstWords).replace(/\s+\S*$/, ' \u2026');
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
function annotateRun(reports) {
    const { level, headline, lines, next } = (0,several/* describeRun */.vZ)(reports);
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

// EXTERNAL MODULE: ./lib/src/report/log.js + 1 modules
var report_log = __webpack_require__(5891);
;// CONCATENATED MODULE: ./lib/src/report/excerpt.js

/**
 * UTF-16 units of a line that are shown without a terminal: a minified file has one line of a
 * megabyte.
 */
const usualWidth = 120;
/** Columns beside a line and its number: `>  \u2502 ` and an ellipsis at both ends. */
const excerpt_frame = '>  \u2502 \u2026\u2026'.length;
/**
 * Draws the lines around a place with their numbers, safe to print: a mark at its line, and one
 * under its column if the line has it. Empty where there is no such line. `readLines` reads the
 * lines of a file from one number to another.
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

;// CONCATENATED MODULE: ./lib/src/report/markdown.js





/** The runner drops a summary over 1,048,576 bytes as a whole. */
const summaryRoom = { bytes: 900_000, listBytes: 80_000, entries: 100, omits: [] };
/** GitHub refuses comments over 65,536 characters; bytes are never fewer than those. */
const commentRoom = {
    bytes: 50_000,
    listBytes: 12_000,
    entries: 20,
    omits: ['apps', 'diff', 'rest', 'stack'],
};
/** UTF-16 units of a text, and of a name or a code: escaped, each may take ten bytes. */
const maxText = 2000;
const maxName = 200;
/**
 * The job summary in GitHub's Markdown: what is wrong and what to do next on top, details folded
 * below; of several apps a table first. Outside text means nothing but itself, everything is
 * bounded, the whole stays under 1 MB.
 */
async function renderSummary(reports, pageUrl) {
    return `${await renderMarkdown(reports, summaryRoom, { commit: null, runUrl: null, pageUrl })}\n`;
}
/**
 * The short form of the summary for a comment of a pull request, with the run that it is of; under
 * 65,000 characters.
 */
async function renderComment(reports, links) {
    return renderMarkdown(reports, commentRoom, links);
}
async function renderMarkdown(reports, room, links) {
    const { all, apps } = toBlocks(reports);
    const parts = [...(await toParts(all, { ...room, omits: [] }))];
    // Each app has its share, so that the first ones cannot take the room of the last.
    const bytes = room.bytes / apps.length;
    const share = { ...room, bytes, listBytes: room.listBytes / apps.length };
    for (const blocks of apps) {
        const written = await toParts(blocks, share);
        const kept = takeBytes(written, bytes);
        const omitted = written.length - kept.length;
        parts.push(...kept);
        if (omitted > 0)
            parts.push(`\u2026 and ${(0,format/* formatCount */.B4)(omitted, 'more part')}, omitted here.`);
    }
    const [headline = '', ...rest] = takeBytes(parts, room.bytes + room.listBytes);
    return (0,format/* joinTexts */.B5)([headline, toLinks(links), ...rest], '\n\n');
}
/** A line below the headline; empty where nothing is known. */
function toLinks({ commit, runUrl, pageUrl }) {
    // The page's address may have a query. What could end the link, or begin other Markdown, is escaped.
    const page = pageUrl?.replace(/[^\w.~%/:?=&+,;@#-]/g, toPercent).replaceAll('&', '&amp;');
    const links = [
        toLink(`Commit ${commit?.sha.slice(0, 7)}`, (0,text_escape/* toSafeUrl */.w)(commit?.url)),
        toLink('Run', (0,text_escape/* toSafeUrl */.w)(runUrl)),
        toLink('Open the page', page),
    ];
    return (0,format/* joinTexts */.B5)(links, ' \u00b7 ');
}
function toLink(text, url) {
    return url ? `[${toShortProse(text)}](${url})` : '';
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
            return toLink(`Help: ${block.code}`, block.url);
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
            const lines = block.texts
                .slice(0, room.entries)
                .map((text) => `${signs[block.level]} ${toShortProse(text)}`);
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
function toMarkdownTable({ title, head, rows, moreRows = 0 }, room) {
    if (rows.length === 0)
        return '';
    const toRow = (cells) => `| ${cells.join(' | ')} |`;
    const lines = rows.slice(0, room.entries).map((row) => toRow(row.map(toMarkdownCell)));
    const kept = takeBytes(lines, room.listBytes);
    const heading = title === '' ? '' : `### ${title}`;
    const table = [toRow(head), toRow(head.map(() => '---')), ...kept].join('\n');
    const left = rows.length - kept.length + moreRows;
    return (0,format/* joinTexts */.B5)([heading, table, countLeft(left)], '\n\n');
}
/**
 * As many texts as a list has room for, and in the last one how many of all there are beside them.
 */
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

// EXTERNAL MODULE: ./lib/src/report/outputs.js
var outputs = __webpack_require__(2011);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./lib/src/text/secrets.js
var text_secrets = __webpack_require__(9573);
;// CONCATENATED MODULE: ./lib/src/report/redact-report.js




/**
 * Takes the secrets out of a report, and out of lines that are read later: before anything cuts a
 * text, since half a secret would not be recognized. `docsUrl`: docs/troubleshooting.md in the
 * version of the action that runs; null when it is not known.
 */
function redactReport({ secrets, ...report }, docsUrl) {
    const redact = (0,text_secrets/* createRedact */.ay)(secrets);
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
        helpUrl: (0,text_escape/* toHelpUrl */.WW)(docsUrl, result.code),
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
        return [
            {
                ...problem,
                times,
                message: times === 1 ? problem.message : `${times} times: ${problem.message}`,
            },
        ];
    });
}
function cleanOutcome(outcome, clean) {
    if (!('failure' in outcome))
        return outcome;
    return {
        ...outcome,
        failure: { ...cleanTexts(outcome.failure, clean), code: outcome.failure.code },
    };
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
    const cleanEntry = ([name, part]) => [
        name,
        own.has(name) ? part : cleanTexts(part, clean, own),
    ];
    return Object.fromEntries(Object.entries(value).map(cleanEntry));
}
/**
 * A file's path from the repository root, with `/` and no `./`; null for one outside the folder, or
 * with a name that is not printable.
 */
function toRepositoryFile(repositoryPath, path) {
    if (repositoryPath === null || !path || path.split('/').includes('..'))
        return null;
    const file = external_node_path_.posix.join(repositoryPath, path);
    return (0,text_escape/* toPrintable */.f8)(file) === file ? file : null;
}

;// CONCATENATED MODULE: ./lib/src/report/progress.js

/** Bytes of an upload that is over before a line about it would help. */
const minUpload = 5_000_000;
/** Milliseconds between two lines, at least. */
const uploadPauseMs = 5000;
/**
 * Makes the listener of an upload of `total` bytes, to be told how many have gone out so far: on
 * more than 5 MB it shows percent, rate and time left, at most every `pauseMs` (5 s where omitted).
 * `now` is a clock in milliseconds.
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
    const left = rate > 0 && sent < total
        ? `, about ${(0,format/* formatDuration */.a3)(((total - sent) / rate) * 1000)} left`
        : '';
    return `Sent ${(0,format/* formatBytes */.z3)(sent)} of ${(0,format/* formatBytes */.z3)(total)} (${percent} %), ${(0,format/* formatBytes */.z3)(rate)}/s${left}`;
}

;// CONCATENATED MODULE: ./lib/src/report/emit.js







/**
 * Reports everything about a finished run, with a report for each of its apps: outputs,
 * annotations, summary, comment. Never throws, since trouble with the reporting changes nothing
 * about the run: it becomes a warning. Outputs and annotations come before anything that has to be
 * waited for, so that a run that is being cancelled still has them.
 */
async function emitReports(raws, { log, writeOutputs, writeSummary, comment, links, docsUrl }) {
    const reports = raws.map((raw) => redactReport(raw, docsUrl));
    await (0,report_log/* writeOrWarn */.H)(log, 'The outputs could not be written', () => {
        writeOutputs?.((0,outputs/* formatOutputs */.AH)((0,outputs/* toOutputs */.Iu)(reports)));
    });
    logReports(reports, log);
    await (0,report_log/* writeOrWarn */.H)(log, 'The job summary could not be written', async () => {
        writeSummary?.(await renderSummary(reports, links.pageUrl));
    });
    await (0,report_log/* writeOrWarn */.H)(log, 'The pull-request comment was not posted', async () => {
        const marked = comment && (await markComment(reports, comment, links));
        if (marked)
            log.debug(`Pull-request comment: ${await comment.post(marked)}.`);
    });
}
/**
 * The comment about an app, or about the apps of a step: the short form of the summary. It is
 * redacted as all reports are, since the runner masks only its log. Null where the report is about
 * no app.
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


/***/ }),

/***/ 1637:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   QK: () => (/* binding */ isRefusedByReview),
/* harmony export */   dy: () => (/* binding */ describeResult),
/* harmony export */   rF: () => (/* binding */ nameFiles),
/* harmony export */   vv: () => (/* binding */ isSaidByProblems)
/* harmony export */ });
/* harmony import */ var _model_app_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4251);
/* harmony import */ var _model_app_status_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7190);
/* harmony import */ var _model_inputs_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(127);
/* harmony import */ var _model_outcome_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9680);
/* harmony import */ var _model_problem_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(1275);
/* harmony import */ var _text_format_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(4185);
/* harmony import */ var _text_frontend_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(2514);
/* harmony import */ var _sentences_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(8279);








/** Puts the end of a run into words, also where facts are missing. */
function describeResult(run) {
    const { outcome, facts } = run;
    const isFailure = 'failure' in outcome;
    const ended = describeOutcome(run);
    const message = facts.waitedForReview && !isFailure ? describeReview(ended, facts) : ended;
    const warnings = isFailure ? 0 : countWarnings(facts);
    const more = warnings === 0 ? '' : `, with ${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_4__/* .formatCount */ .B4)(warnings, 'warning')}`;
    return {
        code: isFailure ? outcome.failure.code : null,
        ...rate(run),
        ...message,
        headline: `${message.headline ?? `${nameApp(facts)} ${message.end}`}${more}`,
        end: `${message.end}${more}`,
    };
}
/**
 * True for an app that was rejected in review or taken down, as far as this run knows: never a
 * plain success.
 */
function isRefusedByReview({ app, reviewResult }) {
    const status = app?.status ?? null;
    return (reviewResult === 'rejected' || status === 'taken_down' || (0,_model_app_status_js__WEBPACK_IMPORTED_MODULE_1__/* .toReviewState */ .LR)(status) === 'rejected');
}
/** True where the problems say all that the failure says. */
function isSaidByProblems({ outcome, facts }) {
    const codes = ['folder_rejected', 'offline_problems'];
    const hasError = facts.problems.some(({ severity }) => severity === 'error');
    return hasError && 'failure' in outcome && codes.includes(outcome.failure.code);
}
function rate({ outcome, facts }) {
    if ((0,_model_outcome_js__WEBPACK_IMPORTED_MODULE_3__/* .toExitCode */ .t4)(outcome, facts) === 1) {
        return { level: 'error', sign: outcome.kind === 'unknown' ? '\u2753' : '\u274c' };
    }
    if (isRefusedByReview(facts) || facts.reviewResult === 'withdrawn')
        return { level: 'warning', sign: '\u26a0\ufe0f' };
    return { level: 'notice', sign: countWarnings(facts) > 0 ? '\u26a0\ufe0f' : signDone(outcome, facts) };
}
/** By what was done with the app, or would be. */
function signDone(outcome, { sentForReview }) {
    if (outcome.kind === 'planned')
        return outcome.plan === null || outcome.plan.do === 'change' ? '\u2139\ufe0f' : '\u23ed\ufe0f';
    const isUnchanged = outcome.kind === 'unchanged' && !sentForReview;
    return isUnchanged || outcome.kind === 'skipped' || outcome.kind === 'not_run' ? '\u23ed\ufe0f' : '\u2705';
}
function countWarnings({ problems, warnings }) {
    return problems.filter(({ severity }) => severity === 'warning').length + warnings.length;
}
function describeOutcome(run) {
    const { command, outcome, facts } = run;
    const state = (0,_model_app_status_js__WEBPACK_IMPORTED_MODULE_1__/* .explainStatus */ .cq)(facts.app);
    switch (outcome.kind) {
        case 'rejected':
        case 'failed':
        case 'unknown':
            return describeFailed(run, outcome.failure);
        case 'planned':
            return describePlan(run, outcome);
        case 'skipped':
            return describeSkip(command, outcome.skipReason, facts);
        case 'not_run':
            return toMessage('was not run', ['The run ended before its turn.']);
        case 'deployed':
            return toMessage(nameDeploy(facts), [describeContent(facts), state], adviseChanges(facts));
        case 'created':
            return toMessage('created', ['The service confirmed the new app.', state]);
        case 'updated':
            return toMessage('updated', ['The service confirmed the new draft.', state], adviseChanges(facts));
        case 'submitted':
            return facts.sentForReview
                ? toMessage('sent for review', ['The service accepted the submission.', state])
                : toMessage('is in review', ['Another run has sent this content for review.', state]);
        case 'deleted':
            return toMessage('deleted', ['The app no longer exists.']);
        case 'listed': {
            const headline = (0,_text_format_js__WEBPACK_IMPORTED_MODULE_4__/* .formatCount */ .B4)(facts.apps?.length ?? 0, 'app');
            return { ...toMessage('listed', ['These are all apps that this key can access.']), headline };
        }
        case 'read':
            return toMessage((0,_model_app_status_js__WEBPACK_IMPORTED_MODULE_1__/* .describeStatus */ .Wn)(facts.app?.status ?? null), [
                'The app was read, and nothing was changed.',
                state,
            ]);
        case 'unchanged': {
            if (!facts.sentForReview) {
                return toMessage('unchanged', [
                    explainUnchanged(command, facts),
                    nothingSent(facts),
                    state,
                ]);
            }
            const why = `The draft had ${nameContent(facts)} already, so it was not deployed again.`;
            return toMessage('sent for review (content unchanged)', [why, state]);
        }
    }
}
function toMessage(end, sentences, next = '') {
    return { end, lines: [(0,_text_format_js__WEBPACK_IMPORTED_MODULE_4__/* .joinTexts */ .B5)(sentences, ' ')], next };
}
/** Empty where this run created the app, and another run deployed it. */
function nothingSent({ changed }) {
    return changed ? '' : 'Nothing was sent.';
}
/** What each command does to an app: follows "was" and "not". */
const doneWords = {
    deploy: 'deployed',
    status: 'read',
    submit: 'sent for review',
    create: 'created',
    update: 'updated',
    delete: 'deleted',
    list: 'listed',
};
/** Always says that an app was created: a slug with a typo creates another one. */
function nameDeploy({ created, sentForReview }) {
    return (0,_text_format_js__WEBPACK_IMPORTED_MODULE_4__/* .joinWords */ .yZ)([created ? 'created' : '', 'deployed', sentForReview ? 'sent for review' : '']);
}
/** Changes beside a published version stay invisible until they are reviewed. */
function adviseChanges({ app, sentForReview }) {
    const isHidden = app?.status === 'published_with_unreviewed_changes' && !sentForReview;
    return isHidden ? `To publish the changes, send them for review (${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_5__/* .nameCommand */ .JB)('submit')}).` : '';
}
/** Says "exactly" only of files that were compared. */
function describeContent(facts) {
    const files = `${nameFiles(facts) || 'content'} of the folder`;
    return `${facts.filesVerified ? 'The draft holds exactly' : 'The service confirmed the new draft:'} the ${files}.`;
}
/**
 * How many files the folder has, and their size: `5 files (12 KB)`; empty where there is no folder.
 */
function nameFiles({ fileCount, byteCount }) {
    if (fileCount === null)
        return '';
    return `${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_4__/* .formatCount */ .B4)(fileCount, 'file')}${byteCount === null ? '' : ` (${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_4__/* .formatBytes */ .z3)(byteCount)})`}`;
}
function explainUnchanged(command, facts) {
    if (command === 'update')
        return `Nothing that update sends differs: ${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_4__/* .joinWords */ .yZ)(_model_app_js__WEBPACK_IMPORTED_MODULE_0__/* .sentFields */ .S5.map(_model_app_js__WEBPACK_IMPORTED_MODULE_0__/* .nameField */ .yD))}.`;
    const isSubmit = command === 'submit';
    if (facts.submitted)
        return `The app is in review already${isSubmit ? '' : `, with ${nameContent(facts)}`}.`;
    return isSubmit
        ? 'There is nothing new to send for review.'
        : `The draft has ${nameContent(facts)} already.`;
}
/** Says "exactly" only where all of it was compared. */
function nameContent(facts) {
    const files = nameFiles(facts);
    const content = files === '' ? 'this content' : `these ${files}`;
    return facts.filesVerified ? `exactly ${content}` : `${content} (as far as it can be compared)`;
}
/** The result of a review that the run waited for, behind what the run did before. */
function describeReview(done, facts) {
    const { reviewResult } = facts;
    if (reviewResult === 'approved') {
        return toMessage('was approved and published', [
            ...done.lines,
            'The app was approved in review.',
        ]);
    }
    if (reviewResult === 'rejected') {
        return {
            ...done,
            end: 'was rejected in review',
            next: adviseRejected(facts),
            code: 'review_rejected',
        };
    }
    return reviewResult === 'withdrawn'
        ? { ...describeWithdrawal(facts), code: 'review_withdrawn' }
        : done;
}
function adviseRejected({ app }) {
    if (app?.status === 'changes_requested') {
        return "Make the changes of the reviewer's note, deploy, and submit the app for review again.";
    }
    const isFinal = 'A rejection is final for this app: deploy a corrected one under a new slug.';
    return app?.reviewNote ? `Read the reviewer's note. ${isFinal}` : isFinal;
}
function describeWithdrawal({ app }) {
    const state = (0,_model_app_status_js__WEBPACK_IMPORTED_MODULE_1__/* .explainStatus */ .cq)(app);
    if (app === null) {
        const next = 'Find out who deleted it; create and deploy it again if that was a mistake.';
        return toMessage('was deleted before there was a review result', ['The app no longer exists.'], next);
    }
    if (app.status === 'taken_down') {
        return toMessage('was taken down', [state], "Read the reviewer's note, and contact the service's support.");
    }
    const next = 'Find out which run or person changed it, then deploy and submit it again.';
    return toMessage('was taken out of review', ['Somebody changed its content or its state.', state], next);
}
/** Why a run left the app alone, and what to do next. */
const skips = () => ({
    'in-review': {
        short: 'in review',
        why: `The app is in review with other content, and ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_5__/* .nameInput */ .K3)('on-in-review')} is skip.`,
        next: `Wait for the review result and ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_5__/* .nameRerun */ .Mn)('re-run')}, or set ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_5__/* .nameInput */ .K3)('on-in-review')} to replace.`,
    },
    stale: { short: 'newer commit', why: _sentences_js__WEBPACK_IMPORTED_MODULE_6__/* .newerCommit */ .vG, next: '' },
    fork: {
        short: 'pull request from a fork',
        why: (0,_sentences_js__WEBPACK_IMPORTED_MODULE_6__/* .explainFork */ .mk)('the service was not asked'),
        next: '',
    },
});
function describeSkip(command, reason, facts) {
    const { short, why, next } = skips()[reason];
    const message = toMessage(`skipped: ${short}`, [why, nothingSent(facts)], next);
    return command === 'list' ? { ...message, headline: 'The list was skipped' } : message;
}
const noChanges = 'No changes were made.';
/** A dry run, or a fork's pull request: what was checked, what differs, and what would be sent. */
function describePlan(run, { plan, skipReason }) {
    const { command, facts } = run;
    const checks = describeChecks(facts);
    if (plan === null && skipReason === 'fork') {
        const why = (0,_sentences_js__WEBPACK_IMPORTED_MODULE_6__/* .explainFork */ .mk)('the folder was only checked offline');
        return toMessage(`checked, not ${doneWords[command]}`, [checks, why, noChanges]);
    }
    if (plan === null) {
        const why = `Without ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_5__/* .nameInput */ .K3)('api-key')} nothing is compared with the app.`;
        const next = `Set ${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_5__/* .nameInput */ .K3)('api-key')} to see what would change.`;
        return toMessage('checked offline', [checks, noChanges, why], next);
    }
    if (plan.do === 'change')
        return describeSteps(run, plan);
    const state = (0,_model_app_status_js__WEBPACK_IMPORTED_MODULE_1__/* .explainStatus */ .cq)(facts.app);
    if (plan.do === 'nothing')
        return toMessage('unchanged', [checks, explainUnchanged(command, facts), state, noChanges]);
    const { short, why, next } = skips()['in-review'];
    const differs = facts.changes === null ? '' : (0,_text_format_js__WEBPACK_IMPORTED_MODULE_4__/* .formatCount */ .B4)(facts.changes.length, 'file', 'differ');
    return toMessage((0,_text_format_js__WEBPACK_IMPORTED_MODULE_4__/* .joinTexts */ .B5)([`would be skipped: ${short}`, differs], ', '), [checks, why, state, noChanges], next);
}
function describeSteps(run, { steps, fields }) {
    const { facts, baseBranch, realRun } = run;
    const done = (0,_text_format_js__WEBPACK_IMPORTED_MODULE_4__/* .joinWords */ .yZ)(steps.map((step) => doneWords[step]));
    const files = facts.changes?.length ?? 0;
    const isDeployed = steps.includes('deploy') && files > 0;
    const what = fields === undefined ? '' : (0,_text_format_js__WEBPACK_IMPORTED_MODULE_4__/* .joinWords */ .yZ)(fields.map(_model_app_js__WEBPACK_IMPORTED_MODULE_0__/* .nameField */ .yD));
    const end = (0,_text_format_js__WEBPACK_IMPORTED_MODULE_4__/* .joinTexts */ .B5)([`would be ${done}`, isDeployed ? (0,_text_format_js__WEBPACK_IMPORTED_MODULE_4__/* .formatCount */ .B4)(files, 'file') : what], ': ');
    const replaces = steps.includes('deploy') || steps.includes('update');
    const sentences = [
        baseBranch === null ? '' : (0,_sentences_js__WEBPACK_IMPORTED_MODULE_6__/* .describeMerge */ .ak)(done, baseBranch),
        describeChecks(facts),
        noChanges,
        facts.app?.status === 'in_review' && replaces ? 'This takes the app out of review.' : '',
        "The service's own rules are checked only when the change is sent.",
    ];
    const message = toMessage(end, sentences, isRefusedByReview(facts) ? adviseRejected(facts) : realRun);
    if (!isDeployed || steps.includes('create'))
        return message;
    const review = steps.includes('submit') ? ', then it would be sent for review' : '';
    return {
        ...message,
        headline: `${nameApp(facts)}: ${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_4__/* .formatCount */ .B4)(files, 'file')} would change${review}`,
    };
}
/** What was checked offline; empty where there is no folder to check. */
function describeChecks(facts) {
    const files = nameFiles(facts);
    return files === '' ? '' : `Checked ${files} offline: ${(0,_model_problem_js__WEBPACK_IMPORTED_MODULE_7__/* .countFindings */ .Gt)(facts.problems)}.`;
}
function describeFailed(run, failure) {
    const { command, facts, isDryRun } = run;
    const { code, message, next } = failure;
    if (_model_inputs_js__WEBPACK_IMPORTED_MODULE_2__/* .inputFaults */ .wm.some((fault) => fault === code))
        return (0,_sentences_js__WEBPACK_IMPORTED_MODULE_6__/* .describeInvalidInputs */ .Sj)(failure);
    const reason = nameReason(failure, facts);
    const end = isDryRun ? `would not be ${doneWords[command]}` : nameFailed(run, failure);
    const said = toMessage(`${end}: ${reason}`, [message], next);
    if (command === 'list')
        return { ...said, headline: `The apps were not listed: ${reason}` };
    // Any other failure says nothing about what a real run would do.
    const isRefused = failure.kind === 'rejected' || ownRefusals.includes(code);
    return isDryRun && !isRefused
        ? { ...said, headline: `The dry run of ${nameApp(facts)} failed: ${reason}` }
        : said;
}
/** Decisions of the run itself, which a real run makes too. */
const ownRefusals = ['in_review', 'unknown_state', 'app_missing', 'draft_differs', 'stale'];
/** What was not done, or may have been. Follows the app's name. */
function nameFailed({ command, facts }, { kind, code }) {
    const { submitting, changed, created, sentForReview } = facts;
    const isSubmission = submitting || (command === 'deploy' && code === 'taken_down');
    const done = doneWords[isSubmission ? 'submit' : command];
    const isDeployed = submitting && changed;
    // After a deploy that was verified, no submission was sent.
    if (kind === 'unknown' && code !== 'draft_changed') {
        return `${isDeployed ? 'was deployed, and ' : ''}may have been ${done}`;
    }
    // A cancel may come after the submission was verified.
    if (sentForReview)
        return 'was sent for review, but the run failed';
    if (isDeployed)
        return 'was deployed, but not sent for review';
    return `was ${created && command === 'deploy' ? 'created, but is still empty' : `not ${done}`}`;
}
/** Why in a few words: how many problems there are to fix, or the code. */
function nameReason({ kind, code, causeCode }, { problems, moreProblems }) {
    const hasErrors = moreProblems > 0 || problems.some(({ severity }) => severity === 'error');
    if (code === 'deadline' || causeCode === 'deadline')
        return `timed out (${(0,_text_frontend_js__WEBPACK_IMPORTED_MODULE_5__/* .nameInput */ .K3)('timeout-minutes')})`;
    if (kind === 'unknown' && code !== 'draft_changed')
        return 'the result could not be verified';
    if (kind === 'rejected' && hasErrors)
        return (0,_model_problem_js__WEBPACK_IMPORTED_MODULE_7__/* .countFindings */ .Gt)(problems, { errors: moreProblems, warnings: 0 });
    return code === 'bug' ? 'unexpected error' : code.replaceAll('_', ' ');
}
function nameApp({ slug }) {
    return slug ?? 'The app';
}


/***/ })

};
;
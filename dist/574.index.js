"use strict";
exports.id = 574;
exports.ids = [574];
exports.modules = {

/***/ 6547:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   G: () => (/* binding */ toReason),
/* harmony export */   H: () => (/* binding */ toClause)
/* harmony export */ });
/** What a caught value says of itself, for a sentence or a log line: outside text, not safe to print yet. */
function toReason(error) {
    return error instanceof Error ? error.message : String(error);
}
/** The same without its full stop, to go on behind it with a sentence of one's own. */
function toClause(error) {
    return toReason(error).replace(/\.$/, '');
}


/***/ }),

/***/ 574:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  createLog: () => (/* reexport */ createLog),
  createOutputWriter: () => (/* reexport */ createOutputWriter),
  createSummaryWriter: () => (/* reexport */ createSummaryWriter),
  emitReport: () => (/* reexport */ emitReport)
});

// EXTERNAL MODULE: ./lib/reason.js
var reason = __webpack_require__(6547);
;// CONCATENATED MODULE: ./lib/report/merge.js
/** Merges the problems that are the same in everything a person sees, in the order of their first. */
function mergeProblems(problems) {
    const merged = new Map();
    for (const problem of problems) {
        const { path, line, column, code, message, fix, severity } = problem;
        const key = JSON.stringify([path, line, column, code, message, fix, severity]);
        merged.set(key, { ...problem, times: (merged.get(key)?.times ?? 0) + 1 });
    }
    return [...merged.values()];
}
/** How many problems were named, the merged ones counted as often as they were. */
function countTimes(problems) {
    return problems.reduce((sum, { times }) => sum + times, 0);
}
/** A line or column that can be shown: a positive integer, else null. */
function toPosition(value) {
    return value !== null && Number.isSafeInteger(value) && value > 0 ? value : null;
}
/** The place within a file in words: `line 12, column 3`; empty when it is not known. */
function describePosition({ line, column }) {
    const [row, place] = [toPosition(line), toPosition(column)];
    if (row === null)
        return '';
    return place === null ? `line ${row}` : `line ${row}, column ${place}`;
}
/** File and position in words: `index.html, line 12`; empty when neither is known. */
function describePlace(problem) {
    return [problem.path ?? '', describePosition(problem)].filter((text) => text !== '').join(', ');
}

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./lib/report/text.js
var report_text = __webpack_require__(4639);
;// CONCATENATED MODULE: ./lib/report/safe.js


/** Host, port and path in letters, digits and `._~%/-` alone: nothing that a shell, Markdown or HTML would act on. */
const safeUrl = /^https?:\/\/(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?(?:\/[A-Za-z0-9._~%/-]*)?$/;
const longestUrl = 2000;
/** The address if it is http or https in an alphabet that is safe in a shell and in a link, else null. */
function toSafeUrl(url) {
    return url !== null && url.length <= longestUrl && safeUrl.test(url) ? url : null;
}
/** The slug if it is one (a-z, 0-9, hyphen, at most 32; service document, "The app object"), else null. */
function toSafeSlug(slug) {
    return slug !== null && /^[a-z0-9-]{1,32}$/.test(slug) ? slug : null;
}
/** The slug of the app that a run is about; null when no app is named, or not by a slug. */
function findSlug({ slug, app }) {
    return toSafeSlug(slug) ?? toSafeSlug(app?.slug ?? null);
}
/** A word of the service, such as a status: every run of other characters than letters, digits, `.`, `-` and `_` becomes one `_`. */
function toSafeWord(word) {
    return word.replace(/[^A-Za-z0-9._-]+/g, '_').slice(0, 100);
}
/** A version as it must be sent back, or null when it holds what a shell might act on: changed it would be wrong. */
function toSafeVersion(version) {
    return version !== null && /^[A-Za-z0-9][A-Za-z0-9._+:/-]{0,99}$/.test(version) ? version : null;
}
/**
 * Where a file of the app folder lies in the repository, with `/` and no `./`; null when it has no place there:
 * no folder, an absolute path, a way out of the folder or of the repository, a name that cannot be printed as it is.
 */
function toRepositoryFile(repositoryPath, path) {
    if (repositoryPath === null || path === null || /^(?:[/\\]|[A-Za-z]:[/\\])/.test(path))
        return null;
    const inside = external_node_path_.posix.normalize(path);
    const file = external_node_path_.posix.join(repositoryPath, inside);
    const leads = [inside, file].every((way) => way !== '.' && way !== '..' && !way.startsWith('../') && !way.endsWith('/'));
    return leads && (0,report_text/* toPrintable */.f8)(file) === file ? file : null;
}

// EXTERNAL MODULE: ./lib/report/size.js
var report_size = __webpack_require__(2777);
;// CONCATENATED MODULE: ./lib/report/states.js
/** The six states of the service document, and the earlier form's one, after the app's name and as an explanation. */
const states = {
    draft: {
        is: 'is a draft',
        means: 'Only its owner sees the draft. Try it at its address, and send it for review when it is ready.',
    },
    in_review: { is: 'is in review', means: 'In review: nobody else sees it until it is reviewed.' },
    not_approved: {
        is: 'was not approved',
        means: 'Not approved, which is final: the app stays private to its owner and cannot be sent for review again.',
    },
    published: { is: 'is published', means: 'Published: everybody sees it.' },
    published_with_unreviewed_changes: {
        is: 'is published, with changes that are not reviewed',
        means: 'Everybody sees the published version. The changes are seen by nobody else until they are reviewed.',
    },
    taken_down: { is: 'was taken down', means: 'Taken down: nobody else sees it.' },
    changes_requested: {
        is: 'has to be changed',
        means: 'The reviewer asks for changes: make them, deploy, and send the app for review again.',
    },
};
/** What a status says of an app, to follow its name: `is in review`. A status that is not known is quoted. */
function describeState(status) {
    const known = status === null ? undefined : findState(status);
    return known?.is ?? (status === null ? 'was read' : `has the status ${status}`);
}
/** What a status means for the people who see the app, or do not; null when the service's word is not known. */
function explainState(status) {
    return (status === null ? undefined : findState(status))?.means ?? null;
}
function findState(status) {
    return Object.hasOwn(states, status) ? states[status] : undefined;
}

;// CONCATENATED MODULE: ./lib/report/story.js


/** What each command does to an app, after "was" and "not". */
const verbs = {
    deploy: 'deployed',
    status: 'read',
    submit: 'sent for review',
    create: 'created',
    update: 'updated',
    delete: 'deleted',
    list: 'listed',
};
/** The story of a run that did what it was asked for. */
function tellDone(kind, facts) {
    const app = nameApp(facts);
    const state = explainState(facts.app?.status ?? null) ?? '';
    const sent = facts.submitted ? ' and sent for review' : '';
    const approved = facts.verdict === 'approved' ? ' The review is over: approved.' : '';
    switch (kind) {
        case 'deployed':
            return {
                headline: `${app} deployed${sent}`,
                sentence: `The draft holds exactly ${measureFolder(facts)}.${approved}`,
                next: state,
            };
        case 'created':
        case 'updated':
            return {
                headline: `${app} ${kind}${sent}`,
                sentence: `The service confirmed the ${kind === 'created' ? 'new app' : 'new draft'}.`,
                next: state,
            };
        case 'submitted':
            return {
                headline: `${app} sent for review`,
                sentence: `The service took the submission.${approved}`,
                next: state,
            };
        case 'deleted':
            return { headline: `${app} deleted`, sentence: 'The app is gone from the service.', next: '' };
        case 'listed':
            return {
                headline: (0,report_size/* formatCount */.B4)(facts.apps?.length ?? 0, 'app'),
                sentence: 'These are all the apps that the key manages.',
                next: '',
            };
        case 'read':
            return {
                headline: `${app} ${describeState(facts.app?.status ?? null)}`,
                sentence: `Nothing was changed: the app was only read.${approved}`,
                next: state,
            };
    }
}
/** The story of a run that found everything done already. */
function tellUnchanged(command, facts, sentForReview) {
    const next = explainState(facts.app?.status ?? null) ?? '';
    if (sentForReview) {
        const sentence = 'The service already had exactly this content: it was sent for review as it is.';
        return { headline: `${nameApp(facts)} unchanged and sent for review`, sentence, next };
    }
    return { headline: `${nameApp(facts)} unchanged`, sentence: explainUnchanged(command), next };
}
function explainUnchanged(command) {
    if (command === 'submit')
        return 'There is nothing new to send for review.';
    if (command === 'update') {
        return 'None of the fields that update sends differs: name, tagline, color, system_prompt and html. Nothing was sent.';
    }
    return 'The service already has exactly this content. Nothing was sent.';
}
/** Why a run keeps its hands off the app, and what is next. */
const skips = {
    unchanged: { why: 'The service already has exactly this content.', next: '' },
    'in-review': {
        why: 'The app is in review, and this would take it out of review.',
        next: 'Wait for the verdict and run again, or set on-in-review to replace.',
    },
    stale: {
        why: 'The branch has moved past the commit of this run.',
        next: 'The run of the newest commit does the work.',
    },
    fork: {
        why: 'A pull request from a fork is not given the API key, so the service was not asked.',
        next: 'A run of the repository itself, such as the push after the merge, has the key.',
    },
};
/** The story of a run that kept its hands off the app. */
function tellSkip(command, reason, facts) {
    const app = command === 'list' ? 'The list' : nameApp(facts);
    const { why, next } = skips[reason];
    return { headline: `${app} skipped`, sentence: `${why} Nothing was sent.`, next };
}
/** The app's slug as it is known, or "The app". */
function nameApp(facts) {
    return facts.app?.slug || facts.slug || 'The app';
}
/** How many problems stop a deploy. */
function countErrors(facts) {
    return facts.problems.filter(({ severity }) => severity === 'error').length;
}
function measureFolder(facts) {
    const size = facts.byteCount === null ? '' : ` (${(0,report_size/* formatBytes */.z3)(facts.byteCount)})`;
    return facts.fileCount === null
        ? 'the content of the folder'
        : `the ${(0,report_size/* formatCount */.B4)(facts.fileCount, 'file')} of the folder${size}`;
}

;// CONCATENATED MODULE: ./lib/report/plan-story.js


const nothing = 'A dry run: nothing was sent that changes anything.';
/** The story of a dry run, or of a fork's pull request: what a real run would do, or what is in its way. */
function tellPlan(command, { plan, skipReason }, facts) {
    const app = nameApp(facts);
    const errors = countErrors(facts);
    if (errors > 0) {
        const headline = `${(0,report_size/* formatCount */.B4)(errors, 'problem')} to fix in ${app}`;
        return { headline, sentence: nothing, next: 'Fix them, then run again.' };
    }
    if (plan !== undefined) {
        const { headline, sentence, next } = tellIntent(command, plan, facts);
        return { headline: `${app} ${headline}`, sentence: `${nothing}${sentence === '' ? '' : ` ${sentence}`}`, next };
    }
    return skipReason === 'fork'
        ? {
            headline: `${app} checked, not ${verbs[command]}`,
            sentence: 'A pull request from a fork is not given the API key, so the folder was only checked and nothing was sent.',
            next: `It is ${verbs[command]} by a run of the repository itself, such as the push after the merge.`,
        }
        : {
            headline: `${app} checked offline`,
            sentence: 'A dry run without api-key is offline: the folder was checked, but not compared with the app, and nothing was sent.',
            next: 'Give the dry run the API key to be told what a real run would do.',
        };
}
/** The headline goes on behind the app's name, the sentence behind the one that nothing was sent. */
function tellIntent(command, plan, facts) {
    const next = 'Run without dry-run to do it.';
    const leaving = facts.app?.status === 'in_review' ? 'The app would be taken out of review.' : '';
    switch (plan.do) {
        case 'deploy':
            return { headline: `would be ${listSteps(plan)}`, sentence: leaving, next };
        case 'update': {
            const fields = `Fields that differ: ${plan.fields.join(', ')}.`;
            return { headline: 'would be updated', sentence: `${fields} ${leaving}`.trim(), next };
        }
        case 'submit': {
            const draft = command === 'submit' ? '' : 'The draft has exactly this content already.';
            return { headline: 'would be sent for review', sentence: draft, next };
        }
        case 'create':
        case 'delete':
            return { headline: `would be ${verbs[plan.do]}`, sentence: '', next };
        default:
            return tellIdle(command, plan);
    }
}
function listSteps({ createFirst, submits }) {
    const steps = [...(createFirst ? [verbs.create] : []), verbs.deploy, ...(submits ? [verbs.submit] : [])];
    return [steps.slice(0, -1).join(', '), ...steps.slice(-1)].filter((text) => text !== '').join(' and ');
}
function tellIdle(command, plan) {
    const not = `would not be ${verbs[command]}`;
    switch (plan.do) {
        case 'nothing':
            return {
                headline: `${not}: ${explainNothing(command, plan.why)}`,
                sentence: 'A real run would send nothing either.',
                next: '',
            };
        case 'skip':
            return {
                headline: `${not}: it is in review`,
                sentence: 'A real run would leave it there, as on-in-review is skip.',
                next: skips['in-review'].next,
            };
        case 'refuse':
            return { headline: `${not}: a run would fail`, sentence: plan.failure.message, next: plan.failure.next };
    }
}
function explainNothing(command, why) {
    if (command === 'update')
        return 'no field differs';
    const same = command === 'submit' ? 'as it is' : 'with exactly this content';
    const reasons = {
        unchanged: 'the draft has exactly this content',
        in_review: `it is in review ${same}`,
        published: `it is published ${same}`,
    };
    return reasons[why];
}

;// CONCATENATED MODULE: ./lib/report/verdict.js




/** Puts the end of a run into words. Never says undefined or null, whatever the facts lack. */
function toVerdict(told) {
    const isRefused = told.facts.verdict === 'refused' && !('failure' in told.outcome);
    return { level: toLevel(told), ...(isRefused ? tellRefusal(told.facts) : tell(told)) };
}
function toLevel(told) {
    if (isRed(told))
        return 'error';
    return told.outcome.kind === 'planned' && told.outcome.plan?.do === 'refuse' ? 'warning' : 'notice';
}
/** As the exit code has it; a dry run with problems is a red one. */
function isRed({ outcome, facts }) {
    return 'failure' in outcome || facts.verdict === 'refused' || (outcome.kind === 'planned' && countErrors(facts) > 0);
}
function tell({ command, outcome, facts }) {
    switch (outcome.kind) {
        case 'planned':
            return tellPlan(command, outcome, facts);
        case 'unchanged':
            return tellUnchanged(command, facts, outcome.sentForReview === true);
        case 'skipped':
            return tellSkip(command, outcome.skipReason, facts);
        case 'rejected':
        case 'failed':
        case 'unknown':
            return tellFailure(command, outcome, facts);
        default:
            return tellDone(outcome.kind, facts);
    }
}
function tellFailure(command, outcome, facts) {
    const [app, was] = command === 'list' ? ['The apps', 'were'] : [nameApp(facts), 'was'];
    const { code, message: sentence, next } = outcome.failure;
    // What was to be done may be among the wrong inputs.
    if (code === 'wrong_inputs')
        return { headline: 'Nothing was done: wrong inputs', sentence, next };
    const verb = facts.submitting ? verbs.submit : verbs[command];
    const isDeployed = facts.submitting && facts.changed;
    if (outcome.kind === 'unknown') {
        const done = isDeployed ? ` was ${verbs.deploy}` : '';
        return { headline: `${app}${done}: not known whether it ${was} ${verb}`, sentence, next };
    }
    const errors = outcome.kind === 'rejected' ? countErrors(facts) : 0;
    const why = errors === 0 ? '' : `: ${(0,report_size/* formatCount */.B4)(errors, 'problem')} to fix`;
    const not = isDeployed ? `${verbs.deploy}, but not ${verb}` : `not ${verb}`;
    return { headline: `${app} ${was} ${not}${why}`, sentence, next };
}
function tellRefusal(facts) {
    const status = facts.app?.status ?? null;
    const headline = `${nameApp(facts)} ${status === null ? 'was not approved' : describeState(status)}`;
    return { headline, sentence: 'The review is over, and its answer is no.', next: explainState(status) ?? '' };
}

;// CONCATENATED MODULE: ./lib/report/annotations.js





/**
 * What the runner keeps of a level in one step (ten, the first ones). Two places for warnings stay free: for the
 * runner's own and for trouble with the reporting itself, which comes later.
 */
const limits = { error: 10, warning: 8, notice: 10 };
/** The runner cuts a message at 4,096 UTF-16 units, after masking, which may lengthen it. */
const longestMessage = 4000;
const longestLine = 900;
const longestSentence = 2000;
const longestTitle = 200;
/**
 * Everything that is to be annotated, within the runner's limits: warnings, notices, errors, and of its level the
 * verdict as the last, so that it is always kept. What found no room is counted there.
 */
function toAnnotations(report) {
    const { facts } = report;
    const problems = mergeProblems(facts.problems).map((problem) => toEntry(problem, report.repositoryPath));
    const ofLevel = (level) => problems.filter(({ annotation }) => annotation.level === level);
    const warnings = [...ofLevel('warning'), ...toRemarks('warning', facts.warnings)];
    const verdict = toVerdictAnnotation(report);
    const last = (level) => (verdict.level === level ? verdict : null);
    return [
        ...limitLevel('warning', warnings, last('warning')),
        ...limitLevel('notice', toRemarks('notice', facts.notices), last('notice')),
        ...limitLevel('error', ofLevel('error'), last('error')),
    ];
}
function limitLevel(level, entries, last) {
    const room = limits[level] - (last === null ? 0 : 1);
    const shown = entries.length <= room ? entries : entries.slice(0, last === null ? room - 1 : room);
    const annotations = shown.map(({ annotation }) => annotation);
    const left = entries.slice(shown.length).reduce((sum, { times }) => sum + times, 0);
    if (left === 0)
        return last === null ? annotations : [...annotations, last];
    const more = `and ${(0,report_size/* formatCount */.B4)(left, level === 'error' ? 'more problem' : `more ${level}`)}: see the summary`;
    const closing = last ?? toPlain(level, `More ${level}s`, '');
    return [...annotations, { ...closing, message: [closing.message, more].filter((text) => text !== '').join('\n') }];
}
function toEntry(problem, repositoryPath) {
    const { severity: level, path, message, fix, code, times } = problem;
    const file = toRepositoryFile(repositoryPath, path);
    const line = file === null ? null : toPosition(problem.line);
    const column = line === null ? null : toPosition(problem.column);
    // A place that cannot be shown as one is still worth its words.
    const place = file === null ? describePlace(problem) : '';
    const repair = fix === null || fix === '' ? '' : `\n${(0,report_text/* cutText */.IN)(`Fix: ${(0,report_text/* toPrintable */.f8)(fix)}`, longestLine)}`;
    const count = times === 1 ? '' : ` (${times} times)`;
    const text = (0,report_text/* toPrintable */.f8)(`${place === '' ? '' : `${place}: `}${message || 'No message was given.'}`);
    const whole = `${(0,report_text/* cutText */.IN)(text, longestMessage - repair.length - count.length)}${count}${repair}`;
    const title = (0,report_text/* cutText */.IN)((0,report_text/* toPrintable */.f8)(code || (level === 'error' ? 'Problem' : 'Warning')), longestTitle);
    return { annotation: { level, title, message: whole, file, line, column }, times };
}
function toVerdictAnnotation(report) {
    const { level, headline, sentence, next } = toVerdict(report);
    const url = toSafeUrl(report.facts.app?.url ?? null);
    const cuts = [
        [sentence, longestSentence],
        [toNote(report), longestLine],
        [url ?? '', longestLine],
        [next, longestLine],
    ];
    const lines = cuts.filter(([text]) => text !== '').map(([text, limit]) => (0,report_text/* cutText */.IN)((0,report_text/* toPrintable */.f8)(text), limit));
    return toPlain(level, headline, lines.join('\n'));
}
/** The reviewer's words, where they are why the run is red; its own sentence is a short one then. */
function toNote({ facts }) {
    const note = facts.verdict === 'refused' ? (0,report_text/* joinLines */.cT)(facts.app?.reviewNote ?? '') : '';
    return note === '' ? '' : `The reviewer says: ${note}`;
}
/** Remarks beside the verdict: each once. */
function toRemarks(level, texts) {
    const title = level === 'warning' ? 'Warning' : 'Notice';
    const messages = [...new Set(texts)].map((text) => (0,report_text/* cutText */.IN)((0,report_text/* toPrintable */.f8)(text), longestMessage));
    return messages.map((message) => ({ annotation: toPlain(level, title, message), times: 1 }));
}
function toPlain(level, title, message) {
    return { level, title: (0,report_text/* cutText */.IN)((0,report_text/* toPrintable */.f8)(title), longestTitle), message, file: null, line: null, column: null };
}

// EXTERNAL MODULE: ./lib/report/redact.js
var report_redact = __webpack_require__(6749);
;// CONCATENATED MODULE: ./lib/report/clean.js

/** Takes the report's secrets out of every text in it, also out of the lines that are read later on. */
function cleanReport(report) {
    const redact = (0,report_redact/* createRedact */.a)(report.secrets);
    const { termsRequired } = report.facts;
    return {
        ...report,
        clean: true,
        outcome: cleanOutcome(report.outcome, redact),
        facts: cleanFacts({ ...report.facts, termsRequired: dropPiece(termsRequired, report.secrets) }, redact),
        repositoryPath: cleanNullable(report.repositoryPath, redact),
        readLines: async (path, first, last) => (await report.readLines(path, first, last))?.map(redact) ?? null,
    };
}
/** A word that was cut out of a text may be a piece of a secret, which would not be known as one: then there is none. */
function dropPiece(word, secrets) {
    if (word === null || word.length < shortestPiece)
        return word;
    return secrets.some((secret) => secret !== word && secret.includes(word)) ? null : word;
}
/** Shorter ones are in almost any secret by chance, and give nothing away. */
const shortestPiece = 4;
function cleanOutcome(outcome, redact) {
    if ('failure' in outcome)
        return { ...outcome, failure: cleanFailure(outcome.failure, redact) };
    if (outcome.kind !== 'planned' || outcome.plan?.do !== 'refuse')
        return outcome;
    return { ...outcome, plan: { ...outcome.plan, failure: cleanFailure(outcome.plan.failure, redact) } };
}
function cleanFailure({ code, message, next, stack }, redact) {
    const failure = { code: redact(code), message: redact(message), next: redact(next) };
    return stack === undefined ? failure : { ...failure, stack: redact(stack) };
}
function cleanFacts(facts, redact) {
    return {
        ...facts,
        slug: cleanNullable(facts.slug, redact),
        app: facts.app === null ? null : cleanApp(facts.app, redact),
        statusBefore: cleanNullable(facts.statusBefore, redact),
        leftOut: facts.leftOut.map(({ path, reason }) => ({ path: redact(path), reason: redact(reason) })),
        changes: facts.changes?.map((change) => ({ ...change, path: redact(change.path) })) ?? null,
        problems: facts.problems.map((problem) => cleanProblem(problem, redact)),
        termsRequired: cleanNullable(facts.termsRequired, redact),
        apps: facts.apps?.map((app) => cleanApp(app, redact)) ?? null,
        waits: facts.waits.map((wait) => ({ ...wait, what: redact(wait.what), why: redact(wait.why) })),
        notices: facts.notices.map(redact),
        warnings: facts.warnings.map(redact),
    };
}
function cleanApp(app, redact) {
    return {
        slug: redact(app.slug),
        url: cleanNullable(app.url, redact),
        status: cleanNullable(app.status, redact),
        reviewNote: cleanNullable(app.reviewNote, redact),
        name: cleanNullable(app.name, redact),
        updatedAt: cleanNullable(app.updatedAt, redact),
        submittedAt: cleanNullable(app.submittedAt, redact),
        publishedAt: cleanNullable(app.publishedAt, redact),
    };
}
function cleanProblem(problem, redact) {
    return {
        ...problem,
        path: cleanNullable(problem.path, redact),
        code: cleanNullable(problem.code, redact),
        message: redact(problem.message),
        fix: cleanNullable(problem.fix, redact),
    };
}
function cleanNullable(text, redact) {
    return text === null ? null : redact(text);
}

;// CONCATENATED MODULE: ./lib/report/bound.js
/** The first texts that fit into a number of items and of UTF-8 bytes (one for the separator of each counted in). */
function takeTexts(texts, limit) {
    let bytes = 0;
    const kept = [];
    for (const text of texts.slice(0, limit.items)) {
        bytes += Buffer.byteLength(text) + 1;
        if (bytes > limit.bytes)
            break;
        kept.push(text);
    }
    return { kept, left: texts.length - kept.length };
}

;// CONCATENATED MODULE: ./lib/report/markdown.js

/** What Markdown or HTML could act on, in running text and in tables. */
const active = /[&<>"`*_[\]\\|!#@:.~$^{}+]/g;
/** A word that is a word in every reading: letters, or a number; nothing to link, mention, mark up or look up. */
const word = /^[("\u201c]?(?:\p{L}+(?:['\u2019-]\p{L}+)*[.]?[)"\u201d]?[,.;:!?]?|\(?\d{1,6}(?:\.\d)?[,;:]?|\(\d{1,6}\)[,.;:]?)$/u;
/** A number that ends a bracket: at the start of a line it would begin a list. */
const lastNumber = /^\d{1,6}(?:\.\d)?\)[,.;:]?$/;
/** UTF-16 units of one piece of outside text in running text, unless told otherwise. */
const usualLimit = 300;
/**
 * Outside text as code in one line that cannot be left: in running text, in tables and inside HTML alike.
 * Everything active is written as a number, an address after `@` does not become a link.
 */
function toCode(text, limit = usualLimit) {
    const printable = (0,report_text/* cutText */.IN)((0,report_text/* toPrintable */.f8)(text), limit);
    return printable.trim() === '' ? '<em>empty</em>' : `<code>${escapeActive(printable)}</code>`;
}
/**
 * A sentence as running text in which every stretch of anything but plain words and numbers stands in code.
 * For sentences that are ours with outside text inside them, such as a failure's message.
 */
function toProse(sentence, limit = 2000) {
    const words = (0,report_text/* cutText */.IN)((0,report_text/* toPrintable */.f8)(sentence), limit)
        .split(' ')
        .filter((part) => part !== '');
    const stretches = [];
    for (const part of words) {
        const last = stretches.at(-1);
        const isNumber = last !== undefined && lastNumber.test(part);
        const plain = isNumber || word.test(part) || part === '\u2026' || part === '\u2192' || part === '\u2013';
        if (last?.plain === plain) {
            last.words.push(part);
        }
        else {
            stretches.push({ plain, words: [part] });
        }
    }
    return stretches
        .map(({ plain, words: some }) => (plain ? some.join(' ') : toStretch(some.join(' '), limit)))
        .join(' ');
}
/** What ends a clause, or a bracket that was opened before it, belongs to the sentence, not to the code. */
function toStretch(text, limit) {
    const mark = /[^.,;:][.,;:]$/.test(text) ? text.slice(-1) : '';
    const clause = text.slice(0, text.length - mark.length);
    const bracket = /[^)]\)$/.test(clause) && clause.split(')').length > clause.split('(').length ? ')' : '';
    return `${toCode(clause.slice(0, clause.length - bracket.length), limit)}${bracket}${mark}`;
}
/** Text of several lines as a fenced block that no run of backticks in it can close. */
function toCodeBlock(text) {
    const printable = (0,report_text/* toPrintableLines */.IA)(text);
    const longest = (printable.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
    const fence = '`'.repeat(longest + 1);
    return `${fence}text\n${printable}\n${fence}`;
}
/** A table from cells that are Markdown already. */
function toTable(header, rows) {
    const lines = [header, header.map(() => '---'), ...rows];
    return lines.map(toTableRow).join('\n');
}
/** One row of a table, as `toTable` writes it. */
function toTableRow(cells) {
    return `| ${cells.join(' | ')} |`;
}
/** A part that folds; the title is HTML, the body Markdown. */
function toDetails(title, body) {
    return `<details>\n<summary>${title}</summary>\n\n${body}\n\n</details>`;
}
function escapeActive(text) {
    const escaped = text.replace(active, (character) => `&#${character.charCodeAt(0)};`);
    return escaped.replaceAll('&#64;', '&#64;<wbr>');
}

;// CONCATENATED MODULE: ./lib/report/frame.js


/** Lines shown before and after the one a problem is about. */
const linesAround = 2;
/** UTF-16 units of a line that are shown: minified files have one line of a megabyte. */
const width = 120;
/** What stays in sight before the place, when the place itself lies further right than the width. */
const lead = 60;
/**
 * Draws the lines around a problem with their numbers, a mark at the line and one under the column.
 * `first` is the number of the first of the lines; null when the problem's line is not among them.
 */
function drawFrame(options) {
    const { lines, first, line } = options;
    const guilty = lines[line - first];
    if (guilty === undefined)
        return null;
    const column = toPosition(options.column);
    const start = column !== null && column > width ? column - lead : 0;
    const digits = String(first + lines.length - 1).length;
    const drawn = lines.flatMap((text, index) => {
        const number = first + index;
        const row = `${number === line ? '>' : ' '} ${String(number).padStart(digits)} \u2502 ${cutLine(text, start)}`.trimEnd();
        return number === line && column !== null && column <= text.length + 1
            ? [row, `  ${' '.repeat(digits)} \u2502 ${point(text, start, column)}`]
            : [row];
    });
    return drawn.join('\n');
}
function cutLine(text, start) {
    const part = draw(text.slice(start, start + width));
    return `${start > 0 ? '\u2026' : ''}${part}${text.length > start + width ? '\u2026' : ''}`;
}
function point(text, start, column) {
    const before = draw(text.slice(start, column - 1));
    return `${' '.repeat(before.length + (start > 0 ? 1 : 0))}^`;
}
/** As printable text with tabs as two blanks, so that the mark stands where the place is. */
function draw(text) {
    return (0,report_text/* toPrintable */.f8)(text.replaceAll('\t', '  '));
}

;// CONCATENATED MODULE: ./lib/report/summary-problems.js






/** Bounds of the job summary: the first problems with the lines they are about, more without, all in 500 KB. */
const summaryProblems = { items: 200, frames: 20, bytes: 500_000 };
const summary_problems_longestMessage = 1000;
const longestPath = 200;
/** The problems as Markdown, by file in the order of their first, with code frames; empty when there is none. */
async function renderProblems(report, limits) {
    const problems = mergeProblems(report.facts.problems);
    if (problems.length === 0)
        return '';
    const sorted = groupByFile(problems).slice(0, limits.items);
    const entries = await Promise.all(sorted.map((problem, index) => renderEntry(report, problem, index < limits.frames)));
    // A file's heading travels with its first problem, so that the bound never leaves a heading alone.
    const texts = entries.map((entry, index) => {
        const path = sorted[index]?.path ?? null;
        const isFirst = index === 0 || (sorted[index - 1]?.path ?? null) !== path;
        return isFirst ? `${renderHeading(report, path)}\n\n${entry}` : entry;
    });
    const { kept } = takeTexts(texts, limits);
    const left = countTimes(problems) - countTimes(sorted.slice(0, kept.length));
    const rest = left === 0 ? [] : [`\u2026 and ${(0,report_size/* formatCount */.B4)(left, 'more problem')} that found no room here.`];
    return [`### Problems: ${describeCounts(problems)}`, ...kept, ...rest].join('\n\n');
}
function describeCounts(problems) {
    const counts = ['error', 'warning'].map((level) => ({
        level,
        count: countTimes(problems.filter(({ severity }) => severity === level)),
    }));
    return counts
        .filter(({ count }) => count > 0)
        .map(({ level, count }) => (0,report_size/* formatCount */.B4)(count, level))
        .join(', ');
}
function groupByFile(problems) {
    const files = Map.groupBy(problems, ({ path }) => path);
    return [...files.values()].flat();
}
function renderHeading({ repositoryPath }, path) {
    return path === null
        ? '#### The app as a whole'
        : `#### ${toCode(toRepositoryFile(repositoryPath, path) ?? path, longestPath)}`;
}
async function renderEntry(report, problem, isFramed) {
    const { severity, message, fix, code, times } = problem;
    const position = describePosition(problem);
    const head = [
        position === '' ? '' : `**${position.charAt(0).toUpperCase()}${position.slice(1)}**`,
        code === null || code === '' ? '' : toCode(code, 100),
        times === 1 ? '' : `${times} times`,
    ].filter((text) => text !== '');
    const sign = severity === 'error' ? '\u274c' : '\u26a0\ufe0f';
    const text = toCode(message || 'No message was given.', summary_problems_longestMessage);
    const repair = fix === null || fix === '' ? [] : [`Fix: ${toCode(fix, summary_problems_longestMessage)}`];
    const lines = head.length === 0 ? [`${sign} ${text}`] : [`${sign} ${head.join(' \u00b7 ')}`, text];
    const frame = isFramed ? await renderFrame(report, problem) : null;
    return [[...lines, ...repair].join('<br>\n'), ...(frame === null ? [] : [toCodeBlock(frame)])].join('\n\n');
}
async function renderFrame(report, problem) {
    const line = toPosition(problem.line);
    if (problem.path === null || line === null)
        return null;
    const first = Math.max(1, line - linesAround);
    const lines = await report.readLines(problem.path, first, line + linesAround);
    return lines === null ? null : drawFrame({ lines, first, line, column: problem.column });
}

;// CONCATENATED MODULE: ./lib/report/summary-tables.js




const rowsOfChanges = 30;
const rowsOfLists = 100;
const bytesOfTable = 60_000;
const longestName = 150;
/** What differs from the draft, largest first; empty when nothing was compared. */
function renderChanges(changes, wasChanged) {
    if (changes === null || changes.length === 0)
        return '';
    const kinds = ['added', 'changed', 'removed'].map((kind) => ({
        kind,
        count: changes.filter((change) => change.kind === kind).length,
    }));
    const counts = kinds.filter(({ count }) => count > 0).map(({ kind, count }) => `${count} ${kind}`);
    const largestFirst = [...changes].sort((a, b) => weigh(b) - weigh(a));
    const rows = largestFirst.map((change) => [toCode(change.path, longestName), describeChange(change)]);
    return [
        wasChanged ? '### What changed' : '### What differs from the draft',
        `${(0,report_size/* formatCount */.B4)(changes.length, 'file')}: ${counts.join(', ')}.`,
        boundTable(['File', 'Change'], rows, rowsOfChanges),
    ].join('\n\n');
}
/** What stayed behind and why, folded; empty when nothing did. */
function renderLeftOut(leftOut) {
    if (leftOut.length === 0)
        return '';
    const rows = leftOut.map(({ path, reason }) => [toCode(path, longestName), toProse(reason, longestName)]);
    return toDetails(`${(0,report_size/* formatCount */.B4)(leftOut.length, 'path')} left out`, boundTable(['Left out', 'Why'], rows, rowsOfLists));
}
/** The waits and repeated requests, folded; empty when there was none. */
function renderWaits(waits) {
    if (waits.length === 0)
        return '';
    const total = waits.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
    const rows = waits.map(({ what, why, milliseconds }) => [
        `${(0,report_size/* formatDuration */.a3)(milliseconds)} for ${toCode(what, longestName)}`,
        toProse(why, longestName),
    ]);
    return toDetails(`${(0,report_size/* formatCount */.B4)(waits.length, 'wait')}, ${(0,report_size/* formatDuration */.a3)(total)} in all`, boundTable(['Wait', 'Why'], rows, rowsOfLists));
}
/** The apps of a list with their states; empty when no list was read. */
function renderApps(apps) {
    if (apps === null)
        return '';
    const rows = apps.map(({ slug, name, status, url }) => {
        const address = toSafeUrl(url);
        const link = address === null ? toCode(slug, longestName) : `[${toCode(slug, longestName)}](${address})`;
        return [
            name === null ? link : `${link}<br>${toCode(name, longestName)}`,
            status === null ? '' : toCode(status, longestName),
        ];
    });
    return rows.length === 0 ? '' : boundTable(['App', 'State'], rows, rowsOfLists);
}
function boundTable(header, rows, items) {
    const { kept, left } = takeTexts(rows.map(toTableRow), { items, bytes: bytesOfTable });
    const table = toTable(header, rows.slice(0, kept.length));
    return left === 0 ? table : `${table}\n\n\u2026 and ${left} more.`;
}
function weigh({ bytesBefore, bytesAfter }) {
    return Math.max(bytesBefore ?? 0, bytesAfter ?? 0);
}
/** Blanks that do not break keep a size together on a phone. */
function describeChange({ kind, bytesBefore, bytesAfter }) {
    const sizes = [bytesBefore, bytesAfter]
        .filter((bytes) => bytes !== null)
        .map((bytes) => (0,report_size/* formatBytes */.z3)(bytes).replace(' ', '&nbsp;'));
    return [kind, ...(sizes.length === 0 ? [] : [[...new Set(sizes)].join(' \u2192 ')])].join(', ');
}

;// CONCATENATED MODULE: ./lib/report/summary.js








/** The runner drops a summary over 1,048,576 bytes as a whole. */
const longestSummary = 900_000;
const longestNote = 3000;
const mostRemarks = 30;
/**
 * The job summary in GitHub's Markdown: what came of the run and what to do next on top, details below.
 * Outside text stands in code alone, everything is bounded, the whole stays under 900 KB.
 */
async function renderSummary(report) {
    const { facts, outcome } = report;
    const stack = 'failure' in outcome ? (outcome.failure.stack ?? '') : '';
    const parts = [
        renderHead(report),
        renderApps(facts.apps),
        renderRemarks(facts.warnings, '\u26a0\ufe0f'),
        renderRemarks(facts.notices, '\u2139\ufe0f'),
        await renderProblems(report, summaryProblems),
        renderChanges(facts.changes, facts.changed),
        renderLeftOut(facts.leftOut),
        renderWaits(facts.waits),
        stack === '' ? '' : toDetails('Stack', toCodeBlock((0,report_text/* cutText */.IN)(stack, longestNote))),
    ];
    const { kept, left } = takeTexts(parts.filter((part) => part !== '').map((part) => `${part}\n`), { items: parts.length, bytes: longestSummary });
    const rest = left === 0 ? [] : [`\u2026 and ${(0,report_size/* formatCount */.B4)(left, 'more part')} that found no room here.\n`];
    return [...kept, ...rest].join('\n');
}
/** The part that summary and comment share: headline, address, what happened, the facts, the reviewer's note, what is next. */
function renderHead(report) {
    const { level, headline, sentence, next } = toVerdict(report);
    const note = report.facts.app?.reviewNote ?? '';
    const parts = [
        `## ${chooseSign(report, level)} ${toProse(headline, 200)}`,
        renderAddress(report.facts.app?.url ?? ''),
        toProse(sentence),
        renderFacts(report),
        renderNote(note),
        next === '' ? '' : `**Next:** ${toProse(next)}`,
    ];
    return parts.filter((part) => part !== '').join('\n\n');
}
/** Line by line, so that it wraps on a phone, which a block would not. */
function renderNote(note) {
    const lines = (0,report_text/* cutText */.IN)(note, longestNote)
        .split(/[\r\n]+/)
        .filter((line) => line.trim() !== '');
    const quote = lines.map((line) => `> ${toCode(line, longestNote)}`).join('<br>\n');
    return quote === '' ? '' : `The reviewer says:\n\n${quote}`;
}
function renderAddress(url) {
    const address = toSafeUrl(url);
    if (address !== null)
        return `<${address}>`;
    return url === '' ? '' : toCode(url);
}
function chooseSign({ outcome }, level) {
    if (level === 'error')
        return outcome.kind === 'unknown' ? '\u2753' : '\u274c';
    if (level === 'warning')
        return '\u26a0\ufe0f';
    const would = outcome.kind === 'planned' ? outcome.plan?.do : null;
    const isIdle = would === 'nothing' || would === 'skip' || outcome.kind === 'skipped' || outcome.kind === 'unchanged';
    return isIdle ? '\u23ed\ufe0f' : '\u2705';
}
function renderFacts({ facts, outcome }) {
    const states = listStates(facts).map((status) => toCode(status, 100));
    const files = facts.fileCount === null ? '' : (0,report_size/* formatCount */.B4)(facts.fileCount, 'file');
    const size = facts.byteCount === null ? '' : (0,report_size/* formatBytes */.z3)(facts.byteCount);
    const lines = [
        ['State', states.join(' \u2192 ')],
        ['Folder', [files, size].filter((text) => text !== '').join(', ')],
        ['Content', facts.contentHash === null ? '' : toCode(facts.contentHash.slice(0, 'sha256:'.length + 12))],
        ['Terms asked for', facts.termsRequired === null ? '' : toCode(facts.termsRequired)],
        ['Code', 'failure' in outcome ? toCode(outcome.failure.code, 100) : ''],
    ];
    return lines
        .filter(([, value]) => value !== '')
        .map(([name, value]) => `- ${name}: ${value}`)
        .join('\n');
}
/** The state before the run and after it; none of an app that is gone, or of which the state is not known. */
function listStates({ app, statusBefore }) {
    const status = app?.status ?? null;
    return status === null ? [] : [...new Set([statusBefore ?? status, status])];
}
function renderRemarks(texts, sign) {
    const lines = [...new Set(texts)].map((text) => `- ${sign} ${toProse(text, 500)}`);
    const left = lines.length - mostRemarks;
    return [...lines.slice(0, mostRemarks), ...(left > 0 ? [`- \u2026 and ${left} more`] : [])].join('\n');
}

;// CONCATENATED MODULE: ./lib/report/comment.js





/** GitHub refuses comments over 65,536 characters; bytes are never fewer than those. */
const longestComment = 64_000;
const commentProblems = { items: 20, frames: 5, bytes: 35_000 };
/**
 * The short form of the summary for the pull request, with the hidden mark that it is found by again. `runUrl` is the
 * page of the run, where the rest is. Redacted, since no mask reaches a comment, and under 65,000 characters.
 */
async function toComment(report, options) {
    const runUrl = toSafeUrl(options.runUrl);
    const link = runUrl === null ? [] : [`[The run and its summary](${runUrl})`];
    return `${[`${toMarker(options.slug)}\n${await renderBody(report)}`, ...link].join('\n\n')}\n`;
}
/**
 * Our comment about an app: the first that begins with its mark; null when there is none. Anybody may write the mark, and
 * a token does not tell as whom it writes: docs/threat-model.md says why that does no harm.
 */
function findComment(comments, slug) {
    return comments.find(({ body }) => body.startsWith(toMarker(slug))) ?? null;
}
async function renderBody(report) {
    const parts = [
        renderHead(report),
        await renderProblems(report, commentProblems),
        renderChanges(report.facts.changes, report.facts.changed),
    ].filter((part) => part !== '');
    const { kept, left } = takeTexts(parts, { items: parts.length, bytes: longestComment });
    return [...kept, ...(left === 0 ? [] : ['The rest found no room here: see the summary of the run.'])].join('\n\n');
}
function toMarker(slug) {
    return `<!-- miniapp-deploy:slug=${slug} -->`;
}

;// CONCATENATED MODULE: ./lib/report/json.js

/** UTF-8 bytes of one output: the service behind the runner refuses outputs of a megabyte. */
const longestOutput = 900_000;
/**
 * A JSON array of as many whole entries, from the first on, as fit into `limit` UTF-8 bytes.
 *
 * A workflow may echo an output, so that nothing in it may look like a command to the runner: a hash sign before
 * anything but a letter or digit, and whatever cannot be seen, are written as their JSON escapes. The values stay the same.
 */
function toJsonArray(entries, limit = longestOutput) {
    const texts = entries.map((entry) => JSON.stringify(entry).replace(/#(?![0-9A-Za-z])|[^\x20-\x7e\p{L}\p{N}\p{P}\p{S}]/gu, escapeUnits));
    return `[${takeTexts(texts, { items: texts.length, bytes: limit - 1 }).kept.join(',')}]`;
}
function escapeUnits(character) {
    return Array.from({ length: character.length }, (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`).join('');
}

;// CONCATENATED MODULE: ./lib/report/outputs.js



/** UTF-16 units of one text from outside, so that no single one takes the room of the others. */
const longestText = 10_000;
/** The names of the outputs, in the order of `action.yml`. */
const outputNames = [
    'outcome',
    'changed',
    'submitted',
    'slug',
    'url',
    'status',
    'review-note',
    'content-hash',
    'file-count',
    'byte-count',
    'problem-count',
    'problems',
    'terms-required',
    'skip-reason',
    'apps',
];
/**
 * Every output with its value, empty where it has none. Values are safe in a shell as far as they can be: closed
 * words, numbers, an address in a safe alphabet; the reviewer's words are printable lines, the rest is JSON.
 */
function toOutputs(report) {
    const { facts, outcome } = report;
    const values = {
        outcome: outcome.kind,
        changed: String(facts.changed),
        submitted: String(facts.submitted),
        slug: findSlug(facts) ?? '',
        url: toSafeUrl(facts.app?.url ?? null) ?? '',
        status: toSafeWord(facts.app?.status ?? ''),
        'review-note': (0,report_text/* cutText */.IN)((0,report_text/* toPrintableLines */.IA)((facts.app?.reviewNote ?? '').trim()), longestText),
        'content-hash': facts.contentHash ?? '',
        'file-count': toNumber(facts.fileCount),
        'byte-count': toNumber(facts.byteCount),
        'problem-count': String(facts.problems.length),
        problems: toJsonArray(facts.problems.map(toProblemEntry)),
        'terms-required': toSafeVersion(facts.termsRequired) ?? '',
        'skip-reason': chooseSkipReason(report),
        apps: facts.apps === null ? '' : toJsonArray(facts.apps.map(toAppEntry)),
    };
    return new Map(outputNames.map((name) => [name, values[name]]));
}
function chooseSkipReason({ outcome }) {
    if (outcome.kind === 'unchanged')
        return outcome.sentForReview === true ? '' : 'unchanged';
    return 'skipReason' in outcome ? (outcome.skipReason ?? '') : '';
}
function toNumber(value) {
    return value === null ? '' : String(value);
}
/** Exactly the keys that the output promises, in their order. */
function toProblemEntry({ path, line, column, code, message, fix, severity }) {
    return {
        path: cutNullable(path),
        line,
        column,
        code: cutNullable(code),
        message: (0,report_text/* cutText */.IN)(message, longestText),
        fix: cutNullable(fix),
        severity,
    };
}
function cutNullable(text) {
    return text === null ? null : (0,report_text/* cutText */.IN)(text, longestText);
}
/** The keys are the service's, as in its app object; what a matrix hands on is safe in a shell here too. */
function toAppEntry({ slug, name, status, url, reviewNote, updatedAt, submittedAt, publishedAt, }) {
    return {
        slug: toSafeWord(slug),
        name: cutNullable(name),
        status: status === null ? null : toSafeWord(status),
        url: toSafeUrl(url),
        review_note: cutNullable(reviewNote),
        updated_at: cutNullable(updatedAt),
        submitted_at: cutNullable(submittedAt),
        published_at: cutNullable(publishedAt),
    };
}

;// CONCATENATED MODULE: ./lib/report/post-comment.js


/** Comments asked for in one page; a shorter page is the last. */
const commentsPerPage = 100;
/** GitHub's own ceiling for a busy pull request is far below this many pages. */
const mostPages = 50;
/** Brings the one comment about an app up to date: found across pages, changed in place, left alone when it says the same. */
async function postComment({ port, slug, body }) {
    const found = await searchPages(port, slug);
    if (found === null) {
        await port.create(body);
        return 'created';
    }
    // GitHub trims what it stores.
    if (found.body.trim() === body.trim())
        return 'unchanged';
    await port.update(found.id, body);
    return 'updated';
}
async function searchPages(port, slug) {
    for (let page = 1; page <= mostPages; page += 1) {
        const comments = await port.list(page);
        const found = findComment(comments, slug);
        if (found !== null || comments.length < commentsPerPage)
            return found;
    }
    return null;
}
/** Why a comment could not be posted, in a sentence that names the permission where that is what lacks. */
function explainCommentError(error) {
    const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : null;
    if (status === 401 || status === 403 || status === 404) {
        return `The pull-request comment was not posted (${status}): the job needs "permissions: pull-requests: write", which a pull request from a fork does not get. The result of the run stands.`;
    }
    return `The pull-request comment was not posted: ${(0,reason/* toClause */.H)(error)}. The result of the run stands.`;
}

;// CONCATENATED MODULE: ./lib/report/emit.js










/** Bounds of the list of problems in the log: lines, and UTF-16 units of each. */
const mostListed = 200;
const emit_longestLine = 500;
/**
 * Tells everything about a finished run: outputs, annotations, summary, comment. Never throws, since trouble with the
 * telling changes nothing about the run: it becomes a warning. Outputs and annotations come before anything that has to
 * be waited for, so that a run that is being cancelled still has them.
 */
async function emitReport(raw, sinks) {
    const report = cleanReport(raw);
    const { log } = sinks;
    try {
        writeOutputs(report, sinks);
    }
    catch (error) {
        log.warn(`The outputs could not be written: ${(0,reason/* toReason */.G)(error)}`);
    }
    await listProblems(report, log);
    for (const annotation of toAnnotations(report))
        log.annotate(annotation);
    tellStack(report, log);
    try {
        await writeSummary(report, sinks);
    }
    catch (error) {
        log.warn(`The job summary could not be written: ${(0,reason/* toReason */.G)(error)}`);
    }
    try {
        await comment(report, sinks);
    }
    catch (error) {
        log.warn(explainCommentError(error));
    }
}
function writeOutputs(report, { log, setOutput }) {
    if (setOutput === null) {
        log.warn('The outputs could not be written: GITHUB_OUTPUT is not set.');
        return;
    }
    for (const [name, value] of toOutputs(report))
        setOutput(name, value);
}
/** The log shows an annotation's message without its place, so that the places are listed once, folded. */
async function listProblems(report, log) {
    const problems = mergeProblems(report.facts.problems);
    if (problems.length === 0)
        return;
    await log.group(`Problems (${countTimes(problems)})`, async () => {
        for (const problem of problems.slice(0, mostListed)) {
            const place = describePlace(problem);
            log.info((0,report_text/* cutText */.IN)(`${problem.severity}${place === '' ? '' : ` in ${place}`}: ${problem.message}`, emit_longestLine));
        }
    });
}
/** A bug of ours is the one failure that shows its stack. */
function tellStack({ outcome }, log) {
    if ('failure' in outcome && outcome.failure.stack !== undefined)
        log.lines(outcome.failure.stack);
}
async function writeSummary(report, { log, writeSummary: write }) {
    if (write === null) {
        log.debug('There is no job summary to write to.');
        return;
    }
    await write(await renderSummary(report));
}
async function comment(report, { comment: target, log }) {
    const slug = findSlug(report.facts);
    if (target === null || slug === null)
        return;
    const body = await toComment(report, { slug, runUrl: target.runUrl });
    const posted = await postComment({ port: target.port, slug, body });
    log.debug(`Pull-request comment: ${posted}.`);
}

// EXTERNAL MODULE: ./lib/node_modules/@actions/core/lib/core.js + 3 modules
var core = __webpack_require__(7516);
;// CONCATENATED MODULE: ./lib/report/log.js




const annotators = { error: core/* error */.z3, warning: core/* warning */.$e, notice: core/* notice */.lm };
/**
 * Makes the log. Every text is redacted and made printable here, whoever wrote it: `core.info` escapes nothing, the
 * rest of core escapes line breaks only. Debug lines exist only with `isDebug` (step debugging). Groups do not nest
 * on the runner: one inside another is a plain line.
 */
function createLog(options) {
    const redact = (0,report_redact/* createRedact */.a)(options.secrets);
    const clean = (text) => (0,report_text/* toPrintable */.f8)(redact(text));
    let isOpen = false;
    const close = () => {
        if (isOpen) {
            isOpen = false;
            (0,core/* endGroup */.N4)();
        }
    };
    const annotate = (annotation) => {
        close();
        const { level, message, ...properties } = annotation;
        annotators[level]((0,report_text/* toPrintableLines */.IA)(redact(message)), toProperties(properties, clean));
    };
    return {
        info: (text) => (0,core/* info */.pq)(clean(text)),
        lines: (text) => (0,core/* info */.pq)((0,report_text/* toPrintableLines */.IA)(redact(text))),
        debug: (text) => {
            if (options.isDebug)
                (0,core/* debug */.Yz)(clean(text));
        },
        annotate,
        warn: (text) => annotate({ level: 'warning', title: 'Warning', message: clean(text), file: null, line: null, column: null }),
        async group(title, work) {
            if (isOpen) {
                (0,core/* info */.pq)(clean(title));
                return await work();
            }
            (0,core/* startGroup */.Oh)(clean(title));
            isOpen = true;
            const start = options.now();
            try {
                return await work();
            }
            finally {
                // What failed has perhaps said so, and ended the group, already.
                if (isOpen)
                    (0,core/* info */.pq)(`took ${(0,report_size/* formatDuration */.a3)(options.now() - start)}`);
                close();
            }
        },
    };
}
/** Core's own names for a place; what is not there is left out, since core would print an empty property list. */
function toProperties(place, clean) {
    return {
        title: clean(place.title),
        ...(place.file === null ? {} : { file: clean(place.file) }),
        ...(place.line === null ? {} : { startLine: place.line }),
        ...(place.column === null ? {} : { startColumn: place.column }),
    };
}

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
;// CONCATENATED MODULE: ./lib/report/sinks.js

/**
 * Hands outputs to the runner through its file, at once, so that they are there when the run is cancelled. Throws what
 * the file throws. Not `setOutput` of `@actions/core`: that loads node:crypto for a random delimiter, a third of bare
 * node's start. Here the delimiter is one that no line of the value is, which nobody needs to guess right.
 */
function createOutputWriter(path) {
    return (name, value) => {
        const lines = new Set(value.split(/\r\n|\n|\r/));
        let delimiter = 'end';
        while (lines.has(delimiter))
            delimiter += '_';
        (0,external_node_fs_.appendFileSync)(path, `${name}<<${delimiter}\n${value}\n${delimiter}\n`);
    };
}
/** Appends to the job summary's file; rejects with what the file throws. */
function createSummaryWriter(path) {
    return async (markdown) => (0,external_node_fs_.appendFileSync)(path, markdown);
}

;// CONCATENATED MODULE: ./lib/report/index.js





/***/ }),

/***/ 2777:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   B4: () => (/* binding */ formatCount),
/* harmony export */   a3: () => (/* binding */ formatDuration),
/* harmony export */   z3: () => (/* binding */ formatBytes)
/* harmony export */ });
const units = ['B', 'KB', 'MB', 'GB', 'TB'];
/** A size as people read it, such as `30 KB` or `1.5 MB`; a KB is 1,000 bytes. Nonsense and negatives read `0 B`. */
function formatBytes(bytes) {
    let value = Number.isFinite(bytes) ? Math.max(0, Math.round(bytes)) : 0;
    let unit = 0;
    // 999.5 and more would be rounded to 1000 of a unit.
    while (value >= 999.5 && unit < units.length - 1) {
        value /= 1000;
        unit += 1;
    }
    return `${value < 9.95 && unit > 0 ? value.toFixed(1).replace('.0', '') : Math.round(value)} ${units[unit]}`;
}
/** A span of time as people read it, such as `420 ms`, `1.2 s`, `2 min 5 s` or `1 h 3 min`. Nonsense and negatives read `0 ms`. */
function formatDuration(milliseconds) {
    const span = Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : 0;
    if (span < 999.5)
        return `${Math.round(span)} ms`;
    if (span < 9950)
        return `${(span / 1000).toFixed(1).replace('.0', '')} s`;
    const seconds = Math.round(span / 1000);
    if (seconds < 60)
        return `${seconds} s`;
    return seconds < 3600 ? joinUnits(seconds, 'min', 's') : joinUnits(Math.round(seconds / 60), 'h', 'min');
}
/** A number with its noun, such as `1 file` or `2,000 files`. */
function formatCount(count, noun) {
    const digits = String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
    return `${digits} ${noun}${count === 1 ? '' : 's'}`;
}
/** Sixty of the small unit are one of the big. */
function joinUnits(amount, big, small) {
    const rest = amount % 60;
    return `${Math.floor(amount / 60)} ${big}${rest === 0 ? '' : ` ${rest} ${small}`}`;
}


/***/ })

};
;
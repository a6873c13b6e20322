/** Finds what is new about the apps of a key, as issues of a repository to write. */
import { createHash } from 'node:crypto';
import { isSlug } from '../../src/inputs/inputs.ts';
import {
  cutText,
  splitLines,
  toCode,
  toCodeBlock,
  toSafeUrl,
  toSafeWord,
} from '../../src/text/escape.ts';
import { formatCount, joinWords } from '../../src/text/format.ts';
import { version } from '../../src/text/version.ts';
import type { ComparedApp, DoctorReport, Issue, ListedApp, Reports } from './reports.ts';

/** What to do with the issue of one app, or of the service. */
export interface News {
  /** The app; null for news about the service. */
  readonly slug: string | null;
  /** The number of its issue; null if it has none. */
  readonly issue: number | null;
  /** A verb of `gh issue`. Each but `create` also takes a comment and an edit with the new text. */
  readonly action: 'create' | 'comment' | 'close' | 'reopen';
  /** One line without Markdown. */
  readonly title: string;
  /** Markdown. Its first line is the mark by which the next call finds the issue and its state. */
  readonly body: string;
}

/** The state of an app, or of the service, as its issue tells it. */
interface Subject {
  readonly slug: string | null;
  /** `open` calls for somebody's attention, `closed` does not; `same` leaves the issue as it is. */
  readonly wanted: 'open' | 'closed' | 'same';
  /** One word without blanks, which the mark keeps for the next call. */
  readonly state: string;
  /** The parts whose change is news. */
  readonly parts: readonly (string | null)[];
  readonly title: string;
  /** Paragraphs of Markdown. */
  readonly text: readonly string[];
}

/** A review that takes longer gets one more comment. */
const patientDays = 7;

const docs = `https://github.com/OWNER/miniapp-deploy/blob/v${version}/docs`;

/**
 * Returns the news of reports, by slug, with those about the service at the end. An issue that has
 * told a state is not told it again, also if somebody has closed it.
 *
 * @param now milliseconds since 1970.
 */
export function findNews(reports: Reports, issues: readonly Issue[], now: number): readonly News[] {
  const own = readMarks(issues);
  const previousStates = new Map(own.map((issue) => [issue.about, issue.state]));
  const subjects = listSlugs(reports, own).map((slug) => {
    const app = reports.apps?.find((one) => one.slug === slug) ?? null;
    const compared = reports.results.find((one) => one.slug === slug) ?? null;
    return describeApp({ slug, app, compared, previous: previousStates.get(slug) ?? '', now });
  });
  const answers = reports.doctor === null ? null : describeService(reports.doctor);
  if (answers !== null) subjects.push(answers);
  return subjects.flatMap((subject) => toNews(subject, own) ?? []);
}

/** Lists the apps that the reports or issues know, without previews of pull requests. */
function listSlugs(reports: Reports, own: readonly OwnIssue[]): readonly string[] {
  // Without a list, nothing is known about any app.
  if (reports.apps === null) return [];
  const slugs = [...reports.apps, ...reports.results].map(({ slug }) => slug);
  const known = own.flatMap(({ about, isOpen }) => (isOpen && about !== service ? about : []));
  const all = new Set([...slugs, ...known]);
  return [...all].filter((slug) => isSlug(slug) && !/-pr-\d+$/.test(slug)).sort();
}

/** What is known of an app. */
interface KnownApp {
  readonly slug: string;
  /** Null if it is not in the list. */
  readonly app: ListedApp | null;
  /** How it compares with its last release; null if it was not compared. */
  readonly compared: ComparedApp | null;
  /** The state that its issue told last; empty if it has none. */
  readonly previous: string;
  readonly now: number;
}

function describeApp(known: KnownApp): Subject {
  const subject = describeAppStatus(known);
  const { compared, app } = known;
  if (compared === null) return subject;
  const difference = describeComparison(compared, app?.status ?? null);
  if (difference === '') return subject;
  if (app === null) return { ...subject, wanted: 'open', text: [difference] };
  // A status that calls for attention by itself stays the headline.
  const isHeadline = subject.wanted !== 'open';
  return {
    ...subject,
    wanted: 'open',
    parts: [...subject.parts, compared.folder, compared.plan, compared.code],
    title: isHeadline ? `${known.slug} is not its last release` : subject.title,
    text: isHeadline ? [difference, ...subject.text] : [...subject.text, difference],
  };
}

/** Says how an app differs from the folder of its last release; empty if it does not. */
function describeComparison(compared: ComparedApp, status: string | null): string {
  const release = compared.folder === null ? '' : ` (${toCode(compared.folder)})`;
  if (compared.code !== null) {
    const reason = compared.message ?? compared.code;
    return `The last release${release} could not be compared with the app:\n\n${toCodeBlock(reason)}`;
  }
  const plan = compared.plan ?? '';
  switch (status) {
    // The service shows the draft, and nothing shows what is public.
    case 'published_with_unreviewed_changes':
    case 'not_approved':
    case 'taken_down':
      return '';
    case 'published':
      if (plan === '') return '';
      return `The public app is not the last release${release}: somebody has changed it.`;
    case 'in_review':
      if (plan === '') return '';
      return `What is in review is not the last release${release}.`;
    case null:
      // A list may be one page of a longer one: only a plan to create the app shows that it is gone.
      if (!plan.includes('create')) return '';
      return `The app of the last release${release} does not exist any more.`;
    default:
      return `The last release${release} is not public.`;
  }
}

function describeAppStatus({ slug, app, previous, now }: KnownApp): Subject {
  if (app === null) {
    return {
      slug,
      wanted: 'same',
      state: 'gone',
      parts: ['gone'],
      title: `${slug} is not in the list any more`,
      text: ['The service does not list this app any more for this API key.'],
    };
  }
  const days = countDays(app.submittedAt, now);
  const isLate = app.status === 'in_review' && days >= patientDays;
  const { wanted, headline, advice } = describeByStatus({ slug, app, previous, days });
  const url = toSafeUrl(app.url);
  const text = [`**${headline}.**`, advice, url === null ? '' : `<${url}>`];
  if (app.reviewNote !== null) text.push(`Reviewer's note:\n\n${toCodeBlock(app.reviewNote)}`);
  const isPublic = app.status.startsWith('published');
  return {
    slug,
    wanted,
    state: toSafeWord(app.status) || 'unknown',
    // A draft that changes behind a published app is not news.
    parts: [isPublic ? 'public' : app.status, app.reviewNote, isLate ? 'late' : null],
    title: headline,
    text: text.filter((paragraph) => paragraph !== ''),
  };
}

/** What a status calls for, and its words. */
interface StatusNews {
  readonly wanted: Subject['wanted'];
  readonly headline: string;
  readonly advice: string;
}

interface StatusFacts extends Pick<KnownApp, 'slug' | 'previous'> {
  readonly app: ListedApp;
  /** Whole days since the submission; 0 if it is not known. */
  readonly days: number;
}

function describeByStatus({ slug, app, previous, days }: StatusFacts): StatusNews {
  const wasInReview = previous === 'in_review';
  switch (app.status) {
    case 'in_review': {
      const since = days > 0 ? ` for ${formatCount(days, 'day')}` : '';
      return { wanted: 'open', headline: `${slug} is in review${since}`, advice: '' };
    }
    case 'published':
    case 'published_with_unreviewed_changes': {
      const headline = wasInReview ? `${slug} was approved` : `${slug} is public`;
      return { wanted: 'closed', headline, advice: '' };
    }
    case 'not_approved': {
      const advice = 'It cannot be submitted again: deploy a corrected app under a new slug.';
      return { wanted: 'open', headline: `${slug} was rejected for good`, advice };
    }
    case 'taken_down': {
      const advice = "Contact the service's support before you submit it again.";
      return { wanted: 'open', headline: `${slug} was taken down`, advice };
    }
    case 'draft': {
      const headline = wasInReview
        ? `${slug} was taken out of review without a result`
        : `${slug} is a draft`;
      return { wanted: 'same', headline, advice: '' };
    }
    default:
      return {
        wanted: 'open',
        headline: `${slug} has an unknown status`,
        advice: `The service's document does not name the status ${toCode(app.status)}.`,
      };
  }
}

/** Returns the whole days since a time; 0 if it is not known. */
function countDays(time: string | null, now: number): number {
  const start = Date.parse(time ?? '');
  if (Number.isNaN(start)) return 0;
  return Math.max(0, Math.floor((now - start) / 86_400_000));
}

/** The name of the service in a mark; no slug has a colon. */
const service = ':service';

/**
 * Compares what the doctor has found with what the action expects; null if the account was full.
 * Then the test app could not be created, which shows nothing about the service.
 */
function describeService(doctor: DoctorReport): Subject | null {
  if (doctor.steps.some(({ code }) => code === 'too_many_apps')) return null;
  const failed = Object.keys(doctor.works).filter((step) => doctor.works[step] === false);
  const differing = doctor.points.filter(({ result }) => result === 'differs');
  const names = [...failed, ...differing.map(({ id }) => id)].map((name) => cutText(name, 50));
  if (names.length === 0) {
    const title = 'The service answers as expected';
    const text = [`**${title}.**`];
    return { slug: null, wanted: 'closed', state: 'ok', parts: ['ok'], title, text };
  }
  const lines = [
    ...doctor.steps.flatMap(({ name, said }) => (said === null ? [] : `${name}: ${said}`)),
    ...differing.map(({ id, assumed, seen }) => `${id}: assumed: ${assumed}. Seen: ${seen}`),
  ].map((line) => splitLines(line).join(' '));
  return {
    slug: null,
    wanted: 'open',
    state: 'differs',
    // Only the names: the service's own words differ from one call to the next.
    parts: names,
    title: `The service answers differently: ${joinWords(names)}`,
    text: [
      '**The service does not answer as the action expects.** What each point means: ' +
        `[the doctor](${docs}/doctor.md), [assumptions](${docs}/decisions/0001-assumptions.md).`,
      toCodeBlock(lines.join('\n')),
    ],
  };
}

/** An issue that an earlier call has written. */
interface OwnIssue extends Issue {
  /** A slug, or `service`. */
  readonly about: string;
  readonly state: string;
  readonly digest: string;
}

const markPattern = /^<!-- miniapp-news (\S+) (\S+) ([0-9a-f]{12}) -->/;

function readMarks(issues: readonly Issue[]): readonly OwnIssue[] {
  return issues.flatMap((issue) => {
    const [, about = '', state = '', digest = ''] = markPattern.exec(issue.body) ?? [];
    return about === '' ? [] : { ...issue, about, state, digest };
  });
}

/** Returns what to do about a subject; null if its issue has told this state already. */
function toNews(subject: Subject, own: readonly OwnIssue[]): News | null {
  const about = subject.slug ?? service;
  const issues = own.filter((issue) => issue.about === about);
  const issue = issues.find(({ isOpen }) => isOpen) ?? issues[0];
  const digest = createHash('sha256').update(JSON.stringify(subject.parts)).digest('hex');
  const mark = `<!-- miniapp-news ${about} ${subject.state} ${digest.slice(0, 12)} -->`;
  const body = [mark, ...subject.text].join('\n\n').replace('\n\n', '\n');
  const news = { slug: subject.slug, title: cutText(subject.title, 200), body };
  if (issue === undefined) {
    if (subject.wanted !== 'open') return null;
    return { ...news, issue: null, action: 'create' };
  }
  if (mark.endsWith(` ${issue.digest} -->`)) return null;
  return { ...news, issue: issue.number, action: chooseAction(subject.wanted, issue.isOpen) };
}

function chooseAction(wanted: Subject['wanted'], isOpen: boolean): News['action'] {
  if (wanted === 'closed' && isOpen) return 'close';
  if (wanted === 'open' && !isOpen) return 'reopen';
  return 'comment';
}

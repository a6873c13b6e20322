/** Reads the JSON of other commands, and of GitHub's API. */

/** An app of a list. */
export interface ListedApp {
  readonly slug: string;
  readonly status: string;
  readonly url: string | null;
  readonly reviewNote: string | null;
  readonly submittedAt: string | null;
}

/** The result of a dry run of the folder of an app's last release. */
export interface ComparedApp {
  readonly slug: string;
  readonly folder: string | null;
  /** The changes that a deploy would make; null for none. */
  readonly plan: string | null;
  readonly code: string | null;
  readonly message: string | null;
}

export interface DoctorReport {
  readonly works: Readonly<Record<string, unknown>>;
  readonly steps: readonly {
    readonly name: string;
    readonly code: string | null;
    readonly said: string | null;
  }[];
  readonly points: readonly {
    readonly id: string;
    readonly result: string;
    readonly assumed: string;
    readonly seen: string;
  }[];
}

/** What several reports say together. */
export interface Reports {
  /** Null if no report is a list. */
  readonly apps: readonly ListedApp[] | null;
  readonly results: readonly ComparedApp[];
  readonly doctor: DoctorReport | null;
}

/** An issue of a repository. */
export interface Issue {
  readonly number: number;
  readonly body: string;
  readonly isOpen: boolean;
}

/**
 * Joins what `list`, `plan` and `doctor` print with `--json`. Throws an Error if one of the texts is
 * something else.
 */
export function readReports(texts: readonly string[]): Reports {
  const parts = texts.map((text) => toRecord(JSON.parse(text)));
  const hasNone = (part: JsonFields) => !('apps' in part || 'results' in part || 'doctor' in part);
  if (parts.some(hasNone)) throw new Error('there are no apps, results or doctor in it');
  const lists = parts.filter(({ apps }) => apps != null);
  const doctor = parts.find((part) => part['doctor'] != null)?.['doctor'];
  return {
    apps: lists.length === 0 ? null : lists.flatMap(({ apps }) => toRecords(apps).map(toListedApp)),
    results: parts.flatMap(({ results }) => toRecords(results ?? []).map(toCompared)),
    doctor: doctor === undefined ? null : toDoctorReport(toRecord(doctor)),
  };
}

/**
 * Reads issues as `gh api` prints them: one list, or several lists in a list. Only those that a
 * workflow wrote are kept, without pull requests. Throws an Error if the text is something else.
 */
export function readIssues(text: string): readonly Issue[] {
  const value: unknown = JSON.parse(text);
  const issues = toRecords(Array.isArray(value) ? value.flat() : value);
  const own = issues.filter(({ user, pull_request: pullRequest }) => {
    return readTextField(toRecord(user), 'login') === 'github-actions[bot]' && pullRequest == null;
  });
  return own.map((issue) => ({
    number: Number(issue['number']),
    body: readTextField(issue, 'body') ?? '',
    isOpen: readTextField(issue, 'state')?.toLowerCase() === 'open',
  }));
}

type JsonFields = Readonly<Record<string, unknown>>;

function toListedApp(app: JsonFields): ListedApp {
  return {
    slug: readTextField(app, 'slug') ?? '',
    status: readTextField(app, 'status') ?? '',
    url: readTextField(app, 'url'),
    reviewNote: readTextField(app, 'review_note'),
    submittedAt: readTextField(app, 'submitted_at'),
  };
}

function toCompared(result: JsonFields): ComparedApp {
  return {
    slug: readTextField(result, 'slug') ?? '',
    folder: readTextField(result, 'folder'),
    plan: readTextField(result, 'plan'),
    code: readTextField(result, 'code'),
    message: readTextField(result, 'message'),
  };
}

function toDoctorReport(doctor: JsonFields): DoctorReport {
  const steps = Object.entries(toRecord(doctor['steps'])).map(([name, value]) => {
    const step = toRecord(value);
    return { name, code: readTextField(step, 'code'), said: readTextField(step, 'said') };
  });
  const points = toRecords(doctor['points']).map((point) => ({
    id: readTextField(point, 'id') ?? '',
    result: readTextField(point, 'result') ?? '',
    assumed: readTextField(point, 'assumed') ?? '',
    seen: readTextField(point, 'seen') ?? '',
  }));
  return { works: toRecord(doctor['works']), steps, points };
}

function toRecord(value: unknown): JsonFields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new Error('it has another form');
}

function toRecords(value: unknown): readonly JsonFields[] {
  if (Array.isArray(value)) return value.map(toRecord);
  throw new Error('it has another form');
}

/** Returns a text that is not empty, else null. */
function readTextField(fields: JsonFields, name: string): string | null {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** From what was seen to what holds: one row for each point. */
import { type Evidence, findDeploy, isAccepted, isRefused } from './evidence.ts';
import { type Impact, type Point, points } from './points.ts';

/** One row of the report. Texts may come from outside: not safe to print. */
export interface Row {
  readonly id: string;
  readonly assumed: string;
  readonly result: 'confirmed' | 'differs' | 'not told';
  /** A short quote of the service; where nothing was told, why. */
  readonly seen: string;
  /** What a difference is to the action: `none` is handled as it is. */
  readonly impact: Impact;
  readonly where: string;
  /** The switch that makes the sandbox respond so; null where it does so anyway, or cannot. */
  readonly assume: string | null;
}

/** What the doctor found out. */
export interface Findings {
  readonly rows: readonly Row[];
  /** Null where no deploy was made: nobody knows. */
  readonly deploysWork: boolean | null;
}

/** Judges everything that was seen. There are no rows where nothing responds like the service: it is another server, or none. */
export function judge(evidence: Evidence): Findings {
  const creations = [evidence.seen.get('create'), evidence.seen.get('create_bare')];
  if (!creations.some((exchange) => isAccepted(exchange) || isRefused(exchange)))
    return { rows: [], deploysWork: null };
  const rows = Object.entries(points).map(([id, point]) => toRow(id, point, evidence));
  const isBroken = rows.some(({ result, impact }) => result === 'differs' && impact === 'deploy');
  const isKnown = isBroken || (findDeploy(evidence) !== null && evidence.seen.has('read_deployed'));
  return { rows, deploysWork: isKnown ? !isBroken : null };
}

function toRow(id: string, point: Point, evidence: Evidence): Row {
  const { values, assumed, where, see, needs, impact } = point;
  const seen = see?.(evidence) ?? null;
  const row = { id, assumed, where, impact: 'none', assume: null } as const;
  if (seen === null) return { ...row, result: 'not told', seen: needs ? `needs ${needs}` : 'no response tells' };
  if (seen.value === values[0]) return { ...row, result: 'confirmed', seen: seen.quote };
  const assume = values.includes(seen.value) ? `${point.switch ?? id}=${seen.value}` : null;
  return { ...row, result: 'differs', seen: seen.quote, impact: impact?.(seen.value) ?? 'none', assume };
}

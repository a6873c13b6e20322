import type { Loss } from './losses.ts';

/** Why a run must stop now, whatever it is doing: the reason of the run's one AbortSignal. */
export class RunEnd extends Error {
  override readonly name = 'RunEnd';
  readonly loss: Loss;

  constructor(loss: Loss) {
    super(loss.what);
    this.loss = loss;
  }
}

/** The runner, or a person, cancelled the run. */
export function endByCancel(): RunEnd {
  return new RunEnd({
    code: 'cancelled',
    what: 'the run was cancelled',
    next: 'Look at the app before you run the job again.',
  });
}

/** The run took longer than `timeout-minutes`. */
export function endByDeadline(minutes: number): RunEnd {
  return new RunEnd({
    code: 'deadline',
    what: `the run took longer than timeout-minutes: ${minutes}`,
    next: 'Raise timeout-minutes, or find out what is slow in the log.',
  });
}

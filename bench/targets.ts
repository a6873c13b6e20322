/** What the medians of one run must reach, as ratios; see docs/performance.md. */
export interface Target {
  /** Our time over theirs is at most this. */
  readonly atMost?: number;
  /** Their time over ours is at least this. */
  readonly atLeast?: number;
}

/** By case and by whom it is measured against. What is not here is only shown. */
export const targets: Readonly<Record<string, Readonly<Record<string, Target>>>> = {
  cold: { 'bare node': { atMost: 1.5 } },
  tiny: { 'bare node': { atMost: 3.4 } },
  mixed: { bash: { atLeast: 4 } },
  big: { curl: { atMost: 1.7 }, bash: { atLeast: 12 }, naive: { atLeast: 5 } },
  one: { curl: { atMost: 0.7 }, bash: { atLeast: 2.5 }, naive: { atLeast: 12 } },
};

/** Bytes of memory above bare node, at any size. */
export const memoryLimit = 50 * 1024 * 1024;

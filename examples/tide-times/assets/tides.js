// The tides: made-up harbours and the formula. Knows nothing of the page and never reads the clock.
'use strict';

const tides = (() => {
  const minute = 60_000;
  const hour = 60 * minute;

  // Speeds in degrees an hour: moon and sun twice a day, the moon's distance, and the two that come once a day.
  const speeds = { M2: 28.9841042, S2: 30, N2: 28.4397295, K1: 15.0410686, O1: 13.9430356 };
  const epoch = Date.UTC(2000, 0, 1);

  // For each pull its size in metres and its delay in degrees. `place` is the harbour's spot on assets/coast.png.
  const harbours = [
    {
      id: 'saltmarrow',
      name: 'Saltmarrow',
      character: 'Head of the estuary: great tides, and mud between them',
      place: { x: 286 / 1040, y: 112 / 680 },
      pulls: { M2: [3.1, 70], S2: [1.05, 104], N2: [0.55, 48], K1: [0.12, 20], O1: [0.1, 300] },
    },
    {
      id: 'lanternmouth',
      name: 'Lanternmouth',
      character: 'Where the estuary opens: two even tides a day',
      place: { x: 410 / 1040, y: 344 / 680 },
      pulls: { M2: [1.75, 32], S2: [0.55, 60], N2: [0.34, 12], K1: [0.1, 0], O1: [0.08, 280] },
    },
    {
      id: 'gannet-quay',
      name: 'Gannet Quay',
      character: 'Open bay: a high tide and a higher one',
      place: { x: 760 / 1040, y: 190 / 680 },
      pulls: { M2: [0.82, 350], S2: [0.24, 20], N2: [0.16, 330], K1: [0.46, 150], O1: [0.3, 118] },
    },
    {
      id: 'thimble-isle',
      name: 'Thimble Isle',
      character: 'Off shore: small tides, most days only one',
      place: { x: 744 / 1040, y: 470 / 680 },
      pulls: { M2: [0.09, 300], S2: [0.04, 320], N2: [0.02, 280], K1: [0.42, 210], O1: [0.38, 176] },
    },
  ];

  /** Half of the greatest range a harbour can have, in metres: also its mean level, so that no tide falls below 0. */
  function findMean(harbour) {
    return Object.values(harbour.pulls).reduce((sum, [size]) => sum + size, 0);
  }

  /** Height of the water in metres at a time in milliseconds since 1970. */
  function findHeight(harbour, time) {
    const hours = (time - epoch) / hour;
    return Object.entries(harbour.pulls).reduce((sum, [pull, [size, delay]]) => {
      return sum + size * Math.cos(((speeds[pull] * hours - delay) * Math.PI) / 180);
    }, findMean(harbour));
  }

  /** Metres an hour, upwards if positive. */
  function findRate(harbour, time) {
    return ((findHeight(harbour, time + minute) - findHeight(harbour, time - minute)) * hour) / (2 * minute);
  }

  /** Every high and low water from `start` to `end`, in order. */
  function findTurns(harbour, start, end) {
    const turns = [];
    const step = 10 * minute;
    for (let from = start; from < end; from += step) {
      const rising = findRate(harbour, from) > 0;
      if (rising === findRate(harbour, from + step) > 0) continue;
      const time = narrow(harbour, from, from + step, rising);
      if (time < end) turns.push({ kind: rising ? 'high' : 'low', time, height: findHeight(harbour, time) });
    }
    return turns;
  }

  // Halves the span until the turn is known to the second.
  function narrow(harbour, from, to, rising) {
    if (to - from < 1000) return from;
    const middle = (from + to) / 2;
    return findRate(harbour, middle) > 0 === rising
      ? narrow(harbour, middle, to, rising)
      : narrow(harbour, from, middle, rising);
  }

  return { minute, hour, harbours, findMean, findHeight, findRate, findTurns };
})();

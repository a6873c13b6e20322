// The page: what is shown, drawn and remembered. The formula is in tides.js.
'use strict';

(() => {
  const { minute, hour, harbours, findMean, findHeight, findRate, findTurns } = tides;
  const remembered = 'tide-times.harbour';
  const find = (id) => document.getElementById(id);
  /** Room in pixels beside the curve; the slider in style.css lines up with it. */
  const margin = { left: 34, right: 12 };
  const names = { high: 'High water', low: 'Low water' };

  const chime = new Audio('assets/chime.wav');
  const state = { harbour: recallHarbour(), now: readClock(), looked: null };

  /** The one place that reads the clock. `?now=2031-05-04T09:30:00Z` holds it still, for a picture or a test. */
  function readClock() {
    const held = Date.parse(new URLSearchParams(location.search).get('now') ?? '');
    return Number.isNaN(held) ? Date.now() : held;
  }

  // Storage is refused in a private window or a sandboxed frame: then the first harbour is shown, which is no harm.
  function recallHarbour() {
    let id = null;
    try {
      id = localStorage.getItem(remembered);
    } catch {
      id = null;
    }
    return harbours.find((harbour) => harbour.id === id) ?? harbours[0];
  }

  function chooseHarbour(harbour) {
    state.harbour = harbour;
    show();
    find('spoken').textContent = `${harbour.name}: ${find('height').textContent} metres, ${find('trend').textContent}`;
    try {
      localStorage.setItem(remembered, harbour.id);
    } catch {
      find('spoken').textContent += '. This browser does not let the page remember the harbour.';
    }
  }

  // Words

  const formatTime = write({ hour: '2-digit', minute: '2-digit' });
  const formatDay = write({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const formatWeekday = write({ weekday: 'long' });

  function write(options) {
    const format = new Intl.DateTimeFormat('en-GB', options);
    return (time) => format.format(time);
  }

  function formatHeight(metres, digits = 1) {
    return Math.abs(metres).toFixed(digits);
  }

  function formatSpan(milliseconds) {
    const minutes = Math.max(0, Math.round(milliseconds / minute));
    const hours = Math.floor(minutes / 60);
    return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`;
  }

  function findLevel(time) {
    return findHeight(state.harbour, time);
  }

  function describeTrend(time) {
    const words = { slack: 'slack water', up: 'rising', down: 'falling' };
    const way = findWay(time);
    return way === 'slack' ? words.slack : `${words[way]} ${formatHeight(findRate(state.harbour, time))} m an hour`;
  }

  function findWay(time) {
    const rate = findRate(state.harbour, time);
    if (Math.abs(rate) < 0.05 * findMean(state.harbour)) return 'slack';
    return rate > 0 ? 'up' : 'down';
  }

  // Midnight to midnight where the reader is: 23 or 25 hours long when the clocks change.
  function findToday() {
    const start = new Date(state.now).setHours(0, 0, 0, 0);
    return { start, end: new Date(start).setHours(24, 0, 0, 0) };
  }

  // Text on the page

  function show() {
    const { harbour, now } = state;
    const today = findToday();
    const turns = findTurns(harbour, today.start, today.end);
    find('date').textContent = formatDay(now);
    find('name').textContent = harbour.name;
    find('character').textContent = harbour.character;
    find('height').textContent = formatHeight(findHeight(harbour, now), 2);
    find('trend').textContent = describeTrend(now);
    find('trend').dataset.way = findWay(now);
    find('pin').style.left = `${harbour.place.x * 100}%`;
    find('pin').style.top = `${harbour.place.y * 100}%`;
    showNext(today);
    showTurns(turns);
    showLooked(today);
    drawStaff();
    drawCurve(today, turns);
  }

  function showNext(today) {
    // Two days hold a high and a low water even where there is one tide a day.
    const ahead = findTurns(state.harbour, state.now, state.now + 48 * hour);
    const next = [ahead.find(({ kind }) => kind === 'high'), ahead.find(({ kind }) => kind === 'low')];
    next.sort((a, b) => a.time - b.time);
    find('next').replaceChildren(...next.map((turn) => makeNext(turn, today)));
  }

  function makeNext({ kind, time, height }, today) {
    const when = time < today.end ? '' : time < today.end + 24 * hour ? ' tomorrow' : ` ${formatWeekday(time)}`;
    return make('div', { class: kind }, [
      make('dt', {}, [names[kind]]),
      make('dd', { class: 'at' }, [make('time', { datetime: stamp(time) }, [formatTime(time)]), when]),
      make('dd', {}, [`${formatHeight(height)} m, in ${formatSpan(time - state.now)}`]),
    ]);
  }

  function showTurns(turns) {
    const next = turns.find(({ time }) => time >= state.now);
    const rows = turns.map((turn) =>
      make('tr', { class: turn.kind, ...(turn === next ? { 'aria-current': 'true' } : {}) }, [
        make('th', { scope: 'row' }, [names[turn.kind], ...(turn === next ? [make('em', {}, ['next'])] : [])]),
        make('td', {}, [make('time', { datetime: stamp(turn.time) }, [formatTime(turn.time)])]),
        make('td', {}, [`${formatHeight(turn.height)} m`]),
      ]),
    );
    find('turns').replaceChildren(...rows);
    const heights = turns.map(({ height }) => height);
    const range = Math.max(...heights) - Math.min(...heights);
    find('range').textContent = turns.length > 1 ? `Range ${formatHeight(range)} m` : '';
  }

  function showLooked(today) {
    const time = state.looked ?? state.now;
    const text = `${formatTime(time)}, ${formatHeight(findLevel(time))} m, ${describeTrend(time)}`;
    const slider = find('time');
    slider.max = String((today.end - today.start) / minute - 1);
    slider.value = String(Math.floor((time - today.start) / minute));
    slider.setAttribute('aria-valuetext', text);
    find('looked').textContent = state.looked === null ? '' : text;
    find('back').hidden = state.looked === null;
  }

  function lookAt(time) {
    const today = findToday();
    state.looked = time === null ? null : Math.min(Math.max(time, today.start), today.end - minute);
    showLooked(today);
    drawCurve(today, findTurns(state.harbour, today.start, today.end));
  }

  // Pictures

  /** The tide board beside the reading, as it stands in a harbour wall, with the water at its height. */
  function drawStaff() {
    const staff = find('staff');
    const { width, height } = staff.getBoundingClientRect();
    const top = findMean(state.harbour) * 2;
    const yOf = (metres) => height - 10 - (metres / top) * (height - 20);
    const [label, block] = top > 6 ? [1, 0.5] : top > 2.5 ? [1, 0.25] : [0.5, 0.1];
    const left = width - 58;
    const marks = [];
    for (let step = 0; (step + 1) * block <= top; step += 1) {
      const y = yOf((step + 1) * block);
      const x = left + (step % 2) * 9;
      marks.push(shape('rect', { x, y, width: 9, height: yOf(step * block) - y, class: 'block' }));
    }
    for (let metres = 0; metres <= top; metres += label) {
      marks.push(shape('text', { x: left + 24, y: yOf(metres) + 5 }, String(metres)));
    }
    const level = yOf(findLevel(state.now));
    const board = { x: left - 3, y: yOf(top) - 4, width: 24, height: yOf(0) - yOf(top) + 8, rx: 3, class: 'board' };
    staff.replaceChildren(
      shape('path', { d: outlineSwell(level, width, height), class: 'water' }),
      shape('rect', board),
      ...marks,
      shape('rect', { x: left - 3, y: level, width: 24, height: Math.max(0, yOf(0) + 4 - level), class: 'under' }),
      shape('path', { d: `M${left - 16},${level - 6} l9,6 l-9,6 z`, class: 'pointer' }),
    );
  }

  // Small waves, wider than the card by one wave so that they can drift without an end showing.
  function outlineSwell(level, width, height) {
    const waves = Array.from({ length: Math.ceil(width / 80) + 1 }, () => 'q20,-7 40,0 t40,0').join(' ');
    return `M-80,${level} ${waves} L${width + 80},${height} H-80 Z`;
  }

  function drawCurve(today, turns) {
    const box = find('curve');
    const view = planCurve(box.clientWidth, today, turns);
    const line = traceLine(view, today);
    const { width, height, left, right } = view;
    const picture = shape('svg', {
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: 'img',
      'aria-label': describeCurve(turns),
    });
    picture.append(
      shape('path', { d: `${line} L${right},${height - 8} L${left},${height - 8} Z`, class: 'water' }),
      ...drawGrid(view, today),
      shape('path', { d: line, class: 'line' }),
      drawPlumb(view, state.now, 'now-line'),
      ...turns.flatMap((turn) => drawTurn(view, turn)),
      drawBoat(view),
      ...(state.looked === null ? [] : drawLooked(view)),
    );
    box.replaceChildren(picture);
  }

  // Where things are, in pixels: so that text keeps its size on any screen.
  function planCurve(width, today, turns) {
    const [left, right] = [margin.left, width - margin.right];
    const [height, surface, bed] = width < 560 ? [286, 66, 258] : [324, 70, 294];
    const greatest = findMean(state.harbour) * 2;
    const step = greatest > 6 ? 2 : greatest > 2.5 ? 1 : 0.5;
    const highest = Math.max(...[today.start, ...turns.map(({ time }) => time), today.end].map(findLevel));
    const top = Math.ceil(highest / step) * step;
    const xOf = (time) => left + ((time - today.start) / (today.end - today.start)) * (right - left);
    const yOf = (metres) => surface + (1 - metres / top) * (bed - 46 - surface);
    return { width, height, left, right, bed, top, step, xOf, yOf };
  }

  function traceLine({ xOf, yOf }, { start, end }) {
    const points = [];
    for (let time = start; time <= end; time += 8 * minute) {
      points.push(`${xOf(time).toFixed(1)},${yOf(findLevel(time)).toFixed(1)}`);
    }
    return `M${points.join(' L')}`;
  }

  function drawGrid({ width, height, left, right, bed, top, step, xOf, yOf }, today) {
    const grid = [shape('path', { d: outlineBed(left, right, bed, height), class: 'bed' })];
    for (let metres = 0; metres <= top; metres += step) {
      const y = yOf(metres);
      grid.push(
        shape('path', { d: `M${left},${y} H${right}`, class: 'grid' }),
        shape('text', { x: left - 8, y: y + 4, class: 'axis', 'text-anchor': 'end' }, String(metres)),
      );
    }
    grid.push(shape('text', { x: left - 8, y: bed - 8, class: 'axis', 'text-anchor': 'end' }, 'm'));
    const every = width < 560 ? 6 : 3;
    for (let hours = every; hours < 24; hours += every) {
      const time = new Date(today.start).setHours(hours);
      const x = xOf(time);
      grid.push(
        shape('path', { d: `M${x},${bed - 4} v8`, class: 'tick' }),
        shape('text', { x, y: height - 8, class: 'axis hours', 'text-anchor': 'middle' }, formatTime(time)),
      );
    }
    return grid;
  }

  function outlineBed(left, right, bed, height) {
    const third = (right - left) / 3;
    const ripple = `q${third / 2},-9 ${third},0 t${third},0 t${third},0`;
    return `M${left},${bed} ${ripple} V${height} H${left} Z`;
  }

  function drawTurn({ left, right, xOf, yOf }, { kind, time, height }) {
    const [x, y] = [xOf(time), yOf(height)];
    // The boat takes the room above a high water: the words move up, out of its sail.
    const lift = kind === 'high' && Math.abs(x - xOf(state.now)) < 46 ? 22 : 0;
    const text = Math.min(Math.max(x, left + 24), right - 24);
    const [first, second] = kind === 'high' ? [y - 28 - lift, y - 12 - lift] : [y + 22, y + 38];
    return [
      shape('circle', { cx: x, cy: y, r: 4.5, class: 'turn' }),
      shape('text', { x: text, y: first, class: `at ${kind}`, 'text-anchor': 'middle' }, formatTime(time)),
      shape(
        'text',
        { x: text, y: second, class: `deep ${kind}`, 'text-anchor': 'middle' },
        `${formatHeight(height)} m`,
      ),
    ];
  }

  /** A line from the water's surface down to the hour on the bed. */
  function drawPlumb({ bed, xOf, yOf }, time, name) {
    return shape('path', { d: `M${xOf(time)},${yOf(findLevel(time))} V${bed}`, class: name });
  }

  function drawBoat({ xOf, yOf }) {
    const [x, y] = [xOf(state.now), yOf(findLevel(state.now))];
    const slope = yOf(findLevel(state.now + 20 * minute)) - y;
    const lean = Math.max(-18, Math.min(18, slope * 2));
    const boat = shape('g', { class: 'bob' });
    boat.append(
      shape('path', { d: 'M-1.5,-4 V-30 Q15,-18 15,-6 Z', class: 'sail' }),
      shape('path', { d: 'M-4,-6 V-24 Q-13,-14 -13,-6 Z', class: 'jib' }),
      shape('path', { d: 'M-17,-4 H18 Q14,6 7,6 H-8 Q-15,5 -17,-4 Z', class: 'hull' }),
    );
    const float = shape('g', { transform: `translate(${x} ${y}) rotate(${lean})` });
    float.append(boat);
    return float;
  }

  function drawLooked(view) {
    const { xOf, yOf } = view;
    const spot = { cx: xOf(state.looked), cy: yOf(findLevel(state.looked)), r: 7, class: 'looked' };
    return [drawPlumb(view, state.looked, 'looked-line'), shape('circle', spot)];
  }

  function describeCurve(turns) {
    const parts = turns.map(({ kind, time, height }) => {
      return `${names[kind].toLowerCase()} ${formatHeight(height)} metres at ${formatTime(time)}`;
    });
    return `Curve of today’s tide at ${state.harbour.name}: ${parts.join(', ')}.`;
  }

  // Elements

  function make(name, attributes, children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  }

  function shape(name, attributes, text = '') {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    element.textContent = text;
    return element;
  }

  function stamp(time) {
    return new Date(time).toISOString();
  }

  // Start

  function makeChoice(harbour) {
    const input = make('input', { type: 'radio', name: 'harbour', value: harbour.id }, []);
    input.checked = harbour === state.harbour;
    input.addEventListener('change', () => chooseHarbour(harbour));
    return make('label', {}, [input, make('span', {}, [harbour.name])]);
  }

  async function ringBell() {
    chime.currentTime = 0;
    try {
      await chime.play();
    } catch {
      find('spoken').textContent = 'This browser does not play the bell.';
    }
  }

  function lookAtPointer(event) {
    if (event.buttons === 0) return;
    const today = findToday();
    const box = find('curve').getBoundingClientRect();
    const [left, right] = [box.left + margin.left, box.right - margin.right];
    lookAt(today.start + ((event.clientX - left) / (right - left)) * (today.end - today.start));
  }

  find('choices').append(...harbours.map(makeChoice));
  find('bell').addEventListener('click', ringBell);
  find('time').addEventListener('input', () => lookAt(findToday().start + Number(find('time').value) * minute));
  find('back').addEventListener('click', () => {
    lookAt(null);
    find('time').focus();
  });
  find('curve').addEventListener('pointerdown', lookAtPointer);
  find('curve').addEventListener('pointermove', lookAtPointer);
  new ResizeObserver(show).observe(find('curve'));
  setInterval(() => {
    state.now = readClock();
    show();
  }, minute / 2);
})();

// Growth over the checkpoints.

const SPACE = {width: 640, height: 210, left: 64, right: 88, top: 14, bottom: 30};

function drawn(name, attributes, text) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, value);
  }
  if (text !== undefined) {
    made.textContent = printable(text);
  }
  return made;
}

// Round numbers from `low` to `high`, about `count` of them.
function ticks(low, high, count) {
  const rough = (high - low) / count || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((one) => one * power >= rough) * power;
  const result = [];
  for (let at = Math.ceil(low / step) * step; at <= high + step / 1e6; at += step) {
    result.push(Number(at.toPrecision(12)));
  }
  return result;
}

const short = new Intl.NumberFormat('en-US', {notation: 'compact', maximumFractionDigits: 1});

// values: one a checkpoint; line: {slope, first} of the fitted line, or null.
function chart(values, what, each, title, line) {
  const svg = drawn('svg', {class: 'chart', role: 'img', 'aria-label': printable(title),
    viewBox: `0 0 ${SPACE.width} ${SPACE.height}`});
  const low = Math.min(0, ...values.slice(0, 1), values.reduce((a, b) => Math.min(a, b)));
  const high = Math.max(values.reduce((a, b) => Math.max(a, b)), low + 1);
  const right = SPACE.width - SPACE.right;
  const bottom = SPACE.height - SPACE.bottom;
  const x = (index) => SPACE.left + (right - SPACE.left) *
    (values.length > 1 ? index / (values.length - 1) : 0);
  const y = (value) => bottom - (bottom - SPACE.top) * (value - low) / (high - low);
  for (const tick of ticks(low, high, 4)) {
    svg.append(drawn('line', {class: 'grid', x1: SPACE.left, x2: right, y1: y(tick), y2: y(tick)}),
      drawn('text', {x: SPACE.left - 8, y: y(tick) + 4, 'text-anchor': 'end'}, short.format(tick)));
  }
  for (const tick of ticks(0, values.length - 1, 8).filter(Number.isInteger)) {
    svg.append(drawn('text', {x: x(tick), y: SPACE.height - 9, 'text-anchor': 'middle'},
      number(tick + 1)));
  }
  svg.append(drawn('text', {x: SPACE.width - 2, y: SPACE.height - 9, 'text-anchor': 'end'}, each));
  if (line !== null) {
    const mean = values.reduce((a, b) => a + b, 0) / values.length;
    const start = mean - line.slope * (values.length - 1) / 2;
    svg.append(drawn('line', {class: 'fit', x1: x(0), y1: y(start), x2: x(values.length - 1),
      y2: y(start + line.slope * (values.length - 1))}));
  }
  const path = values.map((value, index) =>
    `${index === 0 ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`).join('');
  svg.append(drawn('path', {class: 'data', d: path}));
  if (values.length <= 60) {
    values.forEach((value, index) => {
      const dot = drawn('circle', {class: 'dot', cx: x(index), cy: y(value), r: 3});
      dot.append(drawn('title', {}, `${each} ${index + 1}: ${number(value)} ${what}`));
      svg.append(dot);
    });
  }
  const last = values[values.length - 1];
  svg.append(drawn('text', {class: 'last', x: right + 8, y: y(last) + 4}, short.format(last)));
  return svg;
}

// The same as a table, for who reads or copies it.
function chartTable(values, what, each) {
  return element('details', element('summary', 'as a table'),
    element('div.scroll', element('table',
      element('thead', element('tr', element('th', each), element('th.number', what))),
      element('tbody', values.map((value, index) => element('tr', element('td', number(index + 1)),
        element('td.number', number(value))))))));
}

const GROWTHS = {
  linear: (line) => `grows by ${amount(line.slope)} per ${line.per}`,
  falls: (line) => `falls by ${amount(-line.slope)} per ${line.per}`,
  saturates: () => 'grew and stopped',
  noise: () => 'grows unsteadily',
  none: () => 'does not grow',
};

function amount(value) {
  return number(Number(value.toFixed(2)));
}

// By moments of our own: how far back it grew, as nobody knows these.
function growthWords(line) {
  if (line.share > 0) {
    return `grew evenly over the last ${percent(line.share)} of the run`;
  }
  return line.kind === null ? null : GROWTHS[line.kind](line);
}

function growthPanel(line, what) {
  if (line.kind === null || line.share > 0) {
    return null;
  }
  const words = growthWords(line);
  const fits = line.kind === 'linear' || line.kind === 'falls';
  return element('div.panel', element('h3', 'Growth'),
    element('p', `${words[0].toUpperCase()}${words.slice(1)}`,
      fits && ` (a line explains ${percent(line.r2)} of it)`, '.'),
    line.values !== null && [
      chart(line.values, what, line.per, `${what}, ${words}`, fits ? line : null),
      chartTable(line.values, what, line.per)]);
}

// The flame graph: outermost frames on top. A tree is read when it is first
// shown; of a million stacks only what is wide enough to be seen is visited.

let ROW = 21; // pixels, as the page's letters are large
const NARROW = .6; // of a pixel: what is narrower is drawn as one with its like

const flame = {view: null, trees: {}, weight: 'references', root: -1, focus: -1,
  rows: [], wanted: '', matches: null};

function treeOf(view) {
  flame.trees[view] = flame.trees[view] || buildTree(data('flame-' + view));
  return flame.trees[view];
}

function buildTree(read) {
  const count = read.parent.length;
  const tree = {count, frames: read.frames, parent: Int32Array.from(read.parent),
    frame: Int32Array.from(read.frame), first: new Int32Array(count + 1).fill(-1),
    next: new Int32Array(count).fill(-1), depth: new Int32Array(count), sorted: {}, total: {},
    own: {}};
  for (const weight of ['references', 'objects']) {
    const own = Float64Array.from(read[weight]);
    const total = own.slice();
    let all = 0;
    for (let node = count - 1; node >= 0; node--) {
      if (tree.parent[node] >= 0) {
        total[tree.parent[node]] += total[node];
      } else {
        all += total[node];
      }
    }
    tree.own[weight] = own;
    tree.total[weight] = total;
    tree.total[weight + '-all'] = all;
    tree.sorted[weight] = new Map();
  }
  // Children of -1, which are roots, hang on the last place.
  for (let node = count - 1; node >= 0; node--) {
    const parent = tree.parent[node] < 0 ? count : tree.parent[node];
    tree.next[node] = tree.first[parent];
    tree.first[parent] = node;
  }
  for (let node = 0; node < count; node++) {
    tree.depth[node] = tree.parent[node] < 0 ? 1 : tree.depth[tree.parent[node]] + 1;
  }
  return tree;
}

// The heaviest first; those without any weight are left out.
function childrenOf(tree, node) {
  const known = tree.sorted[flame.weight];
  if (!known.has(node)) {
    const total = tree.total[flame.weight];
    const found = [];
    for (let at = tree.first[node < 0 ? tree.count : node]; at >= 0; at = tree.next[at]) {
      if (total[at] > 0) {
        found.push(at);
      }
    }
    known.set(node, found.sort((a, b) => total[b] - total[a]));
  }
  return known.get(node);
}

function totalOf(tree, node) {
  return tree.total[node < 0 ? flame.weight + '-all' : flame.weight][node] ??
    tree.total[flame.weight + '-all'];
}

function frameOf(tree, node) {
  const [name, file, line, image, python] = tree.frames[tree.frame[node]];
  return {function: name || '?', file: file || null, line: line || null, image: image || null,
    python: python === 1};
}

function kindOf(frame) {
  return frame.python ? 'python' : isInterpreter(frame.image) ? 'interpreter'
    : /\.cpython-|\.abi3\.|^[A-Za-z_]\w*\.so$/.test(lastPart(frame.image || '')) ? 'extension'
      : 'other';
}

function labelOf(frame) {
  return folded(frame.function) + (frame.file === null ? ''
    : ` ${lastPart(frame.file)}${frame.line === null ? '' : ':' + frame.line}`);
}

// The way from the outermost frame to a node, with both.
function wayTo(tree, node) {
  const way = [];
  for (let at = node; at >= 0; at = tree.parent[at]) {
    way.unshift(at);
  }
  return way;
}

// Rectangles, row by row: above the root its callers at full width.
function layOut(tree, width) {
  const rows = [];
  const put = (row, one) => {
    (rows[row] = rows[row] || []).push(one);
  };
  put(0, {node: -1, x: 0, width});
  const way = wayTo(tree, flame.root);
  way.forEach((node, index) => put(index + 1, {node, x: 0, width, outside: node !== flame.root}));
  const scale = width / (totalOf(tree, flame.root) || 1);
  const waiting = [{node: flame.root, x: 0, row: way.length}];
  while (waiting.length > 0) {
    const {node, x, row} = waiting.pop();
    let at = x;
    for (const child of childrenOf(tree, node)) {
      const wide = tree.total[flame.weight][child] * scale;
      if (wide < NARROW) {
        put(row + 1, {node: -2, x: at, width: x + totalOf(tree, node) * scale - at});
        break;
      }
      put(row + 1, {node: child, x: at, width: wide});
      waiting.push({node: child, x: at, row: row + 1});
      at += wide;
    }
  }
  return rows;
}

function colours() {
  const style = getComputedStyle(document.documentElement);
  const result = {};
  for (const name of ['python', 'extension', 'interpreter', 'other', 'match', 'ground', 'line',
    'frame-ink', 'ink', 'accent', 'raised']) {
    result[name] = style.getPropertyValue('--' + name).trim();
  }
  return result;
}

function drawFlame() {
  if (flame.view === null) {
    return;
  }
  const tree = treeOf(flame.view);
  const box = byId('flame-box');
  ROW = Math.round(parseFloat(getComputedStyle(document.documentElement).fontSize) * 1.32);
  const canvas = byId('flame-canvas');
  const width = box.clientWidth;
  flame.rows = layOut(tree, width);
  byId('flame-room').style.height = flame.rows.length * ROW + 'px';
  const height = Math.min(flame.rows.length * ROW, Math.round(window.innerHeight * .72));
  const ratio = window.devicePixelRatio || 1;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  canvas.style.height = height + 'px';
  const pen = canvas.getContext('2d');
  pen.scale(ratio, ratio);
  const em = parseFloat(getComputedStyle(document.documentElement).fontSize);
  pen.font = Math.round(em * .75) + 'px ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace';
  pen.textBaseline = 'middle';
  const colour = colours();
  const letter = pen.measureText('m').width;
  const top = box.scrollTop;
  const first = Math.floor(top / ROW);
  for (let row = first; row < flame.rows.length && row * ROW < top + height; row++) {
    for (const one of flame.rows[row] || []) {
      drawFrame(pen, tree, one, row * ROW - top, colour, letter);
    }
  }
}

function drawFrame(pen, tree, one, y, colour, letter) {
  const frame = one.node >= 0 ? frameOf(tree, one.node) : null;
  const isMatch = one.node >= 0 && flame.matches !== null &&
    flame.matches[tree.frame[one.node]] === 1;
  const wide = Math.max(one.width - (one.width > 3 ? 1 : 0), .5);
  pen.globalAlpha = one.outside ? .55 : 1;
  pen.fillStyle = frame === null ? colour.raised : isMatch ? colour.match : colour[kindOf(frame)];
  pen.fillRect(one.x, y, wide, ROW - 1);
  pen.globalAlpha = 1;
  if (one.node === flame.focus && document.activeElement === byId('flame-canvas')) {
    pen.strokeStyle = colour.accent;
    pen.lineWidth = 3;
    pen.strokeRect(one.x + 1.5, y + 1.5, Math.max(wide - 3, 1), ROW - 4);
  }
  if (wide > 4 * letter && one.node !== -2) {
    const text = frame === null ? `all: ${number(totalOf(tree, -1))} ${flame.weight}`
      : labelOf(frame);
    const room = Math.floor((wide - 8) / letter);
    pen.fillStyle = frame === null ? colour.ink : colour['frame-ink'];
    pen.fillText(printable(text.length > room ? text.slice(0, Math.max(1, room - 1)) + '…' : text),
      one.x + 4, y + ROW / 2);
  }
}

function flameAt(event) {
  const box = byId('flame-canvas').getBoundingClientRect();
  const row = flame.rows[Math.floor((event.clientY - box.top + byId('flame-box').scrollTop) / ROW)];
  const x = event.clientX - box.left;
  const found = (row || []).find((one) => x >= one.x && x < one.x + one.width);
  return found === undefined || found.node === -2 ? null : found.node;
}

function describe(node) {
  const tree = treeOf(flame.view);
  const all = totalOf(tree, -1);
  const about = byId('flame-about');
  if (node === null || node < 0) {
    about.replaceChildren(`${number(all)} ${flame.weight} ` + (flame.weight === 'references'
      ? 'that were taken and stayed, by the stack that is suspected'
      : 'alive at the end that have an account, by the stack of their birth') + '.');
    return;
  }
  const frame = frameOf(tree, node);
  const total = tree.total[flame.weight][node];
  const own = tree.own[flame.weight][node];
  about.replaceChildren(place({...frame, image: frame.image}, frame.python), element('br'),
    element('span', `${number(total)} ${flame.weight}, ${percent(total / (all || 1))} of all` +
      (own > 0 && own < total ? `, ${number(own)} of them right here` : '')));
}

function zoomTo(node) {
  flame.root = node;
  flame.focus = node;
  byId('flame-out').disabled = node < 0;
  byId('flame-box').scrollTop = 0;
  drawFlame();
  describe(node);
}

function focusOn(node) {
  flame.focus = node;
  const row = treeOf(flame.view).depth[node] || 0;
  const box = byId('flame-box');
  if (row * ROW < box.scrollTop) {
    box.scrollTop = row * ROW;
  } else if ((row + 1) * ROW > box.scrollTop + box.clientHeight) {
    box.scrollTop = (row + 1) * ROW - box.clientHeight;
  }
  drawFlame();
  describe(node);
  announce(byId('flame-about').textContent);
}

function flameKey(event) {
  if (flame.view === null) {
    return;
  }
  const tree = treeOf(flame.view);
  const parent = flame.focus >= 0 ? tree.parent[flame.focus] : -1;
  const siblings = flame.focus >= 0 ? childrenOf(tree, parent) : [];
  const at = siblings.indexOf(flame.focus);
  const moves = {
    ArrowDown: () => childrenOf(tree, flame.focus)[0],
    ArrowUp: () => (flame.focus >= 0 ? parent : undefined),
    ArrowRight: () => siblings[at + 1],
    ArrowLeft: () => siblings[at - 1],
    Home: () => -1,
  };
  if (event.key === 'Enter' || event.key === ' ') {
    zoomTo(flame.focus);
  } else if (event.key === 'Escape' || event.key === 'Backspace') {
    zoomTo(flame.root >= 0 ? tree.parent[flame.root] : -1);
  } else if (moves[event.key]) {
    const node = moves[event.key]();
    if (node !== undefined) {
      focusOn(node);
    }
  } else {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}

// Marks frames whose function, file or image has these letters.
function searchFlame(wanted) {
  if (flame.view === null) {
    return;
  }
  const tree = treeOf(flame.view);
  flame.wanted = wanted.trim().toLowerCase();
  flame.matches = null;
  byId('flame-found').textContent = '';
  if (flame.wanted !== '') {
    flame.matches = Uint8Array.from(tree.frames, (frame) =>
      [frame[0], frame[1], frame[3]].some((text) => text.toLowerCase().includes(flame.wanted)));
    let found = 0;
    const inside = new Uint8Array(tree.count);
    for (let node = 0; node < tree.count; node++) {
      const above = tree.parent[node] >= 0 && inside[tree.parent[node]] === 1;
      if (flame.matches[tree.frame[node]] === 1) {
        found += above ? 0 : tree.total[flame.weight][node];
        inside[node] = 1;
      } else if (above) {
        inside[node] = 1;
      }
    }
    byId('flame-found').textContent =
      `${percent(found / (totalOf(tree, -1) || 1))} pass there`;
  }
  drawFlame();
}

// The functions at which most ends, for who cannot or would not see the graph.
function heaviest() {
  const tree = treeOf(flame.view);
  const sums = new Map();
  const own = tree.own[flame.weight];
  for (let node = 0; node < tree.count; node++) {
    if (own[node] > 0) {
      sums.set(tree.frame[node], (sums.get(tree.frame[node]) || 0) + own[node]);
    }
  }
  const rows = [...sums].sort((a, b) => b[1] - a[1]).slice(0, 40);
  const all = totalOf(tree, -1) || 1;
  byId('flame-table').replaceChildren(element('thead', element('tr', element('th', 'innermost frame'),
    element('th.number', flame.weight), element('th.number', 'share'))),
  element('tbody', rows.map(([frame, sum]) => {
    const [name, file, line, image, python] = tree.frames[frame];
    return element('tr', element('td', place({function: name || '?', file: file || null,
      line: line || null, image: image || null}, python === 1)),
    element('td.number', number(sum)), element('td.number', percent(sum / all)));
  })));
}

function chooseFlame(view, weight) {
  flame.view = view;
  flame.weight = weight;
  for (const button of document.querySelectorAll('[data-view], [data-weight]')) {
    button.setAttribute('aria-pressed',
      button.dataset.view === view || button.dataset.weight === weight);
  }
  flame.matches = null;
  zoomTo(-1);
  searchFlame(byId('flame-search').value);
  heaviest();
}

function startFlame() {
  const canvas = byId('flame-canvas');
  const views = ['both', 'python', 'native'].filter((view) => byId('flame-' + view) !== null);
  if (views.length === 0) {
    byId('flame').hidden = true;
    return;
  }
  for (const button of document.querySelectorAll('[data-view]')) {
    button.addEventListener('click', () => chooseFlame(button.dataset.view, flame.weight));
  }
  for (const button of document.querySelectorAll('[data-weight]')) {
    button.addEventListener('click', () => chooseFlame(flame.view || 'both', button.dataset.weight));
  }
  canvas.addEventListener('mousemove', (event) => {
    const node = flameAt(event);
    canvas.style.cursor = node === null ? 'default' : 'pointer';
    describe(node);
  });
  canvas.addEventListener('mouseleave', () => describe(flame.focus));
  canvas.addEventListener('click', (event) => {
    const node = flameAt(event);
    if (node !== null) {
      zoomTo(node);
    }
  });
  canvas.addEventListener('keydown', flameKey);
  canvas.addEventListener('focus', drawFlame);
  canvas.addEventListener('blur', drawFlame);
  byId('flame-out').addEventListener('click', () => zoomTo(-1));
  byId('flame-search').addEventListener('input', (event) => searchFlame(event.target.value));
  byId('flame-box').addEventListener('scroll', drawFlame, {passive: true});
  new ResizeObserver(() => drawFlame()).observe(byId('flame-box'));
  // The trees may be large: they are read when the graph comes into sight.
  const start = () => {
    if (flame.view === null) {
      chooseFlame('both', report.findings.length > 0 ? 'references' : 'objects');
    }
  };
  new IntersectionObserver((entries, observer) => {
    if (entries.some((entry) => entry.isIntersecting)) {
      observer.disconnect();
      start();
    }
  }, {rootMargin: '200px'}).observe(byId('flame'));
}

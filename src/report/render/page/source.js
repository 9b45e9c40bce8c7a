// Lines of source, with those that matter marked.

const AROUND = 5;

const WORDS = {
  c: 'auto break case catch char class const continue default delete do double else enum ' +
     'extern float for goto if inline int long namespace new nullptr NULL private ' +
     'public return short signed sizeof static struct switch template this throw ' +
     'try typedef typename union unsigned using virtual void volatile while',
  py: 'and as assert async await break class continue cdef cpdef def del elif else ' +
      'except finally for from global if import in is lambda None nonlocal not or ' +
      'pass raise return True False try while with yield',
  rs: 'as async await break const continue crate else enum extern fn for if impl in ' +
      'let loop match mod move mut pub ref return self Self static struct super ' +
      'trait type unsafe use where while',
};

const LANGUAGES = {};

for (const [name, words] of Object.entries(WORDS)) {
  const comment = name === 'py' ? '#.*' : '//.*|/\\*.*?(?:\\*/|$)|^\\s*\\*(?=[ /]).*';
  LANGUAGES[name] = new RegExp(
    `(?<c>${comment})|(?<s>"(?:[^"\\\\]|\\\\.)*"|'(?:[^'\\\\]|\\\\.)*')|` +
    `(?<k>\\b(?:${words.replace(/ /g, '|')})\\b${name === 'c' ? '|^\\s*#\\s*\\w+' : ''})`, 'g');
}

function languageOf(file) {
  return /\.(py|pyx|pxd|pxi|pyi)$/.test(file) ? LANGUAGES.py
    : file.endsWith('.rs') ? LANGUAGES.rs : LANGUAGES.c;
}

function highlighted(text, language) {
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(language)) {
    const kind = Object.keys(found.groups).find((one) => found.groups[one] !== undefined);
    parts.push(text.slice(from, found.index), element('span.' + kind, found[0]));
    from = found.index + found[0].length;
  }
  parts.push(text.slice(from));
  return parts;
}

// marks: [{line, kind, text}], of one file. Null: there is nothing to quote.
function excerpt(file, marks) {
  const lines = sources[file];
  if (lines === undefined || !marks.some((mark) => lines[mark.line] !== undefined)) {
    return null;
  }
  const shown = new Set();
  for (const mark of marks) {
    for (let line = mark.line - AROUND; line <= mark.line + AROUND; line++) {
      if (lines[line] !== undefined) {
        shown.add(line);
      }
    }
  }
  const box = element('pre.source', {tabindex: 0, role: 'group',
    'aria-label': 'source of ' + lastPart(file)});
  let before = null;
  for (const line of [...shown].sort((a, b) => a - b)) {
    if (before !== null && line > before + 1) {
      // A line that is there already costs no more than the sign of a gap.
      box.append(line === before + 2 && lines[line - 1] !== undefined
        ? sourceLine(file, line - 1, lines, []) : element('div.line.gap', '⋯'));
    }
    box.append(sourceLine(file, line, lines, marks.filter((mark) => mark.line === line)));
    before = line;
  }
  return box;
}

function sourceLine(file, line, lines, marks) {
  const row = element('div.line', {'data-number': line},
    element('span', highlighted(lines[line], languageOf(file))));
  if (marks.length > 0) {
    row.classList.add(marks[marks.length - 1].kind);
    row.append(element('span.mark', marks.map((mark) => mark.text).join(' · ')));
  }
  return row;
}

function sameFile(a, b) {
  return a !== null && b !== null && a.file !== null && a.file === b.file;
}

// The two lines that matter: where it was taken, and where it is forgotten.
function theTwoLines(site) {
  const words = {taken: 'taken here', released: 'released here',
    overwrote: 'written over here', 'let go': 'let go here',
    'gave away': 'given away here', 'left out': 'not visited here',
    born: 'born here'};
  const taken = {line: site.line, kind: 'taken', text: words[site.role]};
  const lost = site.forgotten && site.forgotten.line !== null &&
    !(sameFile(site, site.forgotten) && site.forgotten.line === site.line)
    ? {line: site.forgotten.line, kind: 'lost', text: 'forgotten on the way past'} : null;
  const parts = [element('p.place',
    element('span.key.taken', site.role === 'taken' ? 'Taken ' : site.role + ' '),
    place(site))];
  if (lost !== null && sameFile(site, site.forgotten)) {
    parts[0].append(element('span.key.lost', ' forgotten on the way past '),
      element('code', 'line ' + lost.line));
    parts.push(excerpt(site.file, [taken, lost]));
    return element('div', parts);
  }
  parts.push(excerpt(site.file, [taken]));
  if (lost !== null) {
    parts.push(element('p.place', element('span.key.lost', 'Forgotten on the way past '),
      place(site.forgotten)), excerpt(site.forgotten.file, [lost]));
  }
  return element('div', parts);
}

// The Python lines that led there; the user's own is opened.
function pythonLines(frames) {
  const own = Math.max(0, frames.findIndex((frame) => isOwnPython(frame.file)));
  return element('div', frames.slice(0, 8).map((frame, index) => {
    const source = frame.line === null ? null
      : excerpt(frame.file, [{line: frame.line, kind: 'here', text: 'Python was here'}]);
    const title = [element('span.soft', index === 0 ? '' : 'from '), place(frame, true)];
    if (source === null) {
      return element('p.place', title);
    }
    return element('details', index === own && {open: ''},
      element('summary', title), source);
  }));
}

function stackList(title, frames, python, cut) {
  if (frames.length === 0) {
    return null;
  }
  return element('details', element('summary', `${title}, ${plural(frames.length, 'frame')}`),
    element('ol.stack', frames.map((frame) =>
      element(python && isOwnPython(frame.file) ? 'li.own' : 'li', place(frame, python),
        frame.inlined && element('span.soft', ' inlined')))),
    cut && element('p.soft', 'Frames further outside were not recorded.'));
}

// What all parts of the page use. All text that comes from elsewhere becomes
// text nodes: nothing is ever parsed as markup.

// What steers the layout of text, and is not shown, is written out.
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

function printable(text) {
  return String(text).replace(CONTROLS, (sign) =>
    '\\u' + sign.charCodeAt(0).toString(16).padStart(4, '0'));
}

// element('p.soft', 'text', child, {title: 'x'}): strings become text.
function element(name, ...parts) {
  const [tag, ...classes] = name.split('.');
  const made = document.createElement(tag);
  if (classes.length > 0) {
    made.className = classes.join(' ');
  }
  add(made, parts);
  return made;
}

function add(parent, parts) {
  for (const part of parts.flat(Infinity)) {
    if (part === null || part === undefined || part === false) {
      continue;
    }
    if (part instanceof Node) {
      parent.append(part);
    } else if (typeof part === 'object') {
      for (const [key, value] of Object.entries(part)) {
        if (key.startsWith('on')) {
          parent.addEventListener(key.slice(2), value);
        } else if (value !== null && value !== undefined) {
          parent.setAttribute(key, printable(value));
        }
      }
    } else {
      parent.append(printable(part));
    }
  }
  return parent;
}

function byId(id) {
  return document.getElementById(id);
}

function data(id) {
  const script = byId(id);
  return script === null ? null : JSON.parse(script.textContent);
}

const numbers = new Intl.NumberFormat('en-US');

function number(value) {
  return numbers.format(value);
}

function percent(share) {
  return (share * 100).toFixed(0) + ' %';
}

function plural(count, word) {
  return `${number(count)} ${word}${count === 1 ? '' : 's'}`;
}

function lastPart(path) {
  return path === null || path === undefined
    ? '' : path.slice(path.lastIndexOf('/') + 1);
}

// The arguments of C++ templates are left out; a title has them all.
function folded(name) {
  let result = '';
  let depth = 0;
  for (let at = 0; at < name.length; at++) {
    const sign = name[at];
    const operator = /operator\s*[<>-]*$/.test(name.slice(Math.max(0, at - 12), at));
    if (sign === '<' && !operator && at > 0 && name[at - 1] !== '.') {
      depth++;
      result += depth === 1 ? '<…' : '';
    }
    if (depth === 0) {
      result += sign;
    }
    if (sign === '>' && !operator && depth > 0) {
      depth--;
      result += depth === 0 ? '>' : '';
    }
  }
  return depth === 0 ? result : name;
}

// "spam.c:7 parse (spam.so)"
function place(frame, python) {
  if (frame === null || frame === undefined) {
    return element('span.place.soft', 'unknown');
  }
  const name = frame.function === null ? '?' : frame.function;
  const where = frame.file === null ? '' : lastPart(frame.file) +
    (frame.line === null ? '' : ':' + frame.line);
  return element('span.place',
    where !== '' && element('code', where, {title: frame.file}),
    where !== '' && (python ? ' in ' : ' '),
    element('b.mono', /^</.test(name) ? name : folded(name), {title: name}),
    frame.image && [' ', element('span.soft', '(' + lastPart(frame.image) + ')',
      {title: frame.image})],
    frame.opcode && [' ', element('span.soft.mono', frame.opcode)]);
}

function isInterpreter(image) {
  return /^(lib)?python3?[\d.]*d?(m?)(\.so[\d.]*|-dbg)?$/.test(lastPart(image || ''));
}

function announce(text) {
  byId('said').textContent = printable(text);
}

// The first line of a row that a reader sees of a stack: his own code.
function isOwnPython(file) {
  return file !== null && !/\/(site|dist)-packages\/|\/lib(64)?\/python3|^<frozen/
    .test(file);
}

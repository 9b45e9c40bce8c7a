// The list of findings, and one of them.

const VERDICTS = {
  surplus: 'references too many', deficit: 'references too few',
  held: 'held by what lives on', cycle: 'own each other',
};

function summaryOf(finding) {
  const objects = plural(finding.objects, (finding.type || '?') + ' object');
  return finding.verdict === 'held' || finding.verdict === 'cycle'
    ? `${objects} ${finding.verdict === 'held' ? 'held by what lives on' : 'that own each other'}`
    : `${plural(finding.references, 'reference')} too ` +
      `${finding.verdict === 'deficit' ? 'few' : 'many'} to ${objects}`;
}

// What a search looks at.
function wordsOf(finding) {
  const words = [finding.headline, finding.type, finding.verdict, finding.why];
  for (const site of finding.sites) {
    words.push(site.function, site.file, site.image);
    site.python.forEach((frame) => words.push(frame.function, frame.file));
  }
  return [...new Set(words)].join('\n').toLowerCase();
}

const list = {shown: [], chosen: 0, words: [], verdicts: new Set(), order: 'weight'};

const ORDERS = {
  weight: (a, b) => b.references - a.references || b.objects - a.objects,
  confidence: (a, b) => (b.confidence || 0) - (a.confidence || 0),
  growth: (a, b) => (b.growth.slope || 0) - (a.growth.slope || 0),
  type: (a, b) => (a.type || '').localeCompare(b.type || ''),
};

function filterFindings() {
  const wanted = byId('search').value.trim().toLowerCase().split(/\s+/);
  const indices = report.findings.map((finding, index) => index).filter((index) =>
    (list.verdicts.size === 0 || list.verdicts.has(report.findings[index].verdict)) &&
    wanted.every((word) => list.words[index].includes(word)));
  if (list.order !== 'report') {
    indices.sort((a, b) => ORDERS[list.order](report.findings[a], report.findings[b]));
  }
  list.shown = indices;
  drawList();
}

function drawList() {
  const heaviest = report.findings.reduce((most, one) => Math.max(most, one.references), 1);
  byId('entries').replaceChildren(...list.shown.map((index) => {
    const finding = report.findings[index];
    const bar = element('i');
    bar.style.width = Math.max(1, 100 * finding.references / heaviest) + '%';
    return element('li', element('button.entry', {
      'aria-current': index === list.chosen, 'data-index': index,
      onclick: () => choose(index, true)},
    element('span.title', finding.headline),
    element('span.row', element('span.pill.' + finding.verdict, finding.verdict),
      element('span.weight', bar, {'aria-hidden': true}),
      element('span.number', number(finding.references), {title: 'references'}),
      finding.confidence !== null && element('span.number', percent(finding.confidence),
        {title: 'how sure it is of whom it names first'}))));
  }));
  byId('count').textContent = list.shown.length === report.findings.length
    ? plural(list.shown.length, 'finding')
    : `${number(list.shown.length)} of ${plural(report.findings.length, 'finding')}`;
}

function choose(index, moved) {
  list.chosen = index;
  for (const entry of byId('entries').querySelectorAll('.entry')) {
    entry.setAttribute('aria-current', Number(entry.dataset.index) === index);
  }
  byId('finding').replaceChildren(...findingParts(report.findings[index]));
  if (moved) {
    history.replaceState(null, '', '#finding-' + (index + 1));
    announce(report.findings[index].headline);
    byId('entries').querySelector('[aria-current="true"]')?.scrollIntoView({block: 'nearest'});
    if (matchMedia('(max-width: 60rem)').matches) {
      byId('finding').scrollIntoView();
    }
  }
}

function step(by) {
  const at = list.shown.indexOf(list.chosen);
  const next = list.shown[Math.min(list.shown.length - 1, Math.max(0, at + by))];
  if (next !== undefined) {
    choose(next, true);
  }
}

const MEMBERS_SHOWN = 6;

// What hangs on the objects.
function membersText(finding) {
  const members = finding.members || [];
  const more = members.length - MEMBERS_SHOWN;
  return members.length === 0 ? null : 'with ' + members.slice(0, MEMBERS_SHOWN)
    .map((one) => `${number(one.objects)} ${one.type}`).join(', ') +
    (more > 0 ? ` and ${plural(more, 'more type')}` : '');
}

function findingParts(finding) {
  const site = finding.sites[0];
  const python = site ? site.python : [];
  return [
    element('div.panel', element('h2', summaryOf(finding)),
      report.findings.length > 1 && element('p', finding.headline, '.'),
      element('div.facts', element('span.pill.' + finding.verdict, finding.verdict),
        finding.taken_twice_in_one_frame &&
          element('span.pill.surplus', 'taken twice in one frame'),
        growthWords(finding.growth) && element('span', growthWords(finding.growth)),
        finding.confidence !== null &&
          element('span', 'sure by ', element('b', percent(finding.confidence))),
        finding.healthy_objects > 0 && element('span.soft',
          `${plural(finding.healthy_objects, 'other')}, born alike, given back`)),
      membersText(finding) && element('p.soft', membersText(finding)),
      finding.why && element('p', finding.why, '.'),
      finding.advice && element('p.advice', element('b', 'Try: '), finding.advice),
      finding.fix && element('p.advice', element('b', 'Fix: '), finding.fix.said)),
    site && element('div.pair', ...linesPanels(finding.verdict, site, python)),
    accountAndOwners(finding),
    placesPanel(finding),
    evidencePanel(finding),
  ].filter((part) => part instanceof Node);
}

// Side by side where there is room.
function accountAndOwners(finding) {
  const account = accountPanel(finding);
  const others = [ownersPanel(finding), growthPanel(finding.growth, 'references')];
  return element('div.pair', account,
    account === null ? others : element('div.column', others));
}

// C first, but for who keeps too much in Python.
function linesPanels(verdict, site, python) {
  const native = theTwoLines(site);
  if (python.length === 0) {
    return [element('div.panel', element('h3', 'The lines that matter'), native)];
  }
  if (native.querySelector('.source') === null) {
    return [element('div.panel', element('h3', 'The lines that matter'), pythonLines(python), native)];
  }
  const panels = [element('div.panel', element('h3', 'The lines that matter'), native),
    element('div.panel', element('h3', 'From Python'), pythonLines(python))];
  return verdict === 'held' && isInterpreter(site.image) ? panels.reverse() : panels;
}

// A typical object, as a table that balances.
function accountPanel(finding) {
  const account = finding.account;
  if (account === null || account === undefined) {
    return null;
  }
  let balance = account.before;
  const row = (what, sign, count, where) => {
    balance += sign * count;
    return element('tr', element('td', what), element('td', where),
      element('td.number.' + (sign > 0 ? 'plus' : 'minus'),
        (sign > 0 ? '+' : '−') + number(count)),
      element('td.number', number(balance)));
  };
  const rows = account.before > 0 ? [element('tr', element('td', 'before'),
    element('td.soft', 'when the recording found it'), element('td'),
    element('td.number', number(balance)))] : [];
  for (const one of account.places) {
    const where = [element('div', place(one.frame)),
      one.python && element('div', place(one.python, true))];
    if (one.taken > 0) {
      rows.push(row('taken', 1, one.taken, where));
    }
    if (one.released > 0) {
      rows.push(row('released', -1, one.released, where.map((part) => part && part.cloneNode(true))));
    }
  }
  if (account.without_stack !== 0) {
    rows.push(row(account.without_stack > 0 ? 'taken' : 'released',
      Math.sign(account.without_stack), Math.abs(account.without_stack),
      element('span.soft', 'changes that were only counted')));
  }
  return element('div.panel', element('h3', 'Account of a typical object'),
    element('div.scroll', element('table',
      element('thead', element('tr', element('th', ''), element('th', 'where'),
        element('th.number', 'change'), element('th.number', 'count'))),
      element('tbody', rows,
        element('tr.total', element('td', 'left', {colspan: 3}),
          element('td.number', number(account.references))),
        ownerRows(account)))));
}

function ownerRows(account) {
  const owners = account.owners;
  if (owners === null) {
    return null;
  }
  const named = {objects: 'owned by other objects', frames: 'by running frames',
    static_data: 'by static data', possible: 'pointers elsewhere'};
  const rows = Object.entries(named).filter(([key]) => owners[key] > 0).map(([key, words]) =>
    element('tr', element('td', words, {colspan: 3}),
      element('td.number', number(owners[key]))));
  const none = rows.length > 0 ? null : element('tr', element('td', 'owners found', {colspan: 3}),
    element('td.number', '0'));
  return [rows, none, element(owners.without_owner > 0 ? 'tr.result' : 'tr.balanced',
    element('td', owners.without_owner > 0 ? 'without an owner' : 'each has an owner',
      {colspan: 3}),
    element('td.number', number(owners.without_owner)))];
}

// "app.CACHE['k'][3]" -> app, .CACHE, ['k'], [3]; what is no such path stays whole.
function waySteps(way) {
  return /\s/.test(way.replace(/\[[^\]]*\]/g, ''))
    ? [way] : way.match(/\[(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^\]])*\]|\.?[^.[]+/g) || [way];
}

function ownersPanel(finding) {
  const owners = finding.owners;
  if (owners === null) {
    return null;
  }
  const object = () => element('span.node.object', finding.type || '?');
  const parts = [];
  if (owners.without_pointer > 0) {
    parts.push(element('div.way', element('span.node.nobody', 'nobody'),
      element('span.arrow', '⇢'), object()),
    element('p', `No pointer to ${owners.without_pointer === owners.objects && owners.objects > 1
      ? 'these' : `${number(owners.without_pointer)} of ${number(owners.objects)}`} ` +
      `${owners.objects === 1 ? 'object' : 'objects'} exists in the process.`));
  }
  // Where most have no owner at all, those of a few say nothing.
  const ways = owners.without_pointer < Math.floor(owners.objects / 2) + 1 ? owners.example : [];
  for (const way of ways) {
    const steps = waySteps(way.way).flatMap((part, index) =>
      [index > 0 && element('span.arrow', '→'), element('code.node', part)]);
    parts.push(element('div.way', steps, element('span.arrow', '→'), object(),
      way.references > 1 && element('span.soft', ` ${number(way.references)} references`),
      !way.visited && element('span.key.lost', ' its tp_traverse does not visit this')));
  }
  if (ways.length > 0 && owners.example_left_out > 0) {
    parts.push(element('p.soft', `and ${plural(owners.example_left_out, 'more owner')}`));
  }
  return element('div.panel', element('h3', ways.length > 0
    ? 'Who holds one of them' : 'Who holds them'), parts);
}

function placesPanel(finding) {
  if (finding.sites.length === 0) {
    return null;
  }
  return element('div.panel', element('h3', 'All places that changed their counts'),
    element('div.scroll', element('table.places',
      element('thead', element('tr', element('th', ''), element('th.number', 'references'),
        element('th.number', 'suspicion'), element('th', 'where'))),
      element('tbody', finding.sites.map((site) =>
        element(site.blame === null ? 'tr' : 'tr.suspect', element('td', site.role),
          element('td.number', number(site.count)),
          element('td.number', site.blame === null ? '' : percent(site.blame)),
          element('td.where', place(site), site.source && element('code.quoted', site.source),
            stackList('Python stack', site.python, true, false),
            stackList('native stack', site.native, false, site.native_cut))))))));
}

// Why: as the text report explains it, without the indentation of its pages.
function evidencePanel(finding) {
  const text = reasons[report.findings.indexOf(finding)];
  return !text ? null : element('div.panel', element('details',
    element('summary', 'Why it is judged so'),
    element('pre.reasons', {tabindex: 0}, text.replace(/\n$/, '').split('\n').map((line) =>
      element('div', line.replace(/^ {3}/, ''))))));
}

// What the page says of the run: how much was judged, and on what it rests.

function verdictSentence() {
  const {judged, findings} = report.judgement;
  if (report.findings.length > 0) {
    return report.findings[0].headline;
  }
  if (judged === 'judged') {
    return 'Nothing is left over: no findings, and the whole run was judged';
  }
  return judged === 'not judged' ? 'Nothing can be said of this run: it was not judged'
    : 'Nothing was found in the part that was judged';
}

function seconds(from, to) {
  const time = (Date.parse(to) - Date.parse(from)) / 1000;
  return Number.isFinite(time) && time > 0 ? `, ${number(time)} s` : '';
}

function drawHead() {
  const {judged, left_out: gaps, next} = report.judgement;
  const run = report.process;
  const more = report.findings.length - 1;
  document.title = 'reftally: ' + printable(verdictSentence());
  byId('verdict').textContent = printable(verdictSentence()) + (more > 0
    ? `, and ${plural(more, 'more finding')}` : '') + '.';
  add(byId('meta'), [
    element('span.pill.' + ({judged: 'judged', 'judged in part': 'part'}[judged] || 'not'), judged),
    element('span', plural(report.findings.length, 'finding')),
    run.command && element('code', run.call || run.command.join(' ')),
    run.python.version && element('span', 'CPython ' + run.python.version,
      {title: run.python.executable}),
    element('span', `process ${run.pid}, ${run.end}`, run.detail && ` (${run.detail})`),
    run.started && element('span', run.started.replace('T', ' ').replace('Z', ' UTC') +
      seconds(run.started, run.ended)),
    element('span', `${number(report.coverage.seen)} changes seen, ` +
      `${number(report.coverage.missed)} missed`)]);
  if (gaps.length > 0 || next !== null) {
    add(byId('gaps'), [gaps.length > 0 && element('b', judged === 'not judged' ? 'Because' : 'Left out'),
      element('ul', gaps.map((gap) => element('li', gap.text))),
      next !== null && element('div.command', element('span', 'Next:'), element('code', next),
        copyButton(next))]);
    byId('gaps').hidden = false;
  }
}

function copyButton(text) {
  const button = element('button', 'Copy', {type: 'button', onclick: async () => {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(button.previousSibling);
    }
  }});
  return button;
}

function drawGrown() {
  if (report.grown.length === 0) {
    return null;
  }
  return element('details', {open: ''},
    element('summary', `What grew and is no finding, ${number(report.grown.length)}`),
    element('div.scroll', element('table', element('thead', element('tr', element('th', 'type'),
      element('th.number', 'objects'), element('th', 'growth'), element('th', 'held as'))),
    element('tbody', report.grown.map((one) => element('tr', element('td.mono', one.type || '?'),
      element('td.number', number(one.objects)), element('td', growthWords(one.growth)),
      element('td.mono', one.held)))))));
}

function drawCheckpoints() {
  const points = report.checkpoints;
  if (points.length < 2) {
    return null;
  }
  const alive = points.map((point) => point.alive);
  return element('details', {open: ''}, element('summary', plural(points.length, 'checkpoint')),
    element('p', 'Objects alive at each.'),
    chart(alive, 'objects alive', 'checkpoint', 'objects alive at each checkpoint', null),
    element('details', element('summary', 'as a table'), element('div.scroll', element('table', element('thead', element('tr', element('th', ''),
      element('th', 'label'), element('th', 'by'), element('th.number', 'alive'),
      element('th.number', 'references'))),
    element('tbody', points.slice(0, 500).map((point, index) => element('tr',
      element('td', number(index + 1)), element('td', point.label || ''),
      element('td', point.origin || ''), element('td.number', number(point.alive)),
      element('td.number', number(point.references)))))))));
}

function drawImages() {
  const images = report.coverage.images.filter((image) => image.sites > 0 || image.refused);
  return images.length === 0 ? null : element('details',
    element('summary', `${plural(images.length, 'image')} with ` +
    `${number(images.reduce((sum, one) => sum + one.sites, 0))} sites`),
  element('div.scroll', element('table', element('thead', element('tr', element('th', 'image'),
    element('th.number', 'sites'), element('th.number', 'patched'), element('th', ''))),
  element('tbody', images.map((image) => element('tr',
    element('td', lastPart(image.path || '?'), {title: image.path}),
    element('td.number', number(image.sites)), element('td.number', number(image.patched)),
    element('td', image.refused || '')))))));
}

function drawSilent() {
  const silent = report.coverage.not_reported;
  return silent.length === 0 ? null : element('details',
    element('summary', `Alive at the end, but not reported: ` +
      plural(silent.reduce((sum, one) => sum + one.objects, 0), 'object')),
    element('ul', silent.map((one) => element('li', `${number(one.objects)} ${one.reason}`))));
}

function drawRun() {
  const {seen, missed, outside, hints, births} = report.coverage;
  const sampling = report.sampling;
  add(byId('run'), [
    element('p', missed + outside === 0 ? `Every one of ${number(seen)} changes was seen.`
      : `Of ${number(seen + missed + outside)} changes ${number(missed)} were missed and ` +
        `${number(outside)} not recorded.`,
    ` ${plural(births, 'object')} had accounts with stacks` +
      (sampling.births_alike_left_out > 0
        ? `; of ${number(sampling.births_alike_left_out)} others, born alike, all died.` : '.')),
    hints.map((hint) => element('p.soft', hint)),
    drawGrown(), drawCheckpoints(), drawSilent(), drawImages()]);
}

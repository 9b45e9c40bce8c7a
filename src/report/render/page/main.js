const report = data('report');
const sources = data('sources');
const reasons = data('reasons');

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  byId('theme').textContent = theme === 'dark' ? 'Light' : 'Dark';
  if (flame.view !== null) {
    drawFlame();
  }
}

function startTheme() {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  let chosen = false;
  setTheme(dark.matches ? 'dark' : 'light');
  dark.addEventListener('change', () => {
    if (!chosen) {
      setTheme(dark.matches ? 'dark' : 'light');
    }
  });
  byId('theme').addEventListener('click', () => {
    chosen = true;
    setTheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');
  });
}

function startFilters() {
  const counts = {};
  for (const finding of report.findings) {
    counts[finding.verdict] = (counts[finding.verdict] || 0) + 1;
  }
  if (Object.keys(counts).length > 1) {
    add(byId('verdicts'), Object.entries(counts).map(([verdict, count]) =>
      element('button', `${verdict} ${number(count)}`, {type: 'button', 'aria-pressed': false,
        title: VERDICTS[verdict],
        onclick: (event) => {
          const button = event.currentTarget;
          const on = !list.verdicts.delete(verdict);
          if (on) {
            list.verdicts.add(verdict);
          }
          button.setAttribute('aria-pressed', on);
          filterFindings();
        }})));
  }
  byId('search').addEventListener('input', filterFindings);
  byId('order').addEventListener('change', (event) => {
    list.order = event.target.value;
    filterFindings();
  });
}

function startFindings() {
  if (report.findings.length === 0) {
    byId('findings').hidden = true;
    return;
  }
  list.order = 'report';
  list.words = report.findings.map(wordsOf);
  const asked = /^#finding-(\d+)$/.exec(location.hash);
  const index = asked === null ? 0 : Number(asked[1]) - 1;
  startFilters();
  filterFindings();
  choose(report.findings[index] === undefined ? 0 : index, false);
  if (report.findings.length === 1) {
    byId('list').hidden = true;
    byId('findings').classList.add('single');
  }
}

const KEYS = {
  j: () => step(1),
  k: () => step(-1),
  '/': () => byId('search').focus(),
  f: () => {
    byId('flame').scrollIntoView();
    byId('flame-canvas').focus({preventScroll: true});
  },
  t: () => byId('theme').click(),
  '?': () => byId('help').showModal(),
};

function startKeys() {
  document.addEventListener('keydown', (event) => {
    const typing = event.target.matches('input, select, textarea');
    if (typing && event.key === 'Escape') {
      event.target.blur();
    }
    if (!typing && !event.ctrlKey && !event.metaKey && !event.altKey && KEYS[event.key]) {
      KEYS[event.key]();
      event.preventDefault();
    }
  });
  byId('keys').addEventListener('click', () => byId('help').showModal());
}

startTheme();
drawHead();
startFindings();
drawRun();
startFlame();
startKeys();

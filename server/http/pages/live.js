/** The live page: asks the server what happens on its canvas, while somebody sees it. */

const canvas = location.pathname.split('/').pop();
const state = document.querySelector('#state');
const shown = Object.fromEntries(['people', 'changes', 'sent', 'history'].map((id) => [id, document.querySelector(`#${id}`)]));
const EVERY_MS = 2000;
/** The last parts of the minute. */
const NOW = 3;

async function ask() {
  const answer = await fetch(`/api/v1/canvases/${canvas}/pulse`).catch(() => undefined);
  const is = answer?.ok ? 'live' : answer && answer.status < 500 ? 'refused' : 'away';
  state.dataset.is = is;
  state.textContent = state.dataset[is];
  if (is === 'live') show(await answer.json());
}

function show({ people, changes, history, sent_ms }) {
  shown.people.textContent = people.toLocaleString();
  shown.changes.textContent = changes.toLocaleString();
  shown.sent.textContent = sent_ms === null ? '–' : `${sent_ms < 10 ? sent_ms.toFixed(1) : Math.round(sent_ms)} `;
  if (sent_ms !== null) shown.sent.append(Object.assign(document.createElement('small'), { textContent: 'ms' }));
  const [most, width] = [Math.max(10, ...history), 240 / history.length];
  shown.history.replaceChildren(...history.map((count, at) => bar(at * width, width, count / most, at >= history.length - NOW)));
}

/** Nothing is a line, too, so that one sees that it is counted. */
function bar(x, width, share, isNow) {
  const rect = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  const height = Math.max(1.5, share * 46);
  const values = { x: x + 1, y: 50 - height, width: width - 2.6, height, rx: 1.2 };
  for (const [name, value] of Object.entries(values)) rect.setAttribute(name, value);
  if (isNow) rect.setAttribute('class', 'now');
  return rect;
}

const tick = () => document.visibilityState === 'visible' && ask();
setInterval(tick, EVERY_MS);
document.addEventListener('visibilitychange', tick);
void ask();

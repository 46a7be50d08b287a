/**
 * W19: from the press of N, and the click that says where, to a caret in a new note; and from each of 500 letters in it to the end of the
 * frame that shows the letter. Baseline, in the same tab and in turns: a plain field of the browser.
 */
import { alternate } from './lib/bench.mjs';
import { addressOf, inChromium, openTab, painted } from './lib/page-visit.mjs';
import { median, quantile } from './lib/statistics.mjs';
import { milliseconds } from './lib/table.mjs';

const CANVAS = { mixed: 10_000 };
const ROUNDS = 5;
const LETTERS = 100;
/** Milliseconds to a caret, and for 95 of 100 letters: two frames. */
const CARET = 100;
const LETTER = 2 * 16.7;
const WORDS = 'who writes to the museum about the draft of the budget for spring ';

export default async function typing(bench) {
  const { folder, canvases } = await bench.data([CANVAS]);
  const easel = await bench.easel({ folder });
  const found = await inChromium(async (browser) => {
    const page = await openTab(browser, easel);
    await page.goto(addressOf(easel, canvases[0].id, '0,0,1920,1080'));
    await painted(page);
    await page.getByRole('toolbar', { name: 'Tools' }).waitFor();
    await page.evaluate(listen);
    const runs = [(round) => inNote(page, round), () => inField(page)];
    // The editor is loaded by the first one
    for (const run of runs) await run(0);
    return alternate(ROUNDS, runs);
  });
  await easel.end();
  bench.processes.remove(folder);
  return rows(...found);
}

function rows(notes, fields) {
  const caret = median(notes.map((one) => one.caret));
  const letters = notes.flatMap((one) => one.letters);
  const plain = fields.flatMap((one) => one.letters);
  const p95 = quantile(letters, 0.95);
  const base = quantile(plain, 0.95);
  return [
    {
      work: 'press N and click, to a caret in a new note',
      easel: milliseconds(caret),
      baseline: milliseconds(median(fields.map((one) => one.caret))),
      target: `< ${CARET} ms`,
      met: caret < CARET,
      rounds: notes.map((one) => one.caret),
    },
    {
      work: `a letter in a note to its frame, ${ROUNDS * LETTERS} letters`,
      easel: `p50 ${milliseconds(median(letters))}, p95 ${milliseconds(p95)}`,
      baseline: `p50 ${milliseconds(median(plain))}, p95 ${milliseconds(base)}`,
      ratio: p95 / base,
      target: `p95 < ${LETTER} ms`,
      met: p95 < LETTER,
      rounds: notes.map((one) => quantile(one.letters, 0.95)),
    },
  ];
}

async function inNote(page, round) {
  await page.evaluate(() => window.begin('n'));
  await page.keyboard.press('n');
  await page.mouse.click(1200 + 30 * round, 300 + 60 * round);
  const caret = await page.evaluate(() => window.caret());
  const letters = await type(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.locator('.stage[data-saved=saved][data-pending="0"]').waitFor();
  return { caret, letters };
}

/** A field that one press opens, too. */
async function inField(page) {
  await page.evaluate(() => window.begin('F9'));
  await page.evaluate(() => {
    const field = document.body.appendChild(document.createElement('textarea'));
    field.style.cssText = 'position:fixed;inset:300px auto auto 600px;width:300px;height:300px';
    addEventListener('keydown', () => field.focus(), { once: true });
    window.field = field;
  });
  await page.keyboard.press('F9');
  const caret = await page.evaluate(() => window.caret());
  const letters = await type(page);
  await page.evaluate(() => window.field.remove());
  return { caret, letters };
}

/** Waits for the frame of each letter: a browser takes faster keys before it paints, so that each would wait for those after it. */
async function type(page) {
  await page.evaluate(() => window.takeLetters());
  for (let at = 0; at < LETTERS; at++) {
    await page.keyboard.press(WORDS[at % WORDS.length] === ' ' ? 'Space' : WORDS[at % WORDS.length]);
    await page.evaluate((count) => window.untilShown(count), at + 1);
  }
  return page.evaluate(() => window.takeLetters());
}

/** Runs in the page: notes when keys are pressed, and when the frame after each has been made. */
function listen() {
  const { port1, port2 } = new MessageChannel();
  let letters = [];
  let waiting = [];
  let pressed;
  let awaited;
  port1.onmessage = () => {
    const now = performance.now();
    for (const at of waiting.splice(0)) letters.push(now - at);
  };
  const took = ({ key, timeStamp }) => {
    if (key === awaited) pressed ??= timeStamp;
    waiting.push(timeStamp);
    // After all that the page does in this frame
    requestAnimationFrame(() => port2.postMessage(undefined));
  };
  addEventListener('keydown', took, { capture: true });
  const hasCaret = () => document.activeElement?.matches('textarea, [contenteditable]:not([contenteditable=false])') ?? false;
  window.begin = (key) => {
    awaited = key;
    pressed = undefined;
  };
  let shown;
  const look = () => {
    if (hasCaret()) shown ??= performance.now();
    else shown = undefined;
    requestAnimationFrame(look);
  };
  look();
  window.caret = async () => {
    while (shown === undefined || pressed === undefined) await new Promise(requestAnimationFrame);
    return shown - pressed;
  };
  window.untilShown = async (count) => {
    while (letters.length < count) await new Promise(requestAnimationFrame);
  };
  window.takeLetters = () => {
    const taken = letters;
    letters = [];
    waiting = [];
    return taken;
  };
}

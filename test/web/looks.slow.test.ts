import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { describeInBrowser, launchChromium, launchWholeChromium, optionsOf, useChromium } from '../kit/chromium.ts';
import { type Part, type Small, small, unlike } from '../kit/pictures.ts';
import { until } from '../kit/until.ts';
import { barriersOf } from './barriers.ts';
import { type Also, type Look, looks } from './looked-at.ts';
import { visit, type Width } from './visit.ts';
import { isStill, useWorld } from './world.ts';

/** `update`: stores what is seen now. A folder: writes all pictures there in full size. */
const wish = process.env.EASEL_PICTURES;
const stored = new URL('pictures/', import.meta.url);
/**
 * Differing pixels that a block of 256 may have. The same browser on the same machine gives 0, a missing icon of 18 pixels 52. Letters that are
 * drawn in quite another way (without hinting, on whole pixels) give up to 107: then the pictures are to be stored anew there.
 */
const MOST = 30;
/** Milliseconds for what is painted late, such as the overview of a canvas. */
const LATE = 10_000;

const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];

/** How a look is seen: the width of the window, and what else is different. */
interface View {
  readonly width: Width;
  readonly also?: Also;
  readonly themes: readonly Theme[];
}

/** A page is kept at every width in both themes; another state of it once on a phone and once on a laptop. */
function viewsOf({ onWalls, onlyWide, also = [] }: Look): View[] {
  if (onlyWide) return ([1400, 3840] as const).map((width) => ({ width, themes }));
  const whole = onWalls || isKeepingAll;
  const usual: View[] = whole
    ? ([390, 1400, 3840] as const).map((width) => ({ width, themes }))
    : [
        { width: 390, themes: ['dark'] },
        { width: 1400, themes: ['light'] },
      ];
  return [...usual, ...also.map((one) => ({ width: 1400 as const, also: one, themes: themesOf[one] }))];
}

/** How most people see it: there everything that keeps somebody from using it is looked for. */
const isUsual = ({ width, also }: View): boolean => also === undefined && width !== 3840;

const isKeepingAll = wish !== undefined && wish !== 'update';
const themesOf: Readonly<Record<Also, readonly Theme[]>> = {
  contrast: themes,
  forced: ['light'],
  german: ['light'],
  scale: ['dark'],
};

/** Whether pictures can be compared here at all. */
let areAlike = true;
/** Where no picture is compared the browser without a window shows what keeps somebody from using a page as well, and sooner. */
const launchFor = (server: { readonly url: string }) => async (): Promise<Browser> => {
  const whole = await launchWholeChromium();
  areAlike = await drawsAsStored(whole, server.url);
  if (areAlike) return whole;
  console.warn('PICTURES NOT COMPARED: this browser draws letters in another way than the one that made them');
  await whole.close();
  return launchChromium();
};

describeInBrowser('looks as it did, and everybody can use it:', () => {
  const { easel, world } = useWorld();
  const chromium = useChromium(easel, launchFor(easel));

  for (const look of looks) {
    const see = async (view: View): Promise<string[]> => {
      const page = await visit({ easel, chromium, world: await world() }, look, view.width, view.also);
      const faults: string[] = [];
      for (const theme of areAlike ? view.themes : []) {
        await page.emulateMedia({ colorScheme: theme });
        await isStill(page);
        const name = [look.name, view.width, ...(view.also ? [view.also] : []), theme].join('-');
        faults.push(...(await faultsOf(page, name)));
        if (look.inReadme && view.width === 1400 && !view.also && theme === 'light')
          faults.push(...(await readmeFaultsOf(page, name, look.inReadme)));
      }
      if (isUsual(view) && wish === undefined) faults.push(...(await barriersOf(page, look, view.width)));
      await page.context().close();
      return faults;
    };
    const seeAll = async (views: readonly View[]): Promise<void> => {
      const faults: string[] = [];
      if (!look.alone) faults.push(...(await Promise.all(views.map(see))).flat());
      else for (const view of views) faults.push(...(await see(view)));
      expect(faults).toEqual([]);
    };
    const views = viewsOf(look);
    const others = views.filter((view) => !isUsual(view));
    it(look.name, () => seeAll(views.filter(isUsual)));
    if (others.length === 0) continue;
    it(`${look.name}, in ${others.length} ways of which only pictures are kept`, async ({ skip }) => {
      skip(!areAlike, 'pictures are not compared here');
      await seeAll(others);
    });
  }

  it('so closely that one missing icon and another colour of one button are seen', async () => {
    const visits = { easel, chromium, world: await world() };
    const page = await visit(visits, looks.find(({ name }) => name === 'home')!, 1400);
    const before = await settled(page);
    expect((await unlike(before, await seen(page))).most).toBe(0);
    await page.locator('.desk-head .square svg').last().evaluate(hide);
    expect((await unlike(before, await seen(page))).most).toBeGreaterThan(MOST);
    const other = await seen(page);
    await page.locator('.desk-new').evaluate((button) => {
      (button as HTMLElement).style.background = '#1c7a4d';
    });
    expect((await unlike(other, await seen(page))).most).toBeGreaterThan(MOST);
  });
});

/** Letters in the fonts of the machine, as the pages have them beside their own. */
const LETTERS = ['sans-serif', 'monospace', 'serif'].map(
  (font) => `<p style="font: 20px ${font}">Hamburgefonts 0123 éß Жя 山田 →</p>`,
);

/** Other fonts of the machine, or another version of the browser, draw letters elsewhere. */
async function drawsAsStored(browser: Browser, url: string): Promise<boolean> {
  const page = await browser.newPage(optionsOf({}));
  await page.goto(`${url}/healthz`);
  await page.setContent(`${LETTERS.join('')}<button>Button</button><input type="checkbox">`);
  const name = `letters-${browser.version().split('.')[0]}`;
  const file = new URL(`${name}.webp`, stored);
  if (wish === 'update') keep(file, await seen(page));
  if (wish !== undefined) return true;
  return existsSync(file) && (await unlike(readFileSync(file), await seen(page))).most === 0;
}

const hide = (element: SVGElement | HTMLElement): void => {
  element.style.visibility = 'hidden';
};

async function faultsOf(page: Page, name: string): Promise<string[]> {
  const file = new URL(`${name}.webp`, stored);
  if (wish === 'update') return keep(file, await settled(page));
  if (wish !== undefined) return keep(new URL(`file://${wish}/${name}.png`), await page.screenshot());
  if (!existsSync(file)) return [`${name} is not stored; EASEL_PICTURES=update stores it`];
  const before = readFileSync(file);
  const end = performance.now() + LATE;
  let now = await seen(page);
  const except = await mapIn(page);
  let found = await unlike(before, now, except);
  while (found.most > MOST && performance.now() < end) {
    now = await seen(page);
    found = await unlike(before, now, except);
  }
  if (found.most <= MOST) return [];
  const folder = mkdtempSync(join(tmpdir(), 'easel-pictures-'));
  keep(new URL(`file://${folder}/${name}-now.webp`), now);
  keep(new URL(`file://${folder}/${name}-difference.png`), await found.picture());
  return [`${name} differs in ${found.most} pixels of a block: see ${folder}`];
}

/** The README shows the page as it is stored, but for what is live on it. */
async function readmeFaultsOf(page: Page, name: string, picture: string): Promise<string[]> {
  const file = new URL(`../../docs/pictures/${picture}`, import.meta.url);
  const frames = page.locator('iframe');
  const live = (await frames.count()) > 0 ? await partOf(page, 'iframe') : undefined;
  if (wish === 'update') {
    await frames.evaluateAll((all) => {
      for (const one of all) one.style.removeProperty('visibility');
    });
    return keep(
      file,
      await sharp(await page.screenshot())
        .webp({ quality: 84 })
        .toBuffer(),
    );
  }
  if (wish !== undefined) return [];
  if (!existsSync(file)) return [`docs/pictures/${picture} is not there; EASEL_PICTURES=update makes it`];
  const shown = await small(await sharp(file.pathname).png().toBuffer());
  const { most } = await unlike(readFileSync(new URL(`${name}.webp`, stored)), shown, live);
  return most <= MOST ? [] : [`docs/pictures/${picture} differs from ${name} in ${most} pixels of a block`];
}

/** The overview is painted when nothing else is to do, with the colours of those images that are there by then. */
async function mapIn(page: Page): Promise<Part | undefined> {
  return (await page.locator('.minimap').count()) > 0 ? partOf(page, '.minimap') : undefined;
}

async function partOf(page: Page, selector: string): Promise<Part | undefined> {
  const box = await page.locator(selector).first().boundingBox();
  const { width } = page.viewportSize()!;
  return box ? { x: box.x / width, y: box.y / width, width: box.width / width, height: box.height / width } : undefined;
}

function keep(file: URL, bytes: Buffer): [] {
  mkdirSync(new URL('.', file), { recursive: true });
  writeFileSync(file, bytes);
  return [];
}

const seen = async (page: Page): Promise<Small> => small(await page.screenshot());

/** What is painted late is painted within this time; in milliseconds. */
const PAINTED = 1300;

/** The picture after which nothing changes any more. */
async function settled(page: Page): Promise<Small> {
  let last = await seen(page);
  await until(
    async () => {
      const before = last;
      last = await seen(page);
      return before.equals(last);
    },
    (await page.locator('.stage').count()) > 0 ? PAINTED : 100,
  );
  return last;
}

import type { BrowserContext, Page } from 'playwright-core';
import { svg } from '../kit/samples.ts';
import { fromMenu, give } from './edited.ts';
import type { Look } from './looked-at.ts';
import { byHand, keepMenus } from './seated.ts';

type Act = NonNullable<Look['act']>;

/** The board of Pia with this place in the middle of the screen, in pixels of the canvas. */
const withMiddle = (x: number, y: number) =>
  ({ path: ({ edited }) => `${edited}#view=${x - 195},${y - 422},390,844`, as: 'pia' }) as const satisfies Partial<Look>;

const note = withMiddle(210, 180);
const pdf = withMiddle(2030, 272);
const video = withMiddle(300, 875);

const ready = (page: Page): Promise<void> => page.locator('.stage[data-complete]').waitFor();

function middleOf(page: Page): readonly [number, number] {
  const { width, height } = page.viewportSize()!;
  return [width / 2, height / 2];
}

/** Selects what lies in the middle of the screen, and goes on from there. */
const selecting =
  (act?: (page: Page) => Promise<unknown>): Act =>
  async (page) => {
    await ready(page);
    await page.mouse.click(...middleOf(page));
    await page.locator('.stage[data-selected="1"]').waitFor();
    await page.getByRole('toolbar', { name: 'Selection' }).waitFor();
    await act?.(page);
  };

const pressing =
  (...keys: readonly string[]): Act =>
  async (page) => {
    await ready(page);
    await page.locator('.stage').focus();
    for (const key of keys) await page.keyboard.press(key);
  };

const opening =
  (item: string, panel: string): Act =>
  async (page) => {
    await ready(page);
    await fromMenu(page, item);
    await page.getByRole('complementary', { name: panel }).waitFor();
  };

/** A file for which the server has no room. */
const uploading: Act = async (page) => {
  await ready(page);
  await page.route('**/images', (route) => route.fulfill({ status: 503, body: '{"msg":"no"}' }));
  const bytes = svg(600, 400, '<rect width="600" height="400" fill="#cfe3f5"/>');
  await give(page, 'drop', [{ name: 'hills.svg', type: 'image/svg+xml', bytes }], middleOf(page));
  await page.getByText('The server has no room for it at the moment.').filter({ visible: true }).first().waitFor();
};

/** Everything is so large that the window is a wall, whatever its size. */
async function asOnWall(context: BrowserContext): Promise<void> {
  await keepMenus(context);
  await context.addInitScript(() => localStorage.setItem('easel-scale', '1.5'));
}

/** Two people press long at their places, and one of them takes the pen. */
const sitting: Act = async (page) => {
  await ready(page);
  const { width, height } = page.viewportSize()!;
  const places = [0.25, 0.75].map((share) => ({ x: Math.max(340, width * share - (share < 0.5 ? 0 : 40)), y: height - 60 }));
  for (const [id, place] of places.entries()) await byHand(page, 'touch', 'pointerdown', 900 + id, place);
  // The time of a long press
  await page.waitForTimeout(900);
  for (const [id, place] of places.entries()) await byHand(page, 'touch', 'pointerup', 900 + id, place);
  await page.getByRole('group', { name: 'Seat menu 1' }).getByRole('button', { name: 'Pen' }).click();
  await page.getByRole('radiogroup', { name: 'Colour' }).first().waitFor();
  await page.mouse.move(0, 0);
};

/** The states of a canvas while somebody changes it. None of them changes anything. */
export const editedLooks: readonly Look[] = [
  { name: 'edit-note', ...note, onWalls: true, also: ['contrast', 'forced'], act: selecting() },
  {
    name: 'edit-menu',
    ...note,
    act: selecting(async (page) => {
      await page.mouse.click(...middleOf(page), { button: 'right' });
      await page.getByRole('menu', { name: 'Actions' }).waitFor();
    }),
  },
  {
    name: 'edit-colours',
    ...note,
    act: selecting(async (page) => {
      await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Colour', exact: true }).click();
      await page.getByRole('radiogroup', { name: 'Colour' }).waitFor();
    }),
  },
  {
    name: 'edit-properties',
    ...note,
    onWalls: true,
    act: selecting(async (page) => {
      await page.keyboard.press('Alt+Enter');
      await page.getByRole('complementary', { name: 'Properties' }).getByLabel('Width', { exact: true }).waitFor();
    }),
  },
  {
    name: 'edit-connect',
    ...note,
    act: selecting(async (page) => {
      await page.mouse.click(...middleOf(page), { button: 'right' });
      await page.getByRole('menuitem', { name: 'Connect to…' }).click();
      await page.getByRole('combobox', { name: 'Connect to' }).click();
      await page.getByRole('option').first().waitFor();
    }),
  },
  {
    name: 'edit-several',
    ...note,
    async act(page, around) {
      await pressing('Control+a')(page, around);
      await page.getByRole('toolbar', { name: 'Selection' }).waitFor();
    },
  },
  {
    name: 'edit-pdf',
    ...pdf,
    act: selecting((page) => page.getByText('1 of 1').first().waitFor()),
  },
  { name: 'edit-video', ...video, act: selecting() },
  { name: 'edit-pen', ...note, act: pressing('p') },
  { name: 'edit-eraser', ...note, act: pressing('e') },
  { name: 'edit-add', ...note, act: pressing('/') },
  {
    name: 'edit-address',
    ...note,
    async act(page, around) {
      await pressing('b')(page, around);
      await page.getByRole('dialog', { name: 'Address' }).waitFor();
    },
  },
  { name: 'edit-background', ...note, act: opening('Background', 'Background') },
  { name: 'edit-seats', ...note, onlyWide: true, before: asOnWall, act: sitting },
  { name: 'edit-uploads', ...note, act: uploading },
];

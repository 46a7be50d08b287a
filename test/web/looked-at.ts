import type { BrowserContext, Page } from 'playwright-core';
import type { Person } from '../kit/easel.ts';
import { until } from '../kit/until.ts';
import { editedLooks } from './edited-looks.ts';
import type { World } from './world.ts';

/** A page in a state that people see, for the tests that look at all of them. */
export interface Look {
  /** Name of its pictures. */
  readonly name: string;
  readonly path: string | ((world: World) => string);
  /** Default: nobody. */
  readonly as?: 'kim' | 'bo' | 'pia' | 'admin';
  /** Before the page is opened. */
  readonly before?: (context: BrowserContext) => Promise<unknown>;
  /** What a person does there. */
  readonly act?: (page: Page, around: Around) => Promise<unknown>;
  /** A page of its own, not another state of one: its picture on a large wall is kept, too. */
  readonly onWalls?: boolean;
  /** Another state of a page, which is kept on a laptop and on a large wall; phones do not have it. */
  readonly onlyWide?: true;
  /** The page shows other people, so no other page of theirs may be open. */
  readonly alone?: true;
  /** What it logs as an error, which is not ours to mend. */
  readonly logs?: RegExp;
  /** The README shows it at 1400 pixels, from this file in docs/pictures. */
  readonly inReadme?: `${string}.webp`;
  /** Other ways to look, of which the picture is kept at 1400 pixels. */
  readonly also?: readonly Also[];
}

export type Also = 'contrast' | 'forced' | 'german' | 'scale';

export interface Around {
  readonly world: World;
  /** Somebody else opens a page. */
  readonly other: (who: Person, path: string) => Promise<Page>;
  /** Ends all sockets of the page, and lets it open no others. */
  readonly cut: () => void;
  /** Moves the time of the server. */
  readonly pass: (ms: number) => void;
}

/** An answer of the server with other fields, for states that need another server. */
const answering =
  (path: string, change: (body: Record<string, object>) => object) =>
  (context: BrowserContext): Promise<unknown> =>
    context.route(path, async (route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      const response = await route.fetch();
      return route.fulfill({ response, json: change((await response.json()) as Record<string, object>) });
    });

const ways = { password: true, saml: true, oidc: true, registration: true, password_reset: true };
const withWays = answering('**/session', (body) => ({ ...body, sign_in: ways }));
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
/** A menu closes when the page scrolls, and the page tells of that a frame later: so it has scrolled before the press. */
const press = (name: string | RegExp) => async (page: Page) => {
  const pressed = button(page, name).first();
  await pressed.scrollIntoViewIfNeeded();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await pressed.click();
};

const signingIn: readonly Look[] = [
  { name: 'sign-in', path: '/', onWalls: true, also: ['contrast', 'forced', 'german', 'scale'] },
  {
    name: 'sign-in-fault',
    path: '/',
    async act(page) {
      await page.getByLabel('E-mail').fill('kim@corp.example');
      await page.getByLabel('Password', { exact: true }).fill('not-the-password');
      await button(page, 'Sign in').click();
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'sign-in-missing', path: '/', act: press('Sign in') },
  { name: 'sign-in-ways', path: '/open/somewhere', before: withWays, act: wantsToSignIn },
  { name: 'sign-in-first', path: '/', before: answering('**/session', (body) => ({ ...body, first_start: true })) },
  { name: 'sign-in-register', path: '/', before: withWays, act: press('Create an account') },
  { name: 'sign-in-forgotten', path: '/', before: withWays, act: press('Forgotten password?') },
  { name: 'sign-in-settings', path: '/', act: press('Appearance and language') },
  { name: 'confirm-email', path: '/confirm-email?token=x' },
  { name: 'reset-password', path: '/reset-password?token=x' },
];

/** At the address of a canvas a guest is told why there is nothing, and signs in from there. */
async function wantsToSignIn(page: Page): Promise<void> {
  await button(page, 'Sign in').last().click();
  await page.getByLabel('E-mail').waitFor();
}

/** Hides what differs from run to run: numbers of the live page, address and id in a command. */
const hidden = (selector: string) => async (page: Page) => {
  const first = page.locator(selector).first();
  // On a phone the live page lies outside of what is seen
  await first.waitFor({ timeout: 5_000 }).catch(() => undefined);
  await page.locator(selector).evaluateAll((all) => {
    for (const one of all) (one as HTMLElement).style.visibility = 'hidden';
  });
};

const card = (page: Page, name: string) => page.locator('.card', { has: page.getByRole('link', { name }) }).first();
const openCardMenu = async (page: Page, name: string): Promise<void> => {
  await card(page, name).hover();
  await button(card(page, name) as never, `Actions for ${name}`).click();
};
const inCardMenu = (name: string, entry: string) => async (page: Page) => {
  await openCardMenu(page, name);
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
};

/** On a phone the search is a dialog. */
async function seek(page: Page, text: string): Promise<void> {
  const field = page.getByRole('searchbox');
  if (await field.isVisible()) return field.fill(text);
  await button(page, 'Search canvases').click();
  await page.getByRole('combobox', { name: 'Search canvases' }).fill(text);
}

const dashboard: readonly Look[] = [
  {
    name: 'home',
    path: '/',
    as: 'kim',
    onWalls: true,
    inReadme: 'dashboard.webp',
    also: ['contrast', 'forced', 'german', 'scale'],
  },
  { name: 'home-empty', path: '/', as: 'bo' },
  { name: 'home-folder', path: ({ folder }) => folder, as: 'kim' },
  { name: 'home-trash', path: ({ kim }) => `/folder/trash.${kim.id}`, as: 'kim' },
  { name: 'home-gone', path: '/folder/nowhere', as: 'kim' },
  { name: 'home-admin', path: '/', as: 'admin' },
  {
    name: 'home-nothing-found',
    path: '/',
    as: 'kim',
    act: (page) => seek(page, 'zebra'),
  },
  { name: 'home-found', path: '/', as: 'kim', act: (page) => seek(page, 'work') },
  {
    name: 'home-list',
    path: '/',
    as: 'kim',
    async act(page) {
      await page.getByRole('radio', { name: 'List' }).check({ force: true });
    },
  },
  { name: 'home-sort', path: '/', as: 'kim', act: press('Sort: Last changed') },
  { name: 'home-starred', path: '/folder/starred', as: 'kim' },
  {
    name: 'home-quick-open',
    path: ({ board }) => board,
    as: 'kim',
    alone: true,
    async act(page) {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search canvases' }).fill('wall');
    },
  },
  { name: 'home-menu', path: '/', as: 'kim', act: (page) => openCardMenu(page, 'Sprint wall') },
  {
    name: 'home-selected',
    path: '/',
    as: 'kim',
    async act(page) {
      for (const name of ['Sprint wall', 'Roadmap 2027']) await card(page, name).locator('.card-check').click();
    },
  },
  { name: 'home-share', path: '/', as: 'kim', act: inCardMenu('Sprint wall', 'Share …') },
  { name: 'home-new', path: '/', as: 'kim', act: press('New canvas') },
  { name: 'home-move', path: '/', as: 'kim', act: inCardMenu('Sprint wall', 'Move …') },
  { name: 'home-delete', path: ({ kim }) => `/folder/trash.${kim.id}`, as: 'kim', act: press('Empty the trash') },
  { name: 'home-account', path: '/', as: 'kim', act: press(/^Account of/) },
  { name: 'home-shortcuts', path: '/', as: 'kim', act: (page) => page.keyboard.press('?') },
];

const onBoard = { path: ({ board }: World) => board, as: 'kim' } as const;

/** On a phone they are in the menu. */
const openPanel = (name: string) => async (page: Page) => {
  if ((await button(page, name).count()) > 0) return button(page, name).click();
  await button(page, 'More about this canvas').click();
  return page.getByRole('menuitem', { name }).click();
};

/** On a phone they are folded into one button while the canvas can be edited. */
async function unfoldView(page: Page): Promise<void> {
  await page.locator('.stage[data-complete]').waitFor();
  const fold = page.locator('.view-fold');
  if (await fold.isVisible()) await fold.click();
}
const inView =
  (act: NonNullable<Look['act']>): NonNullable<Look['act']> =>
  async (page, more) => {
    await unfoldView(page);
    await act(page, more);
  };

const canvas: readonly Look[] = [
  { name: 'canvas', ...onBoard, onWalls: true, also: ['contrast', 'forced', 'german', 'scale'] },
  { name: 'canvas-sample', path: ({ sample }) => sample, as: 'kim', onWalls: true, act: hidden('iframe') },
  {
    name: 'canvas-together',
    path: ({ sample }) => sample,
    as: 'admin',
    alone: true,
    inReadme: 'canvas.webp',
    async act(page, { world, other, pass }) {
      await hidden('iframe')(page);
      for (const [who, x, y] of [
        [world.zoe, 815, 425],
        [world.mia, 770, 690],
      ] as const) {
        const theirs = await other(who, world.sample);
        await theirs.locator('.stage[data-sharp=true]').waitFor();
        await theirs.mouse.move(x, y);
      }
      await until(async () => {
        pass(1000);
        return (await page.locator('.cursor').count()) > 1;
      }, 50);
      await page.locator('.stage[data-complete]').waitFor();
      // On a laptop a note is selected
      if (page.viewportSize()!.width > 1000) await page.mouse.click(852, 369);
    },
  },
  { name: 'canvas-empty', path: ({ empty }) => empty, as: 'kim', onWalls: true },
  { name: 'canvas-outline', ...onBoard, onWalls: true, act: openPanel('Outline') },
  {
    name: 'canvas-search',
    ...onBoard,
    async act(page) {
      await openPanel('Search on the canvas')(page);
      await page.getByRole('combobox').fill('what');
      await page.getByRole('option').first().waitFor();
      await page.keyboard.press('ArrowDown');
    },
  },
  { name: 'canvas-anchors', ...onBoard, act: inView(press('Anchors')) },
  { name: 'canvas-zoom', ...onBoard, act: inView(press(/^Zoom: /)) },
  {
    name: 'canvas-map',
    ...onBoard,
    async act(page) {
      await unfoldView(page);
      for (let times = 0; times < 3; times++) await button(page, 'Zoom in').click();
      await button(page, 'Overview').click();
    },
  },
  { name: 'canvas-menu', ...onBoard, act: press('More about this canvas') },
  { name: 'canvas-share', ...onBoard, act: press('Share') },
  {
    name: 'canvas-shortcuts',
    ...onBoard,
    async act(page) {
      await page.locator('.stage').focus();
      await page.keyboard.press('?');
    },
  },
  {
    name: 'canvas-lost',
    ...onBoard,
    async act(page, { cut }) {
      cut();
      await page.getByText('Reconnecting …').waitFor();
    },
  },
  { name: 'canvas-guest', path: ({ board }) => board },
  { name: 'canvas-read-only', path: ({ readOnly }) => readOnly, as: 'kim' },
  {
    name: 'canvas-company',
    ...onBoard,
    async act(page, { world, other, pass }) {
      const zoe = await other(world.zoe, world.board);
      await zoe.locator('.stage[data-sharp=true]').waitFor();
      await zoe.mouse.move(520, 420);
      await until(async () => {
        pass(1000);
        return (await page.locator('.cursor').count()) > 0;
      }, 50);
    },
  },
];

const focused: readonly Look[] = [
  { name: 'focus-skip', path: '/', as: 'kim', act: (page) => page.keyboard.press('Tab') },
  { name: 'focus-card', path: '/', as: 'kim', act: (page) => tabTo(page, '.card-link') },
  { name: 'focus-stage', ...onBoard, act: (page) => tabTo(page, '.stage') },
  { name: 'focus-canvas-button', ...onBoard, act: (page) => tabTo(page, '.canvas-bar .button') },
];

/** Only the keyboard shows where the focus is. */
async function tabTo(page: Page, selector: string): Promise<void> {
  const isThere = (): Promise<boolean> => page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
  await page.locator(selector).first().waitFor();
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    if (await isThere()) return;
  }
  throw new Error(`Tab does not lead to ${selector}`);
}

const problems: readonly Look[] = [
  { name: 'problem-canvas-missing', path: '/open/00000000-0000-4000-8000-000000000000', as: 'kim', onWalls: true },
  { name: 'problem-denied', path: ({ closed }) => closed, as: 'kim', also: ['german'] },
  { name: 'problem-sign-in', path: ({ closed }) => closed },
  { name: 'problem-offline', path: '/', before: (context) => context.route('**/session', (route) => route.abort()) },
];

const wall = { name: 'Lobby wall', address: '192.0.2.7', expires_in: 590 };
const pairing: readonly Look[] = [
  { name: 'pair', path: '/pair', as: 'kim', onWalls: true },
  {
    name: 'pair-confirm',
    path: '/pair?code=K7QF-2M4X',
    as: 'admin',
    before: (context) => context.route('**/session/pairing?*', (route) => route.fulfill({ json: wall })),
  },
];

const account: readonly Look[] = [
  { name: 'account', path: '/account', as: 'bo', onWalls: true, also: ['contrast', 'forced', 'german', 'scale'] },
  { name: 'account-token', path: '/account#tokens', as: 'bo', act: press('New token') },
  {
    name: 'account-fault',
    path: '/account#password',
    as: 'bo',
    async act(page) {
      await page.getByLabel('Current password').fill('not-this-one');
      await page.getByLabel('New password').fill('a-much-better-one');
      await button(page, 'Change password').click();
      await page.getByText('not your current password').waitFor();
    },
  },
];

/** Pages of the server, not of the page. */
const served: readonly Look[] = [
  { name: 'served-missing', path: '/nothing-here', onWalls: true },
  {
    name: 'served-docs',
    path: '/api/docs',
    act: (page) => page.locator('.opblock-tag').first().waitFor(),
    // A picture in the viewer has a style of its own, which the policy leaves out
    logs: /^Applying inline style violates/,
  },
  { name: 'served-displays', path: '/api/docs/displays', onWalls: true },
];

export const looks: readonly Look[] = [
  ...signingIn,
  ...dashboard,
  ...[...canvas, ...editedLooks, ...focused].map((look) => ({ ...look, alone: true as const })),
  ...problems,
  ...pairing,
  ...account,
  ...served,
];

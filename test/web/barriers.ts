import { readFileSync } from 'node:fs';
import type { AxeResults, RunOnly } from 'axe-core';
import type { Page } from 'playwright-core';
import { isLong } from '../kit/runs.ts';
import type { Look } from './looked-at.ts';
import type { Width } from './visit.ts';

const source = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const everything: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
const colours: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };
/** In these only colours are others. More contrast depends neither on the width nor, but with `--long`, on the state of a page. */
const otherwise = ({ onWalls }: Look, width: Width) => {
  const dark = { colorScheme: 'dark' } as const;
  const more = [
    { colorScheme: 'dark', contrast: 'more' },
    { colorScheme: 'light', contrast: 'more' },
  ] as const;
  if (width === 390) return isLong ? [dark] : [];
  return isLong || onWalls ? [dark, ...more] : [dark];
};

/** What is not ours to mend, with the reason. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  // The viewer of the documentation is swagger-ui, whose own marks these are; the same is in the OpenAPI document
  'served-docs': ['select-name', 'heading-order', 'landmark-unique', 'region'],
};

/** Initials on a button stand for a picture of a person, and are no words of its label. */
const isFace = (rule: string, html: string): boolean => rule === 'label-content-name-mismatch' && html.includes('class="avatar');

/** What keeps somebody from using the page of a look, one line each. Leaves the page in other colours. */
export async function barriersOf(page: Page, look: Look, width: Width): Promise<string[]> {
  // The debugger runs the script, because the policy of the page does not concern it
  await page.evaluate(`${source};undefined`);
  const found = await faults(page, look, everything);
  const order = JSON.stringify(await orderOf(page));
  if (order !== '{"headings":1,"mains":1,"lang":"en"}') found.push(`order: ${order}`);
  found.push(...(await rivalsOf(page)));
  for (const looking of otherwise(look, width)) {
    await page.emulateMedia(looking);
    found.push(...(await faults(page, look, colours)).map((fault) => `${JSON.stringify(looking)}: ${fault}`));
  }
  return found.map((fault) => `${look.name} at ${width}: ${fault}`);
}

/** One line for each element that somebody cannot use. */
async function faults(page: Page, { name }: Look, runOnly: RunOnly): Promise<string[]> {
  const options = { runOnly, iframes: false, resultTypes: ['violations'] };
  const { violations } = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as AxeResults;
  return violations
    .filter(({ id }) => !exceptions[name]?.includes(id))
    .flatMap(({ id, nodes }) =>
      nodes.filter(({ html }) => !isFace(id, html)).map(({ target, any }) => `${id}: ${target} ${any[0]?.message ?? ''}`),
    );
}

/** Dialogs that ask for two things at once, one line each: whoever looks for the next step finds one primary button at most. */
export const rivalsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('dialog[open], [role=dialog], [role=alertdialog]')].flatMap((dialog) => {
      const primary = [...dialog.querySelectorAll<HTMLElement>('.button.primary, .button.danger')].filter((one) =>
        one.checkVisibility(),
      );
      return primary.length > 1 ? [`rivals: ${primary.map(({ textContent }) => textContent).join(' and ')}`] : [];
    }),
  );

/** What a screen reader goes by. */
const orderOf = (page: Page) =>
  page.evaluate(() => ({
    headings: document.querySelectorAll('h1').length,
    mains: document.querySelectorAll('main, [role=main]').length,
    lang: document.documentElement.lang,
  }));

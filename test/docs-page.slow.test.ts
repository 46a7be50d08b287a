import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../scripts/steps/chromium.mjs';
import { asyncApiDocument } from '../server/http/asyncapi/document.ts';
import { useEasel } from './kit/easel.ts';

const executablePath = chromiumPath();
/** A browser starts slowly on a busy machine. */
const patience = { timeout: 120_000 };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;
/** The widest operations: long names, alternatives, unions, a form. */
const operations = [
  'Sign-in/login',
  'Permissions/updateCanvasPermissions',
  'Widgets/listWidgets',
  'Images/createImage',
  'RDP connections/listRdpConnectionAnnotations',
];

describe.skipIf(!executablePath)('/api/docs in a browser (skipped without Chromium; EASEL_CHROMIUM names one)', patience, () => {
  const easel = useEasel();
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  }, patience.timeout);
  afterAll(() => browser?.close());

  /** Opens the page; asserts that it requested nothing from other servers and reported no errors. */
  async function opened(options: Parameters<Browser['newPage']>[0], work: (page: Page) => Promise<void>): Promise<void> {
    const page = await browser.newPage(options);
    page.setDefaultTimeout(patience.timeout);
    const faults: string[] = [];
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(`${easel.url}/`)) faults.push(request.url());
    });
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(String(error)));
    await page.goto(`${easel.url}/api/docs`);
    await page.locator('.opblock-tag').first().waitFor();
    await work(page);
    await page.close();
    expect(faults).toEqual([]);
  }

  it('has a page of the messages of displays, which fits a phone, too', async () => {
    await opened(phone, async (page) => {
      await page.locator('header a[href="/api/docs/displays"]').click();
      await page.locator('#hello').waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
      const { components } = asyncApiDocument() as { components: { messages: object } };
      for (const name of Object.keys(components.messages)) expect(await page.locator(`section[id="${name}"]`).count()).toBe(1);
      expect(await page.evaluate('document.querySelectorAll(\'a[href^="#"]\').length')).toBeGreaterThan(30);
      const broken = '[...document.querySelectorAll(\'a[href^="#"]\')].filter((one) => !document.querySelector(one.hash)).length';
      expect(await page.evaluate(broken)).toBe(0);
    });
  });

  const ground = (page: Page): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor');

  const show = async (page: Page, operation: string) => {
    const [tag, id] = operation.split('/') as [string, string];
    const block = page.locator(`#operations-${tag.replaceAll(' ', '_')}-${id}`);
    if ((await block.count()) === 0) await page.locator(`.opblock-tag[data-tag="${tag}"]`).click();
    await block.locator('.opblock-summary-control').click();
    await block.locator('.responses-wrapper').waitFor();
    return block;
  };

  it('fits a phone, and is dark where the device is', async () => {
    await opened({ ...phone, colorScheme: 'dark' }, async (page) => {
      expect(await ground(page)).toMatch(/^rgb\([0-4]?\d, /);
      for (const operation of operations) {
        await show(page, operation);
        expect([operation, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([operation, 390]);
      }
    });
  });

  it('is light where the device is', async () => {
    await opened({ colorScheme: 'light' }, async (page) => expect(await ground(page)).toMatch(/^rgb\(2[0-5]\d, /));
  });

  it('signs in, and sends requests with that token', async () => {
    await opened({}, async (page) => {
      const send = async (operation: string, fill: Record<string, string>): Promise<string> => {
        const block = await show(page, operation);
        for (const [selector, value] of Object.entries(fill)) await block.locator(selector).first().fill(value);
        await block.locator('button.execute').click();
        const answer = block.locator('.live-responses-table .response-col_description .microlight').first();
        return answer.innerText();
      };
      const { email, password } = easel.admin;
      const login = await send('Sign-in/login', { '.body-param textarea': JSON.stringify({ email, password }) });
      expect(JSON.parse(login)).toMatchObject({ user: { email } });
      const canvas = JSON.parse(await send('Canvases/createCanvas', {}));
      expect(canvas).toMatchObject({ name: 'Sprint wall', access: 'owner' });
      const path = '[data-param-name="canvas_id"] input';
      expect(JSON.parse(await send('Notes/createNote', { [path]: canvas.id }))).toMatchObject({ text: 'Ship on Friday' });
    });
    const [canvas] = (await easel.admin.get('/canvases')).body;
    expect((await easel.admin.get(`/canvases/${canvas.id}/notes`)).body).toHaveLength(1);
  });
});

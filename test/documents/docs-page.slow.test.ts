import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../scripts/steps/chromium.mjs';
import { asyncApiDocument } from '../../server/http/asyncapi/document.ts';
import { launchChromium } from '../kit/chromium.ts';
import { useEasel } from '../kit/easel.ts';
import { sampleFiles } from '../kit/files.ts';

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
/** The operations that take a file: which kind and type are chosen, and what the answer tells. */
const uploads = [
  ['Images/createImage', 'image', 'image/svg+xml', { widget_type: 'Image', title: 'Floor plan', location: { x: 400, y: 300 } }],
  ['Videos/createVideo', 'video', 'video/mp4', { widget_type: 'Video', title: 'Floor plan' }],
  ['PDFs/createPdf', 'pdf', 'application/pdf', { widget_type: 'Pdf', title: 'Floor plan' }],
  ['Background/uploadBackground', 'image', 'image/svg+xml', { type: 'image', image: { fit: 'contain' } }],
] as const;

interface ChosenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

describe.skipIf(!executablePath)('/api/docs in a browser (skipped without Chromium; EASEL_CHROMIUM names one)', patience, () => {
  const easel = useEasel();
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
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

  const ground = (page: Page): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor');

  const show = async (page: Page, operation: string) => {
    const [tag, id] = operation.split('/') as [string, string];
    const block = page.locator(`#operations-${tag.replaceAll(' ', '_')}-${id}`);
    if ((await block.count()) === 0) await page.locator(`.opblock-tag[data-tag="${tag}"]`).click();
    await block.locator('.opblock-summary-control').click();
    await block.locator('.responses-wrapper').waitFor();
    return block;
  };

  it('fits a phone, and is dark where the device is, with a page of the messages of displays, which fits it, too', async () => {
    await opened({ ...phone, colorScheme: 'dark' }, async (page) => {
      expect(await ground(page)).toMatch(/^rgb\([0-4]?\d, /);
      for (const operation of operations) {
        await show(page, operation);
        expect([operation, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([operation, 390]);
      }
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

  /** Fills in what is named, sends the rest as it is filled in, and returns the answer. */
  async function execute(page: Page, operation: string, fill: Readonly<Record<string, string>>, file?: ChosenFile) {
    const block = await show(page, operation);
    for (const [selector, value] of Object.entries(fill)) await block.locator(selector).first().fill(value);
    if (file) await block.locator('input[type="file"]').setInputFiles(file);
    await block.locator('button.execute').click();
    const answer = block.locator('.live-responses-table .response-col_description .microlight').first();
    return JSON.parse(await answer.innerText());
  }

  async function signIn(page: Page): Promise<unknown> {
    const { email, password } = easel.admin;
    return execute(page, 'Sign-in/login', { '.body-param textarea': JSON.stringify({ email, password }) });
  }

  const canvasId = '[data-param-name="canvas_id"] input';

  it('is light where the device is, signs in, sends requests with that token, and uploads with the example beside the file', async () => {
    let canvas = { id: '' };
    await opened({ colorScheme: 'light' }, async (page) => {
      expect(await ground(page)).toMatch(/^rgb\(2[0-5]\d, /);
      expect(await signIn(page)).toMatchObject({ user: { email: easel.admin.email } });
      canvas = await execute(page, 'Canvases/createCanvas', {});
      expect(canvas).toMatchObject({ name: 'Sprint wall', access: 'owner' });
      expect(await execute(page, 'Notes/createNote', { [canvasId]: canvas.id })).toMatchObject({ text: 'Ship on Friday' });
      for (const [operation, kind, mimeType, answer] of uploads) {
        const file = { name: `floor-plan.${kind}`, mimeType, buffer: sampleFiles[kind].bytes };
        expect(await execute(page, operation, { [canvasId]: canvas.id }, file)).toMatchObject(answer);
      }
    });
    const path = `/canvases/${canvas.id}`;
    const { body: widgets } = await easel.admin.get(`${path}/widgets`);
    const types = widgets.map(({ widget_type }: { widget_type: string }) => widget_type);
    expect(types).toEqual(['SharedCanvas', 'Note', 'Image', 'Video', 'Pdf']);
    expect((await easel.admin.get(`${path}/background`)).body).toMatchObject({ type: 'image', image: { fit: 'contain' } });
  });
});

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Group, Picture } from '../../model/looks/shapes.ts';
import { chromiumPath } from '../../scripts/steps/chromium.mjs';
import type { Drawing } from '../../server/assets/render/drawing/drawing.ts';
import { describeCanvas } from '../../server/previews/describe.ts';
import { atOnce } from '../../server/scheduler.ts';
import { drawInk, makeBoard } from '../kit/board.ts';
import { bundled } from '../kit/bundle.ts';
import { launchChromium } from '../kit/chromium.ts';
import { useEasel } from '../kit/easel.ts';
import { anybody, RenderBench } from '../kit/renderers.ts';
import { repository } from '../kit/server-process.ts';

const executablePath = chromiumPath();
/** A browser starts slowly on a busy machine. */
const patience = { timeout: 120_000 };
/** Letters are drawn by two libraries; this is half as much again as they ever differed. */
const MOST_UNLIKE = 0.0015;
/** Where to write the pictures, to look at them. */
const folder = process.env.EASEL_PICTURES === 'update' ? undefined : process.env.EASEL_PICTURES;

const entry = `
  export { sceneOf } from './test/kit/scene.ts';
  export { measure } from './model/looks/measure.ts';
  export { createPaintShapes } from './web/paint/shapes.ts';`;
const subsets = {
  latin: 'U+0-2FF,U+2000-21FF',
  'latin-ext': 'U+100-2BA,U+1E00-1EFF',
  greek: 'U+370-3FF',
  cyrillic: 'U+400-45F',
  vietnamese: 'U+1EA0-1EFF',
};

/** Pixels of the picture for one of the canvas, and what of the canvas is seen. */
const views = [
  { zoom: 0.25, x: 0, y: 0 },
  { zoom: 0.8, x: 20, y: 20 },
  { zoom: 0.8, x: 20, y: 1020 },
  { zoom: 2.5, x: 440, y: 40 },
];
const SIZE = { width: 1200, height: 800 };
const backgrounds = {
  dark: {},
  light: { background_color: '#f4f5f7', grid: { visible: true, color: '#dfe3e8' } },
  haze: { type: 'haze', grid: { visible: false } },
};

describe.skipIf(!executablePath)('looks (skipped without Chromium; EASEL_CHROMIUM names one)', patience, () => {
  const easel = useEasel();
  const bench = new RenderBench();
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await launchChromium();
    page = await browser.newPage();
    await page.setContent(`<!doctype html><style>${fontFaces()}</style><canvas></canvas>`);
    const { code } = await bundled(entry);
    await page.addScriptTag({
      content: `${code.replace(/export\{(.*)\};?\s*$/, (_, names: string) => `window.looks={${exported(names)}}`)}`,
      type: 'module',
    });
    await page.waitForFunction('window.looks');
    await page.evaluate(`Promise.all([...document.fonts].map((font) => font.load()))`);
  }, patience.timeout);
  afterAll(() => browser?.close());

  for (const [name, background] of Object.entries(backgrounds)) {
    it(`are the same in previews and on the page, on a ${name} canvas`, async () => {
      const canvas = await makeBoard(easel, background);
      await drawInk(easel, canvas);
      const answers = await answersOf(canvas);
      const { drawing } = atOnce(describeCanvas(await easel.server.store.load(canvas.split('/')[2]!)));
      for (const [at, view] of views.entries()) {
        const preview = await bench.renderers.draw(seenIn(withPaths(drawing, answers.pictures), view), anybody());
        const painted = await paint(answers, view);
        keep(`${name}-${at}-preview`, preview);
        keep(`${name}-${at}-page`, painted);
        const unlike = await difference(preview, painted);
        expect([name, view, unlike < MOST_UNLIKE ? 'alike' : unlike]).toEqual([name, view, 'alike']);
      }
    });
  }

  it('measure letters as the browser does', async () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,:;!?()äöüßéñŁΩЖя—…€'];
    const wrong = await page.evaluate(`(async (letters) => {
      await Promise.all(letters.map((letter) => document.fonts.load('400 100px Inter', letter)));
      const context = document.querySelector('canvas').getContext('2d');
      context.font = '400 100px Inter';
      const differ = (letter) => Math.abs(context.measureText(letter).width / 100 - window.looks.measure(letter, 400)) > 0.002;
      return letters.filter(differ);
    })(${JSON.stringify(letters)})`);
    expect(wrong).toEqual([]);
  });

  it('are compared so closely that lines of an even width are seen', async () => {
    const canvas = await makeBoard(easel, backgrounds.light);
    await drawInk(easel, canvas);
    const answers = await answersOf(canvas);
    const before = await paint(answers, views[3]!);
    const even = (points: string) => {
      const floats = new Float32Array(new Uint8Array(Buffer.from(points, 'base64')).buffer);
      return Buffer.from(floats.map((value, at) => (at % 3 === 2 ? 0 : value)).buffer).toString('base64');
    };
    const widgets = answers.widgets.map((one) => ({
      ...one,
      annotations: ((one.annotations ?? []) as readonly { points: string }[]).map((stroke) => ({
        ...stroke,
        points: even(stroke.points),
      })),
    }));
    expect(await difference(before, await paint({ ...answers, widgets }, views[3]!))).toBeGreaterThan(MOST_UNLIKE);
  });

  it('are compared so closely that one other word is seen', async () => {
    const canvas = await makeBoard(easel, backgrounds.light);
    const answers = await answersOf(canvas);
    const before = await paint(answers, views[3]!);
    const widgets = answers.widgets.map((one) => (one.title === 'Agenda' ? { ...one, title: 'Minutes' } : one));
    expect(await difference(before, await paint({ ...answers, widgets }, views[3]!))).toBeGreaterThan(MOST_UNLIKE);
  });

  async function answersOf(canvas: string) {
    const widgets = (await easel.admin.get(`${canvas}/widgets?annotations=1`)).body as readonly Readonly<
      Record<string, unknown>
    >[];
    const background = (await easel.admin.get(`${canvas}/background`)).body;
    const pictures = new Map<string, Buffer>();
    for (const widget of widgets) {
      if (widget.widget_type !== 'Image' && widget.widget_type !== 'Pdf') continue;
      const headers = { 'private-token': easel.admin.token, 'canvas-id': canvas.split('/')[2]! };
      const response = await fetch(`${easel.url}/api/v1/mipmaps/${widget.hash}/0`, { headers });
      expect(response.status).toBe(200);
      pictures.set(
        String(widget.hash),
        await sharp(Buffer.from(await response.arrayBuffer()))
          .png()
          .toBuffer(),
      );
    }
    return { widgets, background, pictures };
  }

  /** What the page paints from answers alone. */
  async function paint({ widgets, background, pictures }: Awaited<ReturnType<typeof answersOf>>, view: (typeof views)[number]) {
    const urls = Object.fromEntries(
      [...pictures].map(([hash, png]) => [hash, `data:image/png;base64,${png.toString('base64')}`]),
    );
    const program = `(async ({ widgets, background, urls, view, size }) => {
      const { sceneOf, measure, createPaintShapes } = window.looks;
      const canvas = Object.assign(document.querySelector('canvas'), size);
      const context = canvas.getContext('2d', { alpha: false });
      const bitmaps = {};
      for (const [hash, url] of Object.entries(urls)) bitmaps[hash] = await createImageBitmap(await (await fetch(url)).blob());
      const paint = createPaintShapes({ measure, readable: 5, bitmaps: { bitmap: ({ hash }) => bitmaps[hash], average: () => undefined } });
      context.resetTransform();
      context.fillRect(0, 0, size.width, size.height);
      for (const group of sceneOf(widgets, background, view.zoom)) {
        paint(context, { ...group, left: (group.left - view.x) * view.zoom, top: (group.top - view.y) * view.zoom, zoom: group.zoom * view.zoom });
      }
      return canvas.toDataURL('image/png');
    })(${JSON.stringify({ widgets, background, urls, view, size: SIZE })})`;
    const url = (await page.evaluate(program)) as string;
    return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  }

  function withPaths(drawing: Drawing, pictures: ReadonlyMap<string, Buffer>): Drawing {
    const paths = new Map([...pictures].map(([hash, png]) => [hash, bench.stored(png)]));
    const pathOf = ({ hash }: Picture): { path?: string } => (paths.has(hash) ? { path: paths.get(hash)! } : {});
    const groups = drawing.groups.map((group) => ({
      ...group,
      shapes: group.shapes.map((shape) => (shape.kind === 'picture' ? { ...shape, ...pathOf(shape) } : shape)),
    }));
    return { ...drawing, groups };
  }
});

/** The drawing of a whole canvas, as seen in a view. A preview is 1080 pixels wide for 2400 of the board. */
function seenIn({ groups, width }: Drawing, { zoom, x, y }: (typeof views)[number]): Drawing {
  const whole = width / 2400;
  const seen = (group: Group): Group => ({
    ...group,
    left: (group.left / whole - x) * zoom,
    top: (group.top / whole - y) * zoom,
    zoom: (group.zoom / whole) * zoom,
  });
  return { ...SIZE, groups: groups.map(seen) };
}

/** The share of pixels that differ by more than an eighth, where a difference of less than a pixel in place does not count. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all(
    [one, other].map((png) => sharp(png).removeAlpha().blur(1.4).raw().toBuffer({ resolveWithObject: true })),
  );
  expect(a!.info).toMatchObject({ width: b!.info.width, height: b!.info.height, channels: 3 });
  let unlike = 0;
  for (let at = 0; at < a!.data.length; at += 3) {
    const most = Math.max(...[0, 1, 2].map((part) => Math.abs(a!.data[at + part]! - b!.data[at + part]!)));
    if (most > 32) unlike++;
  }
  return (3 * unlike) / a!.data.length;
}

function fontFaces(): string {
  const faces = [400, 600, 700].flatMap((weight) =>
    Object.entries(subsets).map(([subset, range]) => {
      const file = readFileSync(`${repository}node_modules/@fontsource/inter/files/inter-${subset}-${weight}-normal.woff2`);
      return `@font-face{font-family:Inter;font-weight:${weight};unicode-range:${range};src:url(data:font/woff2;base64,${file.toString('base64')})}`;
    }),
  );
  return faces.join('');
}

/** `a as b,c as d` to `b:a,d:c` */
const exported = (names: string): string =>
  names
    .split(',')
    .map((name) => name.split(' as ').reverse().join(':'))
    .join(',');

function keep(name: string, png: Buffer): void {
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${name}.png`, png);
}

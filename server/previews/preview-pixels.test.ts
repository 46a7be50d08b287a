import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { measure } from '../../model/looks/measure.ts';
import { useEasel } from '../../test/kit/easel.ts';
import { postFile } from '../../test/kit/files.ts';
import { svg } from '../../test/kit/samples.ts';
import { draw } from '../assets/render/drawing/draw.ts';
import type { Drawing } from '../assets/render/drawing/drawing.ts';
import { atOnce } from '../scheduler.ts';
import { describeCanvas } from './describe.ts';

const easel = useEasel();
let canvas: string;
let id: string;
/** 1280 x 720 pixels on the canvas and in the picture, black. */
beforeEach(async () => {
  canvas = await easel.canvas(easel.admin, { size: { width: 1280, height: 800 } });
  id = canvas.split('/')[2]!;
  await easel.admin.patch(`${canvas}/background`, { background_color: '#000000ff', grid: { visible: false } });
});

/** The picture of a canvas of 1280 x 800 has the greatest height, 720. */
const SCALE = 0.9;

async function make(path: string, body: object): Promise<{ id: string }> {
  const answer = await easel.admin.post(`${canvas}/${path}`, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

const description = async (): Promise<Drawing> => atOnce(describeCanvas(await easel.server.store.load(id))).drawing;
const shapesIn = ({ groups }: Drawing) => groups.flatMap(({ shapes }) => shapes);
const textsIn = (drawing: Drawing) => shapesIn(drawing).flatMap((shape) => (shape.kind === 'words' ? [shape.text] : []));

/** Reads colours at places of the canvas, given in its own pixels. */
async function picture(drawing?: Drawing) {
  const png = await draw(drawing ?? (await description()));
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): string => {
    const from = (Math.floor(y * SCALE) * info.width + Math.floor(x * SCALE)) * info.channels;
    return data.subarray(from, from + 3).toString('hex');
  };
  return { info, at };
}

const box = (x: number, y: number, width: number, height: number) => ({ location: { x, y }, size: { width, height } });
const words = { text: 'mmmm mmmm mmmm mmmm', text_color: '#ff0000' };

describe('a picture', () => {
  it('has the heads of a table in lighter letters than a heading', async () => {
    const table = await make('tables', box(0, 0, 600, 400));
    const widgets = (await easel.admin.get(`${canvas}/widgets`)).body as readonly Record<string, unknown>[];
    const cellAt = (at: number) => widgets.find(({ widget_type, row }) => widget_type === 'TableCell' && row === at)!;
    for (const row of [0, 1]) {
      const text = { ...box(10, 10, 200, 60), title: `Row ${row}`, background_color: '#00000000' };
      await make('notes', { ...text, parent_id: cellAt(row).id });
    }
    expect(cellAt(0).parent_id).toBe(table.id);
    const letters = shapesIn(await description()).flatMap((shape) =>
      shape.kind === 'words' ? [[shape.text, shape.weight]] : [],
    );
    expect(letters).toEqual([
      ['Row 0', 600],
      ['Row 1', 700],
    ]);
  });

  it('has the proportions of the canvas', async () => {
    expect((await picture()).info).toMatchObject({ width: 1152, height: 720 });
    await easel.admin.patch(canvas, { size: { width: 100_000, height: 800 } });
    expect((await picture()).info).toMatchObject({ width: 1280, height: 10 });
  });

  it('is the same for the same canvas', async () => {
    await make('notes', { ...box(10, 10, 300, 300), ...words });
    const [one, other] = await Promise.all([draw(await description()), draw(await description())]);
    expect(Buffer.compare(one, other)).toBe(0);
  });

  it('shows notes where they are, above widgets of lower depth, with their text', async () => {
    await make('notes', { ...box(100, 100, 400, 400), background_color: '#00ff00', depth: 5 });
    await make('notes', { ...box(300, 300, 400, 400), background_color: '#0000ff', depth: 2, ...words });
    const { at } = await picture();
    expect([at(50, 50), at(120, 120), at(400, 400), at(690, 690), at(720, 720)]).toEqual([
      '000000',
      '00ff00',
      '00ff00',
      '0000ff',
      '000000',
    ]);
    const letters = [];
    for (let y = 305; y < 500; y++) for (let x = 505; x < 695; x++) letters.push(at(x, y));
    expect(letters).toContain('ff0000');
  });

  it('shows what is inside a widget in its place and scale', async () => {
    const outer = await make('notes', { ...box(200, 200, 200, 200), scale: 2, background_color: '#00ff00' });
    const inner = await make('notes', { ...box(50, 50, 100, 100), parent_id: outer.id, scale: 0.5, background_color: '#ff0000' });
    await make('notes', { ...box(0, 0, 20, 20), parent_id: inner.id, background_color: '#0000ff' });
    const { at } = await picture();
    expect([at(295, 295), at(305, 305), at(335, 335), at(395, 395), at(405, 405)]).toEqual([
      '00ff00',
      '0000ff',
      'ff0000',
      'ff0000',
      '00ff00',
    ]);
  });

  it('shows colours with their opacity', async () => {
    await make('notes', { ...box(100, 100, 400, 400), background_color: '#ffffff80' });
    expect((await picture()).at(300, 300)).toMatch(/^(7f7f7f|808080|818181)$/);
  });

  it('shows strokes on their widget and on the plane below', async () => {
    const line = (x: number, y: number, long: number) => [x, x + long].map((at) => [at, y, 0, at, y, 0, at, y, 0]);
    const note = await make('notes', { ...box(400, 100, 200, 200), scale: 2, background_color: '#ffffff' });
    await make(`notes/${note.id}/annotations`, { line_color: '#ff0000ff', points: line(20, 50, 100) });
    await make('shared-canvas/annotations', { line_color: '#00ff00ff', points: line(100, 200, 600) });
    const { at } = await picture();
    expect([at(500, 200), at(200, 200), at(700, 200), at(500, 220)]).toEqual(['ff0000', '00ff00', 'ffffff', 'ffffff']);
  });

  it('shows connectors above widgets', async () => {
    const src = await make('notes', box(100, 300, 100, 100));
    const dst = await make('notes', box(900, 300, 100, 100));
    await make('connectors', {
      type: 'straight',
      line_width: 20,
      line_color: '#ff00ff',
      src: { id: src.id },
      dst: { id: dst.id, rel_location: { x: 0.5, y: 0.5 } },
    });
    const { at } = await picture();
    expect([at(500, 350), at(500, 370), at(945, 350)]).toEqual(['ff00ff', '000000', 'ff00ff']);
  });

  it('shows tables with their lines', async () => {
    await make('tables', { ...box(100, 100, 400, 400), grid_size: { columns: 2, rows: 2 } });
    const { at } = await picture();
    expect([at(200, 200), at(400, 400)]).toEqual(['ffffff', 'ffffff']);
    const across = Array.from({ length: 20 }, (_, x) => at(290 + x, 200));
    expect(across.some((colour) => colour !== 'ffffff')).toBe(true);
  });

  it('shows a live widget as a box with its title', async () => {
    await make('browsers', { ...box(100, 100, 800, 500), url: 'https://example.org' });
    await make('video-inputs', { ...box(950, 100, 200, 200), source: 'x' });
    const { at } = await picture();
    expect([at(150, 250), at(960, 280)]).toEqual(['ffffff', 'fffdf9']);
    expect(textsIn(await description())).toEqual(['example.org', 'example.org', 'x', 'No display chosen']);
  });

  it('shows the image of the background whole unless the background says otherwise', async () => {
    for (const [json, fit] of [
      [{}, 'contain'],
      [{ fit: 'contain' }, 'contain'],
      [{ fit: 'cover' }, 'cover'],
      [{ fit: 'fill' }, 'fill'],
      [{ fit: 'constructor' }, 'fill'],
      [{ fit: 'fit' }, 'contain'],
    ] as const) {
      expect((await postFile(easel, easel.admin, `${canvas}/background`, svg(), 'wall.svg', json)).status).toBe(200);
      expect(shapesIn(await description())).toContainEqual(expect.objectContaining({ kind: 'picture', fit }));
    }
  });

  it('shows haze, and the grid when it is visible', async () => {
    await easel.admin.patch(`${canvas}/background`, { type: 'haze', haze: { color1: '#ff0000', color2: '#0000ff' } });
    const { at } = await picture();
    expect([at(5, 2).slice(0, 1), at(5, 797).slice(4, 5)]).toEqual(['f', 'f']);
    await easel.admin.patch(`${canvas}/background`, { type: 'solid_color', grid: { visible: true, color: '#ffffff' } });
    const row = await picture().then((seen) => Array.from({ length: 1200 }, (_, x) => seen.at(x, 150)));
    expect(row.filter((colour) => colour !== '000000').length).toBeGreaterThan(5);
  });
});

describe('files', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'easel-pictures-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const plane = { left: 0, top: 0, zoom: 1 };
  const whole = { kind: 'picture', hash: 'x', page: 0, of: 'still', fit: 'fill' } as const;
  async function stored(colour: string, width: number, height: number): Promise<string> {
    const path = join(folder, `${colour}-${width}.webp`);
    writeFileSync(
      path,
      await sharp({ create: { width, height, channels: 3, background: colour } })
        .webp({ lossless: true })
        .toBuffer(),
    );
    return path;
  }
  const seen = async (fit: 'fill' | 'contain' | 'cover', path: string) =>
    (
      await picture({
        width: 1152,
        height: 720,
        groups: [{ ...plane, shapes: [{ ...whole, box: { x: 90, y: 90, width: 180, height: 90 }, fit, path }] }],
      })
    ).at;

  it('fill their box, or keep their proportions inside or around it', async () => {
    const path = await stored('#00ff00', 100, 100);
    const [fill, contain, cover] = [await seen('fill', path), await seen('contain', path), await seen('cover', path)];
    expect([fill(105, 150), contain(105, 150), cover(105, 150)]).toEqual(['00ff00', '000000', '00ff00']);
    expect([fill(200, 150), contain(200, 150), cover(200, 150)]).toEqual(['00ff00', '00ff00', '00ff00']);
    expect([fill(200, 210), contain(200, 210), cover(200, 210)]).toEqual(['000000', '000000', '000000']);
  });

  it('that cannot be read are boxes', async () => {
    expect((await seen('fill', join(folder, 'gone.webp')))(200, 150)).toBe('8a97a5');
  });

  it('are not more than a render process can hold', async () => {
    const path = await stored('#ff00ff', 2000, 2000);
    const one = { ...whole, box: { x: 0, y: 0, width: 1152, height: 720 }, path };
    const { at } = await picture({
      width: 1152,
      height: 720,
      groups: [{ ...plane, shapes: Array.from({ length: 100 }, () => ({ ...one })) }],
    });
    expect(at(600, 400)).toBe('ff00ff');
  });
});

describe('texts', () => {
  it('in any letters are drawn as text, never as markup', async () => {
    const text = '<script>&amp;"\'\u0000\u0007\ud800\uffff ]]> 你好 \u{1f600}\u202e</text><rect width="9999" height="9999"/>';
    await make('notes', { ...box(100, 100, 600, 600), text, background_color: '#ffffff' });
    const { at } = await picture();
    expect([at(50, 50), at(690, 690)]).toEqual(['000000', 'ffffff']);
  });

  it('in scripts from the right begin at the right', async () => {
    const { svgOf } = await import('../assets/render/drawing/svg.ts');
    await make('notes', { ...box(100, 100, 200, 200), text: 'שלום, עולם' });
    const [, x, more] = /<text x="([\d.]+)"[^>]*y="[\d.]+"([^>]*)>שלום/.exec(
      svgOf(await description(), { measure, letters: true, image: () => undefined }),
    )!;
    expect([Number(x), more]).toEqual([(300 - 16) * SCALE, ' direction="rtl"']);
  });

  it('are bars on machines without fonts', async () => {
    const { svgOf } = await import('../assets/render/drawing/svg.ts');
    await make('notes', { ...box(100, 100, 600, 600), text: 'words' });
    const drawing = await description();
    const svg = (letters: boolean) => svgOf(drawing, { measure, letters, image: () => undefined });
    expect([svg(true).includes('<text'), svg(false).includes('<text'), svg(false).includes('fill-opacity="0.4"')]).toEqual([
      true,
      false,
      true,
    ]);
  });
});

describe('a canvas of any size', () => {
  it('has a bounded description, of the largest widgets', async () => {
    const tables = Array.from({ length: 4 }, () =>
      make('tables', { ...box(0, 0, 1200, 700), grid_size: { columns: 40, rows: 40 } }),
    );
    await Promise.all(tables);
    const big = await make('notes', { ...box(0, 0, 600, 600), text: 'large' });
    const shapes = shapesIn(await description());
    expect(shapes.length).toBeLessThan(3000 * 3);
    expect(shapes.some((shape) => shape.kind === 'words' && shape.text === 'large')).toBe(true);
    expect(big.id).toBeTruthy();
  });

  it('leaves out widgets outside it, and those too far away for SVG', async () => {
    const before = shapesIn(await description()).length;
    const far = await make('notes', { ...box(1e300, 1e300, 1e300, 1e300) });
    await make('notes', { ...box(-500, -500, 100, 100) });
    await make('notes', { ...box(0, 0, 0.01, 0.01) });
    const near = await make('notes', box(1279, 0, 1e-9, 1e-9));
    await make('connectors', { src: { id: far.id }, dst: { id: near.id } });
    await make('shared-canvas/annotations', {
      line_color: '#ffffff',
      points: [
        [3e38, 3e38, 3e38, 3e38, 3e38, 0, -3e38, 3e38, 0],
        [0, 0, 0, 5, 5, 0, 0, 0, 0],
      ],
    });
    const drawing = await description();
    expect(shapesIn(drawing).length).toBe(before + 1);
    expect((await picture(drawing)).info.width).toBe(1152);
  });

  it('draws a stroke of very many nodes with few of them', async () => {
    const points = Array.from({ length: 30_000 }, (_, at) => {
      const x = 640 + Math.cos(at / 1000) * at * 0.01;
      const y = 400 + Math.sin(at / 1000) * at * 0.01;
      return [x, y, 0, x, y, 0, x, y, 0];
    });
    await make('shared-canvas/annotations', { line_color: '#ffffff', points });
    const line = shapesIn(await description()).at(-1);
    expect(line?.kind === 'line' && line.path.split('C').length).toBeLessThan(6000);
  });
});

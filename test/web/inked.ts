import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { floatsOf, NODE_FLOATS } from '../../model/types/nodes.ts';
import type { Easel, Person } from '../kit/easel.ts';
import { type Json, made } from '../kit/strokes.ts';

export type Place = readonly [x: number, y: number];

/** A white canvas, with a note far away, so that nothing says what to do on an empty one. */
export async function whiteCanvas(easel: Easel, owner: Person): Promise<string> {
  const canvas = await easel.canvas(owner);
  const white = { type: 'solid_color', background_color: '#ffffff', grid: { visible: false, color: '#ffffff' } };
  await made(owner.patch(`${canvas}/background`, white));
  await made(owner.post(`${canvas}/notes`, { location: { x: 3000, y: 2000 } }));
  return canvas;
}

/** The strokes on a canvas itself. */
export const strokesOn = async (canvas: string, reader: Person): Promise<Json[]> =>
  (await reader.get(`${canvas}/shared-canvas/annotations`)).body;

/** x, y and width of the nodes of a stroke. */
export function anchorsOf({ points }: { readonly points: string }): [number, number, number][] {
  const floats = floatsOf(points);
  const anchors: [number, number, number][] = [];
  for (let at = 3; at < floats.length; at += NODE_FLOATS) anchors.push([floats[at]!, floats[at + 1]!, floats[at + 2]!]);
  return anchors;
}

export const choose = (page: Page, tool: string) =>
  page.getByRole('toolbar', { name: 'Tools' }).getByRole('button', { name: tool, exact: true }).click();

export const untilDry = (page: Page): Promise<void> => page.locator('.stage[data-wet="0"][data-sharp=true]').waitFor();

/** Red, green and blue of a pixel of the screen. */
export async function colourAt(page: Page, x: number, y: number): Promise<number[]> {
  const clip = { x, y, width: 1, height: 1 };
  return [
    ...(await sharp(await page.screenshot({ clip }))
      .removeAlpha()
      .raw()
      .toBuffer()),
  ].slice(0, 3);
}

/** Dark pixels in a column of the screen. */
export async function thicknessAt(page: Page, x: number): Promise<number> {
  const clip = { x, y: 250, width: 1, height: 200 };
  const pixels = await sharp(await page.screenshot({ clip }))
    .greyscale()
    .raw()
    .toBuffer();
  return pixels.filter((value) => value < 128).length;
}

/** Runs in a browser: the picture of a full canvas, and the gaps between its frames while somebody looks around in it. */
import { signal } from '@preact/signals';
import { scattered } from '../../test/kit/page-board.ts';
import { looks as english } from '../../texts/en/looks.ts';
import { createPicture } from '../../web/paint/picture.ts';
import { createCamera, NO_MARGIN, viewOf } from '../../web/view/camera.ts';
import { createFrames } from '../../web/view/frames.ts';

const COLOURS = ['#8d6e63', '#5c6bc0', '#26a69a', '#ec407a', '#9ccc65'];
/** Pixels of a side of each level that the pictures have. */
const LEVELS = [64, 128, 256, 512];
const FILES = 40;

export function openPicture({ count }) {
  const board = scattered(count);
  const camera = createCamera();
  const frames = createFrames();
  const element = document.querySelector('canvas');
  const extent = { width: innerWidth, height: innerHeight };
  camera.extent.value = extent;
  const whole = viewOf({ x: 0, y: 0, ...board.size.value }, extent, NO_MARGIN);
  camera.show(whole);
  const colours = signal({ ground: '#e9ecf0', shade: '16 20 26' });
  const picture = createPicture({ element, board, camera, frames, bitmaps: drawnBitmaps(), phrases: signal(english), colours });
  return { board, camera, frames, picture, whole, extent, destroy: () => picture.destroy() };
}

/** Calls once in every frame. @returns the milliseconds between them */
export function everyFrame(count, change) {
  return new Promise((resolve) => {
    const gaps = [];
    let last;
    const frame = () => {
      const now = performance.now();
      if (last !== undefined) gaps.push(now - last);
      last = now;
      if (gaps.length >= count) return resolve(gaps);
      change(gaps.length);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}

/** Until the picture is sharp. @returns milliseconds */
export async function sharp({ picture }) {
  const began = performance.now();
  do await everyFrame(1, () => undefined);
  while (!picture.sharp.peek());
  return performance.now() - began;
}

/** Goes round in a circle, 20 pixels of the screen a frame. */
export async function pan(opened, zoom, count) {
  const { camera, board, extent } = opened;
  const { width, height } = board.size.value;
  camera.show({ x: width / 2 - extent.width / 2 / zoom, y: height / 2 - extent.height / 2 / zoom, zoom });
  await sharp(opened);
  return everyFrame(count, (at) => camera.pan(Math.round(20 * Math.cos(at / 40)), Math.round(20 * Math.sin(at / 40))));
}

/** From the whole canvas to a few widgets and back. */
export async function sweep(opened, count) {
  const { camera, extent, whole } = opened;
  camera.show(whole);
  await sharp(opened);
  const factor = (1.5 / whole.zoom) ** (2 / count);
  const middle = { x: extent.width * 0.47, y: extent.height * 0.53 };
  return everyFrame(count, (at) => camera.zoomAt(middle, at < count / 2 ? factor : 1 / factor));
}

/** Moves one widget in the middle of the screen. */
export async function move(opened, zoom, count) {
  await pan(opened, zoom, 1);
  await sharp(opened);
  const { board, camera } = opened;
  const item = board.itemsIn(camera.seen.peek()).find(({ widget }) => widget.widget_type === 'Note');
  const { x, y } = item.box;
  return everyFrame(count, (at) => board.patch(item.id, { location: { x: x + at, y: y + (at % 30) } }));
}

/** Pictures that are there at once, in levels. */
export function drawnBitmaps() {
  const files = Array.from({ length: FILES }, (_, at) => LEVELS.map((side) => drawn(side, COLOURS[at % COLOURS.length], at)));
  const fileOf = ({ hash }) => Number(hash.slice('hash'.length));
  return {
    place: () => undefined,
    bitmap(picture, width, height) {
      const level = LEVELS.findIndex((side) => side >= Math.max(width, height));
      return files[fileOf(picture)]?.at(level);
    },
    average: (picture) => COLOURS[fileOf(picture) % COLOURS.length],
    onArrival: () => () => undefined,
  };
}

function drawn(side, colour, at) {
  const canvas = new OffscreenCanvas(side, side);
  const context = canvas.getContext('2d');
  context.fillStyle = colour;
  context.fillRect(0, 0, side, side);
  context.fillStyle = '#ffffff80';
  for (let ring = 0; ring < 12; ring++)
    context.fillRect((side / 12) * ring, (side / 24) * ((ring * 7 + at) % 24), side / 20, side / 3);
  return canvas.transferToImageBitmap();
}

import { Refusal } from '../../model/refusal.ts';
import { levelSize } from '../assets/mipmap-levels.ts';
import type { Mipmaps } from '../assets/mipmaps.ts';
import type { Drawing, Picture, Shape } from '../assets/render/drawing/drawing.ts';
import type { Requester } from '../assets/render/types.ts';

/** At most so many pictures are shown, the largest ones; the others are boxes. */
const MOST = 200;

/** Adds to each picture the path of its smallest sufficient level; a picture that cannot be rendered gets none. */
export async function withPaths(drawing: Drawing, mipmaps: Mipmaps, requester: Requester): Promise<Drawing> {
  const pictures = drawing.shapes.filter((shape): shape is Picture => shape.kind === 'picture');
  const largest = pictures.toSorted((a, b) => areaOf(b) - areaOf(a)).slice(0, MOST);
  const withPath = new Map<Shape, Shape>();
  // One after the other, so that walls that wait for a level get their turn in between
  for (const picture of largest) withPath.set(picture, { ...picture, path: await pathOf(picture, mipmaps, requester) });
  return { ...drawing, shapes: drawing.shapes.map((shape) => withPath.get(shape) ?? shape) };
}

const areaOf = ({ box }: Picture): number => box.width * box.height;

async function pathOf({ file, box }: Picture, mipmaps: Mipmaps, requester: Requester): Promise<string | undefined> {
  try {
    const { resolution, max_level } = await mipmaps.info(file, file.page, requester);
    return await mipmaps.level(file, file.page, sufficient(resolution, max_level, box), requester);
  } catch (error) {
    // The page does not exist, or the type is not rendered
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

function sufficient(full: { width: number; height: number }, most: number, seen: { width: number; height: number }): number {
  for (let level = most; level > 0; level--) {
    const { width, height } = levelSize(full, level);
    if (width >= seen.width && height >= seen.height) return level;
  }
  return 0;
}

import sharp from 'sharp';
import { measure } from '../../../../model/looks/measure.ts';
import { drawPng } from '../image.ts';
import type { Drawing, DrawnPicture } from './drawing.ts';
import { type DrawingDeps, svgOf } from './svg.ts';

/** Pixels that all pictures of a drawing may have together; beyond that, all are drawn coarser. */
const MOST_PIXELS = 8_000_000;

/** PNG of a drawing. Runs in a render process, because it decodes users' files. */
export async function draw(drawing: Drawing): Promise<Uint8Array> {
  const images = await imagesOf(drawing);
  const deps: DrawingDeps = { measure, letters: await hasLetters(), image: (picture) => images.get(picture) };
  return drawPng(svgOf(drawing, deps), drawing.width, drawing.height);
}

/** Each file that can be read, at the size at which it is shown, as PNG, because the SVG decoder does not read WebP. */
async function imagesOf({ width, height, groups }: Drawing): Promise<Map<DrawnPicture, string>> {
  const sized = groups.flatMap(({ zoom, shapes }) =>
    shapes
      .filter((shape): shape is DrawnPicture => shape.kind === 'picture' && shape.path !== undefined)
      .map((picture) => ({
        picture,
        across: Math.min(picture.box.width * zoom, 2 * width),
        down: Math.min(picture.box.height * zoom, 2 * height),
      })),
  );
  const pixels = sized.reduce((sum, { across, down }) => sum + across * down, 0);
  const coarser = Math.min(1, Math.sqrt(MOST_PIXELS / Math.max(1, pixels)));
  const images = new Map<DrawnPicture, string>();
  for (const { picture, across, down } of sized) {
    const image = await imageOf(picture.path!, across * coarser, down * coarser);
    if (image !== undefined) images.set(picture, image);
  }
  return images;
}

async function imageOf(path: string, width: number, height: number): Promise<string | undefined> {
  try {
    const side = (length: number): number => Math.max(1, Math.ceil(length));
    const image = sharp(path).resize(side(width), side(height), { fit: 'outside', withoutEnlargement: true });
    return `data:image/png;base64,${(await image.png({ compressionLevel: 1 }).toBuffer()).toString('base64')}`;
  } catch {
    // The file was removed meanwhile, or is damaged, so only its box is drawn
    return undefined;
  }
}

/** Letters are missing, or all are the same box, without any font, even that of Easel. */
async function hasLetters(): Promise<boolean> {
  const letter = (text: string): Promise<Buffer> =>
    sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><text y="16" font-family="Inter, sans-serif" font-size="16">${text}</text></svg>`,
      ),
    )
      .raw()
      .toBuffer();
  const [one, other, none] = await Promise.all([letter('m'), letter('i'), letter('')]);
  return !one.equals(other) && !one.equals(none);
}

import { Refusal } from '../../model/refusal.ts';
import { levelSize } from '../assets/mipmap-levels.ts';
import type { Mipmaps } from '../assets/mipmaps.ts';
import type { Drawing, DrawnPicture, DrawnShape } from '../assets/render/drawing/drawing.ts';
import type { Requester } from '../assets/render/types.ts';
import type { PreviewDescription } from './describe.ts';

/**
 * A preview shows the largest pictures, at most this many; the others are boxes.
 * @bound Pictures that a preview shows: the largest are shown, the others are boxes.
 */
const MOST = 200;

interface PictureRequest {
  readonly picture: DrawnPicture;
  /** In pixels of the drawing. */
  readonly width: number;
  readonly height: number;
}

/** Adds to each picture the path of its smallest sufficient level; a picture that cannot be rendered gets none. */
export async function withPaths(
  { drawing, types }: PreviewDescription,
  mipmaps: Mipmaps,
  requester: Requester,
): Promise<Drawing> {
  const pictures = drawing.groups.flatMap(({ zoom, shapes }) =>
    shapes
      .filter((shape) => shape.kind === 'picture')
      .map((picture) => ({ picture, width: picture.box.width * zoom, height: picture.box.height * zoom })),
  );
  const largest = pictures.toSorted((a, b) => areaOf(b) - areaOf(a)).slice(0, MOST);
  const withPath = new Map<DrawnShape, DrawnShape>();
  // One after the other, so that walls that wait for a level get their turn in between
  for (const sized of largest) {
    const type = types.get(sized.picture.hash);
    if (type === undefined || sized.picture.of === 'video') continue;
    withPath.set(sized.picture, { ...sized.picture, ...(await fileOf(sized, type, mipmaps, requester)) });
  }
  const groups = drawing.groups.map((group) => ({ ...group, shapes: group.shapes.map((shape) => withPath.get(shape) ?? shape) }));
  return { ...drawing, groups };
}

const areaOf = ({ width, height }: PictureRequest): number => width * height;

type PictureFile = Pick<DrawnPicture, 'path' | 'pages'>;

async function fileOf(sized: PictureRequest, type: string, mipmaps: Mipmaps, requester: Requester): Promise<PictureFile> {
  const { hash, page } = sized.picture;
  try {
    const { pages } = await mipmaps.info({ hash, type }, 0, requester);
    if (page >= pages) return { pages };
    const { resolution, max_level } = await mipmaps.info({ hash, type }, page, requester);
    return { path: await mipmaps.level({ hash, type }, page, sufficient(resolution, max_level, sized), requester) };
  } catch (error) {
    // The type is not rendered
    if (error instanceof Refusal) return {};
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

import { type FileKindName, fileKinds } from '../../../model/file-kinds.ts';
import type { Size } from '../../../model/types.ts';

export interface Natural {
  readonly size: Size;
  /** The ratio is that of the file. Else the server knows it better. */
  readonly isKnown: boolean;
  /** An address of the file's own picture, to be revoked; undefined: the browser cannot show it. */
  readonly picture?: string;
}

/** How large a file is by itself, in pixels or points. Where the browser cannot read it: what the server assumes, too. */
export async function naturalOf(file: File, kind: FileKindName): Promise<Natural> {
  const found = await readers[kind](file).catch(() => undefined);
  return found ?? { size: fileKinds[kind].size, isKnown: false };
}

const readers: Readonly<Record<FileKindName, (file: File) => Promise<Natural | undefined>>> = {
  image: ofImage,
  video: ofVideo,
  pdf: ofPdf,
};

/** Pixels after the rotation that a camera wrote into the file. */
async function ofImage(file: File): Promise<Natural | undefined> {
  const picture = URL.createObjectURL(file);
  const image = new Image();
  image.src = picture;
  try {
    await image.decode();
    return { size: { width: image.naturalWidth, height: image.naturalHeight }, isKnown: true, picture };
  } catch {
    URL.revokeObjectURL(picture);
    return undefined;
  }
}

function ofVideo(file: File): Promise<Natural | undefined> {
  const source = URL.createObjectURL(file);
  const video = document.createElement('video');
  video.preload = 'metadata';
  return new Promise((resolve) => {
    const found = (): void => {
      const { videoWidth: width, videoHeight: height } = video;
      URL.revokeObjectURL(source);
      video.removeAttribute('src');
      resolve(width > 0 && height > 0 ? { size: { width, height }, isKnown: true } : undefined);
    };
    video.addEventListener('loadedmetadata', found, { once: true });
    video.addEventListener('error', found, { once: true });
    video.src = source;
  });
}

/** Bytes in which the size of the first page of most documents stands. */
const LOOKED_AT = 65_536;

/** The first size of a page that is not packed, for the placeholder: the server reads the file itself. */
async function ofPdf(file: File): Promise<Natural | undefined> {
  const text = await file.slice(0, LOOKED_AT).text();
  const numbers = /\/MediaBox\s*\[\s*([-\d.]+)\s+([-\d.]+)\s+([-\d.]+)\s+([-\d.]+)/.exec(text)?.slice(1).map(Number);
  if (!numbers?.every(Number.isFinite)) return undefined;
  const width = Math.abs(numbers[2]! - numbers[0]!);
  const height = Math.abs(numbers[3]! - numbers[1]!);
  return width > 0 && height > 0 ? { size: { width, height }, isKnown: false } : undefined;
}

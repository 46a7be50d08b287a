import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny';
import type { Size } from './jobs.ts';

/** The upright size of the first video track, from the tables of the file; no picture is decoded. */
export async function videoSize(path: string): Promise<Size> {
  const input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path) });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track) throw new Error('no video track');
    const { displayWidth: width, displayHeight: height } = track;
    return { width, height, pages: 0 };
  } finally {
    input.dispose();
  }
}

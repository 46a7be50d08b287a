import { createReadStream } from 'node:fs';
import type { ReceivedBytes } from '../assets/blobs.ts';
import type { ProbedFile } from '../assets/render/types.ts';
import { type NewFile, newFile, type Uploads } from '../assets/uploads.ts';

const picture = (width: number, height: number): ProbedFile => ({
  kind: 'image',
  type: 'image/webp',
  extension: 'webp',
  width,
  height,
  pages: 1,
});

/**
 * The files of the sample canvas, by the name that its drawing uses, and what looking at each finds: so nobody waits for the process that
 * looks at files, which takes seconds to start on a busy machine. Pictures and film are drawn by a program of ours.
 */
export const sampleFiles = {
  lanterns: ['lanterns.webp', picture(1280, 800)],
  paper: ['paper.webp', picture(900, 900)],
  valley: ['valley.webp', picture(1200, 800)],
  programme: [
    'evening-of-light.pdf',
    { kind: 'pdf', type: 'application/pdf', extension: 'pdf', width: 420, height: 594, pages: 2 },
  ],
  trails: ['light-trails.mp4', { kind: 'video', type: 'video/mp4', extension: 'mp4', width: 960, height: 540, pages: 0 }],
} as const satisfies Record<string, readonly [filename: string, ProbedFile]>;

export type SampleFiles = Readonly<Record<keyof typeof sampleFiles, NewFile>>;

/** One of the files that come with the server. */
export const readSample = (filename: string) => createReadStream(new URL(`./sample/${filename}`, import.meta.url));

/** Takes the files as an upload does, and keeps them while the command makes the records that refer to them. */
export async function withSampleFiles<T>(
  { blobs, keep, maxUploadBytes }: Pick<Uploads, 'blobs' | 'keep' | 'maxUploadBytes'>,
  command: (files: SampleFiles) => Promise<T>,
): Promise<T> {
  const received: ReceivedBytes[] = [];
  try {
    const files: Partial<Record<keyof typeof sampleFiles, NewFile>> = {};
    for (const [key, [filename, probed]] of Object.entries(sampleFiles)) {
      const file = await blobs.receive(readSample(filename), maxUploadBytes);
      received.push(file);
      files[key as keyof typeof sampleFiles] = newFile({ ...file, filename }, probed);
    }
    const kept = received.reduce(
      (run, file) => () => keep(file, run),
      () => command(files as SampleFiles),
    );
    return await kept();
  } finally {
    for (const file of received) await blobs.discard(file);
  }
}

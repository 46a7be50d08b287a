import { createReadStream } from 'node:fs';
import type { ReceivedBytes } from '../assets/blobs.ts';
import { type NewFile, newFile, type Uploads } from '../assets/uploads.ts';

/** The files of the sample canvas, by the name that its drawing uses. Pictures and film are drawn by a program of ours. */
const names = {
  lanterns: 'lanterns.webp',
  paper: 'paper.webp',
  valley: 'valley.webp',
  programme: 'evening-of-light.pdf',
  trails: 'light-trails.mp4',
} as const;

export type SampleFiles = Readonly<Record<keyof typeof names, NewFile>>;

const BY = { by: 'sample canvas' };

/** Takes the files as an upload does, and keeps them while the command makes the records that refer to them. */
export async function withSampleFiles<T>(uploads: Uploads, command: (files: SampleFiles) => Promise<T>): Promise<T> {
  const received: ReceivedBytes[] = [];
  try {
    const files: Partial<Record<keyof typeof names, NewFile>> = {};
    for (const [key, filename] of Object.entries(names)) {
      const bytes = createReadStream(new URL(`./sample/${filename}`, import.meta.url));
      const file = await uploads.blobs.receive(bytes, uploads.maxUploadBytes);
      received.push(file);
      files[key as keyof typeof names] = newFile({ ...file, filename }, await uploads.look(file, BY));
    }
    const kept = received.reduce(
      (run, file) => () => uploads.keep(file, run),
      () => command(files as SampleFiles),
    );
    return await kept();
  } finally {
    for (const file of received) await uploads.blobs.discard(file);
  }
}

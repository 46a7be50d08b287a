import { FileName, type StoredFile } from '../../model/types.ts';
import type { Blob, Blobs, Received } from './blobs.ts';
import type { Probed, Renderers, Requester } from './render/types.ts';

/** What the record of a new file is made with. */
export interface NewFile {
  readonly hash: string;
  readonly file: StoredFile;
  readonly original_filename: string;
}

export interface UploadDeps {
  readonly blobs: Blobs;
  readonly renderers: Pick<Renderers, 'probe'>;
  readonly maxUploadBytes: number;
  /** Those of the hashes to which a record refers. */
  readonly referred: (hashes: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** Files on their way from a request into a record. */
export interface Uploads {
  readonly blobs: Blobs;
  /** Largest file, in bytes. */
  readonly maxUploadBytes: number;
  /** What a file is by its bytes, and its natural size. Undefined: of no type that a canvas shows. */
  look(file: Received, requester: Requester): Promise<Probed | undefined>;
  /**
   * Keeps the bytes, which are on disk before the command runs that refers to them. When it is refused, bytes that
   * were not there before and that nobody refers to go again.
   */
  keep<T>(file: Received, command: () => Promise<T>): Promise<T>;
}

export function createUploads({ blobs, renderers, maxUploadBytes, referred }: UploadDeps): Uploads {
  const isReferred = async ({ hash }: Blob): Promise<boolean> => (await referred([hash])).has(hash);
  return {
    blobs,
    maxUploadBytes,
    look: ({ path }, requester) => renderers.probe(path, requester),
    async keep(file, command) {
      const made = await blobs.keep(file);
      try {
        return await command();
      } catch (error) {
        // The claim first: bytes that are claimed are not removed
        await blobs.discard(file);
        if (made) await blobs.remove(made, () => isReferred(made));
        throw error;
      }
    },
  };
}

/** Type of a file of which nothing is known. */
export const UNKNOWN_TYPE = 'application/octet-stream';

/** What a record holds of a file that was looked at. */
export const newFile = ({ hash, bytes, filename }: Received & { filename: string }, probed: Probed | undefined): NewFile => ({
  hash,
  original_filename: FileName.read(filename, 'filename', undefined),
  file: {
    bytes,
    type: probed?.type ?? UNKNOWN_TYPE,
    extension: probed?.extension ?? 'bin',
    width: probed?.width ?? 0,
    height: probed?.height ?? 0,
    pages: probed?.pages ?? 0,
  },
});

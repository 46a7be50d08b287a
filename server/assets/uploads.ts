import { FileName, type StoredFile } from '../../model/types.ts';
import type { Blob, Blobs, ReceivedBytes } from './blobs.ts';
import type { ProbedFile, Renderers, Requester } from './render/types.ts';

/** The file fields of a new record. */
export interface NewFile {
  readonly hash: string;
  readonly file: StoredFile;
  readonly original_filename: string;
}

export interface UploadDeps {
  readonly blobs: Blobs;
  readonly renderers: Pick<Renderers, 'probe'>;
  readonly maxUploadBytes: number;
  /** Returns those of the hashes that a record refers to, or that a canvas may get back. */
  readonly wanted: (hashes: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** Takes files from a request into a record. */
export interface Uploads {
  readonly blobs: Blobs;
  /** Largest file, in bytes. */
  readonly maxUploadBytes: number;
  /** Identifies a file by its bytes, with its natural size. Undefined: no type that a canvas shows. */
  look(file: ReceivedBytes, requester: Requester): Promise<ProbedFile | undefined>;
  /**
   * Keeps the bytes and then runs the command that refers to them, so that they are on disk before it runs. When the command
   * fails, new bytes that nobody wants are removed again.
   */
  keep<T>(file: ReceivedBytes, command: () => Promise<T>): Promise<T>;
}

export function createUploads({ blobs, renderers, maxUploadBytes, wanted }: UploadDeps): Uploads {
  const isWanted = async ({ hash }: Blob): Promise<boolean> => (await wanted([hash])).has(hash);
  return {
    blobs,
    maxUploadBytes,
    look: ({ path }, requester) => renderers.probe(path, requester),
    async keep(file, command) {
      const made = await blobs.keep(file);
      try {
        return await command();
      } catch (error) {
        // The claim must end first, because claimed bytes cannot be removed
        await blobs.discard(file);
        if (made) await blobs.remove(made, () => isWanted(made));
        throw error;
      }
    },
  };
}

/** Type of an unrecognised file. */
export const UNKNOWN_TYPE = 'application/octet-stream';

/** The file fields of a record, from a file that was looked at. */
export const newFile = (
  { hash, bytes, filename }: ReceivedBytes & { filename: string },
  probed: ProbedFile | undefined,
): NewFile => ({
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

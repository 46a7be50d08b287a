import { readFileSync, rmSync } from 'node:fs';
import { writePrivate } from './private-file.ts';

/** A file with one secret, readable by its owner only. */
export interface SecretFile {
  readonly path: string;
  /** Undefined: the file is missing or cannot be read. */
  read(): string | undefined;
  /** Replaces the secret; on disk when it returns. Throws one line for a person. */
  write(secret: string): void;
  remove(): void;
}

export function secretFile(path: string): SecretFile {
  return {
    path,
    read() {
      try {
        return readFileSync(path, 'utf8').trimEnd();
      } catch {
        return undefined;
      }
    },
    write(secret) {
      try {
        writePrivate(path, `${secret}\n`);
      } catch (cause) {
        throw new Error(`${path} cannot be written (${(cause as NodeJS.ErrnoException).code}); nothing was made`);
      }
    },
    remove: () => rmSync(path, { force: true }),
  };
}

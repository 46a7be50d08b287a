import { readFileSync, rmSync } from 'node:fs';
import { writePrivate } from './private-file.ts';

/** A file with one secret, for its owner only. */
export interface SecretFile {
  readonly path: string;
  /** Undefined: there is none that can be read. */
  read(): string | undefined;
  /** Replaces what is there; on disk when it returns. Throws one line for a person. */
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

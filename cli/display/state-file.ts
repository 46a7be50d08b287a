import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Identity, IdentityStore } from '../../client/index.ts';

/** Readable only for its owner: a user who has the secret of a display can take its place. */
const MODE = 0o600;

/**
 * A file with the identities of all displays of a person on a machine, by key. It is replaced in one step, so that a display that
 * is killed meanwhile leaves a whole file. Throws when the file cannot be read.
 */
export class StateFile implements IdentityStore {
  constructor(
    private readonly path: string,
    private readonly key: string,
  ) {}

  load(): Identity | undefined {
    const all = this.#read();
    return Object.hasOwn(all, this.key) ? all[this.key] : undefined;
  }

  save(identity: Identity): void {
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
    const text = `${JSON.stringify({ ...this.#read(), [this.key]: identity }, null, 2)}\n`;
    const fresh = `${this.path}.${process.pid}`;
    try {
      writeFileSync(fresh, text, { mode: MODE });
      // An existing file, left by a killed process with the same number, keeps its mode
      chmodSync(fresh, MODE);
      renameSync(fresh, this.path);
    } finally {
      rmSync(fresh, { force: true });
    }
  }

  #read(): Record<string, Identity> {
    try {
      return JSON.parse(readFileSync(this.path, 'utf8'));
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return {};
      throw new Error(`the state file ${this.path} cannot be read: ${(cause as Error).message}`);
    }
  }
}

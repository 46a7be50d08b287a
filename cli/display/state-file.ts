import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Identity, IdentityStore } from '../../client/index.ts';

/** A file for its owner alone: with the secret of a display, anybody with an account may take its place. */
const MODE = 0o600;

/**
 * The identities of the displays of a machine, each under a key of its own, in one file. It is replaced in one step, so that a
 * display that ends meanwhile leaves the old one or the new one. Throws when it cannot be read.
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
      // What was left by an earlier process with this number may have another mode
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

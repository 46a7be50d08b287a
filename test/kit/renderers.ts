import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { createRenderers } from '../../server/assets/render/renderers.ts';
import type { Renderers, Requester } from '../../server/assets/render/types.ts';
import { systemClock } from '../../server/clock.ts';

/** A new requester each time, so that no earlier job counts against it. */
export const anybody = (): Requester => ({ by: randomUUID() });

/** Render processes and a folder of files for the tests of one file; both are removed after them. */
export class RenderBench {
  renderers!: Renderers;
  folder = '';
  #files = 0;

  constructor() {
    beforeAll(() => {
      this.folder = mkdtempSync(join(tmpdir(), 'easel-render-'));
      this.renderers = createRenderers({
        settings: { renderMaxPixels: 100_000_000, renderMemoryBytes: 400 * 2 ** 20, renderSeconds: 3 },
        clock: systemClock,
      });
    });
    afterAll(async () => {
      await this.renderers.close();
      rmSync(this.folder, { recursive: true });
    });
  }

  /** A new path for a file. */
  place(ending = ''): string {
    return join(this.folder, `file-${++this.#files}${ending}`);
  }

  stored(bytes: Buffer | string): string {
    const path = this.place();
    writeFileSync(path, bytes);
    return path;
  }

  probe(bytes: Buffer | string): ReturnType<Renderers['probe']> {
    return this.renderers.probe(this.stored(bytes), anybody());
  }
}

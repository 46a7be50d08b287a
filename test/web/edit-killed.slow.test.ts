import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser, useChromium } from '../kit/chromium.ts';
import { ok } from '../kit/full-canvas.ts';
import { Random } from '../kit/random.ts';
import { runs } from '../kit/runs.ts';
import { TestFolder } from '../kit/server-process.ts';
import { openEdited, pasteText, untilSaved } from './edited.ts';

const KILLS = runs(3, 20);

describeInBrowser('a server that is killed while somebody edits', () => {
  const server = { url: '' };
  const chromium = useChromium(server);

  it('has everything that the page has shown as saved, and gets the rest once it is back', { timeout: 600_000 }, async () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    console.info(`edit-killed: seed ${seed}`);
    const random = new Random(seed);
    const folder = new TestFolder();
    try {
      let running = await folder.start();
      server.url = await running.listening;
      const env = { EASEL_PORT: String(await running.port()) };
      const canvas = `/canvases/${ok(await (await running.admin()).post('/canvases')).id}`;
      const page = await openEdited(chromium, canvas, await running.admin());
      const board = new Drawn(page);
      const there = async () => textsOf(ok(await (await running.admin()).get(`${canvas}/notes`)));
      for (let round = 0; round < KILLS; round++) {
        for (let left = Math.floor(random.next() * 4); left >= 0; left--) await board.note();
        if (random.next() < 0.5) await untilSaved(page);
        const saved = await board.saved();
        await running.end('SIGKILL');
        // The page is held back, so that it cannot make good what is missing
        await page.context().setOffline(true);
        running = await folder.start({ env });
        expect(await there()).toEqual(expect.arrayContaining([...saved]));
        for (let left = Math.floor(random.next() * 3); left > 0; left--) await board.note();
        await page.context().setOffline(false);
        await untilSaved(page);
        expect(await there()).toEqual([...board.texts].sort());
      }
      expect(board.texts.length).toBeGreaterThan(KILLS);
    } finally {
      await folder.remove();
    }
  });
});

const textsOf = (notes: readonly { readonly text: string }[]): string[] => notes.map(({ text }) => text).sort();

/** Notes that a person pastes. */
class Drawn {
  readonly texts: string[] = [];

  constructor(private readonly page: Page) {}

  async note(): Promise<void> {
    const text = `note ${this.texts.length}`;
    await pasteText(this.page, { text });
    this.texts.push(text);
    await this.page.locator(`.stage[data-count="${this.texts.length}"]`).waitFor();
  }

  /** What the page shows as saved now. */
  async saved(): Promise<readonly string[]> {
    const isSaved = await this.page.locator('.stage[data-saved=saved][data-pending="0"]').count();
    return isSaved > 0 ? [...this.texts] : [];
  }
}

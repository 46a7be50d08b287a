import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { describeInBrowser, useChromium } from '../kit/chromium.ts';
import { useEasel } from '../kit/easel.ts';
import { asPrinted, canWalk, stepsOf, type } from '../kit/typed.ts';
import { openWall } from './walled.ts';

// A wall that has just gone is still listed, and the page speaks of one wall
const easel = useEasel({ each: 'test', clock: systemClock, env: { EASEL_TRUSTED_PROXIES: '127.0.0.0/8' } });

describeInBrowser('docs/walls.md', () => {
  const chromium = useChromium(easel);

  it.skipIf(!canWalk)('has commands that a real wall obeys (skipped without curl)', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'easel-walls-page-'));
    const { page } = await openWall({ easel, chromium });
    const begun = [`EASEL=${easel.url} TOKEN=${easel.admin.token}`];
    try {
      for (const { code, prints, printed, isRefused } of await type(folder, begun, stepsOf('docs/walls.md'))) {
        expect(printed, code).toMatch(asPrinted(prints));
        expect(isRefused, `${code}\n${printed}`).toBe(false);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
    await page.getByRole('status').getByText('The doors open in ten minutes').waitFor();
  });
});

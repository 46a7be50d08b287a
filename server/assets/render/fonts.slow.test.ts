import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { repository } from '../../../test/kit/server-process.ts';

/** Draws each text in a render process, as previews do, and prints a hash of each picture. */
const program = `
  const { createHash } = await import('node:crypto');
  const { systemClock } = await import('${repository}dist/server/clock.js');
  const { createRenderers } = await import('${repository}dist/server/assets/render/renderers.js');
  const settings = { renderMaxPixels: 1e6, renderMemoryBytes: 4e8, renderSeconds: 30 };
  // A render process does not keep its server alive
  const alive = setInterval(() => undefined, 1000);
  const renderers = createRenderers({ settings, clock: systemClock });
  const box = { x: 0, y: 0, width: 200, height: 60 };
  for (const text of process.argv.slice(1)) {
    const words = { kind: 'words', box, text, colour: '#ffffff', most: 40 };
    const groups = [{ left: 0, top: 0, zoom: 1, shapes: [words] }];
    const png = await renderers.draw({ width: 200, height: 60, groups }, { by: 'test' });
    console.log(createHash('sha256').update(png).digest('hex'));
  }
  await renderers.close();
  clearInterval(alive);`;
const node = [process.execPath, '--input-type=module', '-e', program];

/** Simulates a machine without fonts: mounts empty folders over those of the system. */
const without = ['/etc/fonts', '/usr/share/fonts', '/usr/local/share/fonts'].map(
  (path) => `{ [ ! -d ${path} ] || mount -t tmpfs none ${path}; }`,
);
const bare = ['unshare', '-rm', 'sh', '-c', `${without.join(' && ')} && exec "$@"`, 'sh'];
const canBeBare = spawnSync(bare[0]!, [...bare.slice(1), 'true']).status === 0;

async function pictures(before: readonly string[], ...texts: readonly string[]): Promise<string[]> {
  const [command, ...args] = [...before, ...node, ...texts];
  const { stdout } = await promisify(execFile)(command!, args, { timeout: 60_000 });
  return stdout.trim().split('\n');
}

describe('previews show letters', { timeout: 60_000 }, () => {
  // The three letters look alike in any font. If a font lacks one, the box in its place looks like none of them
  const capitalO = { latin: 'O', greek: '\u039f', cyrillic: '\u041e' };

  test.skipIf(!canBeBare)(
    'on a machine without fonts: Latin, Greek and Cyrillic (skipped where nothing can be mounted)',
    async () => {
      const [latin, greek, cyrillic, other, none] = await pictures(bare, ...Object.values(capitalO), 'H', '');
      expect([greek, cyrillic]).toEqual([latin, latin]);
      expect(new Set([latin, other, none]).size).toBe(3);
    },
  );

  const fonts = spawnSync('fc-list', ['--format', '%{family}\\n'], { encoding: 'utf8' }).stdout ?? '';
  const named = ['Noto Sans Devanagari', 'Noto Sans Thai', 'Noto Color Emoji', 'Noto Sans CJK JP'];
  const drawable = [
    ['\u0915', '\u0916'],
    ['\u0e01', '\u0e02'],
    ['\u{1f600}', '\u{1f680}'],
    ['\u6f22', '\u5b57'],
  ] as const;
  const there = drawable.filter((_, at) => fonts.includes(named[at]!));

  test.skipIf(there.length === 0)(
    'of other scripts, and emoji, where their fonts are installed (skipped without Noto)',
    async () => {
      // Boxes in place of missing letters would be alike
      const drawn = await pictures([], ...there.flat(), '');
      expect(new Set(drawn).size).toBe(drawn.length);
    },
  );

  test('on this machine', async () => {
    const [latin, other, none] = await pictures([], capitalO.latin, 'H', '');
    expect(new Set([latin, other, none]).size).toBe(3);
  });
});

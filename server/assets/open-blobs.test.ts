import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeClock } from '../../test/kit/clock.ts';
import { endlessDisk } from '../../test/kit/disk.ts';
import { FileReads } from './file-bytes.ts';
import { openBlobs } from './open-blobs.ts';

let data: string;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'easel-assets-'));
});
afterEach(() => rm(data, { recursive: true, force: true }));

const deps = () => ({ folder: join(data, 'assets'), clock: fakeClock(), disk: endlessDisk, reads: new FileReads() });
const open = () => openBlobs(deps());

it('makes the folder', async () => {
  await open();
  expect(existsSync(join(data, 'assets', 'incoming'))).toBe(true);
});

it('a folder that cannot be used is reported in one line', async () => {
  await writeFile(join(data, 'assets'), 'in the way');
  await expect(open()).rejects.toThrow(/^the asset folder .* cannot be used \(E\w+\); see EASEL_DATA_DIR$/);
});

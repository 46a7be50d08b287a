import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeClock } from '../../test/kit/clock.ts';
import { openBlobs } from './open-blobs.ts';

let data: string;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'easel-assets-'));
});
afterEach(() => rm(data, { recursive: true, force: true }));

const dataPath = (name: string): string => (isAbsolute(name) ? name : join(data, name));
const open = (url: string) => openBlobs(url, dataPath, fakeClock());

it.each([
  ['file:', 'assets'],
  ['file:files', 'files'],
])('%s is a folder of the data folder', async (url, folder) => {
  await open(url);
  expect(existsSync(join(data, folder, 'incoming'))).toBe(true);
});

it('an address with slashes is a folder elsewhere', async () => {
  const elsewhere = join(data, 'disk two');
  await open(pathToFileURL(elsewhere).href);
  expect(existsSync(join(elsewhere, 'incoming'))).toBe(true);
});

it('what cannot be used is told in one line', async () => {
  await writeFile(join(data, 'assets'), 'in the way');
  await expect(open('file:')).rejects.toThrow(/^the asset folder .* cannot be used \(E\w+\); see EASEL_ASSETS_URL$/);
  await expect(open('s3://bucket')).rejects.toThrow('EASEL_ASSETS_URL: this version keeps files in a folder only (file:)');
});

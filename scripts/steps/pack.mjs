/**
 * Compresses built files beside themselves, as `.br` and `.gz`, so that the server never has to: at the best quality, which takes
 * twenty times as long.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { filesBelow } from './files.mjs';
import { root } from './run.mjs';

/** What gains from it; fonts and pictures are compressed already. */
const packable = /\.(js|css|svg|html|txt|webmanifest)$/;
/** A smaller file fits one packet anyway. */
const WORTHWHILE = 1024;

export async function packAll(folder) {
  await Promise.all(
    filesBelow(folder)
      .filter((file) => packable.test(file))
      .map(pack),
  );
}

async function pack(file) {
  const path = join(root, file);
  const bytes = readFileSync(path);
  if (bytes.length < WORTHWHILE) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
  writeFileSync(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}

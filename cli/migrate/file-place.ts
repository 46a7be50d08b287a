import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileReads } from '../../server/assets/file-bytes.ts';
import { systemClock } from '../../server/clock.ts';
import type { Settings } from '../../server/settings.ts';
import { type AssetPlace, openAssetPlace } from '../../server/start/asset-place.ts';
import type { Progress } from '../progress.ts';
import { type CopiedFiles, copyFiles } from './files.ts';
import type { Source } from './source.ts';

export interface FileMove {
  /** With the address of the new place. */
  readonly settings: Settings;
  /** The data folder of the stopped server. */
  readonly folder: string;
}

/**
 * Copies all files to which canvases refer to the place that the settings name. Ended anywhere, the next call goes on. Returns what was
 * copied, for people; throws one line for a person.
 */
export async function moveFiles(source: Source, { settings, folder }: FileMove, progress: Progress): Promise<string> {
  // For what is on its way, so that the data folder stays as it is
  const temporary = mkdtempSync(join(tmpdir(), 'easel-migrate-'));
  try {
    const log = { info: () => undefined, error: (_: object, text: string) => progress.tell(text) };
    const place = await openAssetPlace({ settings, path: (name) => join(temporary, name), log });
    try {
      await claim(place, source.serverId);
      const disk = { refuseFiles: async () => undefined };
      const blobs = await place.open({ clock: systemClock, disk, reads: new FileReads() });
      return saying(place.name, await copyFiles(source.referred(), folder, blobs, progress));
    } finally {
      place.close();
    }
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Files of another server would be deleted by the sweep of this one. A place that says nothing but has files is somebody's, too. */
async function claim(place: AssetPlace, own: string): Promise<void> {
  const theirs = await place.readOwner();
  if (theirs === own) return;
  if (await place.hasFiles()) {
    throw new Error(`${place.name} holds files of ${theirs ? `the server ${theirs}` : 'somebody else'}: ${place.ways.takeAway}`);
  }
  await place.writeOwner(own);
}

function saying(name: string, { copied, there, missing }: CopiedFiles): string {
  const lost = missing.map((hash) => `The file ${hash} was not in the folder any more.`);
  return [`${name} has ${copied + there} files, ${copied} of them copied now; their hashes were compared.`, ...lost].join('\n');
}

import { everythingListed } from '../home/library.ts';
import type { Listed } from '../home/listed.ts';
import { askAbout, type Way } from '../home/questions/asking.ts';
import { copy, move, type OnConflict } from './changes.ts';
import { conflictsOf } from './conflicts.ts';

/** Puts things into a folder; asks first where the folder holds something of the same name. */
export async function transfer(some: readonly Listed[], way: Way, folder_id: string): Promise<void> {
  if (conflicting(some, folder_id).length > 0) return askAbout({ about: 'conflict', some, way, folder_id });
  await transferAnyway(some, way, folder_id);
}

export const transferAnyway = (some: readonly Listed[], way: Way, folder_id: string, onConflict?: OnConflict): Promise<void> =>
  (way === 'copy' ? copy : move)(some, folder_id, onConflict);

/** Which of the things have names that are taken. A canvas that is copied into its own folder just gets a number. */
export function conflicting(some: readonly Listed[], folder_id: string): readonly Listed[] {
  const all = everythingListed();
  const stays = (one: Listed): boolean => one.folder_id === folder_id;
  return some.filter((one) => !stays(one) && conflictsOf(one, folder_id, all).length > 0);
}

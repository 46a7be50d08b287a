import { statSync } from 'node:fs';
import { systemClock } from '../../server/clock.ts';
import { type DiskDeps, watchDisk } from '../../server/disk.ts';
import { sizeText } from '../operate/asking.ts';

/** The room that a backup may take. */
export interface Room {
  /** Throws one line for a person when this many bytes more would take what the database of the server needs. */
  require(bytes: number): void;
  close(): void;
}

/** On the disk of the data folder backups leave as much alone as uploads do; elsewhere they may fill the disk. */
export async function watchRoom(place: string, { folder, reserve, room }: Omit<DiskDeps, 'clock'>): Promise<Room> {
  if (statSync(place).dev !== statSync(folder).dev) return { require: () => undefined, close: () => undefined };
  const disk = await watchDisk({ folder, reserve, clock: systemClock, ...(room && { room }) });
  return {
    require(bytes) {
      const { free, reserve } = disk.bytes;
      if (free - bytes >= reserve || reserve === 0) return;
      throw new Error(
        `the disk is nearly full: ${sizeText(free)} are free, and the last ${sizeText(reserve)} are for the server (EASEL_DISK_RESERVE_BYTES); put backups on another disk`,
      );
    },
    close: disk.close,
  };
}

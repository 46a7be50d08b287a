import { statfs } from 'node:fs/promises';
import { refuse } from '../model/refusal.ts';
import type { Clock } from './clock.ts';

/**
 * The room on the disk of the data folder. Its last bytes are for the database, so that people can be signed out and blocked,
 * and things deleted, when files have filled the rest.
 */
export interface Disk {
  /** Refuses with 503 when the disk has no room for a piece of a file above the reserve. Asked before each is written. */
  refuseFiles(): Promise<void>;
  /** Refuses with 503 when little is left of the reserve itself, as of a second ago: for content that would take it. */
  refuseContent(): void;
  /** The state a second ago. `little`: files are refused; `none`: content as well. */
  readonly room: 'enough' | 'little' | 'none';
  /** Bytes that may still be written, and those of them that files leave alone, a second ago. 0 and 0: nobody can say. */
  readonly bytes: { readonly free: number; readonly reserve: number };
  close(): void;
}

export interface DiskDeps {
  readonly folder: string;
  /** Bytes; of a small disk a twentieth, when that is less. */
  readonly reserve: number;
  readonly clock: Clock;
  /** Where tests say how much room there is. */
  readonly room?: (folder: string) => Promise<DiskRoom>;
}

/** Bytes that this account may still write, and all bytes of the file system. */
export interface DiskRoom {
  readonly free: number;
  readonly all: number;
}

/** Files are written in pieces of this many bytes; room is asked for before each piece. */
export const FILE_PIECE = 8 * 1024 ** 2;
const LOOK_MS = 1000;
const OF_SMALL_DISK = 1 / 20;
/** The part of the reserve that content leaves alone. */
const LAST = 1 / 4;

/** Looks once before it resolves, and then every second. A file system that does not tell its size counts as never full. */
export async function watchDisk({ folder, reserve, clock, room = roomIn }: DiskDeps): Promise<Disk> {
  let free = 0;
  let part = 0;
  const look = async (): Promise<void> => {
    const seen = await room(folder).catch(() => unknown);
    free = seen.free;
    part = seen.all * OF_SMALL_DISK;
  };
  await look();
  let isLooking = false;
  // A disk that does not answer is not asked again meanwhile: each question holds a thread
  const lookAgain = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    await look();
    isLooking = false;
  };
  const timer = clock.every(LOOK_MS, () => void lookAgain());
  const hasRoomForFiles = (): boolean => free >= Math.min(reserve, part) + Math.min(FILE_PIECE, part);
  const hasRoomForContent = (): boolean => free >= Math.min(reserve, part) * LAST;
  return {
    get room() {
      if (hasRoomForFiles()) return 'enough';
      return hasRoomForContent() ? 'little' : 'none';
    },
    get bytes() {
      return { free: Number.isFinite(free) ? free : 0, reserve: Math.min(reserve, part) };
    },
    async refuseFiles() {
      await look();
      if (!hasRoomForFiles()) throw refuse.unavailable('The disk of the server is nearly full, so it takes no files');
    },
    refuseContent() {
      if (!hasRoomForContent()) throw refuse.unavailable('The disk of the server is full; deleting still works');
    },
    close: () => timer.cancel(),
  };
}

const unknown: DiskRoom = { free: 0, all: 0 };

async function roomIn(folder: string): Promise<DiskRoom> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, all: blocks * bsize };
}

/** Whether a write failed because there is no room, as the system says it. */
export const isNoRoom = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException)?.code ?? '');

import type { Disk } from '../../server/disk.ts';

/** A disk that always has room. */
export const endlessDisk: Disk = {
  refuseFiles: async () => undefined,
  refuseContent: () => undefined,
  room: 'enough',
  bytes: { free: 0, reserve: 0 },
  close: () => undefined,
};

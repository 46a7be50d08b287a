import { spawnSync } from 'node:child_process';
import { systemClock } from '../../server/clock.ts';
import { watchDisk } from '../../server/disk.ts';
import { mostDescriptors } from '../../server/settings/descriptors.ts';
import { sizeText } from '../operate/asking.ts';
import { type CheckDefinition, ok } from './check.ts';

/** When the maintenance of a release of Node ends (nodejs.org/en/about/previous-releases). */
const NODE_ENDS: Readonly<Record<number, string>> = { 18: '2025-04-30', 20: '2026-04-30', 22: '2027-04-30', 24: '2028-04-30' };
/** Fewer open files serve some hundred people. */
const DESCRIPTORS = 8192;
const FONTS = { zh: 'Chinese', ja: 'Japanese', ko: 'Korean', hi: 'Devanagari', th: 'Thai' } as const;

export const machineChecks: readonly CheckDefinition[] = [
  {
    name: 'node_version',
    costs: 'little',
    look({ now }) {
      const ends = NODE_ENDS[Number(process.versions.node.split('.')[0])];
      if (ends === undefined || now.toISOString() < ends) return ok(`Node ${process.versions.node}`);
      return {
        state: 'degraded',
        says: `Node ${process.versions.node} has not been maintained since ${ends}`,
        mend: 'Install a release of Node that is maintained (https://nodejs.org), and run npm run build again.',
      };
    },
  },
  {
    name: 'open_files',
    costs: 'little',
    look() {
      const most = mostDescriptors();
      if (most >= DESCRIPTORS) return ok(`${most} files and sockets may be open`);
      return {
        state: 'degraded',
        says: `only ${most} files and sockets may be open, so connections are refused early`,
        mend: 'In the unit of systemd: LimitNOFILE=65536. In a shell, before the server: ulimit -n 65536',
      };
    },
  },
  {
    name: 'disk',
    costs: 'little',
    async look({ folder, settings: { diskReserveBytes: reserve } }) {
      const disk = await watchDisk({ folder, reserve, clock: systemClock });
      disk.close();
      const free = sizeText(disk.bytes.free);
      if (disk.room === 'enough') return ok(`${free} are free`);
      const isFull = disk.room === 'none';
      return {
        state: isFull ? 'failed' : 'degraded',
        says: isFull
          ? `the disk is full: content and files are refused, ${free} are free`
          : `the disk is nearly full: files are refused, ${free} are free`,
        mend: 'Make room, or enlarge the disk; what takes it: easel usage, and what nobody needs: easel gc',
      };
    },
  },
  {
    name: 'fonts',
    costs: 'little',
    look() {
      const { status, error } = spawnSync('fc-list', ['--version'], { stdio: 'ignore' });
      if (error || status !== 0) return undefined;
      const missing = Object.entries(FONTS).filter(
        ([code]) => spawnSync('fc-list', [`:lang=${code}`], { encoding: 'utf8' }).stdout.trim() === '',
      );
      if (missing.length === 0) return ok('there are fonts for the scripts that were looked for');
      return {
        state: 'degraded',
        says: `previews show boxes instead of letters for ${missing.map(([, name]) => name).join(', ')}: this machine has no font for them`,
        mend: 'sudo apt install fontconfig fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji, and restart Easel',
      };
    },
  },
];

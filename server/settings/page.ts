import type { Setting } from './read.ts';
import { sources } from './types.ts';

/** What the page may do in a browser. */
export const pageSettings = {
  ipVideoSources: {
    name: 'EASEL_IP_VIDEO_SOURCES',
    group: 'Listening',
    type: sources,
    default: [],
    unit: '',
    why: 'Servers from which the page may load the playlists and parts of IP videos (HLS), such as `https://cam.corp.example:8443`, `*.corp.example`, or `https:` for any. Empty: only this server. Pictures and MJPEG need none.',
  },
} satisfies Record<string, Setting<readonly string[]>>;

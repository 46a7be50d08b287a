import type { Setting } from './read.ts';
import { flag, sources } from './types.ts';

/** What the page may do in a browser. */
export const pageSettings = {
  ipVideoSources: {
    name: 'EASEL_IP_VIDEO_SOURCES',
    group: 'Listening',
    type: sources,
    default: [],
    unit: '',
    why: 'Servers from which the page may load the playlists and parts of IP videos (HLS), such as `https://cam.corp.example:8443`, `*.corp.example`, or `https:` for any. Empty: only this server. Pictures and MJPEG need none.',
  } satisfies Setting<readonly string[]>,
  pageChecks: {
    name: 'EASEL_PAGE_CHECKS',
    group: 'Listening',
    type: flag,
    default: true,
    unit: '',
    why: 'The server asks public web pages that stand on canvases whether they let themselves be shown in a frame, so that the page can show a card in place of the browser’s error. It asks no private address. 0 where the server must send nothing to the web.',
  } satisfies Setting<boolean>,
};

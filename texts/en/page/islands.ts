/** Live elements on a canvas: videos, web pages, cameras. */
export const islands = {
  video: (name: string) => `Video: ${name}`,
  browser: (name: string) => `Web page: ${name}`,
  ipVideo: (name: string) => `IP video: ${name}`,
  unnamed: 'without a name',

  soundOn: 'Sound on',
  play: 'Play',
  unplayable: 'This browser cannot play this video.',
  download: 'Download',

  use: 'Use the page',
  leave: 'Leave the page',
  openTab: 'Open in a new tab',
  silentPage: 'This page has not answered yet. It may be unreachable, or refuse to be shown inside another page.',
  unframedPage: 'This page cannot be shown inside another one.',
  unreachablePage: 'Nobody answers at this address. Perhaps only the server cannot reach it.',
  showAnyway: 'Try it here',
  mixedPage: 'This page has an open http address. Browsers do not show it here, because this canvas came over https.',

  mixedStream: 'This video has an open http address. Browsers do not show it here, because this canvas came over https.',
  silentCamera: 'There is no picture at this address, or not for this browser. Trying again from time to time.',
  blockedStream: (server: string) =>
    `Easel may not load videos from ${server} yet. An administrator can add it to the setting EASEL_IP_VIDEO_SOURCES.`,
};

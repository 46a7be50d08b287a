/** The page of a canvas. */
export const canvas = {
  back: 'All canvases',
  opening: 'Opening the canvas …',
  /** Name of the picture for screen readers. */
  picture: (name: string) => `Canvas ${name}`,
  waiting: 'Connection lost. What you see may be old.',
  waitingShort: 'Reconnecting …',
  liveAgain: 'Connected again',
  search: 'Search on the canvas',
  outline: 'Outline',
  share: 'Share',
  menu: 'More about this canvas',
  copyLink: 'Copy link to the canvas',
  copied: 'Link copied',
  readOnly: 'View only',
  demo: 'Demo',
  signIn: 'Sign in',
  emptyTitle: 'This canvas is empty',
  emptyHint: 'What people and programs put on it appears here at once.',
  fullScreen: 'Full screen',
  leaveFullScreen: 'Leave full screen',
};

/** What stands where a page cannot be shown, by the kind of the problem. */
export const problems = {
  missing: { title: 'There is nothing at this address', about: 'The address may be mistyped, or what stood here is gone.' },
  canvasMissing: {
    title: 'This canvas is not there',
    about: 'It was deleted, or the address is not complete.',
  },
  denied: {
    title: 'This canvas is not shared with you',
    about: 'Ask whoever gave you the address to share it with you, and then try again.',
  },
  signIn: { title: 'Sign in to see this canvas', about: 'It is shared with people who have an account here.' },
  licence: {
    title: 'The licence of this server is not valid',
    about: 'Canvases open again as soon as an administrator has installed a valid one. Nothing is lost.',
  },
  offline: {
    title: 'The server does not answer',
    about: 'Perhaps it is just starting again. This page goes on by itself when it is back.',
  },
  trying: 'Trying again …',
  failed: {
    title: 'Something went wrong on this page',
    about: 'What you have done so far is kept on the server. Loading the page again usually helps.',
  },
  home: 'Back to the canvases',
  reload: 'Load again',
  copyAddress: 'Copy the address',
  copied: 'The address is copied',
  signInAs: 'Sign in as somebody else',
};

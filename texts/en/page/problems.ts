/** What stands where a page cannot be shown, by the kind of the problem. */
export const problems = {
  missing: { title: 'Nothing at this address', about: 'The address may contain a typo, or the page is gone.' },
  canvasMissing: {
    title: 'Canvas not found',
    about: 'It was deleted, or the address is incomplete.',
  },
  denied: {
    title: 'This canvas is not shared with you',
    about: 'Ask the person who gave you the address to share it with you, then try again.',
  },
  signIn: { title: 'Sign in to see this canvas', about: 'It is shared with people who have an account here.' },
  licence: {
    title: 'The licence of this server is not valid',
    about: 'Canvases open again as soon as an administrator has installed a valid one. Nothing is lost.',
  },
  offline: {
    title: 'The server does not answer',
    about: 'It may be restarting. This page continues by itself when the server is back.',
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

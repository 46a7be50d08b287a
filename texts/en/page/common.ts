/** Words of the whole page. */
export const common = {
  name: 'Easel',
  cancel: 'Cancel',
  close: 'Close',
  /** The switch of a sheet on a phone. */
  fullHeight: 'Full height',
  loading: 'Loading …',
  back: 'Back',
  save: 'Save',
  retry: 'Try again',
  more: 'More',
  undo: 'Undo',
  signOut: 'Sign out',
  signIn: 'Sign in',
  skip: 'Skip to the content',
  /** The button with the person's initials. */
  account: (name: string) => `Account of ${name}`,
  settings: 'Appearance and language',
  administrator: 'Administrator',
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  contrast: 'More contrast',
  size: 'Size',
  largeScreen: 'This is a large screen. Everything can be twice as large.',
  makeLarger: 'Make it larger',
  language: 'Language',
  shortcuts: 'Keyboard shortcuts',
  everywhere: 'Everywhere',
  shortcutsHere: 'Show this list',
  leave: 'Close what is open',
  /** On the keyboard, for the search. */
  quickKeys: 'Ctrl K',
  quickOpen: 'Go to a canvas',
  docs: 'API documentation',
  /** The name of the page is followed by that of the server. */
  title: (page: string, server: string) => (page === '' ? server : `${page} – ${server}`),
  nowSignedInAs: (name: string) => `${name} signed in in another tab. This tab has switched to that account.`,
  /** An answer that nobody foresaw. */
  failed: 'That did not work. Nothing was changed.',
  silent: 'The server does not answer. Please try again in a moment.',
  offline: 'The server does not answer. Trying again …',
  ownAccount: 'Your account',
};

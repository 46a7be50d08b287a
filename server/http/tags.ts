import type { Tag } from './route.ts';

/** The groups of the API document, apart from those of the widget types, which follow from their definitions. */
export const tags = {
  server: { name: 'Server', about: 'What runs here, and how it is set up. Needs no token.' },
  signIn: {
    name: 'Sign-in',
    about: 'A temporary token for an e-mail address and a password. Programs use a permanent one, see Access tokens.',
  },
  users: {
    name: 'Users',
    about: 'Accounts. Each has a home folder with a trash folder in it; the Guest stands for anonymous callers.',
  },
  accessTokens: { name: 'Access tokens', about: 'Permanent tokens of a user, for programs. They end when they are deleted.' },
  groups: { name: 'Groups', about: 'Users who are given permissions together. Group 1 holds everybody.' },
  folders: {
    name: 'Folders',
    about:
      'The tree in which canvases stand. What is given on a folder holds for all below. The server makes the root, homes and trash folders.',
  },
  canvases: { name: 'Canvases', about: 'Canvases as a whole: name, place, size, demo state and preview.' },
  permissions: {
    name: 'Permissions',
    about:
      '`view`, `edit` and `owner` for users and groups, on folders and canvases; each includes the ones before it. A canvas can also be shared by link, with anybody.',
  },
  background: { name: 'Background', about: 'What is behind everything on a canvas, and the colours that clients offer there.' },
  uploads: { name: 'Uploads folder', about: 'One way in for files of every kind, and the list of what came in through it.' },
  tableCells: {
    name: 'Table cells',
    about: 'Cells of tables, read-only: tables make and move them. They stream through the list of widgets.',
  },
  widgets: {
    name: 'Widgets',
    about: 'Everything on a canvas in one list, whatever its type. Each type is written through its own collection.',
  },
  annotations: {
    name: 'Annotations',
    about: 'Freehand strokes on the canvas itself. Those on a widget stand with its type.',
  },
  files: {
    name: 'Files',
    about:
      'Bytes by their hash, for displays: originals, and images and PDF pages in every size. The header `canvas-id` names a canvas that has the file.',
  },
} as const satisfies Record<string, Tag>;

import { User } from '../../../model/resources/accounts/user.ts';
import { Canvas } from '../../../model/resources/canvas.ts';
import { ServerConfig } from '../../../model/resources/config/server-config.ts';
import { Folder } from '../../../model/resources/folder.ts';
import type { Tag } from '../../../model/verb.ts';

/** The groups of the API document for hand-written routes. Every collection has a group of its own. */
export const tags = {
  server: ServerConfig.collection.tag,
  signIn: {
    name: 'Sign-in',
    about: 'A temporary token for an e-mail address and a password. Programs use a permanent one, see Access tokens.',
  },
  users: User.collection.tag,
  folders: Folder.collection.tag,
  canvases: Canvas.collection.tag,
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
  auditLog: {
    name: 'Audit log',
    about: 'Who did what, and when: for administrators. Nobody can change it, and every entry proves those before it.',
  },
} as const satisfies Record<string, Tag>;

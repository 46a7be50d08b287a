const things = (count: number, name: string): string => (count === 1 ? `“${name}”` : `${count} items`);

/** Folders and canvases. */
export const dashboard = {
  places: 'Places',
  showPlaces: 'Show places',
  all: 'All canvases',
  own: 'My canvases',
  shared: 'Shared with me',
  /** On a phone. */
  sharedShort: 'Shared',
  mine: 'Mine',
  starred: 'Starred',
  recent: 'Recent',
  pickUp: 'Pick up where you left off',
  earlier: 'Earlier',
  /** @param hour of the day, from 0 */
  greeting: (hour: number, name: string) =>
    `${hour < 5 || hour >= 18 ? 'Good evening' : hour < 12 ? 'Good morning' : 'Good afternoon'}, ${name}`,
  you: 'You',
  here: (count: number, name: string) => (count === 1 ? `${name} is here` : `${count} here`),
  star: (name: string) => `Star ${name}`,
  unstar: (name: string) => `Remove the star from ${name}`,
  used: (size: string) => `${size} used by your canvases`,
  documentation: 'Documentation',
  trash: 'Trash',
  folders: 'Folders',
  canvases: 'Canvases',
  unnamed: 'No name',
  open: (name: string) => `Open ${name}`,
  openFolders: (name: string) => `Folders in ${name}`,
  path: 'Where you are',
  loading: 'Loading your canvases …',
  notLive: 'No connection. What you see may have changed.',
  more: 'Show more',

  search: 'Search canvases',
  clearSearch: 'Clear the search',
  /** Screen readers read this aloud; it also stands above the results. */
  foundCount: (count: number) => (count === 0 ? 'Nothing found' : count === 1 ? '1 found' : `${count} found`),
  sort: 'Sort',
  sortBy: { changed: 'Last changed', name: 'Name' },
  view: 'View',
  views: { grid: 'Grid', list: 'List' },

  newCanvas: 'New canvas',
  newFolder: 'New folder',
  canvasName: 'Name',
  folderName: 'Name',
  createIn: (name: string) => `In “${name}”`,
  changeFolder: 'Change',
  makeCanvas: 'Create canvas',
  makeFolder: 'Create folder',
  folderMade: (name: string) => `Folder “${name}” created.`,
  ground: 'Background',
  grounds: { paper: 'Paper', white: 'White', slate: 'Slate', black: 'Black' },
  afterCanvas: 'The new canvas opens at once. There you can write, draw, drop files, and share it with others.',
  nameMissing: 'Type a name.',
  nameTooLong: 'At most 255 characters.',

  actionsFor: (name: string) => `Actions for ${name}`,
  select: (name: string) => `Select ${name}`,
  selected: (count: number) => (count === 1 ? '1 selected' : `${count} selected`),
  selectNone: 'Clear the selection',
  actions: {
    open: 'Open',
    select: 'Select',
    openTab: 'Open in a new tab',
    share: 'Share …',
    see: 'Who can see it …',
    rename: 'Rename …',
    move: 'Move …',
    duplicate: 'Duplicate',
    copy: 'Copy to …',
    demo: 'Demo mode …',
    trash: 'Move to the trash',
    restore: 'Restore',
    restoreTo: 'Restore to …',
    delete: 'Delete for good …',
  },
  keys: { delete: 'Del', rename: 'F2', open: 'Enter' },

  rename: (name: string) => `Rename “${name}”`,
  renameDone: 'Rename',

  moveTitle: (count: number, name: string) => `Move ${things(count, name)}`,
  copyTitle: (count: number, name: string) => `Copy ${things(count, name)}`,
  restoreTitle: (count: number, name: string) => `Restore ${things(count, name)}`,
  moveHere: 'Move here',
  copyHere: 'Copy here',
  restoreHere: 'Restore here',
  chooseFolder: 'Choose a folder',
  findFolder: 'Find a folder',
  noFolder: 'No folder with this name.',
  moved: (count: number, name: string, folder: string) => `${things(count, name)} moved to “${folder}”.`,
  copied: (count: number, name: string, folder: string) => `${things(count, name)} copied to “${folder}”.`,
  trashed: (count: number, name: string) => `${things(count, name)} moved to the trash.`,
  deleted: (count: number, name: string) => `${things(count, name)} deleted.`,
  nameTaken: (name: string) => `Something else in that folder is named “${name}”. Nothing was changed.`,

  conflictTitle: 'The name is taken',
  conflict: (count: number, name: string) =>
    count === 1
      ? `Something else in that folder is named “${name}”.`
      : `Other items in that folder have the names of ${count} of these.`,
  conflictReplace: 'Replacing deletes what is there for good.',
  keepBoth: 'Keep both',
  replace: 'Replace',

  deleteTitle: (count: number, name: string) => `Delete ${things(count, name)} for good?`,
  deleteCanvas: 'Everything on it is lost. Nobody can bring it back.',
  deleteFolder: 'Everything in it is lost, too. Nobody can bring it back.',
  deleteDone: 'Delete for good',
  emptyTitle: 'Empty the trash?',
  emptyText: (count: number) =>
    `${count === 1 ? 'One item' : `${count} items`} and everything in them are lost. Nobody can bring them back.`,
  emptyDone: 'Empty the trash',

  demoTitle: (name: string) => `Demo mode of “${name}”`,
  demoAbout:
    'In demo mode the canvas has a saved state. Whatever people change during a demo, one click brings the saved state back. Nothing is brought back by itself.',
  demoOn: 'Demo mode is on.',
  demoOff: 'Demo mode is off.',
  demoStart: 'Turn on, and save the present state',
  demoStop: 'Turn off',
  demoStopAbout: 'Turning it off keeps the canvas as it is now and drops the saved state.',
  demoSave: 'Save the present state',
  demoSaved: 'The present state is saved.',
  demoRestore: 'Bring back the saved state',
  demoRestored: 'The saved state is back.',
  demoRestoreAbout: 'What was changed since then is lost.',
  demo: 'Demo',
  /** What a card is, for screen readers. */
  canvasKind: 'canvas',
  folderKind: 'folder',

  changed: (when: string) => `Changed ${when}`,
  access: { none: 'No access', view: 'Can view', edit: 'Can edit', owner: 'Owner' },
  folderHolds: (canvases: number, folders: number) => {
    const parts = [
      folders > 0 ? (folders === 1 ? '1 folder' : `${folders} folders`) : '',
      canvases > 0 ? (canvases === 1 ? '1 canvas' : `${canvases} canvases`) : '',
    ].filter(Boolean);
    return parts.length === 0 ? 'Empty' : parts.join(', ');
  },

  empty: {
    all: [
      'Create your first canvas',
      'A canvas is a large surface for notes, pictures, videos and web pages. Others can join you on it.',
    ],
    folder: ['Nothing in this folder yet', 'Create a canvas here, or move one here.'],
    folderOnly: ['Nothing in this folder', 'When somebody puts something here, it appears by itself.'],
    shared: ['Nobody has shared anything with you yet', 'When somebody does, it appears here by itself.'],
    starred: ['No stars yet', 'Press the star on a canvas to find it here, on every device.'],
    trash: ['The trash is empty', 'Items in the trash stay here until you delete them for good.'],
    search: ['Nothing found', 'Names of canvases and folders are searched, whatever their case and accents.'],
    gone: ['Nothing here', 'The folder was deleted, or it is no longer shared with you.'],
  },
  inTrash: (count: number) => `Nothing here. ${count} in the trash`,
  gone: 'Folder not found',
  toAll: 'To all canvases',
};

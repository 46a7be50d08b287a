/** What screen readers say after something that the person did. One short sentence each. */
export const spoken = {
  tool: (name: string, isPlaced: boolean) =>
    isPlaced ? `${name} tool. Enter puts ${article(name)} into the middle of the view.` : `${name} tool.`,
  /** Positive is to the right and down; one of both may be 0. */
  moved: (across: number, down: number) => {
    const ways = [across !== 0 && side(across, 'right', 'left'), down !== 0 && side(down, 'down', 'up')];
    return `Moved ${ways.filter((way) => way !== false).join(' and ')}`;
  },
  sized: (width: number, height: number) => `${width.toLocaleString('en')} wide, ${height.toLocaleString('en')} high`,
  /** `position`: such as "3 of 121"; may be empty. */
  added: (kind: string, position: string) => [`${kind} added`, position].filter(Boolean).join(', '),
  position: (at: number, of: number) => `${at.toLocaleString('en')} of ${of.toLocaleString('en')}`,
  deleted: (count: number, keys: string) => `Deleted, ${things(count)}. Undo with ${keys}`,
  undoKeys: (isMac: boolean): string => (isMac ? 'Command Z' : 'Control Z'),
  duplicated: (count: number) => `Duplicated, ${things(count)}`,
  pinned: (count: number) => (count === 1 ? 'One pinned thing stays.' : `${count.toLocaleString('en')} pinned things stay.`),
  /** What was done where nothing more is to be said, by the kind of the edit. */
  did: {
    add: 'Added',
    arrange: 'Arranged',
    background: 'Background changed',
    colour: 'Colour changed',
    connect: 'Connected',
    delete: 'Deleted',
    duplicate: 'Duplicated',
    erase: 'Erased',
    ink: 'Drawn',
    media: 'Playback changed',
    move: 'Moved',
    paste: 'Pasted',
    pin: 'Pinned',
    properties: 'Changed',
    put: 'Put there',
    resize: 'Size changed',
    scale: 'Scale changed',
    stack: 'Order changed',
    table: 'Table changed',
    text: 'Text changed',
    unpin: 'Unpinned',
    upload: 'File added',
  },
  nothing: { undo: 'Nothing to undo', redo: 'Nothing to redo' },
  done: { undo: (what: string) => `Undone: ${what}`, redo: (what: string) => `Done again: ${what}` },
  doneBut: {
    undo: (count: number) => `Undone, but for ${things(count)} that others have changed since`,
    redo: (count: number) => `Done again, but for ${things(count)} that others have changed since`,
  },
  notDone: {
    undo: (count: number) => `Not undone: others have changed ${things(count)} since`,
    redo: (count: number) => `Not done again: others have changed ${things(count)} since`,
  },
  /** In the message with a button that takes it back. `what`: the one thing that was deleted. */
  deletedOne: (what: string, on: number) => (on === 0 ? `${what} deleted.` : `${what} and ${things(on)} on it deleted.`),
  deletedMany: (count: number) => `${things(count)} deleted.`,
  ask: (count: number) => `Delete ${things(count)}?`,
  askMore: 'Others see them go, too. Undo brings them back.',
  cancel: 'Cancel',
};

const things = (count: number): string => (count === 1 ? '1 thing' : `${count.toLocaleString('en')} things`);

const side = (length: number, to: string, back: string): string =>
  `${Math.abs(length).toLocaleString('en')} px ${length > 0 ? to : back}`;

const article = (name: string): string => `${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name.toLowerCase()}`;

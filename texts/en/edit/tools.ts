export const tools = {
  toolbar: 'Tools',
  options: 'Tool options',
  more: 'More tools',
  add: 'Add',
  undo: 'Undo',
  redo: 'Redo',
  /** Behind the name of a tool that stays after it has made something. */
  stays: (name: string) => `${name}, stays`,
  /** The menu of one person at a wall. */
  seatMenu: (number: number) => `Seat menu ${number}`,
  select: 'Select',
  hand: 'Hand',
  pen: 'Pen',
  highlighter: 'Highlighter',
  eraser: 'Eraser',
  note: 'Note',
  text: 'Text',
  file: 'File…',
  /** On phones, where they are folded away. */
  view: 'View',
};

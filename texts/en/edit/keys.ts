/** The keyboard of editing, in the list of keys. */
export const keys = {
  groups: { tool: 'Tools', edit: 'Edit', text: 'Text', arrange: 'Arrange' },
  /** Keys as they are printed on keyboards of this language. */
  names: { Enter: 'Enter', Escape: 'Esc', Delete: 'Del', Backspace: 'Backspace', End: 'End' },
  place: 'Choose the place for a new thing, with the arrows',
  put: 'Put the new thing there',
  leave: 'Leave the tool, then the selection',
  nudge: { left: 'Move left', right: 'Move right', up: 'Move up', down: 'Move down' },
  'nudge-far': { left: 'Move far left', right: 'Move far right', up: 'Move far up', down: 'Move far down' },
  size: { left: 'Make narrower', right: 'Make wider', up: 'Make lower', down: 'Make higher' },
  neighbour: {
    left: 'Select the neighbour on the left',
    right: 'Select the neighbour on the right',
    up: 'Select the neighbour above',
    down: 'Select the neighbour below',
  },
};

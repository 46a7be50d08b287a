/** Changes of one's own that were not made, because somebody else had changed the same meanwhile. */
export const conflicts = {
  title: 'Changes that meet changes by others',
  about: 'While this page had no connection, somebody else changed the same things. The canvas shows theirs until you choose.',
  none: 'There is nothing to choose any more.',
  told: (count: number) =>
    count === 1
      ? 'Somebody else has changed the same as you meanwhile. Theirs is shown until you choose.'
      : `Somebody else has changed ${count} of the same things as you meanwhile. Theirs are shown until you choose.`,
  show: 'Show',
  useMine: 'Use mine',
  keepTheirs: 'Keep theirs',
  keepBoth: 'Keep both',
  yours: 'Yours',
  theirs: 'Theirs',
  gone: 'It was deleted meanwhile.',
  held: 'Somebody is changing this at the moment.',
  keptTheirs: 'Theirs stays',
  goTo: (name: string) => `Go to ${name}`,
  stroke: 'Stroke',
  empty: 'empty',
  yes: 'yes',
  no: 'no',
  changed: 'changed',
  fields: {
    location: 'Place',
    size: 'Size',
    scale: 'Scale',
    depth: 'Order',
    auto_raise: 'Order',
    parent_id: 'Lies on',
    pinned: 'Pinned',
    points: 'Line',
    src: 'Start',
    dst: 'End',
  },
};

import { editable, readonly, required } from '../../model/field.ts';
import { refuse } from '../../model/refusal.ts';
import { defineResource, type RecordOf } from '../../model/resource.ts';
import { Bool, Int, State, Text } from '../../model/types.ts';

/** The scope of lamps, which is never on a disk. */
export const LAMPS = 'live:lamps';

export type Lamp = RecordOf<typeof Lamp>;

/** A resource in memory, for tests: everything that a definition can declare works as for resources on disk. */
export const Lamp = defineResource({
  name: 'Lamp',
  fields: {
    id: readonly(Text(), ''),
    state: readonly(State, 'normal'),
    name: required(Text()),
    lit: editable(Bool, false),
    brightness: editable(Int(), 0),
    /** The lamp that this one hangs on. */
    hangs_on: editable(Text(), ''),
  },
  lists: ['furniture'],
  indexes: { hung: ({ hangs_on }) => hangs_on || undefined },
  cascades: { hung: 0 },
  collection: {
    path: '/lamps',
    param: 'lamp_id',
    scope: LAMPS,
    tag: { name: 'Lamps', about: 'Of no use but to tests.' },
    verbs: {
      list: { who: 'signedIn', summary: 'All lamps' },
      get: { who: 'signedIn', summary: 'One lamp' },
      create: { who: 'signedIn', summary: 'Hangs up a lamp' },
      update: { who: 'signedIn', summary: 'Switches a lamp' },
      delete: { who: 'signedIn', summary: 'Takes down a lamp and all that hang on it' },
    },
  },
  hooks: {
    prepare(next, { sent }) {
      if (sent.has('brightness')) next.lit = next.brightness > 0;
    },
    check({ name, brightness }) {
      if (brightness > 100) throw refuse.invalid(`${name} would burn out`);
    },
    *created(lamp, writer) {
      // A new lamp outshines the one that it hangs on
      const holder = writer.get(Lamp, lamp.hangs_on);
      if (holder?.lit) writer.update(Lamp, { ...holder, lit: false });
    },
  },
});

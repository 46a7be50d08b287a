import { readonly } from '../field.ts';
import { defineResource, type RecordOf } from '../resource.ts';
import { Int, Text } from '../types.ts';

/** The group of the index `batch-senders`, which holds all senders of a canvas by the time of their last batch. */
export const SENDERS = 'canvas';

/**
 * A sender of numbered batches to a canvas: one record in the scope of the canvas for each user and UUID, in no list, answer, copy or
 * demo state. The batch itself writes it, so that a batch and its number are on disk together or not at all (interface/widgets 19.3).
 */
export const BatchSender = defineResource({
  name: 'BatchSender',
  key: (id: string) => `batch-sender:${id}`,
  fields: {
    /** `<user id>.<UUID>` */
    id: readonly(Text(), ''),
    /** The number of the last batch. */
    number: readonly(Int({ min: 1 }), 1),
    /** The time of the last batch, in milliseconds since 1970. */
    at: readonly(Int(), 0),
  },
  numbers: { 'batch-senders': ({ at }) => [SENDERS, at] },
  unsaved: true,
});

export type BatchSender = RecordOf<typeof BatchSender>;

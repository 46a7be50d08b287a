import type { Edit, EditLabel } from '../../live/edits/edit.ts';
import { isEmpty, type Step } from './step.ts';

/** A step on a stack. */
export interface RecordedStep {
  readonly label: EditLabel;
  /** The keys of its edits. */
  readonly keys: ReadonlySet<number>;
  /** Roughly, while nobody has asked for the step. */
  readonly bytes: number;
  /** Nothing would be taken back. */
  readonly isEmpty: boolean;
  step(): Step;
}

export const recorded = (step: Step): RecordedStep => ({
  label: step.label,
  keys: step.keys,
  bytes: step.bytes,
  isEmpty: isEmpty(step),
  step: () => step,
});

/** Records of an edit that is worked out at once. */
const MOST_AT_ONCE = 500;
/** Bytes of what an update changes of a record, about. */
const BYTES = 250;

/**
 * The step of an edit. That of many updates is worked out when it is wanted, because the frame in which they are made has no time for it.
 * @param make makes the step, now or later
 */
export function recordedEdit({ label, key, operations, after }: Edit, make: () => Step): RecordedStep {
  if (after.size <= MOST_AT_ONCE || !operations.every(({ op }) => op === 'update')) return recorded(make());
  let made: Step | undefined;
  const step = (): Step => {
    made ??= make();
    return made;
  };
  return { label, keys: new Set([key]), bytes: after.size * BYTES, isEmpty: false, step };
}

import { bin } from './bin.ts';
import { conflicts } from './conflicts.ts';
import { refusals } from './refusals.ts';
import { salvage } from './salvage.ts';

/** The catalogue of what was nearly lost, from which the type of all others follows. */
export const en = {
  bin,
  conflicts,
  refusals,
  salvage,
};

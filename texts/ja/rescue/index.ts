import type { RescueTexts } from '../../rescue.ts';
import { bin } from './bin.ts';
import { conflicts } from './conflicts.ts';
import { refusals } from './refusals.ts';
import { salvage } from './salvage.ts';

export const ja: RescueTexts = {
  bin,
  conflicts,
  refusals,
  salvage,
};

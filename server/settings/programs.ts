import type { Setting } from './read.ts';
import { flag } from './types.ts';

/** For programs that were written for other servers. */
export const programSettings = {
  ignoreZeroDepth: {
    name: 'EASEL_IGNORE_ZERO_DEPTH',
    group: 'Clients',
    isAdvanced: true,
    type: flag,
    default: false,
    unit: '',
    why: '1: a `depth` of 0 in the body that creates a widget counts as not sent; 0: it is refused with 400, as the interface says. Set it to 1 where older programs, such as zone tools, create widgets with it.',
  } satisfies Setting<boolean>,
};

/** `npm test -- --fast` sets it. */
const isFast = process.env.EASEL_TEST_TIER === 'fast';

/** The number of tries of a property, or of samples: all in the whole run, and a fifth of them in the fast tier. */
export const runs = (whole: number): number => (isFast ? Math.ceil(whole / 5) : whole);

/** `npm test -- --fast` sets it. */
const isFast = process.env.EASEL_TEST_TIER === 'fast';

/** How often a property is tried, or how many samples are taken: so many in the whole run, and a fifth of them in the fast tier. */
export const runs = (whole: number): number => (isFast ? Math.ceil(whole / 5) : whole);

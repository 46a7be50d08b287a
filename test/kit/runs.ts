/** `npm test -- --fast` and `npm test -- --long` set it. */
const tier = process.env.EASEL_TEST_TIER;

/** True with `npm test -- --long`, which also looks at what hardly ever differs. */
export const isLong = tier === 'long';

/**
 * The number of tries of a property, of samples, rounds or seconds: a fifth of the usual ones in the fast tier.
 * @param usual in a whole run @param long with `--long`, to look for what is rare
 */
export const runs = (usual: number, long = usual): number => {
  if (tier === 'fast') return Math.ceil(usual / 5);
  return tier === 'long' ? long : usual;
};

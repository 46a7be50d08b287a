/**
 * The exceptions to the house rules, each with its reason. An exception that is no longer needed is refused, too.
 */

/** Functions over 60 lines (`file` and `name`) and files over 400 lines (`file` alone). */
export const large = [];

/** Pairs of files that may import each other. */
export const mutual = [
  {
    files: ['model/hooks.ts', 'model/resource.ts'],
    reason: 'types only: a definition holds its hooks, and hooks speak of definitions',
  },
];

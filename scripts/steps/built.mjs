/**
 * Runs before vitest and brings dist/ up to date, because the database workers run from there.
 */
export { buildWhenNeeded as default } from './build.mjs';

/**
 * Runs before vitest: brings dist/ up to date, because the workers of the database run from there.
 */
export { buildWhenNeeded as default } from './build.mjs';

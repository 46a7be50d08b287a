/**
 * Before a run of vitest: dist/ is what the sources say, because database workers run from there.
 */
export { buildWhenNeeded as default } from './build.mjs';

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{model,server,cli,web,test}/**/*.test.ts', 'scripts/**/*.test.mjs'],
    globalSetup: 'scripts/steps/built.mjs',
    // One process that keeps its modules for all files: 3 s instead of 19, and so no module may hold state.
    pool: 'forks',
    isolate: false,
    fileParallelism: false,
    testTimeout: 10_000,
    hookTimeout: 20_000,
  },
});

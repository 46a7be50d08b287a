import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Runs the test of all seen answers after all other tests. */
class LastOfAll extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLast = ({ moduleId }: TestSpecification): boolean => moduleId.endsWith('/test/described.slow.test.ts');
    const sorted = await super.sort(files);
    return [...sorted.filter((file) => !isLast(file)), ...sorted.filter(isLast)];
  }
}

/** `npm test -- --fast`: what was compiled for the last run is kept, too. */
const fast = { setupFiles: ['test/kit/fewer-runs.ts'], experimental: { fsModuleCache: true } };

export default defineConfig({
  test: {
    ...(process.env.EASEL_TEST_TIER === 'fast' ? fast : {}),
    include: ['{model,client,server,cli,web,test}/**/*.test.ts', 'scripts/**/*.test.mjs'],
    globalSetup: 'scripts/steps/built.mjs',
    // One process keeps its modules for all files: 3 s instead of 19. So no module may hold state.
    pool: 'forks',
    isolate: false,
    fileParallelism: false,
    sequence: { sequencer: LastOfAll },
    // Only to end tests that hang, not to judge speed: a busy machine is ten times slower
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

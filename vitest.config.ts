import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Begins with the files that take longest, so that no worker is left with one of them at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [takesLongest, inBrowser, isSlow, () => true].flatMap((isNext, at, all) =>
      sorted.filter((file) => isNext(file) && !all.slice(0, at).some((isEarlier) => isEarlier(file))),
    );
  }
}

/** Each takes more of the processor than any other file. */
const longest = ['test/web/looks.slow.test.ts', 'test/interface/access.slow.test.ts', 'test/web/canvas-live.slow.test.ts'];
const takesLongest = ({ moduleId }: TestSpecification): boolean => longest.some((file) => moduleId.endsWith(`/${file}`));
const isSlow = ({ moduleId }: TestSpecification): boolean => moduleId.includes('.slow.test.');
const inBrowser = (file: TestSpecification): boolean => isSlow(file) && file.moduleId.includes('/test/web/');

/** `npm test -- --fast`: what was compiled for the last run is kept, too. */
const fast = { setupFiles: ['test/kit/fewer-runs.ts'], experimental: { fsModuleCache: true } };

export default defineConfig({
  test: {
    ...(process.env.EASEL_TEST_TIER === 'fast' ? fast : {}),
    include: ['{texts,model,client,server,cli,web,test}/**/*.test.ts', 'scripts/**/*.test.mjs'],
    globalSetup: 'scripts/steps/built.mjs',
    // One process keeps its modules for all files: 3 s instead of 19. So no module may hold state.
    pool: 'forks',
    isolate: false,
    // Three at a time on two cores, because most tests wait more than they work; more of them would take the memory of small machines
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Only to end tests that hang, not to judge speed: a busy machine is ten times slower
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 60_000 } },
  },
});

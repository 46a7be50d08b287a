import { gzipSync } from 'node:zlib';
import { type OutputChunk, rolldown } from 'rolldown';
import { pageDefinitions } from '../../scripts/steps/page-definitions.mjs';
import { repository } from './server-process.ts';

export interface Bundle {
  readonly code: string;
  /** Paths below the repository of the modules that left code in the bundle. */
  readonly modules: readonly string[];
  /** The minified and packed size. */
  readonly bytes: number;
}

/** Bundles a module of the repository as the build of the page does. @param code with imports relative to the repository */
export async function bundled(code: string): Promise<Bundle> {
  const [first] = await firstChunks(code);
  return { code: first.code, modules: modulesOf(first), bytes: gzipSync(first.code).length };
}

/** How much a browser loads of a module of the repository before it runs: what is only loaded later does not count. */
export async function firstLoad(code: string): Promise<Omit<Bundle, 'code'>> {
  const chunks = await firstChunks(code);
  return {
    modules: chunks.flatMap(modulesOf),
    bytes: chunks.reduce((sum, chunk) => sum + gzipSync(chunk.code).length, 0),
  };
}

/** The chunk of the module, and all that it imports statically. */
async function firstChunks(code: string): Promise<[OutputChunk, ...OutputChunk[]]> {
  const virtual = {
    name: 'entry',
    resolveId: (id: string) => (id === entry ? id : null),
    load: (id: string) => (id === entry ? code : null),
  };
  const bundle = await rolldown({
    input: entry,
    cwd: repository,
    logLevel: 'silent',
    external: /\.(css|svg)$/,
    transform: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    plugins: [virtual, pageDefinitions],
  });
  const { output } = await bundle.generate({ minify: true });
  await bundle.close();
  const seen = new Set([output[0]]);
  for (const { imports } of seen) {
    for (const one of output) if (one.type === 'chunk' && imports.includes(one.fileName)) seen.add(one);
  }
  return [...seen] as [OutputChunk, ...OutputChunk[]];
}

const entry = `${repository}entry-of-a-test.ts`;

const modulesOf = ({ modules }: OutputChunk): string[] =>
  Object.entries(modules)
    .filter(([id, { renderedLength }]) => renderedLength > 0 && id !== entry)
    .map(([id]) => id.slice(id.startsWith(repository) ? repository.length : 0));

import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { repository } from './server-process.ts';

export interface Bundle {
  readonly code: string;
  /** Paths below the repository of the modules that left code in the bundle. */
  readonly modules: readonly string[];
  /** Minified and packed. */
  readonly bytes: number;
}

/** Bundles a module of the repository as the build of the page does. @param code with imports relative to the repository */
export async function bundled(code: string): Promise<Bundle> {
  const entry = `${repository}entry-of-a-test.ts`;
  const virtual = {
    name: 'entry',
    resolveId: (id: string) => (id === entry ? id : null),
    load: (id: string) => (id === entry ? code : null),
  };
  const bundle = await rolldown({ input: entry, cwd: repository, plugins: [virtual], logLevel: 'silent' });
  const { output } = await bundle.generate({ minify: true });
  await bundle.close();
  const left = Object.entries(output[0].modules).filter(([id, { renderedLength }]) => renderedLength > 0 && id !== entry);
  const modules = left.map(([id]) => id.slice(id.startsWith(repository) ? repository.length : 0));
  return { code: output[0].code, modules, bytes: gzipSync(output[0].code).length };
}

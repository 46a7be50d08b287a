import { pathToFileURL } from 'node:url';
import type { serve as Serve } from './serve.ts';

/**
 * Loads the server and starts it, as `serve` of server/serve.ts. Node opens all files of one import at the same time, 256 of them and more;
 * in parts it has less than 120 open, so that a server which may open few files starts as well.
 */
export const serve: typeof Serve = async (env, options) => {
  for (const load of parts) await load();
  const { serve } = await import('./serve.ts');
  return serve(env, options);
};

/** Each needs those before it, and is about as large as they are. */
const parts: readonly (() => Promise<unknown>)[] = [
  () => import('../model/widgets/index.ts'),
  () => import('../model/resources/index.ts'),
  () => import('../model/displays/index.ts'),
  () => import('./store/store.ts'),
  () => import('./displays/displays.ts'),
  () => import('./http/serving/http.ts'),
  () => import('./features.ts'),
];

/** `npm run serve`: nothing but the server, JSON lines on stdout. */
async function main(): Promise<void> {
  try {
    await serve(process.env);
  } catch (cause) {
    const lines = (cause as { lines?: readonly string[] }).lines ?? [(cause as Error).message];
    for (const line of lines) console.error(`easel: ${line}`);
    process.exitCode = 1;
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main();

/**
 * npm run page: the page from its sources, which changes in the browser as its files are saved. Everything else is asked of a server
 * that runs already, WebSockets among it.
 *
 *   npm run page                                 with the server at http://127.0.0.1:8080, which `npm start` begins
 *   npm run page -- http://127.0.0.1:9000        with another one
 */
import { installWhenNeeded } from './steps/install.mjs';
import { sourceConfig } from './steps/page.mjs';
import { Stop, script } from './steps/run.mjs';

/** What the server answers; all other addresses are the page's, whose sources are in folders of the same names. */
const asked = ['^/(api|page|files|users)/', '^/session(/pairing.*)?([?]|$)', '^/pages/[\\w-]+[.](css|js|svg|webmanifest)([?]|$)'];

await script(async () => {
  const [target = 'http://127.0.0.1:8080'] = process.argv.slice(2);
  if (!URL.canParse(target)) throw new Stop(`No address of a server: ${target}`);
  await installWhenNeeded();
  const { createServer } = await import('vite');
  // The name under which the page was asked for goes on, so that the server takes the page for one of its own
  const proxy = Object.fromEntries(asked.map((pattern) => [pattern, { target, ws: true, changeOrigin: false }]));
  const server = await createServer({ ...sourceConfig, appType: 'spa', server: { proxy } });
  await server.listen();
  server.printUrls();
});

import { existsSync } from 'node:fs';
import { livePath } from '../../../model/live-page.ts';
import { languageOf, languages } from '../../../texts/languages.ts';
import { liveTextsIn } from '../../../texts/live.ts';
import { LastingBytes } from '../answers/lasting-bytes.ts';
import { asyncApiDocument, asyncApiText } from '../asyncapi/document.ts';
import { messagesPage } from '../asyncapi/page.ts';
import { openApiText } from '../openapi/document.ts';
import { fill, readPage } from '../routing/families.ts';
import type { Call, Reply, Route } from '../routing/route.ts';
import { filesIn, lastingPage, page } from './lasting-page.ts';
import { pageFileRoutes } from './page-files.ts';

interface Deps {
  /** Routes of the interface. */
  readonly routes: readonly Route[];
}

/**
 * The page, the documentation of the interface and its documents, with their style and script. Nothing is loaded from elsewhere.
 */
export const pageRoutes = ({ routes }: Deps): Route[] => [
  ...pageFileRoutes(),
  livePage(),
  lastingPage('/api/docs', '.html', () => lasting(readPage('docs.html'))),
  lastingPage('/api/openapi.json', '.json', () => lasting(openApiText(routes))),
  lastingPage('/api/docs/displays', '.html', () => lasting(messagesPage(asyncApiDocument()))),
  lastingPage('/api/asyncapi.json', '.json', () => lasting(asyncApiText())),
  ...filesIn('/pages', new URL('./', import.meta.url), pageFiles),
  ...filesIn('/pages/viewer', viewerFolder(), ['swagger-ui.css', 'swagger-ui-bundle.js']),
];

const lasting = (text: string): LastingBytes => new LastingBytes(Buffer.from(text));

const pageFiles = [
  'page.css',
  'docs.css',
  'displays.css',
  'live.css',
  'live.js',
  'docs.js',
  'icon.svg',
  'icon-small.svg',
  'manifest.webmanifest',
];

/** The viewer that the build copied; when run from the sources, the package itself. */
function viewerFolder(): URL {
  const built = new URL('./viewer/', import.meta.url);
  return existsSync(built) ? built : new URL('../../../node_modules/swagger-ui-dist/', import.meta.url);
}

/** What happens on a canvas now. The page is the same for everybody; what it asks for is not. */
function livePage(): Route {
  const template = readPage('live.html');
  const handle = ({ headers }: Call): Reply => {
    const texts = liveTextsIn[languageOf(headers['accept-language']) || languages[0]];
    const body = fill(template.replace('lang="en"', `lang="${texts.lang}"`), texts);
    return { headers: { 'Cache-Control': 'no-cache', Vary: 'Accept-Language' }, body };
  };
  return { ...page(livePath(':canvas_id'), '.html'), family: 'framed', headers: ['Cache-Control', 'Vary'], handle };
}

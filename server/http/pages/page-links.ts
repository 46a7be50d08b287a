import { readFileSync } from 'node:fs';
import { type Language, languageOf, languages } from '../../../texts/languages.ts';
import { cookieToken } from '../../access/authentication/session-cookie.ts';
import type { Call } from '../routing/route.ts';

/** The part of the manifest of the build that is used: files by the sources that begin them, and by the names of what these share. */
type Manifest = Readonly<Record<string, ManifestEntry | undefined>>;
interface ManifestEntry {
  readonly file: string;
  /** Keys of the manifest. */
  readonly imports?: readonly string[];
}

const ENTRY = 'index.html';
const CANVAS_PAGE = 'pages/canvas/canvas-page.tsx';
/** Letters that come late would have the canvas painted once more. The bold ones of headings are on few canvases. */
const FONTS = [400, 500, 600].map((weight) => `/@fontsource/inter/files/inter-latin-${weight}-normal.woff2`);

/**
 * The `Link` of the document at the address of a canvas: what the page loads next, so that the browser asks for it while it still reads the
 * document (RFC 8288, and `preload` of HTML). The list comes only with a session, because without one it may be refused.
 *
 * Browsers ask in this order, with six requests at a time over HTTP/1.1: first the list, whose answer takes longest, and the code, without
 * which nothing begins.
 */
export function createPageLinks(folder: URL): (call: Pick<Call, 'params' | 'headers'>) => string {
  const manifest = JSON.parse(readFileSync(new URL('built.json', folder), 'utf8')) as Manifest;
  const entries = loadedWith(manifest, [ENTRY, CANVAS_PAGE]);
  const code = entries.map(({ file }) => codeLink(file));
  const fonts = FONTS.map((one) => `</page/${fileOf(manifest, one)}>; rel=preload; as=font; type="font/woff2"; crossorigin`);
  const textsIn = (language: Language): string | undefined => manifest[`../texts/${language}/page/index.ts`]?.file;
  return ({ params, headers }) => {
    const language = languageOf(headers['accept-language']) || languages[0];
    const list = cookieToken(headers.cookie) === undefined ? [] : [listLink(params.canvas_id!)];
    return [...list, ...code, codeLink(textsIn(language)!), ...fonts].join(', ');
  };
}

/** These, and all that they import statically, each once. */
function loadedWith(manifest: Manifest, keys: readonly string[]): ManifestEntry[] {
  const found = new Set<string>();
  const visit = (key: string): void => {
    if (found.has(key)) return;
    found.add(key);
    for (const next of manifest[key]!.imports ?? []) visit(next);
  };
  for (const key of keys) visit(key);
  return [...found].map((key) => manifest[key]!);
}

/** The file that was made of a source of a package, wherever the packages are: `node_modules` may be a link. */
function fileOf(manifest: Manifest, source: string): string {
  const key = Object.keys(manifest).find((one) => one.endsWith(source));
  if (key === undefined) throw new Error(`The page was built without ${source}`);
  return manifest[key]!.file;
}

const codeLink = (file: string): string => `</page/${file}>; rel=modulepreload`;

/** The list as web/live/list-path.ts asks for it; another address would be loaded twice. */
const listLink = (canvas_id: string): string =>
  `</api/v1/canvases/${encodeURIComponent(canvas_id)}/widgets?annotations=1&elements=1>; rel=preload; as=fetch; crossorigin`;

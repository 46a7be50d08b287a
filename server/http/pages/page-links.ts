import { readFileSync } from 'node:fs';
import { type Language, languageOf, languages } from '../../../texts/languages.ts';
import { cookieToken } from '../../access/authentication/session-cookie.ts';
import type { Call } from '../routing/route.ts';

/** The part of the manifest of the build that is used: files by the sources that begin them. */
type Manifest = Readonly<Record<string, { readonly file: string; readonly css?: readonly string[] } | undefined>>;

const CANVAS_PAGE = 'pages/canvas/canvas-page.tsx';
/** Letters that come late would have the canvas painted once more. The bold ones of headings are on few canvases. */
const FONTS = [400, 500, 600].map((weight) => `/@fontsource/inter/files/inter-latin-${weight}-normal.woff2`);

/**
 * The `Link` of the document at the address of a canvas: what the page loads next, so that the browser asks for it while it still reads the
 * document (RFC 8288, and `preload` of HTML). The list comes only with a session, because without one it may be refused.
 */
export function createPageLinks(folder: URL): (call: Pick<Call, 'params' | 'headers'>) => string {
  const manifest = JSON.parse(readFileSync(new URL('built.json', folder), 'utf8')) as Manifest;
  const { file, css = [] } = manifest[CANVAS_PAGE]!;
  const always = [
    codeLink(file),
    ...css.map((one) => `</page/${one}>; rel=preload; as=style; crossorigin`),
    ...FONTS.map((one) => `</page/${fileOf(manifest, one)}>; rel=preload; as=font; type="font/woff2"; crossorigin`),
  ];
  const textsIn = (language: Language): string | undefined => manifest[`../texts/${language}/page/index.ts`]?.file;
  return ({ params, headers }) => {
    const language = languageOf(headers['accept-language']) || languages[0];
    const links = [...always, codeLink(textsIn(language)!)];
    if (cookieToken(headers.cookie) !== undefined) links.push(listLink(params.canvas_id!));
    return links.join(', ');
  };
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

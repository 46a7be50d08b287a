import type { Size } from './types.ts';

/** A type of file that a canvas takes. The bytes decide it, never the name that a client sent. */
interface FileType {
  /** MIME type under which it is served. */
  readonly type: string;
  /** For a file without a name; no dot. */
  readonly extension: string;
  /** What people call it. */
  readonly called?: string;
  /** The names that the library `file-type` gives to it, if not the MIME type; empty where our own code detects it. */
  readonly detected?: readonly string[];
  /** A browser would run its content, so it is served in a sandbox. */
  readonly active?: true;
}

interface FileKind {
  /** The natural size and number of pages to assume for a file that does not state them (interface/widgets 5.1). */
  readonly size: Size;
  readonly pages: number;
  /** One picture, page by page, or not at all (no mipmaps). */
  readonly rendered: 'whole' | 'by page' | 'never';
  readonly types: readonly FileType[];
}

/**
 * Every kind of file. A widget type names the kind it is made from (`upload`), and uploads, downloads, mipmaps and the API
 * document follow from the kind's row. `server/assets/render/decoders.ts` says what decodes it.
 */
export const fileKinds = {
  image: {
    size: { width: 100, height: 100 },
    pages: 1,
    rendered: 'whole',
    types: [
      { type: 'image/jpeg', extension: 'jpg', called: 'JPEG' },
      // An animated PNG shows its first frame
      { type: 'image/png', extension: 'png', called: 'PNG', detected: ['image/png', 'image/apng'] },
      { type: 'image/gif', extension: 'gif', called: 'GIF' },
      { type: 'image/bmp', extension: 'bmp', called: 'BMP' },
      { type: 'image/tiff', extension: 'tif', called: 'TIFF' },
      { type: 'image/webp', extension: 'webp', called: 'WebP' },
      { type: 'image/svg+xml', extension: 'svg', called: 'SVG', detected: [], active: true },
    ],
  },
  video: {
    size: { width: 1280, height: 720 },
    pages: 0,
    rendered: 'never',
    types: [
      { type: 'video/mp4', extension: 'mp4' },
      { type: 'video/x-m4v', extension: 'm4v' },
      { type: 'video/quicktime', extension: 'mov' },
      { type: 'video/3gpp', extension: '3gp' },
      { type: 'video/3gpp2', extension: '3g2' },
      { type: 'video/x-matroska', extension: 'mkv', detected: ['video/matroska'] },
      { type: 'video/webm', extension: 'webm' },
      { type: 'video/x-msvideo', extension: 'avi', detected: ['video/vnd.avi'] },
      { type: 'video/x-ms-wmv', extension: 'wmv', detected: ['video/x-ms-asf'] },
      { type: 'video/x-ms-asf', extension: 'asf', detected: ['application/vnd.ms-asf'] },
      { type: 'video/mpeg', extension: 'mpg', detected: ['video/mpeg', 'video/MP1S', 'video/MP2P'] },
      { type: 'video/mp2t', extension: 'ts' },
      { type: 'video/x-flv', extension: 'flv' },
      { type: 'video/ogg', extension: 'ogv' },
    ],
  },
  pdf: {
    size: { width: 595, height: 842 },
    pages: 0,
    rendered: 'by page',
    types: [{ type: 'application/pdf', extension: 'pdf', called: 'PDF', detected: [] }],
  },
} as const satisfies Readonly<Record<string, FileKind>>;

export type FileKindName = keyof typeof fileKinds;

/** A recognised file. `type` and `extension` come from the table, so both are safe to put in headers. */
export interface KnownFile {
  readonly kind: FileKindName;
  readonly type: string;
  readonly extension: string;
}

const rows = /* @__PURE__ */ (Object.entries(fileKinds) as [FileKindName, FileKind][]).flatMap(([kind, { types }]) =>
  types.map((row) => ({ row, known: { kind, type: row.type, extension: row.extension } })),
);
const byType = /* @__PURE__ */ new Map(/* @__PURE__ */ rows.map((one) => [one.row.type, one]));
const byDetected = /* @__PURE__ */ new Map(
  /* @__PURE__ */ rows.flatMap(({ row, known }) => (row.detected ?? [row.type]).map((name) => [name, known] as const)),
);

/** Looks up a name that `file-type` gives. */
export const fileDetectedAs = (name: string): KnownFile | undefined => byDetected.get(name);

/** Looks up the MIME type under which a file is served. */
export const fileOfType = (type: string): KnownFile | undefined => byType.get(type)?.known;

/** Would a browser run the content of such a file? */
export const isActive = (type: string): boolean => byType.get(type)?.row.active === true;

/** Can such a file be drawn as pictures? */
export function isRendered(type: string): boolean {
  const kind = fileOfType(type)?.kind;
  return kind !== undefined && fileKinds[kind].rendered !== 'never';
}

/** The types of a kind, for people: `JPEG, PNG or SVG`. */
export function typesInWords(kind: FileKindName): string {
  const names = (fileKinds[kind] as FileKind).types.flatMap(({ called }) => called ?? []);
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(' or ');
}

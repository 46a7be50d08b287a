import type { WidgetElement } from '../../live/element.ts';
import { readWidgets } from './read-widgets.ts';

/** What of a canvas is on the clipboard. */
export interface CanvasCopy {
  /** The canvas from which it comes, which has the files. */
  readonly canvas_id: string;
  /** What `copiedOf` makes. */
  readonly widgets: readonly WidgetElement[];
}

const TYPE = 'easel/clipboard';
const VERSION = 1;

/** A copy as HTML, in which other programs see the text alone. */
export function htmlOf({ canvas_id, widgets }: CanvasCopy, text: string): string {
  const data = base64Of(JSON.stringify({ type: TYPE, version: VERSION, canvas_id, widgets }));
  return `<div data-easel="${data}">${text.replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`)}</div>`;
}

/** The copy in HTML from a clipboard, without what no canvas takes. Undefined: it is none. */
export function copyIn(html: string): CanvasCopy | undefined {
  const data = /data-easel="([A-Za-z0-9+/=]+)"/.exec(html)?.[1];
  return data === undefined ? undefined : readCopy(textOf(data));
}

function readCopy(json: string): CanvasCopy | undefined {
  let read: unknown;
  try {
    read = JSON.parse(json);
  } catch {
    return undefined;
  }
  const { type, version, canvas_id, widgets } = (read ?? {}) as Readonly<Record<string, unknown>>;
  if (type !== TYPE || version !== VERSION || typeof canvas_id !== 'string') return undefined;
  const known = readWidgets(widgets);
  return known.length > 0 ? { canvas_id, widgets: known } : undefined;
}

function base64Of(text: string): string {
  let letters = '';
  for (const byte of new TextEncoder().encode(text)) letters += String.fromCharCode(byte);
  return btoa(letters);
}

/** Empty where it is no base64. */
function textOf(data: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)));
  } catch {
    return '';
  }
}

import type { WidgetElement } from '../../../live/element.ts';
import { rest } from '../../../session/rest.ts';
import { putWidget } from '../../add/put-widget.ts';
import type { Editing } from '../../editing.ts';
import { putCopy } from '../put-copy.ts';

/** The address that a text is. Undefined: it is more, or none that a browser opens. */
export function addressIn(text: string): string | undefined {
  const one = text.trim();
  if (!/^(https?:\/\/|www\.)\S+$/i.test(one)) return undefined;
  const whole = one.replace(/^www\./i, 'https://$&');
  return URL.canParse(whole) ? whole : undefined;
}

/** A file of this server. */
interface OwnFile {
  readonly canvas_id: string;
  readonly is: (widget: WidgetElement) => boolean;
}

/**
 * The file of which an address of this server is: of the original, or of the widget in the interface. Undefined: of none.
 * @param base the address of the interface
 */
export function ownFileAt(address: string, base: string): OwnFile | undefined {
  if (!address.startsWith(`${base}/`)) return undefined;
  const path = address.slice(base.length).replace(/[?#].*$/, '');
  const [, canvas, hash] = /^\/files\/([^/]+)\/([0-9a-f]+)$/i.exec(path) ?? [];
  if (canvas && hash) return { canvas_id: canvas, is: (widget) => 'hash' in widget && widget.hash === hash };
  const [, canvas_id, id] = /^\/canvases\/([^/]+)\/(?:images|videos|pdfs|widgets)\/([^/]+)(?:\/download)?$/.exec(path) ?? [];
  return canvas_id && id ? { canvas_id, is: (widget) => 'hash' in widget && widget.id === id } : undefined;
}

/** Puts a web page on the canvas; of an image, video or PDF of this server, that. */
export async function putAddress(editing: Editing, address: string): Promise<void> {
  const own = ownFileAt(address, new URL(rest.address(''), location.href).href);
  const widget = own && (await widgetAt(own));
  if (!own || !widget) return putWidget(editing, 'Browser', RATIO, { url: address });
  const parent = editing.board.root.peek()?.id ?? '';
  await putCopy(editing, { canvas_id: own.canvas_id, widgets: [{ ...widget, parent_id: parent } as WidgetElement] }, false);
}

/** A new page is this much wider than high. */
const RATIO = 3 / 2;

/** Undefined: it is gone, or this person may not see it. */
const widgetAt = ({ canvas_id, is }: OwnFile): Promise<WidgetElement | undefined> =>
  rest.get<readonly WidgetElement[]>(`/canvases/${encodeURIComponent(canvas_id)}/widgets`).then(
    (widgets) => widgets.find(is),
    () => undefined,
  );

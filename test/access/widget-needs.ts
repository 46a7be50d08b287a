import { Form } from '../kit/files.ts';
import type { Body, Line } from './line.ts';
import type { Need } from './verdict.ts';

export const notMultipart = 'Request must be multipart/form-data';

interface WidgetLine extends Pick<Line, 'body' | 'wrong'> {
  readonly link?: boolean;
  /** A key that a create must send. */
  readonly missing?: string;
}

export function widgets(
  collection: string,
  kind: string,
  { link = false, body, wrong, missing }: WidgetLine = {},
): Record<string, Line> {
  const list = `/canvases/:canvas_id/${collection}`;
  const read: Need = link ? 'view canvas or link' : 'view canvas';
  const write = {
    need: 'edit canvas',
    body: body ?? (() => ({})),
    wrong: wrong ?? [{ pinned: 1 }, 'pinned must be a boolean'],
  } as const;
  const item = [kind, 'widget_id'] as const;
  return {
    [`GET ${list}`]: { need: read, subscribable: true },
    [`GET ${list}/:widget_id`]: { need: read, subscribable: true, item },
    [`POST ${list}`]: { ...write, wrong: missing ? [{}, `${missing} parameter is missing`] : write.wrong },
    [`PATCH ${list}/:widget_id`]: { ...write, item },
    [`DELETE ${list}/:widget_id`]: { need: 'edit canvas', item },
  };
}

/** Widgets that an upload makes (interface/widgets 5). */
export function fileWidgets(collection: string, kind: string, data: Buffer): Record<string, Line> {
  const list = `/canvases/:canvas_id/${collection}`;
  return {
    ...widgets(collection, kind, { link: true }),
    [`POST ${list}`]: {
      need: 'edit canvas',
      body: () => new Form({ data, filename: 'file' }),
      wrong: [{ pinned: true }, notMultipart],
      noJson: notMultipart,
    },
    [`GET ${list}/:widget_id/download`]: { need: 'view canvas or link', item: [kind, 'widget_id'] },
  };
}

/** Without a kind: on the canvas plane, whose path names no widget. */
export function annotations(collection: string, kind?: string): Record<string, Line> {
  const list = `/canvases/:canvas_id/${collection}${kind ? '/:widget_id' : ''}/annotations`;
  const of = kind ? { item: [kind, 'widget_id'] as const } : {};
  const item = ['Annotation', 'annotation_id'] as const;
  const body = (): Body => ({ line_color: '#ff0000ff', points: [] });
  return {
    [`GET ${list}`]: { need: 'view canvas', subscribable: true, ...of },
    [`GET ${list}/:annotation_id`]: { need: 'view canvas', subscribable: true, item },
    [`POST ${list}`]: { need: 'edit canvas', body, wrong: [{ points: 5 }, 'line_color parameter is missing'], ...of },
    [`PATCH ${list}/:annotation_id`]: {
      need: 'edit canvas',
      body,
      wrong: [{ line_color: 5 }, 'line_color must be a string'],
      item,
    },
    [`DELETE ${list}/:annotation_id`]: { need: 'edit canvas', item },
  };
}

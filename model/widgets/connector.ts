import type { Editing } from '../editing.ts';
import { exampleIds } from '../example-ids.ts';
import { editable, required } from '../field.ts';
import type { About, View } from '../hooks.ts';
import { connectorShapes } from '../looks/connectors.ts';
import { seenOn } from '../looks/grounds.ts';
import type { Look } from '../looks/look.ts';
import type { Traits } from '../looks/traits.ts';
import { refuse } from '../refusal.ts';
import type { RecordOf } from '../resource.ts';
import { Colour, ConnectorEnd, OneOf, Positive } from '../types.ts';
import { isWidget } from './common.ts';
import { defineUnplacedWidget } from './define.ts';

/** The location of an automatic end is computed when it is drawn and never stored, so moving a widget changes no connector. */
export const Connector = defineUnplacedWidget(() => ({
  name: 'Connector',
  about: 'A line between two widgets, which goes when one of them goes. It has no place of its own.',
  path: 'connectors',
  fields: {
    type: editable(OneOf(['curve', 'straight', 'right-angle']), 'curve', { example: 'straight' }),
    line_color: editable(Colour, '#e7e7f2ff'),
    line_width: editable(Positive, 5, { about: 'Pixels' }),
    src: required(ConnectorEnd('none'), { example: { id: exampleIds.start } }),
    dst: required(ConnectorEnd('solid-equilateral-triangle'), { example: { id: exampleIds.end } }),
  },
  indexes: { ends: ({ src, dst }) => (src.id === dst.id ? src.id : [src.id, dst.id]) },
  cascades: { ends: 0 },
  hooks: {
    check(next, { sent, view }: About<unknown>) {
      if (sent.has('src')) checkEnd('src', next.src, view);
      if (sent.has('dst')) checkEnd('dst', next.dst, view);
    },
  },
}));

export type Connector = RecordOf<typeof Connector>;

/** Between the boxes of its ends, in pixels of the canvas, in a colour that is seen on its ground. */
export const look: Look<typeof Connector> = (connector, { boxOf, ground }) => {
  const from = boxOf(connector.src.id);
  const to = boxOf(connector.dst.id);
  return from && to ? connectorShapes({ ...connector, line_color: seenOn(connector.line_color, ground) }, from, to) : [];
};

function checkEnd(key: string, { id }: ConnectorEnd, view: View): void {
  const kind = view.find(id)?.kind;
  if (kind && isWidget(kind) && kind.widget.placed) return;
  throw refuse.invalid(`${key}.id ${id} is not a widget of this canvas that a connector can end at`);
}

export const editing: Editing<typeof Connector> = {
  resize: 'none',
  fields: [
    ['type', 'choice'],
    ['line_color', 'colour'],
    ['line_width', 'number'],
    ['src', 'end'],
    ['dst', 'end'],
  ],
  opens: 'properties',
};

export const traits: Traits<typeof Connector> = {
  icon: 'line',
  form: 'line',
  speech: ({ dst }) => ({ is: 'link', leadsTo: dst.id }),
};

import { refuse } from '../../model/refusal.ts';
import type { AnyWidget } from '../../model/widgets/common.ts';
import { recordItem } from '../changes/record-item.ts';
import { recordList } from '../changes/record-list.ts';
import type { Route } from '../http/route.ts';
import { type CanvasParts, canvasScope, canvasView } from './parts.ts';
import { anyWidgetSchema, listOf } from './widget-schemas.ts';

const LIST = 'widgets';
const file = 'server/collections/widgets.ts';

/** Reads of every widget of every type, the root first; read-only (widgets contract 3). */
export const widgetRoutes = (parts: CanvasParts, definitions: readonly AnyWidget[]): Route[] => [
  {
    path: '/canvases/:canvas_id/widgets',
    summary: 'Every widget of every type, the root first, then in creation order',
    method: 'GET',
    access: parts.rules.viewCanvasOrLink,
    answer: listOf(anyWidgetSchema(definitions)),
    file,
    scope: canvasScope,
    watch: ({ params }) => recordList(canvasView(parts, params), canvasScope(params), LIST),
  },
  {
    path: '/canvases/:canvas_id/widgets/:widget_id',
    summary: 'One widget of any type',
    method: 'GET',
    access: parts.rules.viewCanvasOrLink,
    answer: anyWidgetSchema(definitions),
    file,
    scope: canvasScope,
    watch({ params }) {
      const view = canvasView(parts, params);
      const version = view.version(params.widget_id!);
      if (!version?.kind.lists.includes(LIST)) throw refuse.notFound('Widget', params.widget_id!);
      return recordItem(view, canvasScope(params), version.key);
    },
  },
];

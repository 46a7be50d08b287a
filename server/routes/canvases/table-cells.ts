import { TableCell } from '../../../model/widgets/table-cell.ts';
import { listBody } from '../../changes/text.ts';
import { type CanvasParts, canvasScope, canvasView } from '../../collections/parts.ts';
import { listOf, widgetSchema } from '../../collections/widget-schemas.ts';
import type { Route } from '../../http/route.ts';
import { tags } from '../../http/tags.ts';

/** The cells of a table are made with it, so creation order is grouped by table. */
export const tableCellRoutes = (parts: CanvasParts): Route[] => [
  {
    path: '/canvases/:canvas_id/table-cells',
    operation: 'listTableCells',
    tag: tags.tableCells,
    summary: 'The cells of all tables, grouped by table',
    method: 'GET',
    access: parts.rules.viewCanvas,
    answer: listOf(widgetSchema(TableCell)),
    file: 'server/routes/canvases/table-cells.ts',
    scope: canvasScope,
    handle: ({ params }) => listBody(canvasView(parts, params).list(TableCell.name).pages()),
  },
];

import { TableCell } from '../../../../model/widgets/table-cell.ts';
import { listBody } from '../../../changes/text.ts';
import { type CanvasDeps, canvasScope, canvasView } from '../../../collections/deps.ts';
import { listOf, widgetSchema } from '../../../collections/widget-schemas.ts';
import { tags } from '../../../http/answers/tags.ts';
import type { Route } from '../../../http/routing/route.ts';

/** The cells of all tables. They are made with their table, so that creation order keeps the cells of a table together. */
export const tableCellRoutes = (deps: CanvasDeps): Route[] => [
  {
    path: '/canvases/:canvas_id/table-cells',
    operation: 'listTableCells',
    tag: tags.tableCells,
    summary: 'The cells of all tables, grouped by table',
    method: 'GET',
    access: deps.rules.viewCanvas,
    answer: listOf(widgetSchema(TableCell)),
    file: 'server/canvases/routes/canvases/table-cells.ts',
    scope: canvasScope,
    handle: ({ params }) => listBody(canvasView(deps, params).list(TableCell.name).pages()),
  },
];

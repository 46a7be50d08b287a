import { Table } from '../../../../../model/widgets/table.ts';
import { TableCell } from '../../../../../model/widgets/table-cell.ts';
import { joined, listBody } from '../../../../changes/text.ts';
import { type CanvasDeps, canvasScope, canvasView, versionOfType } from '../../../../collections/deps.ts';
import { listOf, widgetSchema } from '../../../../collections/widget-schemas.ts';
import { tags } from '../../../../http/answers/tags.ts';
import type { Route } from '../../../../http/routing/route.ts';
import type { DurableView } from '../../../../store/store.ts';

/** The cells of one table. They are read-only here, and stream through `/widgets` (interface/widgets 10). */
export const cellRoutes = (deps: CanvasDeps): Route[] => [
  {
    path: '/canvases/:canvas_id/tables/:table_id/cells',
    operation: 'listCellsOfTable',
    tag: tags.tableCells,
    summary: 'The cells of one table, row by row',
    method: 'GET',
    access: deps.rules.viewCanvas,
    answer: listOf(widgetSchema(TableCell)),
    file: 'server/canvases/routes/canvases/tables/cells.ts',
    scope: canvasScope,
    handle({ params }) {
      const view = canvasView(deps, params);
      const table = versionOfType(view, Table, params.table_id!);
      return listBody(joined(cellTexts(view, table.key)));
    },
  },
];

/** The index may also hold other children of the table, and cells that are deleted; cells never leave their table. */
function cellTexts(view: DurableView, table: string): string[] {
  const versions = [...view.keys('children', table)].map((key) => view.version(key));
  const cells = versions.filter((version) => version !== undefined).filter(({ kind }) => kind === TableCell);
  return cells.sort((a, b) => a.ordinal - b.ordinal).map(({ shown }) => shown);
}

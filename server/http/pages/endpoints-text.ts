import { ofInterface, ofOperator } from '../routing/paths.ts';
import type { Route } from '../routing/route.ts';

const order = ['GET', 'POST', 'PATCH', 'DELETE'];

/** Routes by path; the methods of one path in the order read, create, change, delete. */
export function sortedRoutes(routes: readonly Route[]): Route[] {
  const place = (route: Route): string => `${route.path} ${order.indexOf(route.method)}`;
  return [...routes].sort((a, b) => (place(a) < place(b) ? -1 : 1));
}

/** The text of docs/endpoints.txt: one line for each route of the interface and of the operator, in aligned columns. */
export function endpointsText(routes: readonly Route[]): string {
  const head = ['METHOD', 'PATH', 'WHO MAY', 'SCOPE', 'SUBSCRIBE', 'FILE'];
  const rows = [head, ...sortedRoutes([...ofInterface(routes), ...ofOperator(routes)]).map(rowOf)];
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column]!))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

const rowOf = (route: Route): string[] => [
  route.method,
  route.path,
  route.access.says,
  route.access.scope === 'nothing' ? '' : route.access.scope,
  'watch' in route ? 'yes' : '',
  route.file,
];

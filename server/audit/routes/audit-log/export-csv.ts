import type { Rules } from '../../../access/authorization/rule-table.ts';
import { disposition } from '../../../http/answers/disposition.ts';
import { tags } from '../../../http/answers/tags.ts';
import type { Reply, Route } from '../../../http/routing/route.ts';
import type { Scheduler } from '../../../scheduler.ts';
import type { Store } from '../../../store/store.ts';
import { csvHead } from '../../csv.ts';
import { filterParameters } from '../../entry.ts';
import { csvInPieces } from '../../pieces.ts';
import { readFilter } from '../../query.ts';
import { whileWaiting } from '../audit-log.ts';

interface Deps {
  readonly store: Store;
  readonly scheduler: Scheduler;
  readonly rules: Pick<Rules, 'administrator'>;
}

/** GET /audit-log/export-csv (interface/auth 10.4). */
export const auditLogExportRoutes = ({ store, scheduler, rules }: Deps): Route[] => [
  {
    method: 'GET',
    path: '/audit-log/export-csv',
    operation: 'exportAuditLog',
    tag: tags.auditLog,
    summary: 'The whole audit log, or what the filters leave of it, as a file',
    about:
      'Newest first, as it was when the answer began, however long it takes to read. A cell that a spreadsheet would take for a formula begins with an apostrophe.',
    file: 'server/audit/routes/audit-log/export-csv.ts',
    access: rules.administrator,
    query: filterParameters,
    answer: 'text',
    mediaType: 'text/csv; charset=utf-8',
    example: `${csvHead}412,2026-02-10T07:01:44.905Z,1000,Ada,User blocked,user,1001,Grace,203.0.113.9,\r\n`,
    headers: ['Content-Disposition'],
    handle: (call): Reply => {
      const { filter } = readFilter(call.query);
      const goOn = whileWaiting(call);
      const pieces = () => csvInPieces({ log: store.audit, scheduler, goOn }, filter);
      return {
        headers: { 'Content-Disposition': disposition('attachment', 'audit-log.csv') },
        body: { pieces, permit: call.permit },
      };
    },
  },
];

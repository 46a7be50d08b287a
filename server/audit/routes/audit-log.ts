import type { Rules } from '../../access/authorization/rule-table.ts';
import { tags } from '../../http/answers/tags.ts';
import { base } from '../../http/routing/families.ts';
import type { Call, Reply, Route } from '../../http/routing/route.ts';
import type { Scheduler } from '../../scheduler.ts';
import type { Store } from '../../store/store.ts';
import { filterParameters, listSchema, listTexts, pageParameters } from '../entry.ts';
import { readPage } from '../page.ts';
import { pageInPieces } from '../pieces.ts';

interface Deps {
  readonly store: Store;
  readonly scheduler: Scheduler;
  readonly rules: Pick<Rules, 'administrator'>;
}

/** GET /audit-log (interface/auth 10.3). */
export const auditLogRoutes = ({ store, scheduler, rules }: Deps): Route[] => [
  {
    method: 'GET',
    path: '/audit-log',
    operation: 'listAuditLog',
    tag: tags.auditLog,
    summary: 'One page of the audit log, newest first',
    about:
      'Follow the link `next` in the header `Link` to the end: each page takes as long, and entries that are written meanwhile are neither shown twice nor keep others from being shown. There is no stream.',
    file: 'server/audit/routes/audit-log.ts',
    access: rules.administrator,
    query: { ...filterParameters, ...pageParameters },
    answer: listSchema,
    headers: ['Link'],
    handle: async (call): Promise<Reply> => {
      const goOn = whileWaiting(call);
      const page = await readPage(store.audit, call.query, `${originOf(call)}${base}/audit-log`, goOn);
      call.permit();
      const headers = page.links === '' ? {} : { Link: page.links };
      if (!page.isLong) return { headers, body: [...listTexts(page.entries)].join('') };
      return {
        headers,
        body: { pieces: () => pageInPieces({ log: store.audit, scheduler, goOn }, page.question), permit: call.permit },
      };
    },
  },
];

/** Throws once the caller has gone: a search through millions of entries is not for nobody. */
export function whileWaiting({ requester: { signal } }: Call): () => void {
  return () => signal?.throwIfAborted();
}

/** A `Host` can be any text, which must not add links to the header. */
const originOf = ({ origin }: Call): string => (URL.canParse(origin) ? new URL(origin).origin : '');

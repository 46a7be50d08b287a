import type { Work } from '../../../../model/hooks.ts';
import { jsonText } from '../../../../model/json.ts';
import { Schema } from '../../../../model/json-schema.ts';
import { Canvas } from '../../../../model/resources/canvas.ts';
import type { Rules } from '../../../access/authorization/rule-table.ts';
import { tags } from '../../../http/answers/tags.ts';
import type { Route } from '../../../http/routing/route.ts';
import { type Scheduler, STEPS } from '../../../scheduler.ts';
import type { Store } from '../../../store/store.ts';

interface Deps {
  readonly rules: Pick<Rules, 'operator'>;
  readonly scheduler: Pick<Scheduler, 'run'>;
  readonly store: Pick<Store, 'directory' | 'head'>;
}

interface CanvasUsage {
  readonly id: string;
  readonly name: string;
  readonly folder_id: string;
  /** 0: made before this was recorded. */
  readonly created_by: number;
  readonly bytes: number;
}

const row = Schema.Object({
  id: Schema.String(),
  name: Schema.String(),
  folder_id: Schema.String(),
  created_by: Schema.Integer(),
  bytes: Schema.Integer(),
});

/** GET /operate/usage: the bytes of the files of each canvas; a file on two canvases counts on both. */
export const usageRoutes = ({ rules, scheduler, store }: Deps): Route[] => [
  {
    method: 'GET',
    family: 'operator',
    path: '/operate/usage',
    operation: 'getUsage',
    tag: tags.server,
    summary: 'The bytes of the files of each canvas, and who made it',
    file: 'server/operator/routes/operate/usage.ts',
    access: rules.operator,
    answer: Schema.Array(row),
    handle: async () => jsonText(await scheduler.run(measure(store))),
  },
];

function* measure(store: Deps['store']): Work<CanvasUsage[]> {
  const rows: CanvasUsage[] = [];
  for (const { id, name, folder_id, created_by } of store.directory.all(Canvas)) {
    rows.push({ id, name, folder_id, created_by, bytes: store.head(id)?.asset_size ?? 0 });
    if (rows.length % STEPS === 0) yield;
  }
  return rows;
}

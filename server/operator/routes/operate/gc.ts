import { jsonText } from '../../../../model/json.ts';
import { Schema } from '../../../../model/json-schema.ts';
import { refuse } from '../../../../model/refusal.ts';
import type { Rules } from '../../../access/authorization/rule-table.ts';
import type { Blobs } from '../../../assets/blobs.ts';
import type { DeletedFiles } from '../../../assets/deleted-files.ts';
import type { Clock } from '../../../clock.ts';
import { submit } from '../../../collections/submit.ts';
import { tags } from '../../../http/answers/tags.ts';
import type { Route } from '../../../http/routing/route.ts';
import type { Store } from '../../../store/store.ts';
import { collectGarbage, type StrayFile } from '../../collect-garbage.ts';

interface Deps {
  readonly rules: Pick<Rules, 'operator'>;
  readonly blobs: Blobs;
  readonly deletedFiles: DeletedFiles;
  readonly clock: Pick<Clock, 'now'>;
  readonly store: Pick<Store, 'submit'>;
  readonly requireOwnFiles: () => Promise<void>;
  /** Waits for other sweeps. Resolves with what ends it; undefined: a backup copies them. */
  readonly holdFiles: () => Promise<(() => void) | undefined>;
}

const file = Schema.Object({ hash: Schema.String(), bytes: Schema.Integer(), since: Schema.String(), why: Schema.String() });

/** POST /operate/gc: removes the files to which nothing refers now, instead of within two hours. */
export const gcRoutes = (deps: Deps): Route[] => [
  {
    method: 'POST',
    family: 'operator',
    path: '/operate/gc',
    operation: 'collectGarbage',
    tag: tags.server,
    summary: 'Removes files to which nothing refers, or only lists them',
    file: 'server/operator/routes/operate/gc.ts',
    access: deps.rules.operator,
    body: Schema.Object({ dry_run: Schema.Optional(Schema.Boolean()) }),
    answer: Schema.Object({ files: Schema.Array(file) }),
    refusals: [409],
    handle: async (call) => {
      const { dry_run = false } = call.body;
      if (typeof dry_run !== 'boolean') throw refuse.wrongType('dry_run', 'a boolean');
      await deps.requireOwnFiles();
      const files = dry_run ? await collectGarbage(deps, true) : await removeStray(deps);
      if (!dry_run && files.length > 0) {
        const details = { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
        const entry = { action: 'Files swept', target_type: 'server', target_id: null, target_name: '', details };
        await submit(deps.store, call, { run: (tx) => tx.audit(entry) });
      }
      return jsonText({ files });
    },
  },
];

async function removeStray(deps: Deps): Promise<StrayFile[]> {
  const release = await deps.holdFiles();
  if (!release) throw refuse.conflict('A backup is being made: try again when it is done');
  try {
    return await collectGarbage(deps, false);
  } finally {
    release();
  }
}

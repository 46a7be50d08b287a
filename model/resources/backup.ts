import { exampleIds } from '../example-ids.ts';
import { readonly, type Values } from '../field.ts';
import { defineResource } from '../resource.ts';
import { Int, OneOf, State, Text, Time, TimeOrNull } from '../types.ts';

/** Where the backups are that the server knows: what is in their place tells, so nothing of them is on a disk of the server. */
export const BACKUPS = 'live:backups';

const fields = {
  id: readonly(Text(), '', { about: 'For `easel restore --backup`', example: exampleIds.backup }),
  status: readonly(OneOf(['running', 'done', 'failed']), 'running'),
  started_at: readonly(Time, '', { example: '2026-11-23T02:15:00.120Z' }),
  at: readonly(TimeOrNull, null, {
    about: 'The moment whose state it holds; null: it is not done',
    example: '2026-11-23T02:15:03.871Z',
  }),
  finished_at: readonly(TimeOrNull, null, { about: 'null: it is being made', example: '2026-11-23T02:15:04.002Z' }),
  records: readonly(Int(), 0, { about: 'Records in it', example: 412033 }),
  files: readonly(Int(), 0, { about: 'Files that its records name', example: 5120 }),
  new_bytes: readonly(Int(), 0, { about: 'Bytes that it added to those before it', example: 1_240_000 }),
  missing: readonly(Int(), 0, { about: 'Files that were gone or damaged, and are not in it' }),
  msg: readonly(Text(), '', { about: 'Why it failed, in a line' }),
  state: readonly(State, 'normal'),
};
export type Backup = Values<typeof fields>;

/** A backup of the server in the place of `EASEL_BACKUP_URL` (interface/auth 13). */
export const Backup = defineResource({
  name: 'Backup',
  fields,
  collection: {
    path: '/backups',
    param: 'backup_id',
    scope: BACKUPS,
    tag: { name: 'Backups', about: 'Backups of the server, which it makes by itself or when it is asked.' },
    verbs: {
      list: {
        who: 'administrator',
        summary: 'All backups',
        about: 'The oldest first. Those that failed since the server started are among them.',
      },
      get: { who: 'administrator', summary: 'One backup' },
    },
  },
});

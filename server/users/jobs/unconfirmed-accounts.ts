import type { View } from '../../../model/hooks.ts';
import { User } from '../../../model/resources/accounts/user.ts';
import { Canvas } from '../../../model/resources/canvas.ts';
import { Folder, homeOf, trashOf } from '../../../model/resources/folder.ts';
import { removeRecord } from '../../../model/writing.ts';
import type { Clock } from '../../clock.ts';
import { type Job, type JobLog, type RepeatedDeps, repeated } from '../../jobs/job.ts';
import type { Settings } from '../../settings.ts';
import { SERVER, type Store } from '../../store/store.ts';

interface Deps extends RepeatedDeps {
  readonly store: Pick<Store, 'directory' | 'submit'>;
  readonly clock: Clock;
  readonly log: Pick<JobLog, 'info'>;
  readonly settings: Pick<Settings, 'unconfirmedDays'>;
}

const hour = 3_600_000;
const day = 24 * hour;

/** Removes accounts that somebody registered and nobody confirmed, so that registering is no way to fill the server (interface/auth 3.4). */
export const unconfirmedAccounts = (deps: Deps): Job =>
  repeated(deps, {
    name: 'the removal of unconfirmed accounts',
    runsOn: 'one node',
    everyMs: hour,
    run: (isClosing) => removeUnconfirmed(deps, isClosing),
  });

/** Each in a command of its own: an account goes with its folders, and other commands come between. */
async function removeUnconfirmed({ store, clock, log, settings }: Deps, isClosing: () => boolean): Promise<void> {
  const { unconfirmedDays } = settings;
  if (unconfirmedDays === 0) return;
  const before = clock.now() - unconfirmedDays * day;
  const forgotten = store.directory
    .by(User, 'unconfirmed', 'unconfirmed')
    .filter((user) => isForgotten(store.directory, user, before));
  for (const { id } of forgotten) {
    if (isClosing()) return;
    await store.submit({
      scopes: ['directory'],
      author: SERVER,
      permit: () => {},
      *run({ directory }) {
        const user = directory.get(User, id);
        if (user && isForgotten(directory, user, before)) yield* removeRecord(User, user, directory);
      },
    });
  }
  if (forgotten.length > 0) log.info({ accounts: forgotten.length }, 'removed accounts that nobody confirmed');
}

/** An administrator may have put something into the home, or made the account an administrator: then it is not for a job to remove. */
const isForgotten = (view: View, user: User, before: number): boolean =>
  !user.email_confirmed &&
  user.last_login === '' &&
  !user.admin &&
  Date.parse(user.created_at) < before &&
  isEmptyHome(view, user.id);

function isEmptyHome(view: View, user: number): boolean {
  const home = homeOf(user);
  const trash = trashOf(user);
  const folders = [...view.by(Folder, 'folders-in', home), ...view.by(Folder, 'folders-in', trash)];
  const canvases = [...view.by(Canvas, 'canvases-in', home), ...view.by(Canvas, 'canvases-in', trash)];
  return folders.every(({ id }) => id === trash) && canvases.length === 0;
}

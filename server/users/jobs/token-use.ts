import type { View } from '../../../model/hooks.ts';
import { AccessToken } from '../../../model/resources/accounts/access-token.ts';
import { LoginSession } from '../../../model/resources/accounts/session.ts';
import type { Activity } from '../../access/authentication/activity.ts';
import type { LastUsed, Use } from '../../access/authentication/last-used.ts';
import type { Clock } from '../../clock.ts';
import { type Job, type RepeatedDeps, repeated } from '../../jobs/job.ts';
import { SERVER, type Store } from '../../store/store.ts';

interface Deps {
  readonly store: Pick<Store, 'directory' | 'submit'>;
  readonly clock: Clock;
  readonly lastUsed: LastUsed;
  readonly activity: Activity;
}

const minute = 60_000;
/** In one command. */
const most = 200;

/** Writes when and from where permanent tokens were used last. What was not written when the process ends is lost, which does no harm. */
export function tokenUse(deps: Deps & RepeatedDeps): Job {
  let day = '';
  const run = async (isClosing: () => boolean): Promise<void> => {
    await writeUses(deps, isClosing);
    const today = new Date(deps.clock.now()).toISOString().slice(0, '2026-01-01'.length);
    if (today !== day) await writeOpen(deps, today);
    day = today;
  };
  return repeated(deps, { name: 'the last use of tokens', runsOn: 'every node', everyMs: minute, run });
}

/** A stream or a display that has been open since an earlier day is in use, too. */
async function writeOpen({ store, activity }: Deps, today: string): Promise<void> {
  const keys = [...activity.inUse()];
  if (keys.length === 0) return;
  await store.submit({
    scopes: ['directory'],
    author: SERVER,
    permit: () => {},
    *run({ directory }) {
      for (const key of keys) {
        const token = tokenBehind(directory, key);
        if (token && token.last_used_at < today) directory.update(AccessToken, { ...token, last_used_at: today });
        yield;
      }
    },
  });
}

/** The permanent token that a credential is, or with which it was opened. */
function tokenBehind(directory: View, key: string): AccessToken | undefined {
  const found = directory.find(key);
  if (found?.kind === AccessToken) return found.record as AccessToken;
  return found?.kind === LoginSession ? directory.get(AccessToken, (found.record as LoginSession).access_token) : undefined;
}

async function writeUses({ store, lastUsed }: Deps, isClosing: () => boolean): Promise<void> {
  const due = lastUsed.due();
  for (let at = 0; at < due.length && !isClosing(); at += most) {
    const uses = due.slice(at, at + most);
    const news = uses.filter((use) => isNews(store, use));
    if (news.length > 0) await write(store, news);
    lastUsed.wrote(uses);
  }
}

/** Not when another process, or an earlier one, has written the same or a later day. */
const isNews = ({ directory }: Pick<Store, 'directory'>, use: Use): boolean => isLater(directory.get(AccessToken, use.id), use);

function isLater(token: AccessToken | undefined, { day, address }: Use): token is AccessToken {
  if (token === undefined || token.last_used_at > day) return false;
  return token.last_used_at < day || token.last_used_ip !== address;
}

const write = (store: Pick<Store, 'submit'>, uses: readonly Use[]): Promise<void> =>
  store.submit({
    scopes: ['directory'],
    author: SERVER,
    permit: () => {},
    *run({ directory }) {
      for (const use of uses) {
        const token = directory.get(AccessToken, use.id);
        const { day: last_used_at, address: last_used_ip } = use;
        if (isLater(token, use)) directory.update(AccessToken, { ...token, last_used_at, last_used_ip });
        yield;
      }
    },
  });

import { AccessToken } from '../../model/resources/access-token.ts';
import type { Use } from '../access/last-used.ts';
import type { Author, Store } from '../store/store.ts';
import { type Job, type JobDeps, repeated } from './job.ts';

type Deps = Pick<JobDeps, 'store' | 'clock' | 'lastUsed'>;

const server: Author = { id: null, name: '', ip: '' };
const minute = 60_000;
/** In one command. */
const most = 200;

/** Writes when and from where permanent tokens were used last. What was not written when the process ends is lost, which does no harm. */
export const tokenUse = (deps: Deps): Job =>
  repeated(deps.clock, { name: 'the last use of tokens', everyMs: minute, run: (isClosing) => writeUses(deps, isClosing) });

export async function writeUses({ store, lastUsed }: Omit<Deps, 'clock'>, isClosing = () => false): Promise<void> {
  const due = lastUsed.due();
  for (let at = 0; at < due.length && !isClosing(); at += most) {
    const uses = due.slice(at, at + most);
    const news = uses.filter((use) => isNews(store, use));
    if (news.length > 0) await write(store, news);
    lastUsed.wrote(uses);
  }
}

/** Not when an earlier process has written the same. */
function isNews({ directory }: Pick<Store, 'directory'>, { id, day, address }: Use): boolean {
  const token = directory.get(AccessToken, id);
  return token !== undefined && (token.last_used_at !== day || token.last_used_ip !== address);
}

const write = (store: Pick<Store, 'submit'>, uses: readonly Use[]): Promise<void> =>
  store.submit({
    scopes: ['directory'],
    author: server,
    permit: () => {},
    *run({ directory }) {
      for (const { id, day, address } of uses) {
        const token = directory.get(AccessToken, id);
        if (token) directory.update(AccessToken, { ...token, last_used_at: day, last_used_ip: address });
        yield;
      }
    },
  });

import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { usualClock } from '../../client/index.ts';
import { isWallAddress } from '../../model/resources/accounts/wall-address.ts';
import { Spinner } from '../parts/spinner.tsx';
import { rest, unauthorized } from '../session/rest.ts';
import { refreshSession, session, signOut } from '../session/session.ts';
import { texts } from '../texts.ts';
import { WallStore } from './memory.ts';
import type { PairedSession } from './pair-wall.ts';
import { BecomeDisplay } from './ui/become-display.tsx';
import { Pairing } from './ui/pairing.tsx';
import { WallView } from './ui/wall-view.tsx';
import { Wall } from './wall.ts';

/** The server sends the cookie of a wall anew once a day, and browsers forget one after 400 days. */
const LOOK_MS = 6 * 3_600_000;

/**
 * A browser as a display. Without a session it shows a code with which somebody signs it in; a person who is signed in is asked first.
 * After a session has ended, the picture stays behind the code.
 */
export function DisplayPage() {
  const store = useMemo(() => new WallStore(localStorage, new URLSearchParams(location.search).get('as') ?? ''), []);
  const { user, session: kind, session_id } = session.value!;
  const name = useName(store);
  const wall = useWall(store, name, session_id);
  useEffect(() => {
    const timer = usualClock.every(LOOK_MS, () => void refreshSession().catch(() => undefined));
    return () => timer.cancel();
  }, []);
  const choose = (chosen: string | undefined): void => {
    store.keep({ name: chosen });
    name.value = chosen;
  };
  const paired = (taken: PairedSession, asked: string): void => {
    // A wall with an account of its own is called as its account is
    const own = isWallAddress(taken.user?.email ?? '');
    store.keep({ identity: taken.installation });
    choose(own ? taken.user!.name : asked);
    session.value = taken;
  };
  const forget = (): void => {
    store.keep({ identity: undefined, config: undefined, shown: undefined, resting: undefined });
    choose(undefined);
  };
  if (wall)
    return (
      <>
        <WallView wall={wall} forget={kind?.kind === 'wall' ? undefined : forget} />
        {!user && <Pairing paired={paired} isOver />}
      </>
    );
  if (!user) return <Pairing paired={paired} isOver={false} />;
  if (kind?.kind !== 'wall' && name.value === undefined) return <BecomeDisplay person={user.name} choose={choose} />;
  return (
    <main id="main" class="canvas-opening">
      <Spinner label={texts.value.common.loading} />
    </main>
  );
}

/** How this display is called. A browser that lost its profile is told by the server. */
function useName(store: WallStore): Signal<string | undefined> {
  const name = useSignal(store.memory.name);
  const { session: kind, user } = session.value!;
  const installation_id = kind?.installation_id ?? '';
  useEffect(() => {
    if (name.peek() !== undefined || installation_id === '') return;
    const take = (told: string): void => {
      store.keep({ name: told });
      name.value = told;
    };
    rest.get<{ readonly installation_name: string }>(`/installations/${installation_id}`).then(
      ({ installation_name }) => take(installation_name),
      () => take(user!.name),
    );
  }, [installation_id]);
  return name;
}

/** One for each session. Without a session the former one stays, whose picture is seen behind the code. */
function useWall(store: WallStore, name: Signal<string | undefined>, session_id: string | null): Wall | undefined {
  const wall = useSignal<Wall | undefined>(undefined);
  const isNamed = name.value !== undefined;
  useEffect(() => {
    if (isNamed && session_id === null) return;
    wall.peek()?.destroy();
    wall.value = isNamed ? beginWall(store, name.peek()!) : undefined;
  }, [isNamed, session_id]);
  useEffect(() => () => wall.peek()?.destroy(), []);
  return wall.value;
}

const beginWall = (store: WallStore, name: string): Wall =>
  new Wall({
    store,
    name,
    pageVersion: session.peek()!.server.version,
    isSignedIn: () => session.peek()?.user != null,
    lookWhoIsSignedIn: () => {
      unauthorized.value += 1;
    },
    signOut: () => void signOut().catch(() => undefined),
  });

import type { ComponentChildren } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { lazyDialog } from '../../parts/lazy-dialog.tsx';
import { Spinner } from '../../parts/spinner.tsx';
import { session } from '../../session/session.ts';
import { language, texts } from '../../texts.ts';
import { SkipLink } from '../frame/frame.tsx';
import { useTitle } from '../frame/title.ts';
import { selectNothing } from './cards/picked.ts';
import { useTime } from './cards/time.tsx';
import { sought } from './choices.ts';
import { Desk } from './desk/desk.tsx';
import { canvases, folders, isStarred, marks, useLibrary } from './library.ts';
import { homeOf } from './listed.ts';
import { PlacesNav } from './navigation/places-nav.tsx';
import { comparerOf } from './order.ts';
import { placeWord } from './path-words.ts';
import { placeAt, type Visible } from './places.ts';
import { asked, question } from './questions/asking.ts';
import { recentOf } from './recent.ts';
import { treeOf } from './tree.ts';
import './home.css';

const Questions = lazyDialog(() => import('../dialogs/questions.tsx').then((file) => file.Questions), asked);

/** The place that was shown last, also before somebody opened a canvas. */
let shownLast = '';

/** Folders and canvases of whoever is signed in, at the address of a folder or of all. */
export function Home({ folder_id }: { readonly folder_id?: string }) {
  const user = session.value?.user;
  return user ? <SignedIn folder_id={folder_id} person={user} /> : null;
}

interface Props {
  readonly folder_id?: string | undefined;
  readonly person: { readonly id: number; readonly name: string; readonly admin: boolean };
}

function SignedIn({ folder_id, person }: Props) {
  useLibrary();
  useTime();
  const { route } = useLocation();
  const place = useMemo(() => placeAt(folder_id, person.id), [folder_id, person.id]);
  usePlace(JSON.stringify(place));
  const all = folders.value;
  const compare = useMemo(() => comparerOf(language.value), [language.value]);
  const tree = useMemo(() => all && treeOf(all, homeOf(person.id), compare), [all, person.id, compare]);
  const visible = useVisible();
  useTitle(placeWord(place, person, tree));
  if (!tree || !visible) return <Loading />;
  return (
    <Shell>
      <PlacesNav id="places" place={place} person={person} tree={tree} visible={visible} />
      <main id="main" class="home-main" tabIndex={-1}>
        <Desk place={place} person={person} tree={tree} visible={visible} compare={compare} go={route} />
      </main>
      {question.value && <Questions person={person} tree={tree} go={route} />}
    </Shell>
  );
}

/** Everything that the person sees; the same object while nothing of it changes. */
function useVisible(): Visible | undefined {
  const all = canvases.value;
  const within = folders.value;
  const kept = marks.value;
  const stars = [...(all?.keys() ?? [])].filter(isStarred).join(' ');
  return useMemo(
    () => all && within && { canvases: all, folders: within, stars: new Set(stars.split(' ')), recent: recentOf(all, kept) },
    [all, within, kept, stars],
  );
}

/** At another place nothing is selected, and nothing is looked for; whoever returns from a canvas finds what they looked for. */
function usePlace(place: string): void {
  useEffect(() => {
    selectNothing();
    if (shownLast !== place) sought.value = '';
    shownLast = place;
  }, [place]);
}

const Shell = ({ children }: { readonly children: ComponentChildren }) => (
  <>
    <SkipLink />
    <div class="home">{children}</div>
  </>
);

const Loading = () => (
  <Shell>
    <div class="places" aria-hidden="true" />
    <main id="main" class="home-loading" tabIndex={-1}>
      <Spinner label={texts.value.dashboard.loading} />
    </main>
  </Shell>
);

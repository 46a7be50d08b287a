import { useEffect, useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Spinner } from '../../parts/spinner.tsx';
import { session } from '../../session/session.ts';
import { language, texts } from '../../texts/texts.ts';
import { Frame } from '../frame/frame.tsx';
import { useTitle } from '../frame/title.ts';
import { sought } from './choices.ts';
import { Desk } from './desk.tsx';
import { canvases, folders, useLibrary } from './library.ts';
import { homeOf } from './listed.ts';
import { comparerOf } from './order.ts';
import { placeWord } from './path-words.ts';
import { selectNothing } from './picked.ts';
import { placeAt } from './places.ts';
import { PlacesNav } from './places-nav.tsx';
import { Questions } from './questions/questions.tsx';
import { SearchField } from './search-field.tsx';
import { useTime } from './time.tsx';
import { treeOf } from './tree.ts';
import './home.css';

/** The place that was shown last, also before somebody opened a canvas. */
let shownLast = '';

/** Folders and canvases of whoever is signed in, at the address of a folder or of all. */
export function Home({ folder_id }: { readonly folder_id?: string }) {
  const user = session.value?.user;
  return user ? <SignedIn folder_id={folder_id} person={user} /> : null;
}

interface Props {
  readonly folder_id?: string | undefined;
  readonly person: { readonly id: number; readonly admin: boolean };
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
  const visible = canvases.value && all && { canvases: canvases.value, folders: all };
  useTitle(placeWord(place, person, tree));
  if (!tree || !visible) return <Loading />;
  return (
    <Frame search={<SearchField />}>
      <div class="home">
        <PlacesNav id="places" place={place} person={person} tree={tree} />
        <Desk place={place} person={person} tree={tree} visible={visible} compare={compare} go={route} />
      </div>
      <Questions person={person} tree={tree} go={route} />
    </Frame>
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

const Loading = () => (
  <Frame search={<SearchField />}>
    <div class="home-loading">
      <Spinner label={texts.value.dashboard.loading} />
    </div>
  </Frame>
);

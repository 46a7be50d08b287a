import type { ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { LocationProvider, Route, Router, useLocation } from 'preact-iso';
import { Boundary } from './pages/boundary.tsx';
import { focusPage } from './pages/frame/arrival.ts';
import { ShortcutList } from './pages/frame/shortcut-list.tsx';
import { lazyPage } from './pages/lazy-page.tsx';
import { Problem } from './pages/problem.tsx';
import { Spinner } from './parts/spinner.tsx';
import { Toasts } from './parts/toast.tsx';
import { isSilent } from './session/follow.ts';
import { session, signInAsked } from './session/session.ts';
import { texts } from './texts/texts.ts';

/** Each page is a file of its own, loaded when somebody goes there. */
const SignIn = lazyPage(() => import('./pages/sign-in/sign-in.tsx').then((file) => file.SignIn));
const Home = forPeople(lazyPage(() => import('./pages/home/home.tsx').then((file) => file.Home)));
const loadCanvasPage = () => import('./pages/canvas/canvas-page.tsx').then((file) => file.CanvasPage);
const CanvasPage = lazyPage(loadCanvasPage);
const Pair = forPeople(lazyPage(() => import('./pages/pair/pair.tsx').then((file) => file.Pair)));

/** Begins to load the largest page while nobody knows yet who is signed in: guests may see it, too. A failure is told by the page itself. */
export function loadPageOf(path: string): void {
  if (path.startsWith('/open/')) loadCanvasPage().catch(() => undefined);
}

export const App = () => (
  <>
    {session.value ? (
      <LocationProvider>
        <Pages key={session.value.user?.id ?? 'guest'} />
      </LocationProvider>
    ) : (
      <Beginning />
    )}
    <ShortcutList />
    <Toasts />
  </>
);

/** The pages by their addresses; server/http/page-files.ts answers these with the page. Drawn anew for somebody else. */
function Pages() {
  const { url } = useLocation();
  const shown = useRef(url);
  useEffect(() => {
    // Whoever goes to another page does not want to sign in for this one any more
    if (shown.current !== url) signInAsked.value = undefined;
    shown.current = url;
  }, [url]);
  return (
    <Boundary address={`${url} ${signInAsked.value}`}>
      {/* Two routers: the pages below are gone while somebody signs in */}
      {signInAsked.value ? (
        <Router key="sign-in">{[<Route key="sign-in" default component={SignIn} />]}</Router>
      ) : (
        <Router key="pages" onRouteChange={focusPage}>
          <Route path="/" component={Home} />
          <Route path="/folder/:folder_id" component={Home} />
          <Route path="/open/:canvas_id" component={CanvasPage} />
          <Route path="/pair" component={Pair} />
          <Route default component={Problem} />
        </Router>
      )}
    </Boundary>
  );
}

/** Until the server has said who is signed in. */
const Beginning = () =>
  isSilent.value ? (
    <Problem kind="offline" />
  ) : (
    <main class="beginning">
      <Spinner label={texts.value.common.loading} />
    </main>
  );

/** A page for whoever is signed in; others sign in first, at its address. */
function forPeople(Page: ComponentType): ComponentType {
  return (props) => (session.value?.user ? <Page {...props} /> : <SignIn />);
}

import type { ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { LocationProvider, Route, Router, useLocation } from 'preact-iso';
import { isCanvasAddress, isDisplayAddress, isMailAddress, type PageName, pageAddresses } from '../model/page-addresses.ts';
import { Boundary } from './pages/boundary.tsx';
import { focusPage } from './pages/frame/arrival.ts';
import { ShortcutList } from './pages/frame/shortcut-list.tsx';
import { lazyPage } from './pages/lazy-page.tsx';
import { Problem } from './pages/problem.tsx';
import { QuickOpen } from './pages/quick-open/quick-open.tsx';
import { suggestScale } from './parts/appearance/suggest-scale.ts';
import { Spinner } from './parts/spinner.tsx';
import { Toasts } from './parts/toast.tsx';
import { isSilent } from './session/follow.ts';
import { session, signInAsked } from './session/session.ts';
import { texts } from './texts.ts';

/** Each page is a file of its own, loaded when somebody goes there. */
const SignIn = lazyPage(() => import('./pages/sign-in/sign-in.tsx').then((file) => file.SignIn));
const Home = forPeople(lazyPage(() => import('./pages/home/home.tsx').then((file) => file.Home)));
const loadCanvasPage = () => import('./pages/canvas/canvas-page.tsx').then((file) => file.CanvasPage);
const CanvasPage = lazyPage(loadCanvasPage);
const Account = forPeople(lazyPage(() => import('./pages/account/account.tsx').then((file) => file.Account)));
const ConfirmEmail = lazyPage(() => import('./pages/mail-links/mail-links.tsx').then((file) => file.ConfirmEmail));
const ResetPassword = lazyPage(() => import('./pages/mail-links/mail-links.tsx').then((file) => file.ResetPassword));
const Pair = forPeople(lazyPage(() => import('./pages/pair/pair.tsx').then((file) => file.Pair)));
const Display = lazyPage(() => import('./wall/display-page.tsx').then((file) => file.DisplayPage));

const pages: Readonly<Record<PageName, ComponentType>> = {
  home: Home,
  folder: Home,
  canvas: CanvasPage,
  account: Account,
  pair: Pair,
  display: Display,
  confirmEmail: ConfirmEmail,
  resetPassword: ResetPassword,
};
const names = Object.keys(pages) as PageName[];

/** Begins to load the largest page while nobody knows yet who is signed in: guests may see it, too. A failure is told by the page itself. */
export function loadPageOf(path: string): void {
  if (isCanvasAddress(path)) loadCanvasPage().catch(() => undefined);
}

/** A wall has nothing that leads to another page, and goes on showing its canvas whoever is signed in. */
const isWall = isDisplayAddress(location.pathname);

export const App = () => (
  <>
    {session.value ? (
      <LocationProvider>
        <Pages key={isWall ? 'wall' : (session.value.user?.id ?? 'guest')} />
        {session.value.user && !isWall && <QuickOpen />}
      </LocationProvider>
    ) : (
      <Beginning />
    )}
    {!isWall && <ShortcutList />}
    <Toasts />
  </>
);

/** The page of the present address. Drawn anew for somebody else. */
function Pages() {
  const { url } = useLocation();
  const shown = useRef(url);
  useEffect(() => {
    // Whoever goes to another page does not want to sign in for this one any more
    if (shown.current !== url) signInAsked.value = undefined;
    shown.current = url;
  }, [url]);
  useEffect(() => {
    if (!isWall && (session.value?.user || isCanvasAddress(location.pathname))) suggestScale();
  }, []);
  return (
    <Boundary address={`${url} ${signInAsked.value}`}>
      {/* Two routers: the pages below are gone while somebody signs in */}
      {signInAsked.value && !isWall && !isMailAddress(location.pathname) ? (
        <Router key="sign-in">{[<Route key="sign-in" default component={SignIn} />]}</Router>
      ) : (
        <Router key="pages" onRouteChange={focusPage}>
          {names.map((name) => (
            // No keys: the dashboard stays when somebody opens a folder
            <Route path={pageAddresses[name]} component={pages[name]} />
          ))}
          <Route default component={Problem} />
        </Router>
      )}
    </Boundary>
  );
}

/** The page waits until the server has said who is signed in. */
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

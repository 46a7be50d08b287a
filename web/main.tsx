import { render } from 'preact';
import { App, loadPageOf } from './app.tsx';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import { beginSalvage } from './pages/frame/begin-salvage.ts';
import { beginQuickOpen } from './pages/frame/quick-open.ts';
import { beginScrolling } from './pages/frame/scrolling.ts';
import { beginShortcuts } from './pages/frame/shortcuts.ts';
import { loadAgain } from './pages/load-again.ts';
import { beginScale } from './parts/appearance/scale.ts';
import { beginTheme } from './parts/appearance/theme.ts';
import { say } from './parts/toast.tsx';
import { beginSession } from './session/follow.ts';
import { takeMailToken } from './session/mail-token.ts';
import { beginTexts, texts } from './texts.ts';

takeMailToken();
beginTheme();
beginScale();
beginScrolling();
beginShortcuts();
beginQuickOpen();
// The server answers while texts and the page for this address are loaded
beginSession(({ user }) => user && say(texts.peek().common.nowSignedInAs(user.name)));
loadPageOf(location.pathname);
const page = document.getElementById('page')!;
await beginTexts().catch(async (cause) => {
  await loadAgain(cause);
  // Without its texts the page can say nothing else, and in no other language
  page.textContent = 'Easel cannot be loaded. Please load this page again in a minute.';
  throw cause;
});
render(<App />, page);
beginSalvage();

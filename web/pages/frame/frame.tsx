import type { ComponentChildren } from 'preact';
import { Logo } from '../../parts/logo.tsx';
import { session } from '../../session/session.ts';
import { texts } from '../../texts.ts';
import { AccountMenu } from './account-menu.tsx';
import './frame.css';

interface Props {
  /** In the middle of the header; on phones below it. */
  readonly search?: ComponentChildren;
  /** Buttons of the page in the header, before the account. */
  readonly tools?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A page with a header: the server, a place for a search, the account. What stands in it begins with an `h1`. */
export const Frame = ({ search, tools, children }: Props) => (
  <div class="frame">
    <SkipLink />
    <header class="frame-bar">
      <a class="frame-brand" href="/">
        <Logo />
        <span>{session.value?.server.name || texts.value.common.name}</span>
      </a>
      {search && <div class="frame-search">{search}</div>}
      <div class="frame-tools">
        {tools}
        <AccountMenu />
      </div>
    </header>
    <main id="main" class="frame-main" tabIndex={-1}>
      {children}
    </main>
  </div>
);

/** The first thing that the Tab key reaches. A button, because the hash of an address may name a view of a canvas. */
export const SkipLink = () => (
  <button type="button" class="frame-skip" onClick={() => document.getElementById('main')?.focus()}>
    {texts.value.common.skip}
  </button>
);

import type { ComponentChildren, Ref } from 'preact';
import { Logo } from '../../parts/logo.tsx';
import { session } from '../../session/session.ts';
import { texts } from '../../texts.ts';
import { GuestMenu } from '../frame/account-menu.tsx';
import { Picture } from './picture.tsx';
import './sign-in.css';

interface Props {
  readonly card: Ref<HTMLElement>;
  readonly children: ComponentChildren;
}

/** A card beside a picture: where a person comes in who is not signed in yet, or need not be. */
export const Entrance = ({ card, children }: Props) => (
  <div class="sign-in">
    <Picture />
    <main id="main" ref={card} class="sign-in-card" tabIndex={-1}>
      <Brand />
      {children}
    </main>
    <div class="sign-in-corner">
      <GuestMenu />
    </div>
  </div>
);

/** A finger that comes to read should not get a keyboard in its way. */
export function focusFirst(card: HTMLElement): void {
  if (matchMedia('(pointer: coarse)').matches) card.focus();
  else (card.querySelector<HTMLInputElement>('input') ?? card).focus();
}

const serverName = (): string => session.value?.server.name || texts.value.common.name;

const Brand = () => (
  <p class="sign-in-brand">
    <Logo />
    <span>{serverName()}</span>
  </p>
);

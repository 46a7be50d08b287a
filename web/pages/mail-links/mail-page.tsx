import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { texts } from '../../texts.ts';
import { useTitle } from '../frame/title.ts';
import { Entrance, focusFirst } from '../sign-in/entrance.tsx';

interface Props {
  readonly title: string;
  /** What the page says in the end; undefined: there is something to do yet. */
  readonly done: string | undefined;
  /** What the person is to do. */
  readonly children: ComponentChildren;
}

/** A page behind the link in a mail. Everybody may open it, whoever is signed in here. */
export function MailPage({ title, done, children }: Props) {
  useTitle(title);
  const card = useRef<HTMLElement>(null);
  useEffect(() => focusFirst(card.current!), []);
  return (
    <Entrance card={card}>
      <h1>{title}</h1>
      {done === undefined ? children : <Done text={done} />}
    </Entrance>
  );
}

/** The text has the focus, so that it is read aloud in the place of the form that is gone. */
function Done({ text }: { readonly text: string }) {
  const told = useRef<HTMLParagraphElement>(null);
  useEffect(() => told.current!.focus(), []);
  return (
    <>
      <p ref={told} class="sign-in-about" tabIndex={-1}>
        {text}
      </p>
      {/* Loaded anew, because this document may show less than others do */}
      <a class="button primary" href="/" target="_top">
        {texts.value.common.signIn}
      </a>
    </>
  );
}

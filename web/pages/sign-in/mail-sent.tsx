import { MailCheck } from 'lucide';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../../parts/icon.tsx';
import { texts } from '../../texts.ts';

/** What happens next is in a mail. It gets the focus, so that it is read aloud in the place of the form that is gone. */
export function MailSent({ text }: { readonly text: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current!.focus(), []);
  return (
    <div class="sign-in-sent">
      <span class="sign-in-sent-mark">
        <Icon of={MailCheck} size={24} />
      </span>
      <h2 ref={heading} tabIndex={-1}>
        {texts.value.signIn.doneTitle}
      </h2>
      <p>{text}</p>
    </div>
  );
}

import type { TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import { useAttempt } from '../../parts/attempt.ts';
import { Button } from '../../parts/button.tsx';
import { rest } from '../../session/rest.ts';
import { texts } from '../../texts.ts';
import { EmailField } from './email-field.tsx';
import { useFilled } from './filled.ts';
import { FormFault } from './form-fault.tsx';
import { MailSent } from './mail-sent.tsx';

/** Asks for a mail whose link leads to a new password. The server never tells whether there is such an account. */
export function ForgottenForm() {
  const form = useFilled(['email']);
  const [sentTo, setSentTo] = useState('');
  const attempt = useAttempt();
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (!form.check(event.currentTarget)) return;
    const email = form.values.email.trim();
    const isSent = await attempt.run(() => rest.post('/users/password/create-reset-token', { email }));
    if (isSent) setSentTo(email);
  };
  const words = texts.value.signIn;
  if (sentTo !== '') return <MailSent text={words.forgottenDone(sentTo)} />;
  return (
    <form class="sign-in-form" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <p class="sign-in-about">{words.forgottenAbout}</p>
      <EmailField value={form.values.email} error={form.errorOf('email')} onInput={form.set('email')} />
      <FormFault attempt={attempt} />
      <Button kind="primary" type="submit" busy={attempt.busy} disabled={attempt.wait > 0}>
        {words.forgottenSubmit}
      </Button>
    </form>
  );
}

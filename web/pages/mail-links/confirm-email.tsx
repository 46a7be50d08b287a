import { signal } from '@preact/signals';
import type { TargetedSubmitEvent } from 'preact';
import { useAttempt } from '../../parts/attempt.ts';
import { Button } from '../../parts/button.tsx';
import { mailToken } from '../../session/mail-token.ts';
import { rest } from '../../session/rest.ts';
import { texts } from '../../texts.ts';
import { FormFault } from '../sign-in/form-fault.tsx';
import { InvalidLink } from './invalid-link.tsx';
import { MailPage } from './mail-page.tsx';

/** The page keeps this when somebody else signs in meanwhile. */
const isConfirmed = signal(false);

/** Nothing is sent before somebody presses the button: programs that look for dangerous mails follow their links. */
export function ConfirmEmail() {
  const attempt = useAttempt();
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    isConfirmed.value = await attempt.run(() => rest.post('/users/confirm-email', { token: mailToken() }));
  };
  const words = texts.value.mailLinks;
  return (
    <MailPage title={words.confirmTitle} done={isConfirmed.value ? words.confirmed : undefined}>
      {mailToken() === '' ? (
        <InvalidLink />
      ) : (
        <form class="sign-in-form" method="post" onSubmit={(event) => void submit(event)}>
          <p class="sign-in-about">{words.confirmAbout}</p>
          <FormFault attempt={attempt} />
          <Button kind="primary" type="submit" busy={attempt.busy} disabled={attempt.wait > 0}>
            {words.confirmSubmit}
          </Button>
        </form>
      )}
    </MailPage>
  );
}

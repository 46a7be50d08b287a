import { signal } from '@preact/signals';
import type { TargetedSubmitEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useAttempt } from '../../parts/attempt.ts';
import { Button } from '../../parts/button.tsx';
import { Spinner } from '../../parts/spinner.tsx';
import { mailToken } from '../../session/mail-token.ts';
import { rest } from '../../session/rest.ts';
import { texts } from '../../texts.ts';
import { useFilled } from '../sign-in/filled.ts';
import { FormFault } from '../sign-in/form-fault.tsx';
import { PasswordField } from '../sign-in/password-field.tsx';
import { InvalidLink } from './invalid-link.tsx';
import { MailPage } from './mail-page.tsx';

/** The page keeps this when the session of this browser ends with the old password. */
const isSet = signal(false);

/** Whether the link is valid is told before anybody thinks of a password; to ask that uses no token up. */
export function ResetPassword() {
  const words = texts.value.mailLinks;
  return (
    <MailPage title={words.resetTitle} done={isSet.value ? words.resetDone : undefined}>
      {mailToken() === '' ? <InvalidLink /> : <CheckedForm />}
    </MailPage>
  );
}

function CheckedForm() {
  const check = useAttempt();
  const [isValid, setValid] = useState(false);
  const look = async (): Promise<void> =>
    setValid(await check.run(() => rest.get(`/users/password/validate-reset-token?token=${encodeURIComponent(mailToken())}`)));
  useEffect(() => void look(), []);
  if (isValid) return <ResetForm />;
  return check.fault ? <FormFault attempt={check} /> : <Spinner label={texts.value.common.loading} />;
}

function ResetForm() {
  const form = useRef<HTMLFormElement>(null);
  const { values, set, errorOf, check } = useFilled(['password']);
  const attempt = useAttempt();
  const focus = (): void => form.current!.password.focus();
  useEffect(focus, []);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (!check(event.currentTarget)) return;
    const body = { token: mailToken(), password: values.password };
    isSet.value = await attempt.run(() => rest.post('/users/password/reset', body));
    if (!isSet.value) focus();
  };
  const words = texts.value.mailLinks;
  return (
    <form ref={form} class="sign-in-form" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <p class="sign-in-about">{words.resetAbout}</p>
      <PasswordField
        label={texts.value.mailLinks.resetPassword}
        autocomplete="new-password"
        value={values.password}
        error={errorOf('password')}
        onInput={set('password')}
      />
      <FormFault attempt={attempt} />
      <Button kind="primary" type="submit" busy={attempt.busy} disabled={attempt.wait > 0}>
        {words.resetSubmit}
      </Button>
    </form>
  );
}

import type { TargetedSubmitEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useAttempt } from '../../parts/attempt.ts';
import { Button } from '../../parts/button.tsx';
import { Checkbox } from '../../parts/checkbox.tsx';
import { signIn } from '../../session/session.ts';
import { texts } from '../../texts.ts';
import { EmailField } from './email-field.tsx';
import { useFilled } from './filled.ts';
import { FormFault } from './form-fault.tsx';
import { PasswordField } from './password-field.tsx';

interface Props {
  /** Called after the session was opened. */
  readonly done: () => void;
  /** Shows the form for a forgotten password, where the server sends mails. */
  readonly forgotten: (() => void) | undefined;
}

/** E-mail and password. Sent by a script; without one it would be a POST, so that the password never stands in an address. */
export function PasswordForm({ done, forgotten }: Props) {
  const form = useFilled(['email', 'password']);
  const [remember, setRemember] = useState(false);
  const password = useRef<HTMLInputElement>(null);
  const attempt = useAttempt();
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (!form.check(event.currentTarget)) return;
    if (await attempt.run(() => signIn({ ...form.values, email: form.values.email.trim(), remember }))) return done();
    password.current?.select();
  };
  const words = texts.value.signIn;
  return (
    <form class="sign-in-form" method="post" action="/session" noValidate onSubmit={(event) => void submit(event)}>
      <EmailField value={form.values.email} error={form.errorOf('email')} onInput={form.set('email')} />
      <PasswordField
        label={words.password}
        autocomplete="current-password"
        value={form.values.password}
        error={form.errorOf('password')}
        onInput={form.set('password')}
        inputRef={password}
      />
      <div class="sign-in-row">
        <Checkbox label={words.remember} name="remember" checked={remember} onChange={setRemember} />
        {forgotten && (
          <button type="button" class="sign-in-link" onClick={forgotten}>
            {words.forgotten}
          </button>
        )}
      </div>
      <FormFault attempt={attempt} />
      <Button kind="primary" type="submit" busy={attempt.busy} disabled={attempt.wait > 0}>
        {words.submit}
      </Button>
    </form>
  );
}

import type { TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import type { User } from '../../../model/resources/accounts/user.ts';
import { useAttempt } from '../../parts/attempt.ts';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { rest } from '../../session/rest.ts';
import { texts } from '../../texts.ts';
import { EmailField } from './email-field.tsx';
import { useFilled } from './filled.ts';
import { FormFault } from './form-fault.tsx';
import { MailSent } from './mail-sent.tsx';
import { PasswordField } from './password-field.tsx';

/** Makes an account, where the server lets everybody do so. */
export function RegisterForm() {
  const form = useFilled(['name', 'email', 'password']);
  const [made, setMade] = useState<Pick<User, 'email' | 'approved'>>();
  const attempt = useAttempt();
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (!form.check(event.currentTarget)) return;
    const account = { ...form.values, email: form.values.email.trim() };
    await attempt.run(async () => setMade(await rest.post<User>('/users/register', account)));
  };
  const words = texts.value.signIn;
  if (made) return <MailSent text={(made.approved ? words.registered : words.registeredWaits)(made.email)} />;
  return (
    <form class="sign-in-form" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label={words.yourName}
        name="name"
        autocomplete="name"
        value={form.values.name}
        error={form.errorOf('name')}
        required
        onInput={(event) => form.set('name')(event.currentTarget.value)}
      />
      <EmailField value={form.values.email} error={form.errorOf('email')} onInput={form.set('email')} />
      <PasswordField
        label={words.newPassword}
        autocomplete="new-password"
        value={form.values.password}
        error={form.errorOf('password')}
        onInput={form.set('password')}
      />
      <FormFault attempt={attempt} />
      <Button kind="primary" type="submit" busy={attempt.busy} disabled={attempt.wait > 0}>
        {words.registerSubmit}
      </Button>
    </form>
  );
}

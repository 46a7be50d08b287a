import type { TargetedSubmitEvent } from 'preact';
import { useRef } from 'preact/hooks';
import type { Refusal } from '../../../model/refusal-error.ts';
import { useAttempt } from '../../parts/attempt.ts';
import { Button } from '../../parts/button.tsx';
import { durationText } from '../../parts/duration.ts';
import { Notice, Told } from '../../parts/notice.tsx';
import { say } from '../../parts/toast.tsx';
import { rest } from '../../session/rest.ts';
import { session } from '../../session/session.ts';
import { language, texts } from '../../texts.ts';
import { faultText } from '../sign-in/fault-text.ts';
import { useFilled } from '../sign-in/filled.ts';
import { PasswordField } from '../sign-in/password-field.tsx';
import { accountTexts } from './account-texts.ts';
import { Box } from './box.tsx';

/** A person without a password, whom a provider signs in, leaves the first field empty; the server says whether that is right. */
export function Password({ changed }: { readonly changed: () => void }) {
  const me = session.value!.user!;
  const words = accountTexts.value;
  const form = useRef<HTMLFormElement>(null);
  const { values, set, errorOf, check } = useFilled(['current', 'password']);
  const attempt = useAttempt();
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (!check(event.currentTarget)) return;
    const body = { current_password: values.current, new_password: values.password };
    if (await attempt.run(() => rest.post(`/users/${me.id}/password`, body))) {
      for (const name of ['current', 'password'] as const) set(name)('');
      form.current!.reset();
      say(words.passwordSaved);
      changed();
    }
  };
  const isCurrent = attempt.fault?.msg === WRONG_CURRENT;
  const fault = attempt.fault && passwordFault(attempt.fault, attempt.wait);
  const typed = (name: 'current' | 'password') => (value: string) => {
    attempt.forget();
    set(name)(value);
  };
  return (
    <Box id="password" title={words.parts.password} about={words.passwordAbout}>
      <form ref={form} class="me-password" method="post" noValidate onSubmit={(event) => void submit(event)}>
        <input
          class="unseen"
          type="text"
          name="username"
          autocomplete="username"
          value={me.email}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <PasswordField
          label={words.currentPassword}
          autocomplete="current-password"
          value={values.current}
          error={(values.password !== '' && errorOf('current')) || (isCurrent ? fault : undefined)}
          onInput={typed('current')}
        />
        <PasswordField
          label={words.newPassword}
          autocomplete="new-password"
          value={values.password}
          error={errorOf('password') ?? (attempt.fault?.status === 400 ? fault : undefined)}
          onInput={typed('password')}
        />
        <Told>{fault && !isCurrent && attempt.fault?.status !== 400 && <Notice kind="danger">{fault}</Notice>}</Told>
        <div class="me-actions">
          <Button type="submit" busy={attempt.busy} disabled={attempt.wait > 0}>
            {words.passwordSave}
          </Button>
        </div>
      </form>
    </Box>
  );
}

const WRONG_CURRENT = 'Invalid current password';

function passwordFault(fault: Refusal, wait: number): string {
  const { signIn } = texts.value;
  if (fault.msg === WRONG_CURRENT) return accountTexts.value.wrongPassword;
  if (fault.status === 429) return signIn.again(durationText(Math.max(wait, 1), language.value));
  return faultText(fault, texts.value);
}

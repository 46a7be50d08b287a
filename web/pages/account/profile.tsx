import type { TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import { languageNames, languages } from '../../../texts/languages.ts';
import { useAttempt } from '../../parts/attempt.ts';
import { Avatar } from '../../parts/avatar.tsx';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { Notice, Told } from '../../parts/notice.tsx';
import { Select } from '../../parts/select.tsx';
import { say } from '../../parts/toast.tsx';
import { rest } from '../../session/rest.ts';
import { refreshSession, session } from '../../session/session.ts';
import { chooseLanguage, language, texts } from '../../texts.ts';
import { faultText } from '../sign-in/fault-text.ts';
import { accountTexts } from './account-texts.ts';

/** Name, e-mail address and language. */
export function Profile() {
  const me = session.value!.user!;
  const words = accountTexts.value;
  return (
    <section id="profile" class="me-box me-profile" aria-label={words.parts.profile} tabIndex={-1}>
      <Avatar user={me} size={84} />
      <div class="me-fields">
        <NameForm />
        <EmailForm />
        <Select
          label={texts.value.common.language}
          hint={words.languageHint}
          options={languages.map((value) => ({ value, text: languageNames[value] }))}
          value={language.value}
          onChange={(chosen) => void chooseLanguage(chosen)}
        />
      </div>
    </section>
  );
}

function NameForm() {
  const me = session.value!.user!;
  const words = accountTexts.value;
  const save = async (name: string): Promise<void> => {
    await rest.patch(`/users/${me.id}`, { name });
    await refreshSession();
    say(words.nameSaved);
  };
  return <OneField label={words.name} name="name" autocomplete="name" type="text" before={me.name} save={save} />;
}

/**
 * A new address counts when its mail has been confirmed, so that nobody locks themselves out by a slip of the finger. A server that sends
 * no mail takes it at once.
 */
function EmailForm() {
  const { user, sign_in } = session.value!;
  const me = user!;
  const words = accountTexts.value;
  const [waiting, setWaiting] = useState('');
  const save = async (email: string): Promise<void> => {
    if (sign_in.password_reset) {
      await rest.post(`/users/${me.id}/change-email`, { email });
      setWaiting(email);
      return;
    }
    await rest.patch(`/users/${me.id}`, { email });
    await refreshSession();
    say(words.emailSaved);
  };
  return (
    <div class="me-email">
      <OneField label={words.email} name="email" autocomplete="email" type="email" before={me.email} save={save} />
      <Told>{waiting !== '' && <Notice>{words.emailSent(waiting)}</Notice>}</Told>
    </div>
  );
}

interface OneFieldProps {
  readonly label: string;
  readonly name: string;
  readonly autocomplete: 'name' | 'email';
  readonly type: 'text' | 'email';
  readonly before: string;
  /** Rejects with a Refusal, which is shown at the field. */
  readonly save: (value: string) => Promise<void>;
}

/** A field with a button that appears with the first change. */
function OneField({ label, before, save, ...input }: OneFieldProps) {
  const [typed, setTyped] = useState<string>();
  const [isMissing, setMissing] = useState(false);
  const attempt = useAttempt();
  const value = typed ?? before;
  const { common, signIn } = texts.value;
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const field = event.currentTarget.querySelector('input');
    setMissing(value.trim() === '');
    if (value.trim() === '' || value === before) return field?.focus();
    if (await attempt.run(() => save(value.trim()))) setTyped(undefined);
    else field?.focus();
    return undefined;
  };
  const told = attempt.fault && faultText(attempt.fault, texts.value);
  return (
    <form class="me-one" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <Field
        {...input}
        label={label}
        value={value}
        dir="auto"
        error={isMissing ? signIn.missing : told}
        onInput={(event) => {
          attempt.forget();
          setMissing(false);
          setTyped(event.currentTarget.value);
        }}
      />
      {value !== before && (
        <Button kind="primary" type="submit" busy={attempt.busy} disabled={attempt.wait > 0}>
          {common.save}
        </Button>
      )}
    </form>
  );
}

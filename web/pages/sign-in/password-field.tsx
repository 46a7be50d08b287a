import { Eye, EyeOff } from 'lucide';
import type { Ref } from 'preact';
import { useState } from 'preact/hooks';
import { IconButton } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { texts } from '../../texts.ts';

interface Props {
  readonly label: string;
  readonly autocomplete: 'current-password' | 'new-password';
  readonly value: string;
  readonly error: string | undefined;
  readonly onInput: (value: string) => void;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** A password, which a person may look at. */
export function PasswordField({ onInput, autocomplete, ...field }: Props) {
  const [isShown, setShown] = useState(false);
  const { showPassword, hidePassword } = texts.value.signIn;
  return (
    <Field
      {...field}
      name="password"
      type={isShown ? 'text' : 'password'}
      autocomplete={autocomplete}
      autocapitalize="none"
      spellcheck={false}
      required
      onInput={(event) => onInput(event.currentTarget.value)}
      after={
        <IconButton
          icon={isShown ? EyeOff : Eye}
          label={isShown ? hidePassword : showPassword}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  );
}

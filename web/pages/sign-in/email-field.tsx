import type { Ref } from 'preact';
import { Field } from '../../parts/field.tsx';
import { texts } from '../../texts.ts';

interface Props {
  readonly value: string;
  readonly error: string | undefined;
  readonly onInput: (value: string) => void;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** The e-mail address of an account. A plain text for the browser, because `admin@localhost` is an address here. */
export const EmailField = ({ onInput, ...field }: Props) => (
  <Field
    {...field}
    label={texts.value.signIn.email}
    name="email"
    inputmode="email"
    autocomplete="username"
    autocapitalize="none"
    spellcheck={false}
    required
    onInput={(event) => onInput(event.currentTarget.value)}
  />
);

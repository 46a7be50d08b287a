import { useState } from 'preact/hooks';
import { texts } from '../../texts.ts';

interface Filled<Name extends string> {
  readonly values: Readonly<Record<Name, string>>;
  readonly set: (name: Name) => (value: string) => void;
  readonly errorOf: (name: Name) => string | undefined;
  /** Whether everything is filled in; else the form says what is not, and the first such field gets the focus. */
  readonly check: (form: HTMLFormElement) => boolean;
}

/** The texts of a form in which nothing may be empty. */
export function useFilled<Name extends string>(names: readonly Name[]): Filled<Name> {
  const [values, setValues] = useState(Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>);
  const [isChecked, setChecked] = useState(false);
  const isMissing = (name: Name): boolean => values[name].trim() === '';
  return {
    values,
    set: (name) => (value) => setValues((before) => ({ ...before, [name]: value })),
    errorOf: (name) => (isChecked && isMissing(name) ? texts.value.signIn.missing : undefined),
    check(form) {
      setChecked(true);
      const missing = names.find(isMissing);
      if (missing) form.querySelector<HTMLInputElement>(`[name="${missing}"]`)?.focus();
      return missing === undefined;
    },
  };
}

import type { ComponentChildren, PartialInputHTMLAttributes, Ref } from 'preact';
import { useId } from 'preact/hooks';
import './field.css';

/** The attributes of an input, but for those that depend on its kind. */
type Attributes = Omit<PartialInputHTMLAttributes<HTMLInputElement>, 'list' | 'role' | 'type' | 'class' | 'id'>;

interface Props extends Attributes {
  readonly label: string;
  /** What is wrong with what stands in it. */
  readonly error?: string | undefined;
  readonly hint?: string;
  readonly type?: 'text' | 'email' | 'password' | 'search' | 'url' | 'number';
  readonly class?: string;
  readonly inputRef?: Ref<HTMLInputElement>;
  /** Buttons in the field, at its end. */
  readonly after?: ComponentChildren;
}

/** A text field with its label above it. */
export function Field({ label, error, hint, after, class: more, inputRef, type = 'text', ...input }: Props) {
  const id = useId();
  const told = error ?? hint;
  return (
    <div class={`field ${more ?? ''}`}>
      <label for={id}>{label}</label>
      <div class="field-box">
        <input
          {...input}
          ref={inputRef}
          type={type as 'text'}
          id={id}
          aria-invalid={error !== undefined}
          aria-describedby={told ? `${id}-told` : undefined}
        />
        {after}
      </div>
      {told && (
        <p id={`${id}-told`} class={error ? 'field-error' : 'field-hint'}>
          {told}
        </p>
      )}
    </div>
  );
}

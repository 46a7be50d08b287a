import { useId } from 'preact/hooks';
import './field.css';

interface Props<T extends string> {
  readonly label: string;
  readonly hint?: string;
  readonly options: readonly { readonly value: T; readonly text: string }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

/** One of many, with the list that the browser knows. */
export function Select<T extends string>({ label, hint, options, value, onChange }: Props<T>) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        class="select"
        value={value}
        aria-describedby={hint ? `${id}-told` : undefined}
        onChange={(event) => onChange(event.currentTarget.value as T)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
      {hint && (
        <p id={`${id}-told`} class="field-hint">
          {hint}
        </p>
      )}
    </div>
  );
}

import { useId } from 'preact/hooks';
import './choices.css';
import './segments.css';

interface Props<T extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly text: string }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

/** One of a few, side by side: radio buttons that look like one bar. */
export function Segments<T extends string>({ label, options, value, onChange }: Props<T>) {
  const name = useId();
  return (
    <fieldset class="choices">
      <legend>{label}</legend>
      <div class="segments-bar">
        {options.map((option) => (
          <label key={option.value} class="choice segment">
            <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
            {option.text}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

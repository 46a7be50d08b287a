import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import './options.css';

interface Props {
  readonly label: string;
  readonly values: readonly number[];
  readonly value: number;
  readonly nameOf: (value: number) => string;
  readonly onChoose: (value: number) => void;
  /** How a value looks. */
  readonly face: (value: number) => ComponentChildren;
}

/** One of a few sizes, each drawn as itself. */
export function SizeChoice({ label, values, value, nameOf, onChoose, face }: Props) {
  const name = useId();
  return (
    <div role="radiogroup" class="ink-sizes" aria-label={label}>
      {values.map((one) => (
        <label key={one} class="ink-size" title={nameOf(one)}>
          <input type="radio" name={name} aria-label={nameOf(one)} checked={one === value} onChange={() => onChoose(one)} />
          {face(one)}
        </label>
      ))}
    </div>
  );
}

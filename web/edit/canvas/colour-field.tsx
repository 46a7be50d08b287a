import { useId } from 'preact/hooks';

interface Props {
  readonly label: string;
  /** With or without opacity, which stays as it is. */
  readonly value: string;
  /** While a person tries colours. */
  readonly onTry?: (colour: string) => void;
  readonly onChoose: (colour: string) => void;
}

/** A colour, chosen with what the browser has for that. */
export function ColourField({ label, value, onTry, onChoose }: Props) {
  const id = useId();
  const opacity = value.slice(7);
  return (
    <div class="colour-field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="color"
        value={value.slice(0, 7).toLowerCase()}
        onInput={({ currentTarget }) => onTry?.(currentTarget.value + opacity)}
        onChange={({ currentTarget }) => onChoose(currentTarget.value + opacity)}
      />
    </div>
  );
}

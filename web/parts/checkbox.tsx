import './checkbox.css';

interface Props {
  readonly label: string;
  readonly hint?: string;
  readonly checked: boolean;
  readonly name?: string;
  readonly onChange: (checked: boolean) => void;
}

/** Something that is on or off. */
export const Checkbox = ({ label, hint, checked, name, onChange }: Props) => (
  <label class="checkbox">
    <input type="checkbox" name={name} checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
    <span>
      {label}
      {hint && <span class="checkbox-hint">{hint}</span>}
    </span>
  </label>
);

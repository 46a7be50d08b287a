import type { ComponentChildren } from 'preact';
import './options.css';

interface Props {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly children: ComponentChildren;
}

/** On or off, at the end of a row of options. */
export const OptionSwitch = ({ isOn, onChange, children }: Props) => (
  <button type="button" role="switch" class="ink-switch" aria-checked={isOn} onClick={() => onChange(!isOn)}>
    {children}
    <span class="ink-switch-track" />
  </button>
);

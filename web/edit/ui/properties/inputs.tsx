import { useState } from 'preact/hooks';
import type { Item } from '../../../live/board.ts';
import type { Editing } from '../../editing.ts';
import { panelTexts } from '../../panel-texts.ts';
import { fullColour } from '../../presets.ts';
import type { Row, Value } from './rows.ts';

export interface InputProps {
  readonly id: string;
  readonly label: string;
  readonly row: Row;
  /** Undefined: several of them. */
  readonly value: Value | undefined;
  readonly set: (value: Value) => void;
  readonly editing: Editing;
  readonly items: readonly Item[];
  readonly isFaulty: boolean;
}

/** Text, of one line or of several. Enter or leaving the field writes it, Escape gives it up. */
export function TextInput({ row, value, set, list, ...rest }: InputProps & { readonly list?: string }) {
  const typing = useTyping(value === undefined ? undefined : String(value), set);
  if (row.control === 'text') return <textarea {...attributesOf(rest, value)} rows={3} dir="auto" {...typing} />;
  return (
    <input {...attributesOf(rest, value)} type="text" list={list} dir="auto" autocomplete="off" spellcheck={false} {...typing} />
  );
}

/** Arrows step by one. */
export function NumberInput({ row: { factor = 1, first = 0 }, value, set, ...rest }: InputProps) {
  const shown = value === undefined ? undefined : String(rounded(Number(value) * factor + first));
  const typing = useTyping(shown, (typed) => {
    if (typed !== '') set((Number(typed) - first) / factor);
  });
  return (
    <span class="property-number">
      <input {...attributesOf(rest, value)} type="number" step="any" {...typing} />
      {factor === 100 && <span aria-hidden="true">{panelTexts.value.properties.percent}</span>}
    </span>
  );
}

export const SwitchInput = ({ id, value, set }: InputProps) => (
  <input
    ref={(box) => {
      if (box) box.indeterminate = value === undefined;
    }}
    id={id}
    type="checkbox"
    class="switch"
    checked={value === true}
    onChange={({ currentTarget }) => set(currentTarget.checked)}
  />
);

export function ChoiceInput({ row, value, set, ...rest }: InputProps) {
  const words = panelTexts.value.properties;
  return (
    <select
      {...attributesOf(rest, value)}
      class="select"
      value={String(value ?? '')}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    >
      {value === undefined && (
        <option value="" disabled>
          {words.mixed}
        </option>
      )}
      {row.choices?.map((choice) => (
        <option key={choice} value={choice}>
          {(words.choices as Readonly<Record<string, string>>)[choice] ?? choice}
        </option>
      ))}
    </select>
  );
}

/** The digits of a colour, and a swatch that opens what the browser has. The opacity stays. */
export function ColourInput({ value, set, ...rest }: InputProps) {
  const colour = value === undefined ? undefined : fullColour(String(value));
  const digits = colour?.replace(/ff$/, '').toUpperCase();
  const typing = useTyping(digits, (typed) => set(/^#[0-9a-f]{6}([0-9a-f]{2})?$/i.test(typed) ? fullColour(typed) : typed));
  return (
    <span class="property-colour">
      <input {...attributesOf(rest, value)} type="text" spellcheck={false} autocomplete="off" {...typing} />
      <span class="swatch">
        <span class="swatch-face" style={{ '--colour': colour ?? 'transparent' }} />
        <input
          type="color"
          aria-label={panelTexts.value.properties.digits(rest.label)}
          value={(colour ?? '#ffffff').slice(0, 7)}
          onInput={({ currentTarget }) => set(`${currentTarget.value}${colour?.slice(7) ?? 'ff'}`)}
        />
      </span>
    </span>
  );
}

function attributesOf({ id, isFaulty }: Pick<InputProps, 'id' | 'isFaulty'>, value: Value | undefined) {
  return {
    id,
    placeholder: value === undefined ? panelTexts.value.properties.mixed : '',
    'aria-invalid': isFaulty,
    'aria-describedby': isFaulty ? `${id}-told` : undefined,
  };
}

/** Numbers with as many places as people care for. */
const rounded = (value: number): number => Math.round(value * 100) / 100;

/** What is typed stays in the field, whatever others change meanwhile, until it is written or given up. */
function useTyping(shown: string | undefined, write: (typed: string) => void) {
  const [typed, setTyped] = useState<string | undefined>(undefined);
  return {
    value: typed ?? shown ?? '',
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) => setTyped(currentTarget.value),
    onChange({ currentTarget }: { readonly currentTarget: { readonly value: string } }) {
      setTyped(undefined);
      if (currentTarget.value !== shown) write(currentTarget.value);
    },
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape' || typed === undefined) return;
      // The panel stays: this was only for the field
      event.preventDefault();
      event.stopPropagation();
      setTyped(undefined);
    },
  };
}

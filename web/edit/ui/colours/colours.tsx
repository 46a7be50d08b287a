import { useEffect, useId } from 'preact/hooks';
import type { Colour } from '../../../../model/looks/shapes.ts';
import type { Item } from '../../../live/board.ts';
import { style } from '../../commands/style.ts';
import type { Editing } from '../../editing.ts';
import { editTexts } from '../../texts.ts';
import { colourName } from './colour-name.ts';
import { colourFieldOf, commonColour, hasTextColour, isAutomatic } from './coloured.ts';
import { connectorColours, noteColours, textColours } from './offered.ts';
import { Swatches } from './swatches.tsx';
import './colours.css';

interface Props {
  readonly editing: Editing;
  readonly items: readonly Item[];
  /** Choices of one opening are one step of undo. */
  readonly run: string;
}

/** Papers and lines of what is selected. */
export function Colours({ editing, items, run }: Props) {
  const words = editTexts.value.colours;
  const { presets, seat } = editing;
  useEffect(presets.ask, []);
  const coloured = items.filter((item) => colourFieldOf(item) !== undefined);
  const areNotes = coloured.some(hasTextColour);
  const { note_background, connector } = presets.colours.value;
  const offered = areNotes ? [...noteColours, ...note_background] : [...connectorColours, ...connector];
  const choose = (colour: Colour): void => {
    const body = Object.fromEntries(coloured.map((item) => [colourFieldOf(item), colour]));
    editing.perform(style(editing.board, idsOf(coloured), body), run);
    if (areNotes) seat.noteColour.value = colour;
  };
  return (
    <>
      <p class="colours-title">{areNotes ? words.note : words.group}</p>
      <Swatches class="grid" colours={[...new Set(offered)]} value={commonColour(coloured, colourFieldOf)} onChoose={choose} />
    </>
  );
}

/** Letters of what is selected: they follow the paper, or have a colour of their own. */
export function TextColours({ editing, items, run }: Props) {
  const words = editTexts.value.colours;
  const name = useId();
  const { presets } = editing;
  useEffect(presets.ask, []);
  const lettered = items.filter(hasTextColour);
  const automatic = isAutomatic(lettered);
  const value = automatic ? undefined : commonColour(lettered, () => 'text_color');
  const set = (body: Readonly<Record<string, unknown>>): void => {
    editing.perform(style(editing.board, idsOf(lettered), body), run);
  };
  return (
    <>
      <p class="colours-title">{words.text}</p>
      <div role="radiogroup" class="text-colours" aria-label={words.text}>
        <label class="segment choice">
          <input type="radio" name={name} checked={automatic} onChange={() => set({ auto_text_color: true })} />
          {words.automatic}
        </label>
        {[...new Set([...textColours, ...presets.colours.value.note_text])].map((colour) => (
          <label key={colour} class="segment choice" title={colourName(colour)}>
            <input
              type="radio"
              name={name}
              aria-label={colourName(colour)}
              checked={colour === value}
              onChange={() => set({ text_color: colour })}
            />
            <span class="text-colour" style={{ background: colour }} />
          </label>
        ))}
      </div>
    </>
  );
}

const idsOf = (items: readonly Item[]): string[] => items.map(({ id }) => id);

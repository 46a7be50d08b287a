import { useEffect } from 'preact/hooks';
import type { Editing } from '../../editing.ts';
import { noteColours } from './offered.ts';
import { Swatches } from './swatches.tsx';

/** The paper of the next note. */
export function NoteOptions({ editing: { seat, presets } }: { readonly editing: Editing }) {
  useEffect(presets.ask, []);
  const colours = [...new Set([...noteColours, ...presets.colours.value.note_background])];
  return (
    <Swatches
      colours={colours}
      value={seat.noteColour.value}
      onChoose={(colour) => {
        seat.noteColour.value = colour;
      }}
    />
  );
}

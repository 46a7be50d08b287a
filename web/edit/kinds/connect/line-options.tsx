import type { Editing } from '../../editing.ts';
import { connectorColours } from '../../ui/colours/offered.ts';
import { Swatches } from '../../ui/colours/swatches.tsx';
import { LineChoices } from './line-choices.tsx';

/** How the next connector looks. */
export function LineOptions({ editing: { seat } }: { readonly editing: Editing }) {
  const value = seat.connector.value;
  const set = (chosen: Partial<typeof value>): void => {
    seat.connector.value = { ...value, ...chosen };
  };
  return (
    <>
      <Swatches colours={connectorColours} value={value.line_color} onChoose={(line_color) => set({ line_color })} />
      <span class="bar-line" />
      <LineChoices value={value} onChoose={set} />
    </>
  );
}

import { effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Colour } from '../../model/looks/shapes.ts';
import type { ColorPresets } from '../../model/resources/color-presets.ts';
import type { Connection } from '../live/connection.ts';
import { followItem } from '../live/list.ts';

/** The colours of a canvas that its people have agreed on. */
export interface Presets {
  /** With opacity and in small letters. Empty until somebody has asked and the server has answered. */
  readonly colours: ReadonlySignal<PresetColours>;
  /** Follows them from now on. */
  ask(): void;
  close(): void;
}

export type PresetColours = Readonly<Record<PresetUse, readonly Colour[]>>;
type PresetUse = 'annotation' | 'connector' | 'note_background' | 'note_text';

const none: PresetColours = { annotation: [], connector: [], note_background: [], note_text: [] };

export function createPresets(connection: Connection, canvas_id: string): Presets {
  const colours: Signal<PresetColours> = signal(none);
  const ends: (() => void)[] = [];
  return {
    colours,
    ask() {
      if (ends.length > 0) return;
      const { item, close } = followItem<ColorPresets>(connection, `/canvases/${canvas_id}/color-presets`);
      const follow = effect(() => {
        if (item.value) colours.value = opaqueAll(item.value);
      });
      ends.push(follow, close);
    },
    close() {
      for (const end of ends.splice(0)) end();
    },
  };
}

const opaqueAll = ({ annotation, connector, note_background, note_text }: ColorPresets): PresetColours => ({
  annotation: annotation.map(fullColour),
  connector: connector.map(fullColour),
  note_background: note_background.map(fullColour),
  note_text: note_text.map(fullColour),
});

/** A colour as eight digits in small letters; opaque unless it says otherwise. */
export const fullColour = (colour: string): Colour => `${colour}ff`.slice(0, 9).toLowerCase();

import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Editing } from '../editing.ts';
import { eraserSizes, markerColours, penWidths } from '../ink/ink-options.ts';
import { editTexts } from '../texts.ts';
import { colourName } from '../ui/colours/colour-name.ts';
import { noteColours } from '../ui/colours/offered.ts';
import { onRing } from './menu-place.ts';
import { RingButton } from './ring-button.tsx';

/** The outer ring: where the middles of its targets lie, in pixels at scale 1, and from where to where it goes, in degrees. */
const RADIUS = 180;
const FROM = -168;
const TO = -12;
const COLOURS = 6;

/** Colours and widths of the chosen tool, of which a ring has room for six and three. */
export function SeatOptions({ editing }: { readonly editing: Editing }) {
  const { seat, ink } = editing;
  const { options } = ink;
  const words = editTexts.value;
  const widthNames = [words.ink.thin, words.ink.medium, words.ink.thick, words.ink.veryThick];
  const sizeNames = [words.ink.small, words.ink.medium, words.ink.large];
  switch (seat.tool.value) {
    case 'pen':
      return (
        <OuterRing>
          <ColourRow colours={ink.colours.value} value={ink.penColour.value} chosen={options.penColour} />
          <SizeRow label={words.ink.width} sizes={penWidths.slice(1)} names={widthNames.slice(1)} chosen={options.penWidth} />
        </OuterRing>
      );
    case 'highlighter':
      return (
        <OuterRing>
          <ColourRow colours={markerColours} value={options.markerColour.value} chosen={options.markerColour} />
        </OuterRing>
      );
    case 'eraser':
      return (
        <OuterRing>
          <SizeRow label={words.ink.size} sizes={eraserSizes} names={sizeNames} chosen={options.eraserSize} isRound />
        </OuterRing>
      );
    case 'note':
      return (
        <OuterRing>
          <ColourRow colours={noteColours} value={seat.noteColour.value} chosen={seat.noteColour} />
        </OuterRing>
      );
    default:
      return null;
  }
}

/** The ground of the ring: an arc as wide as its targets with a little air. */
function OuterRing({ children }: { readonly children: ComponentChildren }) {
  const from = onRing(RADIUS, FROM);
  const to = onRing(RADIUS, TO);
  return (
    <>
      <svg class="seat-arc" aria-hidden="true" viewBox="-218 -218 436 436">
        <path d={`M ${from.x} ${from.y} A ${RADIUS} ${RADIUS} 0 0 1 ${to.x} ${to.y}`} />
      </svg>
      {children}
    </>
  );
}

/** One of nine places. */
const placeAt = (index: number) => onRing(RADIUS, FROM + (index * (TO - FROM)) / 8);

interface ColourRowProps<Colour extends string | undefined> {
  readonly colours: readonly string[];
  readonly value: string;
  readonly chosen: Signal<Colour>;
}

function ColourRow({ colours, value, chosen }: ColourRowProps<string> | ColourRowProps<string | undefined>) {
  return (
    <div role="radiogroup" class="seat-row" aria-label={editTexts.value.colours.group}>
      {colours.slice(0, COLOURS).map((colour, index) => (
        <RingButton
          key={colour}
          at={placeAt(index)}
          role="radio"
          class="seat-option"
          label={colourName(colour)}
          isOn={colour === value}
          onPress={() => {
            chosen.value = colour;
          }}
        >
          <span class="seat-colour" style={{ background: `rgb(from ${colour} r g b)` }} />
        </RingButton>
      ))}
    </div>
  );
}

interface SizeRowProps {
  readonly label: string;
  readonly sizes: readonly number[];
  readonly names: readonly string[];
  readonly chosen: Signal<number>;
  readonly isRound?: boolean;
}

function SizeRow({ label, sizes, names, chosen, isRound = false }: SizeRowProps) {
  return (
    <div role="radiogroup" class="seat-row" aria-label={label}>
      {sizes.map((size, index) => (
        <RingButton
          key={size}
          at={placeAt(COLOURS + index)}
          role="radio"
          class="seat-option"
          label={names[index]!}
          isOn={chosen.value === size}
          onPress={() => {
            chosen.value = size;
          }}
        >
          <span class={isRound ? 'seat-round' : 'seat-line'} style={{ '--size': isRound ? size / 2 : size }} />
        </RingButton>
      ))}
    </div>
  );
}

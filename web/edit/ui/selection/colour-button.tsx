import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { usualClock } from '../../../../client/index.ts';
import type { Item } from '../../../live/board.ts';
import type { Editing } from '../../editing.ts';
import { editTexts } from '../../texts.ts';
import { BarButton } from '../bar/bar-button.tsx';
import { Beside } from '../bar/beside.tsx';
import { colourFieldOf, commonColour, hasTextColour } from '../colours/coloured.ts';
import { Colours, TextColours } from '../colours/colours.tsx';

interface Props {
  readonly is: 'colour' | 'text';
  readonly editing: Editing;
  readonly items: readonly Item[];
  readonly bar: RefObject<HTMLElement | null>;
}

/** Shows the colour of the selection, and opens those that it may have. */
export function ColourButton({ is, editing, items, bar }: Props) {
  const run = useSignal<string | undefined>(undefined);
  const words = editTexts.value.colours;
  const hasLetters = items.some(hasTextColour);
  if (is === 'text' ? !hasLetters : !items.some((item) => colourFieldOf(item) !== undefined)) return null;
  const label = is === 'text' ? words.textColour : words.group;
  const close = (): void => {
    run.value = undefined;
  };
  const value = commonColour(
    items.filter((item) => is === 'colour' || hasTextColour(item)),
    is === 'text' ? () => 'text_color' : colourFieldOf,
  );
  return (
    <>
      <BarButton
        label={label}
        aria-haspopup="dialog"
        aria-expanded={run.value !== undefined}
        onClick={() => {
          run.value = run.value ? undefined : `colour-${usualClock.steady()}`;
        }}
      >
        {is === 'text' ? (
          <span class="letter-colour" style={{ borderColor: value }}>
            A
          </span>
        ) : (
          <span class={`own-colour${value ? '' : ' mixed'}`} style={{ '--colour': value }} />
        )}
      </BarButton>
      {run.value && (
        <Beside label={label} bar={bar} onClose={close}>
          {is === 'colour' && <Colours editing={editing} items={items} run={run.value} />}
          {hasLetters && <TextColours editing={editing} items={items} run={run.value} />}
        </Beside>
      )}
    </>
  );
}

import { Pointer } from 'lucide';
import { useEffect } from 'preact/hooks';
import { Icon } from '../../../parts/icon.tsx';
import type { Editing } from '../../editing.ts';
import { editTexts } from '../../texts.ts';
import { Swatches } from '../../ui/colours/swatches.tsx';
import { eraserSizes, markerColours, penWidths } from '../ink-options.ts';
import { SizeChoice } from './choice.tsx';
import { OptionSwitch } from './switch.tsx';

interface Props {
  readonly editing: Editing;
}

export function PenOptions({ editing: { ink, presets } }: Props) {
  useEffect(presets.ask, []);
  const { penColour, penWidth } = ink.options;
  const words = editTexts.value.ink;
  const names = [words.thin, words.medium, words.thick, words.veryThick];
  return (
    <>
      <Swatches
        colours={ink.colours.value}
        value={ink.penColour.value}
        onChoose={(colour) => {
          penColour.value = colour;
        }}
      />
      <span class="bar-line" />
      <SizeChoice
        label={words.width}
        values={penWidths}
        value={penWidth.value}
        nameOf={(width) => names[penWidths.indexOf(width as never)]!}
        onChoose={(width) => {
          penWidth.value = width;
        }}
        face={(width) => <span class="ink-line" style={{ '--ink-colour': ink.penColour.value, '--ink-width': `${width}px` }} />}
      />
      <FingerSwitch ink={ink} />
    </>
  );
}

export function HighlighterOptions({ editing: { ink } }: Props) {
  const { markerColour } = ink.options;
  return (
    <>
      <Swatches
        class="marker"
        colours={markerColours}
        value={markerColour.value}
        onChoose={(colour) => {
          markerColour.value = colour;
        }}
      />
      <FingerSwitch ink={ink} />
    </>
  );
}

export function EraserOptions({ editing: { ink } }: Props) {
  const { eraserSize, erasesWhole } = ink.options;
  const words = editTexts.value.ink;
  const names = [words.small, words.medium, words.large];
  return (
    <>
      <SizeChoice
        label={words.size}
        values={eraserSizes}
        value={eraserSize.value}
        nameOf={(size) => names[eraserSizes.indexOf(size as never)]!}
        onChoose={(size) => {
          eraserSize.value = size;
        }}
        face={(size) => <span class="ink-circle" style={{ '--ink-width': `${size / 2}px` }} />}
      />
      <span class="bar-line" />
      <OptionSwitch
        isOn={erasesWhole.value}
        onChange={(isOn) => {
          erasesWhole.value = isOn;
        }}
      >
        {words.wholeStrokes}
      </OptionSwitch>
      <FingerSwitch ink={ink} />
    </>
  );
}

/** Once a pen has been here. */
function FingerSwitch({ ink: { hasPen, drawsWithFingers } }: Pick<Editing, 'ink'>) {
  if (!hasPen.value) return null;
  return (
    <>
      <span class="bar-line" />
      <OptionSwitch
        isOn={drawsWithFingers.value}
        onChange={(isOn) => {
          drawsWithFingers.value = isOn;
        }}
      >
        <Icon of={Pointer} size={18} />
        {editTexts.value.ink.drawWithFingers}
      </OptionSwitch>
    </>
  );
}

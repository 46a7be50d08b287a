import { Plus } from 'lucide';
import { useId, useRef } from 'preact/hooks';
import type { Colour } from '../../../../model/looks/shapes.ts';
import { Icon } from '../../../parts/icon.tsx';
import { editTexts } from '../../texts.ts';
import { colourName } from './colour-name.ts';
import './swatches.css';

interface Props {
  /** The name for screen readers. Default: Colour. */
  readonly label?: string;
  /** Eight digits each, in small letters. */
  readonly colours: readonly Colour[];
  /** Undefined: several, or none of them. */
  readonly value: Colour | undefined;
  readonly onChoose: (colour: Colour) => void;
  readonly class?: string;
}

/** Colours of which one is chosen by one press, and last any other one. Arrows choose, too. */
export function Swatches({ label = editTexts.value.colours.group, colours, value, onChoose, class: more = '' }: Props) {
  const name = useId();
  return (
    <div role="radiogroup" class={`swatches ${more}`} aria-label={label}>
      {colours.map((colour) => (
        <label key={colour} class="swatch" title={colourName(colour)}>
          <input
            type="radio"
            name={name}
            aria-label={colourName(colour)}
            checked={colour === value}
            onChange={() => onChoose(colour)}
          />
          <span class="swatch-face" style={{ '--colour': colour }} />
        </label>
      ))}
      <OtherColour value={value} isOther={value !== undefined && !colours.includes(value)} onChoose={onChoose} />
    </div>
  );
}

interface OtherProps extends Pick<Props, 'value' | 'onChoose'> {
  readonly isOther: boolean;
}

/** Any colour, by what the browser has for that. The opacity stays. */
function OtherColour({ value = '#ffffffff', isOther, onChoose }: OtherProps) {
  const input = useRef<HTMLInputElement>(null);
  const { other } = editTexts.value.colours;
  return (
    <span class="swatch other">
      {/* biome-ignore lint/a11y/useSemanticElements: an input would choose at every arrow key, and open a window */}
      <button
        type="button"
        role="radio"
        aria-checked={isOther}
        aria-label={other}
        title={other}
        onClick={() => input.current!.click()}
      >
        <span class="swatch-face" style={{ '--colour': value }}>
          <span>
            <Icon of={Plus} size={14} />
          </span>
        </span>
      </button>
      <input
        ref={input}
        type="color"
        tabIndex={-1}
        aria-hidden="true"
        value={value.slice(0, 7)}
        onInput={({ currentTarget }) => onChoose(`${currentTarget.value}${value.slice(7)}`)}
      />
    </span>
  );
}

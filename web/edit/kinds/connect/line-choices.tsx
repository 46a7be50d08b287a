import { ArrowLeftToLine, ArrowRightToLine, CornerDownRight, Minus, Spline } from 'lucide';
import type { IconNode } from '../../../parts/icon.tsx';
import { editTexts } from '../../texts.ts';
import { BarButton } from '../../ui/bar/bar-button.tsx';
import { type ConnectorStyle, type Tip, widths } from './connector-style.ts';
import './line-choices.css';

interface Props {
  /** Undefined where several connectors differ. */
  readonly value: Partial<ConnectorStyle>;
  readonly onChoose: (chosen: Partial<ConnectorStyle>) => void;
}

const shapes: readonly (readonly [ConnectorStyle['type'], IconNode])[] = [
  ['curve', Spline],
  ['straight', Minus],
  ['right-angle', CornerDownRight],
];

/** Width, shape and tips of connectors. */
export function LineChoices({ value, onChoose }: Props) {
  const words = editTexts.value.kinds;
  const { tips = none } = value;
  const turned = (tip: Tip): Tip => (tip === 'none' ? 'solid-equilateral-triangle' : 'none');
  return (
    <span class="line-choices">
      {widths.map((width) => (
        <BarButton key={width} label={words.lineWidth(width)} isOn={value.width === width} onClick={() => onChoose({ width })}>
          <span class="line-width" style={{ blockSize: `${width}px` }} />
        </BarButton>
      ))}
      <span class="bar-line" />
      {shapes.map(([type, icon]) => (
        <BarButton
          key={type}
          icon={icon}
          label={words.lineShapes[type]}
          isOn={value.type === type}
          onClick={() => onChoose({ type })}
        />
      ))}
      <span class="bar-line" />
      <BarButton
        icon={ArrowLeftToLine}
        label={words.startTip}
        isOn={tips.src !== 'none'}
        onClick={() => onChoose({ tips: { ...tips, src: turned(tips.src) } })}
      />
      <BarButton
        icon={ArrowRightToLine}
        label={words.endTip}
        isOn={tips.dst !== 'none'}
        onClick={() => onChoose({ tips: { ...tips, dst: turned(tips.dst) } })}
      />
    </span>
  );
}

const none: ConnectorStyle['tips'] = { src: 'none', dst: 'none' };

import { useSignal } from '@preact/signals';
import { Spline } from 'lucide';
import type { RefObject } from 'preact';
import type { Item } from '../../../live/board.ts';
import { isLine, type Line } from '../../../live/forms.ts';
import { style } from '../../commands/style.ts';
import type { Editing } from '../../editing.ts';
import { editTexts } from '../../texts.ts';
import { BarButton } from '../../ui/bar/bar-button.tsx';
import { Beside } from '../../ui/bar/beside.tsx';
import { type ConnectorStyle, widthOnCanvas, widths } from './connector-style.ts';
import { LineChoices } from './line-choices.tsx';

interface Props {
  readonly editing: Editing;
  readonly items: readonly Item[];
  readonly bar: RefObject<HTMLElement | null>;
}

/** Opens width, shape and tips of the selected connectors. */
export function LineButton({ editing, items, bar }: Props) {
  const isOpen = useSignal(false);
  const lines = items.flatMap(({ widget }) => (isLine(widget) ? [widget] : []));
  if (lines.length === 0 || lines.length < items.length) return null;
  const { board, camera, seat } = editing;
  const { zoom } = camera.view.value;
  const choose = (chosen: Partial<ConnectorStyle>): void => {
    seat.connector.value = { ...seat.connector.peek(), ...chosen };
    editing.perform(
      style(
        board,
        lines.map(({ id }) => id),
        bodyOf(chosen, zoom),
        'properties',
      ),
    );
  };
  const { line } = editTexts.value.kinds;
  return (
    <>
      <BarButton
        icon={Spline}
        label={line}
        aria-haspopup="dialog"
        aria-expanded={isOpen.value}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      />
      {isOpen.value && (
        <Beside
          label={line}
          bar={bar}
          onClose={() => {
            isOpen.value = false;
          }}
        >
          <LineChoices value={commonOf(lines, zoom)} onChoose={choose} />
        </Beside>
      )}
    </>
  );
}

const bodyOf = ({ type, width, tips }: Partial<ConnectorStyle>, zoom: number) => ({
  ...(type && { type }),
  ...(width && { line_width: widthOnCanvas(width, zoom) }),
  ...(tips && { src: { tip: tips.src }, dst: { tip: tips.dst } }),
});

/** What all of them have in common. */
function commonOf(lines: readonly Line[], zoom: number): Partial<ConnectorStyle> {
  const [first] = lines;
  const same = <T,>(of: (line: Line) => T): T | undefined =>
    lines.every((line) => of(line) === of(first!)) ? of(first!) : undefined;
  const line_width = same((line) => line.line_width);
  const src = same((line) => line.src.tip);
  const dst = same((line) => line.dst.tip);
  const type = same((line) => line.type);
  const width = widths.find((one) => widthOnCanvas(one, zoom) === line_width);
  return { ...(type && { type }), ...(width && { width }), tips: { src: src ?? 'none', dst: dst ?? 'none' } };
}

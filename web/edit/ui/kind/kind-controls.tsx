import type { RefObject } from 'preact';
import type { Item } from '../../../live/board.ts';
import type { Editing } from '../../editing.ts';
import { LineButton } from '../../kinds/connect/line-button.tsx';
import { AnchorNumber } from './anchor-number.tsx';
import { PageAddress } from './page-address.tsx';
import { PageNumber } from './page-number.tsx';
import { SeekSlider } from './seek-slider.tsx';
import './kind-controls.css';

interface Props {
  readonly editing: Editing;
  readonly items: readonly Item[];
  readonly bar: RefObject<HTMLElement | null>;
}

/** What the selection bar has for one kind of widgets besides buttons. Of several widgets, only connectors have any. */
export function KindControls({ editing, items, bar }: Props) {
  const [item, second] = items;
  if (!item || second) return <LineButton editing={editing} items={items} bar={bar} />;
  const { widget } = item;
  switch (widget.widget_type) {
    case 'Anchor':
      return <AnchorNumber key={widget.id} editing={editing} anchor={widget} />;
    case 'Browser':
      return <PageAddress key={widget.id} editing={editing} page={widget} bar={bar} />;
    case 'Pdf':
      return <PageNumber key={widget.id} editing={editing} pdf={widget} />;
    case 'Video':
      return <SeekSlider key={widget.id} editing={editing} video={widget} />;
    default:
      return <LineButton editing={editing} items={items} bar={bar} />;
  }
}

import { useEffect } from 'preact/hooks';
import type { Item } from '../../../live/board.ts';
import { SidePanel } from '../../../outline/side-panel.tsx';
import type { Editing } from '../../editing.ts';
import { panelTexts } from '../../panel-texts.ts';
import { useSelected } from '../selection/use-selected.ts';
import { PropertyField } from './property-field.tsx';
import { type Row, rowsOf } from './rows.ts';
import './properties.css';

interface Props {
  readonly editing: Editing;
  readonly onClose: () => void;
}

/** Everything of the selection that can be changed, as fields. */
export function PropertiesPanel({ editing, onClose }: Props) {
  const words = panelTexts.value.properties;
  const items = useSelected(editing);
  useEffect(() => {
    document.querySelector<HTMLElement>('.properties :is(input, textarea, select)')?.focus({ preventScroll: true });
  }, []);
  return (
    <SidePanel title={words.title} note={noteOf(items, editing)} class="properties-panel" takesFocus onClose={onClose}>
      {items.length === 0 ? (
        <p class="side-empty">{words.none}</p>
      ) : (
        <div class="properties">
          {rowsOf(items).map((row) => (
            <PropertyField
              key={`${items.map(({ id }) => id)} ${row.path}`}
              row={row}
              items={items}
              editing={editing}
              wide={isWide(row)}
            />
          ))}
        </div>
      )}
    </SidePanel>
  );
}

/** Others share a line with the next one. */
const isWide = ({ control }: Row): boolean => control !== 'number';

function noteOf(items: readonly Item[], { outline }: Editing): string {
  const [first] = items;
  if (!first) return '';
  return items.length === 1 ? outline.describe(first.widget).kind : panelTexts.value.properties.several(items.length);
}

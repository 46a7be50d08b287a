import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Item } from '../../../live/board.ts';
import type { Edit, NewEdit } from '../../../live/edits/edit.ts';
import { style } from '../../commands/style.ts';
import type { Editing } from '../../editing.ts';
import { putOn } from '../../kinds/parents/put-on.ts';
import { panelTexts } from '../../panel-texts.ts';
import { DisplayInput } from './display-input.tsx';
import { ChoiceInput, ColourInput, NumberInput, SwitchInput, TextInput } from './inputs.tsx';
import { labelOf } from './labels.ts';
import { ParentInput } from './parent-input.tsx';
import { bodyOf, type Row, sharedValue, type Value } from './rows.ts';
import { WidgetInput } from './widget-input.tsx';

interface Props {
  readonly row: Row;
  readonly items: readonly Item[];
  readonly editing: Editing;
  /** The whole line. */
  readonly wide: boolean;
}

const inputs = {
  choice: ChoiceInput,
  colour: ColourInput,
  display: DisplayInput,
  line: TextInput,
  number: NumberInput,
  parent: ParentInput,
  switch: SwitchInput,
  text: TextInput,
  widget: WidgetInput,
} as const;

/** One field of the selection with its name, and below it what the server does not like. */
export function PropertyField({ row, items, editing, wide }: Props) {
  const id = useId();
  const { set, fault } = useSetting({ row, items, editing });
  const Input = inputs[row.control];
  const label = labelOf(row.path, panelTexts.value) ?? row.path;
  return (
    <div class={`property ${row.control}${wide ? ' wide' : ''}`}>
      {row.control !== 'widget' && row.control !== 'parent' && <label for={id}>{label}</label>}
      <Input
        id={id}
        label={label}
        row={row}
        value={sharedValue(items, row.path)}
        set={set}
        editing={editing}
        items={items}
        isFaulty={fault !== undefined}
      />
      {fault !== undefined && (
        <p id={`${id}-told`} class="field-error" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

/** Writes a field of all of them, and tells what the server says if it refuses. What one visit of the field writes is one step of undo. */
function useSetting({ row, items, editing }: Omit<Props, 'wide'>) {
  const [fault, setFault] = useState<string | undefined>(undefined);
  const last = useRef<Edit | undefined>(undefined);
  const visit = useId();
  useEffect(
    () =>
      editing.edits.onRefused(({ edit, msg }) => {
        if (edit.key === last.current?.key) setFault(msg || panelTexts.peek().properties.refused);
      }),
    [editing],
  );
  const editOf = (value: Value, ids: readonly string[]): NewEdit | undefined => {
    const { board } = editing;
    if (row.control !== 'parent') return style(board, ids, bodyOf(row.path, value), 'properties');
    const root = board.root.peek();
    const parent = value === root?.id ? root : board.item(String(value));
    return parent && putOn(board, ids, parent);
  };
  const set = (value: Value): void => {
    setFault(undefined);
    const ids = items.map(({ id }) => id);
    const edit = editOf(value, ids);
    last.current = editing.perform(edit, `property ${visit} ${ids}`) ?? last.current;
  };
  return { set, fault };
}

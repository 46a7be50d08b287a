import type { Editing } from '../../editing.ts';
import { editTexts } from '../../texts.ts';
import { isConnectable } from '../connect/connectable.ts';
import { WidgetChoice } from './widget-choice.tsx';

interface Props {
  readonly editing: Editing;
  readonly onClose: () => void;
}

/** Where a connector from the selected widget leads. */
export function ConnectTo({ editing, onClose }: Props) {
  const [from] = editing.selected();
  return (
    <WidgetChoice
      title={editTexts.value.kinds.connectToTitle}
      outline={editing.outline}
      fits={(item) => item.id !== from?.id && isConnectable(item)}
      choose={({ id }) => {
        onClose();
        if (from) editing.kinds.join(from.id, id);
      }}
      onClose={onClose}
    />
  );
}

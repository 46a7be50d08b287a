import type { Editing } from '../../editing.ts';
import { editTexts } from '../../texts.ts';
import { liesWithin, takesThings } from '../parents/parents.ts';
import { putOn } from '../parents/put-on.ts';
import { WidgetChoice } from './widget-choice.tsx';

interface Props {
  readonly editing: Editing;
  readonly onClose: () => void;
}

/** On which widget the selected ones lie from now on. */
export function PutOnWidget({ editing, onClose }: Props) {
  const { board, outline } = editing;
  const ids = new Set(editing.selected().map(({ id }) => id));
  return (
    <WidgetChoice
      title={editTexts.value.kinds.putOnTitle}
      outline={outline}
      fits={(item) => takesThings(item) && !liesWithin(board, item, ids)}
      choose={(parent) => {
        onClose();
        editing.perform(putOn(board, ids, parent));
      }}
      onClose={onClose}
    />
  );
}

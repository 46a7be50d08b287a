import { effect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { EditedCanvas, Editing } from '../editing.ts';
import { EmptyPlace } from '../empty/empty-place.tsx';
import { lazyPanel } from '../panel-texts.ts';
import { canvasMenu } from './canvas-menu.ts';

interface Props {
  readonly editing: Editing;
  readonly context: Pick<EditedCanvas, 'moreItems'>;
}

/** What people put on a canvas as a whole: files, everything of the menu Add, and the first thing of all. */
export function WholeCanvas({ editing, context }: Props) {
  const asked = editing.adding.value;
  const dragged = editing.clip.drag.value;
  const hasCards = dragged !== undefined || editing.uploads.list.value.length > 0;
  useEffect(() => offerMenu(context, editing), [context, editing]);
  return (
    <>
      <EmptyPlace editing={editing} />
      {hasCards && <UploadCards editing={editing} drag={dragged} />}
      {asked !== undefined && asked !== 'menu' && <AddDialogs editing={editing} />}
    </>
  );
}

const UploadCards = lazyPanel(
  () => import('../files/upload-cards.tsx').then((file) => file.UploadCards),
  () => undefined,
);

const AddDialogs = lazyPanel(
  () => import('../add/add-dialogs.tsx').then((file) => file.AddDialogs),
  ({ editing }) => {
    editing.adding.value = undefined;
  },
);

/** Shows in the menu of the canvas what belongs to editing. Returns what takes it out. */
function offerMenu({ moreItems }: Pick<EditedCanvas, 'moreItems'>, editing: Editing): () => void {
  const end = effect(() => {
    moreItems.value = canvasMenu(editing);
  });
  return () => {
    end();
    moreItems.value = [];
  };
}

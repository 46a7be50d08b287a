import { RotateCcw, Trash2 } from 'lucide';
import { useState } from 'preact/hooks';
import { Refusal } from '../../../model/refusal-error.ts';
import { atLeast, type Permission } from '../../../model/resources/permission.ts';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { say, sayFault } from '../../parts/toast.tsx';
import { rest } from '../../session/rest.ts';
import { session } from '../../session/session.ts';
import { texts } from '../../texts.ts';
import '../../parts/island.css';
import './trash-banner.css';

interface Props {
  readonly canvas: { readonly id: string; readonly access: Permission };
}

/** Says that a canvas is in the trash, and takes it out for whoever may. Loaded for such canvases only. */
export function TrashBanner({ canvas }: Props) {
  const [isBusy, setBusy] = useState(false);
  const words = texts.value.canvas;
  const user = session.value?.user;
  const mayRestore = user && (user.admin || atLeast(canvas.access, 'owner'));
  const take = async (): Promise<void> => {
    setBusy(true);
    await restore(canvas.id, user!.id).then(() => say(words.restored), sayFault);
    setBusy(false);
  };
  return (
    <div class="trash-banner glass" role="status">
      <Icon of={Trash2} />
      <p>{words.inTrash}</p>
      {mayRestore && (
        <Button icon={RotateCcw} busy={isBusy} onClick={() => void take()}>
          {words.restore}
        </Button>
      )}
    </div>
  );
}

/** To the folder where it was before, if it can go there, else into the home of the person. */
async function restore(canvas_id: string, user: number): Promise<void> {
  const marks = await rest.get<readonly { readonly item_id: string; readonly trashed_from: string }[]>(`/users/${user}/marks`);
  const former = marks.find(({ item_id }) => item_id === canvas_id)?.trashed_from ?? '';
  const folder_id = former !== '' && (await takesMore(former)) ? former : String(user);
  const body = { folder_id, conflicts: 'skip' };
  const moved = await rest.post<{ readonly folder_id: string; readonly name: string }>(`/canvases/${canvas_id}/move`, body);
  // The server tells a skipped move only by the folder in its answer (interface/canvases 5.2)
  if (moved.folder_id !== folder_id) throw new Refusal('conflict', 409, texts.peek().canvas.restoreTaken(moved.name));
}

/** A folder that is gone, not shared any more, or in the trash itself takes nothing. */
const takesMore = (folder_id: string): Promise<boolean> =>
  rest.get<{ readonly access: Permission; readonly in_trash: boolean }>(`/canvas-folders/${folder_id}`).then(
    ({ access, in_trash }) => !in_trash && atLeast(access, 'edit'),
    () => false,
  );

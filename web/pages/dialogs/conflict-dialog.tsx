import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { texts } from '../../texts.ts';
import type { OnConflict } from '../deeds/changes.ts';
import { conflicting, transferAnyway } from '../deeds/transfer.ts';
import { isCanvas, type Listed } from '../home/listed.ts';
import { nameOf } from '../home/name.tsx';
import { asked, type Way } from '../home/questions/asking.ts';

interface Props {
  readonly some: readonly Listed[];
  readonly way: Way;
  readonly folder_id: string;
}

/** A folder holds something of the same name already. */
export function ConflictDialog({ some, way, folder_id }: Props) {
  const words = texts.value.dashboard;
  const taken = conflicting(some, folder_id);
  const go = (onConflict: OnConflict) => () => {
    asked();
    void transferAnyway(some, way, folder_id, onConflict);
  };
  // The copy of a folder has the name of the folder (interface/canvases 5.2)
  const canKeepBoth = way !== 'copy' || taken.every(isCanvas);
  return (
    <Dialog
      title={words.conflictTitle}
      onClose={asked}
      actions={
        <>
          <Button kind="quiet" onClick={asked}>
            {texts.value.common.cancel}
          </Button>
          <Button kind={canKeepBoth ? 'dangerous' : 'danger'} onClick={go('replace')}>
            {words.replace}
          </Button>
          {canKeepBoth && (
            <Button kind="primary" onClick={go('keepBoth')}>
              {words.keepBoth}
            </Button>
          )}
        </>
      }
    >
      <p>{words.conflict(taken.length, nameOf(taken[0] ?? some[0]!))}</p>
      <p>{words.conflictReplace}</p>
    </Dialog>
  );
}

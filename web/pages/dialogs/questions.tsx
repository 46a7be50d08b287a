import { isCanvas } from '../home/listed.ts';
import type { Person } from '../home/offers.ts';
import { asked, question } from '../home/questions/asking.ts';
import type { Tree } from '../home/tree.ts';
import { CanvasDialog } from '../new-canvas/canvas-dialog.tsx';
import { LazySharing } from '../sharing/lazy-sharing.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { DeleteDialog, EmptyDialog } from './delete-dialog.tsx';
import { DemoDialog } from './demo-dialog.tsx';
import { FolderDialog } from './folder-dialog.tsx';
import { FolderNameDialog, RenameDialog } from './name-dialog.tsx';

interface Props {
  readonly person: Person;
  readonly tree: Tree;
  readonly go: (address: string) => void;
}

/** What the page asks about now, if anything. */
export function Questions(props: Props) {
  const now = question.value;
  switch (now?.about) {
    case 'canvas':
      return <CanvasDialog folder_id={now.folder_id} {...props} />;
    case 'folder':
      return <FolderNameDialog folder_id={now.folder_id} {...props} />;
    case 'name':
      return <RenameDialog one={now.one} />;
    case 'folder of':
      return <FolderDialog some={now.some} way={now.way} {...props} />;
    case 'conflict':
      return <ConflictDialog some={now.some} way={now.way} folder_id={now.folder_id} />;
    case 'delete':
      return <DeleteDialog some={now.some} />;
    case 'empty':
      return <EmptyDialog folder_id={now.folder_id} count={now.count} />;
    case 'demo':
      return <DemoDialog canvas={now.canvas} />;
    case 'share':
      return (
        <LazySharing
          as="dialog"
          of={{ kind: isCanvas(now.one) ? 'canvas' : 'folder', id: now.one.id, name: now.one.name }}
          onClose={asked}
        />
      );
    default:
      return null;
  }
}

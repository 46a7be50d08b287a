import { signal } from '@preact/signals';
import type { Editing } from '../editing.ts';
import type { FileDrag } from '../files/file-drag.ts';
import { lazyPart } from '../lazy-part.ts';
import type { Clip } from './clip.ts';

/** The clipboard of a canvas, whose code is loaded beside the tools: browsers wait for nothing when somebody copies. */
export function createClip(editing: Editing): Clip {
  const drag = signal<FileDrag | undefined>(undefined);
  const part = lazyPart(
    () => import('./clipboard.ts'),
    ({ openClipboard }) => openClipboard(editing, drag),
  );
  return {
    isLoaded: part.isLoaded,
    drag,
    perform: (what) => part.use((clipboard) => clipboard[what]()),
    close: part.close,
  };
}

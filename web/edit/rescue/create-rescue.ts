import { signal } from '@preact/signals';
import type { MenuItem } from '../../parts/menu/menu-items.tsx';
import { session } from '../../session/session.ts';
import type { Editing } from '../editing.ts';
import { lazyPart } from '../lazy-part.ts';
import { whenSaved } from '../saving/when-saved.ts';
import type { Rescue } from './rescue.ts';

/** Takes in what is not made, from now on until nothing waits for the server any more. */
export function createRescue(editing: Editing): Rescue {
  const { edits } = editing;
  // The session may end before the part is there
  const user = session.peek()!.user!.id;
  const items = signal<readonly MenuItem[]>([]);
  const part = lazyPart(
    async () => {
      const code = await import('./open-rescue.ts');
      await code.beginRescueTexts();
      return code;
    },
    ({ openRescue }) => openRescue(editing, user, items),
  );
  const ends = [
    edits.onRefused((refusal) => part.use(({ refused }) => refused(refusal))),
    edits.onResumed((count) => part.use(({ resumed }) => resumed(count))),
    edits.onLost((...lost) => part.use(({ take }) => take(...lost))),
  ];
  const end = (): void => {
    for (const one of ends) one();
    part.use(part.close);
  };
  return {
    isLoaded: part.isLoaded,
    items,
    get current() {
      return part.current;
    },
    deleted: (step) => part.use(({ deleted }) => deleted(step)),
    keepText: (lost) => part.use(({ keep }) => keep.text(lost)),
    keepUnfinished() {
      const operations = [...editing.ink.written.all].flatMap((stroke) => stroke.end());
      part.use(({ ended }) => ended(operations));
      edits.forbid();
    },
    close() {
      part.use(({ left }) => left());
      whenSaved(edits, end);
    },
  };
}

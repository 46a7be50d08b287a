import { say } from '../../../parts/toast.tsx';
import { texts } from '../../../texts.ts';
import { rescueTexts } from '../rescue-texts.ts';
import type { SalvageEntry } from './salvage.ts';
import type { SalvageList } from './salvage-list.ts';

/** Throws entries away, which the person can take back. */
export function discard(salvage: SalvageList, entries: readonly SalvageEntry[]): void {
  salvage.remove(entries);
  const run = (): void => {
    for (const { key, value } of entries) salvage.put(key, value);
  };
  say(rescueTexts.peek().salvage.discarded, { text: texts.peek().common.undo, run });
}

import { type Clock, type Timer, usualClock } from '../../../client/index.ts';
import type { EditRefusal, Edits } from '../../live/edits/edits.ts';
import { say } from '../../parts/toast.tsx';
import { texts } from '../../texts.ts';
import { rescueTexts } from './rescue-texts.ts';

/** Refusals of this time are one message. */
const GATHERED_MS = 500;
/** Answers whose words are for people: what the licence, the rights, the room and the law do not allow. */
const inWords = new Set([402, 403, 413, 451]);

/** Says in one message for many what went back. Returns what ends that. */
export function tellRefusals(
  edits: Pick<Edits, 'onRefused'>,
  tell: (text: string) => void = say,
  clock: Pick<Clock, 'after'> = usualClock,
): () => void {
  let gathered: EditRefusal[] = [];
  let timer: Timer | undefined;
  const tellGathered = (): void => {
    timer?.cancel();
    timer = undefined;
    for (const text of wordsFor(gathered)) tell(text);
    gathered = [];
  };
  const end = edits.onRefused((refusal) => {
    gathered.push(refusal);
    timer ??= clock.after(GATHERED_MS, tellGathered);
  });
  return () => {
    end();
    tellGathered();
  };
}

function wordsFor(refusals: readonly EditRefusal[]): string[] {
  const words = rescueTexts.peek().refusals;
  const gone = refusals.filter(({ reason, status }) => reason === 'gone' || status === 404);
  // What others have changed is listed where its writer chooses
  const changed = refusals.filter(({ reason }) => reason === 'changed');
  const said = refusals.filter(({ status, msg }) => inWords.has(status) && msg !== '');
  const others = refusals.filter((one) => ![gone, changed, said].some((told) => told.includes(one)));
  return [
    ...counted(gone, () => words.goneOne(kindOf(gone[0]!)), words.goneMany),
    ...new Set(said.map(({ msg }) => msg)),
    ...counted(others, () => words.refusedOne, words.refusedMany),
  ];
}

/** One sentence about as many records as went back; none for none. */
function counted(refusals: readonly EditRefusal[], one: () => string, many: (count: number) => string): string[] {
  const count = new Set(refusals.flatMap(({ ids }) => ids)).size;
  if (count === 0) return [];
  return [count === 1 ? one() : many(count)];
}

function kindOf({ edit, ids }: EditRefusal): string {
  const type = (edit.before.get(ids[0]!) ?? edit.after.get(ids[0]!))?.widget_type ?? '';
  const { kinds, things } = texts.peek().outline;
  return (kinds[type] ?? things)[0];
}

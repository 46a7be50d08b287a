import type { Work } from '../../../model/hooks.ts';
import type { Scheduler } from '../../scheduler.ts';
import type { PulledAnswer } from '../routing/route.ts';

/** Characters of a piece: what a connection usually takes at once. */
const PIECE = 64 * 1024;
/** This many texts are made at once. Most answers have no more. */
const FEW = 64;

/** JSON made of texts. A long one is made only as fast as its reader takes it, in turns with all other long work. */
export function answerOf(scheduler: Pick<Scheduler, 'run'>, texts: Iterable<string>): string | PulledAnswer {
  const left = texts[Symbol.iterator]();
  const begun: string[] = [];
  for (let characters = 0; begun.length < FEW && characters < PIECE; ) {
    const { done, value } = left.next();
    if (done) return begun.join('');
    begun.push(value);
    characters += value.length;
  }
  return { pieces: () => piecesOf(scheduler, begun, left) };
}

async function* piecesOf(scheduler: Pick<Scheduler, 'run'>, begun: readonly string[], left: Iterator<string>) {
  for (let piece = await scheduler.run(next(begun, left)); piece.length > 0; piece = await scheduler.run(next([], left))) {
    yield piece;
  }
}

/** The next piece; empty at the end. */
function* next(begun: readonly string[], left: Iterator<string>): Work<Buffer> {
  const texts = [...begun];
  let characters = texts.reduce((sum, text) => sum + text.length, 0);
  while (characters < PIECE) {
    const { done, value } = left.next();
    if (done) break;
    texts.push(value);
    characters += value.length;
    yield;
  }
  return Buffer.from(texts.join(''));
}

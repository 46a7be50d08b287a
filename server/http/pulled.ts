import type { Work } from '../../model/hooks.ts';
import type { Scheduler } from '../scheduler.ts';
import type { PulledAnswer } from './route.ts';

/** Characters of a piece: what a connection usually takes at once. */
const PIECE = 64 * 1024;

/** JSON that follows from texts: of each piece as much is made as its reader takes, in line with all other long work. */
export const pulled = (scheduler: Pick<Scheduler, 'run'>, texts: Iterable<string>): PulledAnswer => ({
  async *pieces() {
    const left = texts[Symbol.iterator]();
    for (let piece = await scheduler.run(next(left)); piece.length > 0; piece = await scheduler.run(next(left))) yield piece;
  },
});

/** Empty at the end. */
function* next(left: Iterator<string>): Work<Buffer> {
  const texts: string[] = [];
  let characters = 0;
  for (let text = left.next(); !text.done; text = left.next()) {
    texts.push(text.value);
    characters += text.value.length;
    if (characters >= PIECE) break;
    yield;
  }
  return Buffer.from(texts.join(''));
}

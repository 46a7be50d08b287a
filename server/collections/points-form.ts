import { refuse } from '../../model/refusal.ts';
import type { Call, Watch } from '../http/route.ts';
import type { DurableView, Version } from '../store/types.ts';
import type { CanvasParts } from './parts.ts';
import { type PointsForm, StrokeTexts } from './strokes.ts';

/** `points` of the query: `b64` when it was not sent; 400 for another word (widgets contract 16.2). */
export function readPoints({ points = 'b64' }: Call['query']): PointsForm {
  if (points === 'b64' || points === 'json') return points;
  throw refuse.invalid('points must be b64 or json');
}

/**
 * Writes the numbers of strokes before the turn of their answer, when the query asks for numbers; the canvas stays
 * loaded until that turn is over. Undefined: there is nothing to wait for.
 */
export function written(
  { store, scheduler }: Pick<CanvasParts, 'store' | 'scheduler'>,
  view: DurableView,
  query: Call['query'],
  strokes: Iterable<Version>,
  watch: (texts: StrokeTexts) => Watch,
): Promise<Watch> | undefined {
  const form = readPoints(query);
  if (form === 'b64') return undefined;
  const texts = new StrokeTexts(form);
  const release = store.pin(view.scope);
  return scheduler
    .run(texts.write(strokes))
    .then(() => watch(texts))
    .finally(() => setImmediate(release));
}

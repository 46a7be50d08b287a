import { refuse } from '../../../model/refusal.ts';
import { readBoolean } from '../../http/routing/query.ts';
import type { Call, Watch } from '../../http/routing/route.ts';
import type { DurableView, Version } from '../../store/store.ts';
import type { CanvasDeps } from '../deps.ts';
import { AnnotationTexts, lengthOf, type PointsForm } from './annotation-records.ts';

/** Reads `points` of the query. Default: `b64`. 400 for other words (interface/widgets 16.2). */
export function readPoints({ points = 'b64' }: Call['query']): PointsForm {
  if (points === 'b64' || points === 'json') return points;
  throw refuse.invalid('points must be b64 or json');
}

/**
 * When a stream asks for points as numbers, writes the numbers before the turn of the first message. The canvas stays loaded until
 * that turn is over. Refuses a stream whose first message would be too long for memory; a plain answer is made while it is sent, and
 * may have any length. Undefined when there is nothing to wait for.
 */
export function written(
  { store, scheduler, messageBytes }: Pick<CanvasDeps, 'store' | 'scheduler' | 'messageBytes'>,
  view: DurableView,
  query: Call['query'],
  annotations: () => readonly Version[],
  watch: (texts: AnnotationTexts) => Watch,
): Promise<Watch> | undefined {
  const form = readPoints(query);
  if (!readBoolean(query, 'subscribe')) return undefined;
  const length = annotations().reduce((sum, annotation) => sum + lengthOf(annotation, form), 0);
  if (length > messageBytes) throw refuse.invalid('There are too many strokes for a stream in this form');
  if (form === 'b64') return undefined;
  const texts = new AnnotationTexts(form);
  const release = store.pin(view.scope);
  return scheduler
    .run(texts.write(annotations()))
    .then(() => watch(texts))
    .finally(() => setImmediate(release));
}

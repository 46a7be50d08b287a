import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Body } from '../../model/field.ts';
import { NODE_FLOATS, NODES_MAX, readPoints } from '../../model/types/points.ts';
import { type BodyLimits, LARGEST_BODY } from '../http/body-limits.ts';
import { LongArray } from '../http/json-body.ts';
import type { Call } from '../http/route.ts';
import type { CanvasDeps } from './deps.ts';

/** Every node is an element, and so is each of its numbers; one too many is refused by the reader, which says more. */
export const strokeLimits: Partial<BodyLimits> = {
  bytes: LARGEST_BODY,
  long: { key: 'points', elements: (NODES_MAX + 1) * (NODE_FLOATS + 1) },
};

/** Longer texts are read in slices: a stroke may have 349,525 nodes, and the command that draws it runs in one turn. */
const SHORT = 64 * 1024;

/** The body of a stroke, its points read where they are many. Look before at what comes before a 400. */
export async function strokeBody({ scheduler }: Pick<CanvasDeps, 'scheduler'>, { body }: Pick<Call, 'body'>): Promise<Body> {
  const { points } = body;
  const isLong = points instanceof LongArray || (typeof points === 'string' && points.length > SHORT);
  if (!isLong) return body;
  const read = await scheduler.run(readPoints(points, 'points'));
  // To write its record takes a turn of its own
  await nextTurn();
  return { ...body, points: read };
}

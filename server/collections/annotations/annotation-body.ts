import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Body } from '../../../model/field.ts';
import { NODE_FLOATS } from '../../../model/types/nodes.ts';
import { NODES_MAX, readPoints } from '../../../model/types/points.ts';
import { LongArray } from '../../http/bodies/json-body.ts';
import { type BodyLimits, LARGEST_BODY } from '../../http/routing/body-limits.ts';
import type { Call } from '../../http/routing/route.ts';
import type { CanvasDeps } from '../deps.ts';

/** A node is an element, and so is each of its numbers. One node too many is let through: the reader of points says more. */
export const annotationLimits: Partial<BodyLimits> = {
  bytes: LARGEST_BODY,
  long: { key: 'points', elements: (NODES_MAX + 1) * (NODE_FLOATS + 1) },
};

/** Longer points are read in slices: an annotation may have 349,525 nodes, and the command that draws it runs in one turn. */
const SHORT = 64 * 1024;

/** The body of an annotation; many points are read already. It may throw 400: make the checks that come before that first. */
export async function annotationBody({ scheduler }: Pick<CanvasDeps, 'scheduler'>, { body }: Pick<Call, 'body'>): Promise<Body> {
  const { points } = body;
  const isLong = points instanceof LongArray || (typeof points === 'string' && points.length > SHORT);
  if (!isLong) return body;
  const read = await scheduler.run(readPoints(points, 'points'));
  // Writing the record takes a whole turn, so it gets one of its own
  await nextTurn();
  return { ...body, points: read };
}

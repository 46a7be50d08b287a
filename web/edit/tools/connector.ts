import { Spline } from 'lucide';
import { LineOptions } from '../kinds/connect/line-options.tsx';
import type { Tool } from '../tool.ts';

/** Leads a connector from widget to widget: by a drag, by two clicks, or by keys. */
export const connector: Tool = {
  id: 'connector',
  icon: Spline,
  keys: ['C'],
  name: ({ kinds }) => kinds.connector,
  cursor: 'crosshair',
  options: LineOptions,
  makes: true,
  inSteps: true,
  begin: (step, { kinds }) => kinds.beginConnector(step),
  placeAt: (point, { kinds }) => kinds.placeConnector(point),
};

import { Spline } from 'lucide';
import { lazyDialog } from '../../parts/lazy-dialog.tsx';
import type { Tool } from '../tool.ts';

const LineOptions = lazyDialog(
  () => import('../kinds/connect/line-options.tsx').then((file) => file.LineOptions),
  () => undefined,
);

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

import type { Route } from '../../http/route.ts';
import { type DemoParts, restoreDemoState } from './demo-state.ts';
import { canvasSchema } from './schemas.ts';

/** Puts a demo canvas back to its saved state, which stays; no body. */
export const canvasRestoreRoutes = (parts: DemoParts): Route[] => [
  {
    method: 'POST',
    path: '/canvases/:canvas_id/restore',
    summary: 'Puts the content of a demo canvas back to its saved state; ids are kept',
    file: 'server/routes/canvases/restore.ts',
    access: parts.rules.editCanvas,
    answer: canvasSchema,
    refusals: [409],
    handle: (call) => restoreDemoState(parts, call),
  },
];

import type { Route } from '../../http/route.ts';
import { tags } from '../../http/tags.ts';
import { type DemoParts, saveDemoState } from './demo-state.ts';
import { canvasSchema } from './schemas.ts';

/** Takes the present content as the saved state of a demo canvas; no body. */
export const canvasSaveRoutes = (parts: DemoParts): Route[] => [
  {
    method: 'POST',
    path: '/canvases/:canvas_id/save',
    operation: 'saveDemoState',
    tag: tags.canvases,
    summary: 'Saves the content of a demo canvas as the state that restore goes back to',
    about: '409 unless the canvas is in demo mode.',
    file: 'server/routes/canvases/save.ts',
    access: parts.rules.editCanvas,
    answer: canvasSchema,
    refusals: [409],
    handle: (call) => saveDemoState(parts, call),
  },
];

import { Canvas } from '../../../../model/resources/canvas.ts';
import { canvasScope } from '../../../collections/deps.ts';
import { tags } from '../../../http/answers/tags.ts';
import type { Route } from '../../../http/routing/route.ts';
import { type DemoDeps, restoreDemoState } from '../../change/save-restore.ts';

/** Puts a demo canvas back to its saved state, which stays. The request has no body. */
export const canvasRestoreRoutes = (deps: DemoDeps): Route[] => [
  {
    method: 'POST',
    path: '/canvases/:canvas_id/restore',
    operation: 'restoreDemoState',
    tag: tags.canvases,
    summary: 'Puts the content of a demo canvas back to its saved state; ids are kept',
    about: 'What has the same id keeps it; what came later is deleted. 409 unless the canvas is in demo mode.',
    file: 'server/canvases/routes/canvases/restore.ts',
    access: deps.rules.editCanvas,
    answer: Canvas.collection.answer,
    refusals: [409],
    writes: canvasScope,
    handle: (call) => restoreDemoState(deps, call),
  },
];

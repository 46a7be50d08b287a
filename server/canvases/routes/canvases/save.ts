import { Canvas } from '../../../../model/resources/canvas.ts';
import { tags } from '../../../http/answers/tags.ts';
import type { Route } from '../../../http/routing/route.ts';
import { type DemoDeps, saveDemoState } from '../../change/save-restore.ts';

/** Makes the present content the saved state of a demo canvas. The request has no body. */
export const canvasSaveRoutes = (deps: DemoDeps): Route[] => [
  {
    method: 'POST',
    path: '/canvases/:canvas_id/save',
    operation: 'saveDemoState',
    tag: tags.canvases,
    summary: 'Saves the content of a demo canvas as the state that restore goes back to',
    about: '409 unless the canvas is in demo mode.',
    file: 'server/canvases/routes/canvases/save.ts',
    access: deps.rules.editCanvas,
    answer: Canvas.collection.answer,
    refusals: [409],
    handle: (call) => saveDemoState(deps, call),
  },
];

import { Canvas } from '../../../model/resources/canvas.ts';
import type { TreeDeps } from '../../canvases/deps.ts';
import { canvases } from '../../canvases/kinds.ts';
import { moveRoutes } from '../../canvases/routes.ts';
import { moveRules } from '../../canvases/schemas.ts';
import { tags } from '../../http/answers/tags.ts';
import type { Route } from '../../http/routing/route.ts';

export const canvasMoveRoutes = (deps: TreeDeps): Route[] =>
  moveRoutes(deps, canvases, {
    path: '/canvases/:canvas_id/move',
    operation: 'moveCanvas',
    tag: tags.canvases,
    summary: 'Moves a canvas to another folder, or to the own trash',
    about: moveRules,
    file: 'server/routes/canvases/move.ts',
    access: deps.rules.ownCanvas,
    answer: Canvas.collection.answer,
  });

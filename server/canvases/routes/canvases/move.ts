import { Canvas } from '../../../../model/resources/canvas.ts';
import { tags } from '../../../http/answers/tags.ts';
import type { Route } from '../../../http/routing/route.ts';
import type { TreeDeps } from '../../deps.ts';
import { moveRoutes } from '../../routes.ts';
import { canvases } from '../../rules/kinds.ts';
import { moveRules } from '../../schemas.ts';

export const canvasMoveRoutes = (deps: TreeDeps): Route[] =>
  moveRoutes(deps, canvases, {
    path: '/canvases/:canvas_id/move',
    operation: 'moveCanvas',
    tag: tags.canvases,
    summary: 'Moves a canvas to another folder, or to the own trash',
    about: moveRules,
    file: 'server/canvases/routes/canvases/move.ts',
    access: deps.rules.ownCanvas,
    answer: Canvas.collection.answer,
  });

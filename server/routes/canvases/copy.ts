import { Canvas } from '../../../model/resources/canvas.ts';
import { readCopy } from '../../canvases/copy.ts';
import type { TreeDeps } from '../../canvases/deps.ts';
import { canvases } from '../../canvases/kinds.ts';
import { copyRoutes } from '../../canvases/routes.ts';
import { copyRules, copySchema } from '../../canvases/schemas.ts';
import { tags } from '../../http/answers/tags.ts';
import type { Route } from '../../http/routing/route.ts';

export const canvasCopyRoutes = (deps: TreeDeps): Route[] =>
  copyRoutes(deps, canvases, {
    path: '/canvases/:canvas_id/copy',
    operation: 'copyCanvas',
    tag: tags.canvases,
    summary: 'Copies a canvas with its content, not with its permissions',
    about: copyRules,
    file: 'server/routes/canvases/copy.ts',
    access: deps.rules.copyCanvas,
    body: copySchema,
    answer: Canvas.collection.answer,
    read: readCopy,
  });

import { Canvas } from '../../../../model/resources/canvas.ts';
import { tags } from '../../../http/answers/tags.ts';
import type { Route } from '../../../http/routing/route.ts';
import { readCopy } from '../../change/copy.ts';
import type { TreeDeps } from '../../deps.ts';
import { copyRoutes } from '../../routes.ts';
import { canvases } from '../../rules/kinds.ts';
import { copyRules, copySchema } from '../../schemas.ts';

export const canvasCopyRoutes = (deps: TreeDeps): Route[] =>
  copyRoutes(deps, canvases, {
    path: '/canvases/:canvas_id/copy',
    operation: 'copyCanvas',
    tag: tags.canvases,
    summary: 'Copies a canvas with its content, not with its permissions',
    about: copyRules,
    file: 'server/canvases/routes/canvases/copy.ts',
    access: deps.rules.copyCanvas,
    body: copySchema,
    answer: Canvas.collection.answer,
    read: readCopy,
  });

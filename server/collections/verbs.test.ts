import { describe, expect, it } from 'vitest';
import { editable, required } from '../../model/field.ts';
import { Bool, Int, noFile, Text } from '../../model/types.ts';
import { defineWidget } from '../../model/widgets/define.ts';
import { fileFields } from '../../model/widgets/file.ts';
import { widgetKinds } from '../../model/widgets/index.ts';
import { validator } from '../../test/kit/arbitrary.ts';
import { MemoryCanvas } from '../../test/kit/memory-canvas.ts';
import type { Rule } from '../access/access-rule.ts';
import type { FormShape, PlainRoute } from '../http/routing/route.ts';
import type { CollectionDeps } from './deps.ts';
import type { VerbDeps } from './verbs.ts';
import { widgetCollectionRoutes } from './widget-collections.ts';
import { widgetRoutes } from './widgets.ts';

const rule = (says: string): Rule => ({
  says,
  scope: 'nothing',
  credential: 'required',
  licensed: true,
  permit: () => {},
  onLoss: 'vanish',
});

const deps = {
  store: {},
  rules: { viewCanvas: rule('view'), viewCanvasOrLink: rule('view or link'), editCanvas: rule('edit') },
} as unknown as CollectionDeps & VerbDeps;

/** A type without a file and a line in the closed list: everything about it must follow from this definition. */
const Sticker = defineWidget(() => ({
  name: 'HandMadeSticker',
  about: 'Of no use but to tests.',
  path: 'hand-made-stickers',
  linkShared: true,
  size: { width: 10, height: 20 },
  fields: { shape: required(Text({ max: 20 })), corners: editable(Int({ min: 3, max: 9 }), 5) },
}));

/** Such a type that is made from files. */
const Sound = defineWidget(() => ({
  name: 'HandMadeSound',
  about: 'Of no use but to tests.',
  path: 'hand-made-sounds',
  upload: 'video',
  size: { width: 10, height: 20 },
  fields: { ...fileFields, loud: editable(Bool, false) },
}));

describe('the routes of a widget type', () => {
  const lines = widgetCollectionRoutes(deps, [Sticker]).map(({ method, path, access, file }) => [
    method,
    path,
    access.says,
    file,
  ]);

  it('follow from its definition', () => {
    const collection = '/canvases/:canvas_id/hand-made-stickers';
    const item = '/canvases/:canvas_id/hand-made-stickers/:widget_id';
    const file = 'model/widgets/hand-made-sticker.ts';
    expect(lines).toEqual([
      ['GET', collection, 'view or link', file],
      ['GET', item, 'view or link', file],
      ['POST', collection, 'edit', file],
      ['PATCH', item, 'edit', file],
      ['DELETE', item, 'edit', file],
    ]);
  });

  it('take uploads and give downloads when it is made from files', () => {
    const routes = widgetCollectionRoutes(deps, [Sound]) as PlainRoute[];
    const item = '/canvases/:canvas_id/hand-made-sounds/:widget_id';
    expect(routes.map(({ method, path }) => `${method} ${path}`)).toContain(`GET ${item}/download`);
    const create = routes.find(({ method }) => method === 'POST')!;
    expect(validator((create.multipart as FormShape).json)({ loud: 'very' })).toBe(false);
    expect(
      new MemoryCanvas().create(Sound, {}, { hash: 'a'.repeat(64), file: { ...noFile, width: 4, height: 2 } }),
    ).toMatchObject({
      size: { width: 4, height: 2 },
      hash: 'a'.repeat(64),
    });
  });

  it('are none without a collection', () => {
    const paths = widgetCollectionRoutes(deps, widgetKinds).map(({ path }) => path.split('/')[3]);
    expect(new Set(paths)).toEqual(new Set(widgetKinds.map(({ widget }) => widget.path).filter((path) => path !== '')));
  });

  it('need a token to read unless the type is link-shared', () => {
    const shared = new Map(widgetKinds.map(({ widget }) => [widget.path, widget.linkShared]));
    for (const { method, path, access } of widgetCollectionRoutes(deps, widgetKinds)) {
      if (method === 'GET') expect([path, access.says === 'view or link']).toEqual([path, shared.get(path.split('/')[3]!)]);
    }
  });

  it('describe what they take and answer', () => {
    const [, item, create, patch] = widgetCollectionRoutes(deps, [Sticker]) as PlainRoute[];
    const record = new MemoryCanvas().create(Sticker, { shape: 'star' });
    const [answered, created, patched] = [item!.answer, create!.body!, patch!.body!].map((schema) => validator(schema as never));
    expect(answered!(record)).toBe(true);
    expect([created!({ shape: 'x', corners: null, colour: 1 }), created!({}), created!({ shape: 5 })]).toEqual([
      true,
      false,
      false,
    ]);
    expect([patched!({ auto_raise: true }), patched!({ auto_raise: 1 }), patched!({ corners: 2 })]).toEqual([true, false, false]);
  });

  it('describe the generic answer too', () => {
    const answered = validator(widgetRoutes(deps, [...widgetKinds, Sticker])[1]!.answer as never);
    expect(answered(new MemoryCanvas().create(Sticker, { shape: 'star' }))).toBe(true);
  });
});

import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Body } from '../../model/field.ts';
import type { Refusal } from '../../model/refusal.ts';
import type { Stored } from '../../model/resource.ts';
import { createSchema, patchSchema } from '../../model/schemas.ts';
import type { AnyWidget } from '../../model/widgets/common.ts';
import { widgets } from '../../model/widgets/index.ts';
import { rootWidget, SharedCanvas } from '../../model/widgets/shared-canvas.ts';
import * as writing from '../../model/writing.ts';
import { valuesOf } from '../kit/arbitrary.ts';
import { type Bundle, bundled, firstLoad } from '../kit/bundle.ts';
import { finish, MemoryWriter } from '../kit/memory-writer.ts';

const page = `export * from './web/pages/canvas/canvas-page.tsx';`;
const definitions = `
  export { widgets } from './model/widgets/index.ts';
  export { rootWidget, SharedCanvas } from './model/widgets/shared-canvas.ts';
  export { Annotation } from './model/resources/annotation.ts';
  export * from './model/writing.ts';`;

/** What the page has to predict what the server makes of a change. */
interface Definitions extends Pick<typeof writing, 'createRecord' | 'patchRecord'> {
  readonly widgets: readonly AnyWidget[];
  readonly rootWidget: typeof rootWidget;
  readonly SharedCanvas: typeof SharedCanvas;
}

describe('the definitions of what a canvas holds, in a page', () => {
  it('take at most 9 KB besides the canvas page, minified and packed, without a package and without schemas', async () => {
    const [alone, both] = await Promise.all([firstLoad(page), firstLoad(page + definitions)]);
    const added = both.modules.filter((path) => !alone.modules.includes(path));
    expect(added.filter((path) => !path.startsWith('model/'))).toEqual([]);
    expect(added).toContain('model/widgets/define.ts');
    expect(added).not.toContain('model/json-schema.ts');
    expect(both.bytes - alone.bytes).toBeLessThan(9000);
  });

  it('add nothing to what a canvas page loads at first, where only editing imports them', async () => {
    const [alone, lazy] = await Promise.all([
      firstLoad(page),
      firstLoad(`${page} export const edit = () => import('./web/edit/by-type.ts');`),
    ]);
    expect(lazy.modules.filter((path) => path.endsWith('?editing'))).toEqual([]);
    // The second import of a part that the page loads later, too, and the names by which the bundler joins both
    expect(lazy.bytes - alone.bytes).toBeLessThan(250);
  });

  describe('do what they do in the server', () => {
    let bundle: Bundle;
    let there: Definitions;
    beforeAll(async () => {
      bundle = await bundled(definitions);
      there = await import(`data:text/javascript,${encodeURIComponent(bundle.code)}`);
    });

    it('and are without the words of the documents', () => {
      expect(bundle.code).not.toMatch(/Stored as sent|Ship on Friday|Creates/);
      expect(there.widgets[1]).not.toHaveProperty('collection.verbs');
    });

    it.each(widgets.filter(({ widget }) => widget.path !== ''))('for any $name that is made and changed', (definition) => {
      const { name, fields } = definition as AnyWidget;
      const bodies = fc.tuple(bodiesOf(createSchema(name, fields)), bodiesOf(patchSchema(name, fields)));
      const here: Definitions = { ...writing, widgets, rootWidget, SharedCanvas };
      fc.assert(
        fc.property(bodies, (sent) => void expect(outcome(there, name, sent)).toEqual(outcome(here, name, sent))),
        { numRuns: 20 },
      );
    });
  });
});

const bodiesOf = (schema: Parameters<typeof valuesOf>[0]) =>
  valuesOf(schema, { widget: [ROOT, '', 'other'] }) as fc.Arbitrary<Body>;

const ROOT = '00000000-0000-4000-8000-000000000000';

/** The records after a create and a change, or the refusals of these, as JSON, which knows no function. */
function outcome(
  { widgets, rootWidget, SharedCanvas, createRecord, patchRecord }: Definitions,
  name: string,
  [create, patch]: readonly [Body, Body],
): unknown {
  const definition = widgets.find((one) => one.name === name)!;
  const writer = new MemoryWriter();
  writer.insert(SharedCanvas, rootWidget(ROOT));
  const file = { width: 40, height: 30, bytes: 1, type: '', extension: '', pages: 1 };
  const given = 'file' in definition.fields ? { hash: 'a'.repeat(64), file } : {};
  const made = attempt(() => finish(createRecord(definition, create, writer, given)));
  const key = typeof made === 'string' && made.startsWith('0000') ? made : undefined;
  const record = key === undefined ? undefined : (writer.get(definition, key) as Stored);
  const changed = record && attempt(() => finish(patchRecord(definition, record, { body: patch }, writer)));
  return { made, changed, writes: writer.writes, all: widgets.flatMap((kind) => writer.all(kind)) };
}

function attempt<T>(act: () => T): T | string {
  try {
    return act();
  } catch (cause) {
    const { status, message } = cause as Refusal;
    if (!(status >= 400)) throw cause;
    return `${status} ${message}`;
  }
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Body } from '../../../model/field.ts';
import { createSchema, patchSchema } from '../../../model/schemas.ts';
import { type WidgetType, widgetKinds } from '../../../model/widgets/index.ts';
import { valuesOf } from '../../../test/kit/arbitrary.ts';
import { LaidBoard, ROOT } from '../../../test/kit/laid-board.ts';
import { ModelServer } from '../../../test/kit/model-server.ts';
import { Random } from '../../../test/kit/random.ts';
import { RandomEdits } from '../../../test/kit/random-edit.ts';
import { runs } from '../../../test/kit/runs.ts';
import type { Element } from '../element.ts';
import type { Operation } from './edit.ts';
import { Overlay } from './overlay.ts';

it('what is shown of an edit is what the server makes of it, cells, cascades and neighbours included', () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const random = new Random(seed);
      const server = new ModelServer();
      const program = new RandomEdits(random, 'program');
      for (let at = 0; at < 8; at++) server.batch('program', program.edit(widgetsOf(server)).operations);
      const page = new RandomEdits(random, 'page');
      for (let at = 0; at < 5; at++) {
        const { operations } = page.edit(widgetsOf(server));
        const shown = predicted(server, operations);
        // A batch is made as a whole or not at all, and a page shows of it what it can
        if (server.batch('page', operations).status === 200) expect(shown).toEqual(byId(server.records().values()));
      }
    }),
    { numRuns: runs(250, 1000) },
  );
});

it('stacks a widget between equal depths in creation order, whichever of them the same edit writes or makes', () => {
  const ids = [
    '7d1a4c38-9f27-4f6f-8c1d-115b0c9f6e01',
    '7d1a4c38-9f27-4f6f-8c1d-115b0c9f6e02',
    '7d1a4c38-9f27-4f6f-8c1d-115b0c9f6e03',
  ];
  const note = (id: string, depth: number): Operation => ({ op: 'create', id, type: 'Note', body: { depth } });
  const [older, newer, moved] = ids as [string, string, string];
  const edits: Operation[][] = [
    [{ op: 'update', id: older, body: { text: 'written' } }],
    [note(ID, 1)],
    [{ op: 'delete', id: older }, note(older, 1)],
    [note(ID, 1), { op: 'delete', id: newer }, note(newer, 1), { op: 'update', id: ID, body: { text: 'written' } }],
  ];
  for (const edit of edits) {
    const server = new ModelServer();
    server.batch('program', [note(older, 1), note(newer, 1), note(moved, 5)]);
    const operations: Operation[] = [...edit, { op: 'update', id: moved, body: { depth: { below: newer } } }];
    const shown = predicted(server, operations);
    expect(server.batch('page', operations).status).toBe(200);
    expect(shown).toEqual(byId(server.records().values()));
  }
});

describe('what the server makes of any body, or that it refuses it, is known of', () => {
  it.each(widgetKinds.filter(({ widget }) => widget.path !== '' && widget.upload === ''))('$name', ({ name, fields }) => {
    const bodies = fc.tuple(bodiesOf(createSchema(name, fields)), bodiesOf(patchSchema(name, fields)));
    fc.assert(
      fc.property(bodies, (sent) => {
        const server = new ModelServer();
        server.batch('program', [{ op: 'create', id: OTHER, type: 'Note', body: {} }]);
        const operations: readonly Operation[] = [
          { op: 'create', id: ID, type: name as WidgetType, body: sent[0] },
          { op: 'update', id: ID, body: sent[1] },
        ];
        for (const operation of operations) {
          const shown = predicted(server, [operation]);
          server.batch('page', [operation]);
          expect(shown).toEqual(byId(server.records().values()));
        }
      }),
      { numRuns: runs(50) },
    );
  });
});

const ID = '7d1a4c38-9f27-4f6f-8c1d-115b0c9f6e00';
const OTHER = '7d1a4c38-9f27-4f6f-8c1d-115b0c9f6e99';

const bodiesOf = (schema: Parameters<typeof valuesOf>[0]) =>
  valuesOf(schema, { widget: [ROOT, '', OTHER, 'other'] }) as fc.Arbitrary<Body>;

const widgetsOf = (server: ModelServer): Element[] =>
  [...server.records().values()].filter(({ widget_type }) => widget_type !== 'SharedCanvas');

/** All records of a page that has just opened the canvas, after an edit of its own. */
function predicted(server: ModelServer, operations: Parameters<ModelServer['batch']>[1]): object {
  const board = new LaidBoard();
  board.sayAll([...server.records().values()], server.revision);
  const laid = board.lay({ confirm: (elements) => elements, reset: (elements) => elements });
  const overlay = new Overlay({
    ...laid,
    canvas_id: board.canvas_id,
    root: () => board.root.peek()?.widget,
    widgets: () => board.items().map(({ widget }) => widget),
    now: () => '2026-01-01T00:00:00.000Z',
  });
  const records = new Map(server.records());
  for (const one of overlay.add({ label: 'text', operations }).shown) {
    if (one.state === 'deleted') records.delete(one.id);
    else records.set(one.id, one);
  }
  return byId(records.values());
}

const byId = (elements: Iterable<Element>): object =>
  Object.fromEntries([...elements].map((element) => [element.id, JSON.parse(JSON.stringify(element))]));

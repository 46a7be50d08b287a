import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applied, type Change, type Declaration } from '../../client/declaration.ts';
import { fakeClock } from '../../test/kit/clock.ts';
import { Teller } from './teller.ts';

const rectangle = (x: number) => ({ x, y: 0, width: 100, height: 100 });
const first = {
  index: 0,
  size: { width: 100, height: 100 },
  canvas_id: '',
  workspace_state: 'canvas_list' as 'canvas_list' | 'open',
  pinned: false,
  view_rectangle: rectangle(0),
};

/** A wall, and a server that knows what it was told. */
function begun() {
  const clock = fakeClock();
  let shown = first;
  let about = { installation_name: 'Lobby' };
  let declaration: Declaration = { client: about, workspaces: [shown], video_outputs: [], video_inputs: [] };
  const told: { readonly at: number; readonly change: Change }[] = [];
  const start = clock.steady();
  const client = {
    get declaration() {
      return declaration;
    },
    change: (change: Change) => {
      told.push({ at: clock.steady() - start, change });
      declaration = applied(declaration, change);
      return Promise.resolve();
    },
  };
  const teller = new Teller({
    client,
    truth: () => ({ workspace: shown, client: about }),
    clock,
    fault: () => expect.unreachable(),
  });
  const show = (part: Partial<typeof first>): void => {
    shown = { ...shown, ...part };
    teller.changed();
  };
  const rename = (installation_name: string): void => {
    about = { installation_name };
    teller.changed();
  };
  return { clock, told, show, rename, shown: () => shown, known: () => declaration };
}

describe('what the server knows of a wall', () => {
  it('is told in one message for what changed in one moment, and only that', () => {
    const { clock, told, show, rename } = begun();
    show({ pinned: true });
    show({ canvas_id: 'c', workspace_state: 'open' });
    rename('North');
    clock.advance(0);
    expect(told.map(({ change }) => change)).toEqual([
      {
        workspaces: [{ index: 0, pinned: true, canvas_id: 'c', workspace_state: 'open' }],
        client: { installation_name: 'North' },
      },
    ]);
  });

  it('follows a view that moves ten times a second, and the last place always', () => {
    const { clock, told, show, known } = begun();
    for (let x = 1; x <= 60; x++) {
      show({ view_rectangle: rectangle(x) });
      clock.advance(16);
    }
    clock.advance(100);
    expect(told.length).toBeGreaterThanOrEqual(9);
    expect(told.length).toBeLessThanOrEqual(12);
    expect(known().workspaces[0]!.view_rectangle).toEqual(rectangle(60));
  });

  it('never has the view of another size', () => {
    const { clock, told, show } = begun();
    show({ view_rectangle: rectangle(1) });
    clock.advance(10);
    show({ view_rectangle: rectangle(2), size: { width: 200, height: 100 } });
    clock.advance(0);
    expect(told.at(-1)!.change.workspaces![0]).toMatchObject({ view_rectangle: rectangle(2), size: { width: 200 } });
  });

  it('is what the wall shows after any changes', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            part: fc.oneof(
              fc.record({ pinned: fc.boolean() }),
              fc.integer({ min: 0, max: 50 }).map((x) => ({ view_rectangle: rectangle(x) })),
              fc
                .constantFrom('', 'a', 'b')
                .map((canvas_id) => ({ canvas_id, workspace_state: (canvas_id ? 'open' : 'canvas_list') as 'open' })),
            ),
            ms: fc.integer({ min: 0, max: 150 }),
          }),
          { maxLength: 40 },
        ),
        (steps) => {
          const { clock, show, shown, known } = begun();
          for (const { part, ms } of steps) {
            show(part);
            clock.advance(ms);
          }
          clock.advance(200);
          expect(known().workspaces).toEqual([shown()]);
        },
      ),
    ));
});

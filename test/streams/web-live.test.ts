import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { connect } from '../../client/index.ts';
import type { Connection } from '../../web/live/connection.ts';
import { createBoard } from '../../web/live/create-board.ts';
import { useEasel } from '../kit/easel.ts';
import { Random } from '../kit/random.ts';
import { runs } from '../kit/runs.ts';
import { until } from '../kit/until.ts';

/** The page's model of a canvas against the server. */
const easel = useEasel({ people: ['ann'] });
const { ann } = easel.people;

/** A connection whose socket a test can cut. */
function begin(): { readonly connection: Connection; cut(): void } {
  const sockets: WebSocket[] = [];
  class Kept extends WebSocket {
    constructor(url: string) {
      super(url);
      sockets.push(this);
    }
  }
  const client = connect({
    server: easel.url,
    token: ann.token,
    kind: 'viewer',
    client: { installation_name: 'page' },
    ports: { WebSocket: Kept },
    retryPausesMs: [1],
    fault: (cause) => expect.fail(String(cause)),
  });
  onTestFinished(() => client.bye());
  return { connection: { client, shared: new Map() } as unknown as Connection, cut: () => sockets.at(-1)!.terminate() };
}

test('a board equals the canvas after random writes and lost connections', async () => {
  const canvas = await easel.canvas(ann);
  const { connection, cut } = begin();
  const fetchList = (path: string) => fetch(`${easel.url}${path}`, { headers: { 'private-token': ann.token } });
  const board = createBoard({ connection, canvas_id: canvas.split('/').at(-1)!, fetch: fetchList });
  onTestFinished(() => board.close());
  await until(() => board.state.value.is === 'live');
  const random = new Random(11);
  const notes: string[] = [];
  for (let step = 0; step < runs(200); step++) {
    if (random.below(8) === 0) cut();
    await write(canvas, notes, random);
  }
  const { body } = await ann.get(`${canvas}/widgets?annotations=1`);
  const expected = new Map(
    body
      .slice(1)
      .map(({ annotations, ...widget }: { id: string; annotations: unknown[] }) => [widget.id, [widget, annotations.length]]),
  );
  const shown = () =>
    new Map(
      board.items().map(({ id, widget, strokes }) => {
        const { annotations: _, ...record } = widget as typeof widget & { annotations?: unknown };
        return [id, [record, strokes.length]];
      }),
    );
  await until(
    () => board.state.value.is === 'live' && JSON.stringify([...shown()].sort()) === JSON.stringify([...expected].sort()),
  );
  expect(shown()).toEqual(expected);
});

async function write(canvas: string, notes: string[], random: Random): Promise<void> {
  const what = random.below(6);
  const id = notes.length > 0 ? random.of(notes) : '';
  if (what < 2 || id === '') notes.push((await ann.post(`${canvas}/notes`, { text: 'new' })).body.id);
  else if (what === 2) await ann.patch(`${canvas}/notes/${id}`, { location: { x: random.below(900), y: random.below(900) } });
  else if (what === 3) await ann.patch(`${canvas}/notes/${id}`, { auto_raise: true, parent_id: random.of(notes) });
  else if (what === 4) await ann.post(`${canvas}/notes/${id}/annotations`, { line_color: '#c0392bff', points: [] });
  else if (random.below(2) === 0) {
    await ann.delete(`${canvas}/notes/${id}`);
    notes.splice(notes.indexOf(id), 1);
  }
}

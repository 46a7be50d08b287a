import { type Body, initialValues } from '../../model/field.ts';
import type { Work, Writer } from '../../model/hooks.ts';
import { Annotation } from '../../model/resources/annotation.ts';
import { Background } from '../../model/resources/background.ts';
import type { Size } from '../../model/types.ts';
import { Anchor } from '../../model/widgets/anchor.ts';
import { Browser } from '../../model/widgets/browser.ts';
import type { AnyWidget } from '../../model/widgets/common.ts';
import { Connector } from '../../model/widgets/connector.ts';
import { IpVideo } from '../../model/widgets/ip-video.ts';
import { Note } from '../../model/widgets/note.ts';
import { RdpConnection } from '../../model/widgets/rdp-connection.ts';
import { rootOf } from '../../model/widgets/shared-canvas.ts';
import { Table } from '../../model/widgets/table.ts';
import { cellsOf, TableCell } from '../../model/widgets/table-cell.ts';
import { VideoInput } from '../../model/widgets/video-input.ts';
import { createRecord } from '../../model/writing.ts';

export const SAMPLE_SIZE: Size = { width: 4800, height: 2700 };

const yellow = '#fdf0b4ff';
const green = '#cfeedbff';
const blue = '#d3e5fbff';
const violet = '#e6defaff';
const red = '#fbdcd8ff';
const clear = '#ffffff00';
const ink = '#1f2933ff';
const line = { line_color: '#7b8aa0ff', line_width: 6 };

/** A finished board: a welcome, the evening that a team prepares, and what their video wall shows. Needs an empty canvas. */
export function* drawSampleBoard(writer: Writer): Work {
  const background = {
    ...initialValues(Background.fields),
    background_color: '#f4f5f7ff',
    grid: { visible: true, color: '#e4e8edff' },
  };
  writer.insert(Background, background);
  const board = new Board(writer);
  yield* welcome(board);
  yield* plan(board);
  yield* evening(board);
  yield* wall(board);
}

interface Line {
  readonly type?: string;
  readonly src?: object;
  readonly dst?: object;
}

class Board {
  constructor(readonly writer: Writer) {}

  *make(definition: AnyWidget, x: number, y: number, width: number, height: number, more: Body): Work<string> {
    return yield* createRecord(definition, { location: { x, y }, size: { width, height }, ...more }, this.writer);
  }

  frame(anchor_name: string, anchor_index: number, x: number, y: number, width: number, height: number): Work<string> {
    return this.make(Anchor, x, y, width, height, { anchor_name, anchor_index });
  }

  /** Text without a card. */
  heading(text: string, x: number, y: number, width: number, height: number): Work<string> {
    return this.make(Note, x, y, width / 4, height / 4, { text, scale: 4, background_color: clear, text_color: ink });
  }

  connect(from: string, to: string, { src = {}, dst = {}, ...more }: Line = {}): Work<string> {
    return createRecord(Connector, { ...line, ...more, src: { ...src, id: from }, dst: { ...dst, id: to } }, this.writer);
  }

  /** A stroke through points, on a widget or on the plane. */
  *stroke(parent_id: string, line_color: string, through: readonly (readonly [number, number])[]): Work {
    yield* createRecord(Annotation, { line_color, points: smooth(through) }, this.writer, { parent_id });
  }
}

/** Handles along the way from the point before to the point after, so that the stroke has no corners. */
function smooth(through: readonly (readonly [number, number])[]): number[][] {
  return through.map(([x, y], at) => {
    const [before, after] = [through[at - 1] ?? [x, y], through[at + 1] ?? [x, y]];
    const [across, down] = [(after[0] - before[0]) / 6, (after[1] - before[1]) / 6];
    return [x - across, y - down, 0, x, y, 0, x + across, y + down, 0];
  });
}

function* welcome(board: Board): Work {
  yield* board.frame('Start here', 1, 120, 120, 1440, 2460);
  yield* board.heading('Welcome\nto Easel', 160, 230, 1360, 520);
  yield* board.heading('A board for everybody in the room, and for everybody who is not.', 184, 740, 1360, 260);
  const note = (x: number, y: number, title: string, text: string, background_color: string): Work<string> =>
    board.make(Note, x, y, 300, 300, { title, text, background_color, scale: 2 });
  const together = yield* note(
    200,
    1040,
    'Together',
    'Move this note. It moves on every laptop, tablet and wall that shows it.',
    yellow,
  );
  const draw = yield* note(880, 1040, 'Draw on anything', 'Strokes stay on what they are drawn on.', green);
  const safe = yield* note(
    200,
    1780,
    'Nothing is lost',
    'What the server has confirmed is on its disk. Pull the plug and look.',
    blue,
  );
  const live = yield* note(
    880,
    1780,
    'For programs, too',
    'Add ?subscribe to an address, and changes come as they happen.',
    violet,
  );
  yield* board.stroke(draw, '#2f9e63ff', [
    [36, 240],
    [70, 214],
    [104, 244],
    [138, 214],
    [172, 244],
    [206, 214],
    [250, 232],
  ]);
  yield* board.connect(together, draw);
  yield* board.connect(draw, live);
  yield* board.connect(together, safe);
}

const tasks: readonly (readonly [column: number, row: number, text: string, colour: string])[] = [
  [0, 1, 'Borrow two hundred lanterns', yellow],
  [0, 2, 'Ask the choir for one more song', red],
  [0, 3, 'A map for people on wheels', blue],
  [1, 1, 'Signs from the station', green],
  [1, 2, 'Try the projector in the rain', violet],
  [2, 1, 'The bridge is ours from six', yellow],
  [2, 2, 'Soup for a hundred', green],
];

function* plan(board: Board): Work {
  yield* board.frame('This week', 2, 1680, 120, 1560, 1500);
  const size = { width: 1440, height: 1240 };
  const table = yield* board.make(Table, 1740, 320, size.width, size.height, {
    grid_size: { columns: 3, rows: 4 },
    title: 'An evening of light',
  });
  const cells = [0, 1, 2, 3].map((row) => [...board.writer.by(TableCell, 'cells', cellsOf(table, row))]);
  for (const [column, text] of ['To do', 'Under way', 'Done'].entries()) {
    const parent_id = String(cells[0]![column]!.id);
    yield* board.make(Note, 20, 140, 220, 75, { text, scale: 2, background_color: clear, text_color: ink, parent_id });
  }
  for (const [column, row, text, background_color] of tasks) {
    const parent_id = String(cells[row]![column]!.id);
    yield* board.make(Note, 20, 20, 220, 135, { text, scale: 2, background_color, parent_id });
  }
}

function* evening(board: Board): Work {
  yield* board.frame('The evening', 3, 1680, 1740, 1560, 840);
  const at = (x: number, y: number, title: string, text: string, background_color: string): Work<string> =>
    board.make(Note, x, y, 210, 150, { title, text, background_color, scale: 2 });
  const open = yield* at(1740, 1890, '18:00', 'The gates open', yellow);
  const talk = yield* at(2240, 1890, '19:00', 'How a city sleeps', blue);
  const songs = yield* at(2240, 2240, '20:00', 'Songs on the bridge', green);
  const lights = yield* at(2740, 2240, '21:00', 'All the lanterns, at once', violet);
  yield* board.connect(open, talk, { type: 'straight' });
  const [below, beside] = [{ rel_location: { x: 0.5, y: 1 } }, { rel_location: { x: 0, y: 0.5 } }];
  yield* board.connect(open, songs, { type: 'right-angle', src: below, dst: beside });
  yield* board.connect(songs, lights, { type: 'straight' });
  const round = Array.from({ length: 17 }, (_, step) => {
    const angle = (step / 16) * 2.06 * Math.PI - 2;
    return [2950 + Math.cos(angle) * (244 + step), 2390 + Math.sin(angle) * (184 - step)] as const;
  });
  yield* board.stroke(rootOf(board.writer).id, '#e2574cff', round);
}

function* wall(board: Board): Work {
  yield* board.frame('On the wall', 4, 3360, 120, 1320, 2460);
  // Without an address: nobody's browser shall call another server before somebody has said so
  yield* board.make(Browser, 3440, 320, 1160, 720, { title: 'What visitors see' });
  yield* board.make(VideoInput, 3440, 1100, 560, 420, { source: 'camera-1', title: 'Stage camera' });
  yield* board.make(IpVideo, 4040, 1100, 560, 420, { source: 'rtsp://bridge.example/live', title: 'The bridge' });
  yield* board.make(RdpConnection, 3440, 1580, 1160, 640, { connection_name: 'lights.example', title: 'Lighting desk' });
  yield* board.make(Note, 3440, 2280, 580, 120, {
    text: 'Give them an address or a display, and they come to life.',
    scale: 2,
    background_color: clear,
    text_color: '#4b5a6dff',
  });
}

import { type Body, initialValues } from '../../model/field.ts';
import type { Work, Writer } from '../../model/hooks.ts';
import { Annotation } from '../../model/resources/annotation.ts';
import { Background } from '../../model/resources/background.ts';
import type { Size } from '../../model/types.ts';
import { Anchor } from '../../model/widgets/anchor.ts';
import { Browser } from '../../model/widgets/browser.ts';
import type { AnyWidget } from '../../model/widgets/common.ts';
import { Connector } from '../../model/widgets/connector.ts';
import { Image } from '../../model/widgets/image.ts';
import { Note } from '../../model/widgets/note.ts';
import { Pdf } from '../../model/widgets/pdf.ts';
import { rootOf } from '../../model/widgets/shared-canvas.ts';
import { Table } from '../../model/widgets/table.ts';
import { cellsOf, TableCell } from '../../model/widgets/table-cell.ts';
import { Video } from '../../model/widgets/video.ts';
import { createRecord } from '../../model/writing.ts';
import type { NewFile } from '../assets/uploads.ts';
import type { SampleFiles } from './sample-files.ts';

export const SAMPLE_SIZE: Size = { width: 4800, height: 2700 };

/** The board is laid out on a sheet of 1600 by 900, and drawn three times as large. */
const UNIT = 3;
const paper = '#fbfaf7ff';
const sun = '#ffdb6eff';
const apricot = '#ffc799ff';
const rose = '#ffbabdff';
const lilac = '#dbc9ffff';
const sky = '#b9d7ffff';
const mint = '#aee5cdff';
const leaf = '#d8ec93ff';
const clear = '#ffffff00';
const ink = '#23201aff';
const muted = '#645d51ff';
const line = { line_color: '#8d8372ff', line_width: 7 };

/** A finished board: a welcome, the evening that a team prepares, and what their wall shows. Needs an empty canvas. */
export function* drawSampleBoard(writer: Writer, files: SampleFiles, live: string): Work {
  const background = {
    ...initialValues(Background.fields),
    background_color: paper,
    grid: { visible: true, color: '#e9e4daff' },
  };
  writer.insert(Background, background);
  const board = new Board(writer);
  yield* welcome(board, files);
  yield* plan(board);
  yield* evening(board, files);
  yield* wall(board, files, live);
}

interface Line {
  readonly type?: string;
  readonly src?: object;
  readonly dst?: object;
}

/** Takes places and sizes on the sheet. */
class Board {
  constructor(readonly writer: Writer) {}

  *make(definition: AnyWidget, x: number, y: number, width: number, height: number, more: Body, given: Body = {}): Work<string> {
    const box = { location: { x: x * UNIT, y: y * UNIT }, size: { width: width * UNIT, height: height * UNIT } };
    return yield* createRecord(definition, { ...box, ...more }, this.writer, given);
  }

  frame(anchor_name: string, anchor_index: number, x: number, y: number, width: number, height: number): Work<string> {
    return this.make(Anchor, x, y, width, height, { anchor_name, anchor_index });
  }

  file(definition: AnyWidget, file: NewFile, x: number, y: number, width: number, height: number, title = ''): Work<string> {
    return this.make(definition, x, y, width, height, { title }, { ...file });
  }

  note(x: number, y: number, width: number, height: number, background_color: string, more: Body): Work<string> {
    return this.make(Note, x, y, width, height, { background_color, ...more });
  }

  /** Letters without a card. */
  letters(x: number, y: number, width: number, height: number, more: Body, text_color = ink): Work<string> {
    return this.note(x, y, width, height, clear, { ...more, text_color });
  }

  connect(from: string, to: string, { src = {}, dst = {}, ...more }: Line = {}): Work<string> {
    return createRecord(Connector, { ...line, ...more, src: { ...src, id: from }, dst: { ...dst, id: to } }, this.writer);
  }

  /** A stroke through points, on a widget (then from its corner) or on the plane. */
  *stroke(parent_id: string, line_color: string, through: readonly Point[]): Work {
    yield* createRecord(Annotation, { line_color, points: smooth(through) }, this.writer, { parent_id });
  }
}

type Point = readonly [x: number, y: number];

/** Handles along the way from the point before to the point after, so that the stroke has no corners. */
function smooth(through: readonly Point[]): number[][] {
  const scaled = through.map(([x, y]) => [x * UNIT, y * UNIT] as const);
  return scaled.map(([x, y], at) => {
    const before = scaled[at - 1] ?? [x, y];
    const after = scaled[at + 1] ?? [x, y];
    const across = (after[0] - before[0]) / 6;
    const down = (after[1] - before[1]) / 6;
    return [x - across, y - down, 0, x, y, 0, x + across, y + down, 0];
  });
}

/** Points of a curve at equal steps of its parameter, from 0 to 1. */
const curve = (steps: number, at: (t: number) => Point): readonly Point[] =>
  Array.from({ length: steps + 1 }, (_, step) => at(step / steps));

function* welcome(board: Board, { lanterns }: SampleFiles): Work {
  yield* board.frame('Start here', 1, 48, 86, 440, 728);
  yield* board.letters(66, 94, 404, 66, { title: 'Welcome to Easel' });
  yield* board.letters(67, 158, 404, 78, { text: 'One board for everybody in the room,\nand for everybody who is not.' }, muted);
  const picture = yield* board.file(Image, lanterns, 76, 244, 384, 240, 'An evening of light');
  yield* board.stroke(picture, '#ffffffff', heart(75, 52, 1.6));
  const notes: readonly (readonly [x: number, y: number, colour: string, title: string, text: string])[] = [
    [76, 502, sun, 'Together', 'Open this board twice. What moves here, moves there.'],
    [276, 502, mint, 'Follow me', 'Press my picture to follow me across the board.'],
    [76, 658, sky, 'Press O', 'The whole board as text, for ears and for search.'],
    [276, 658, lilac, 'For programs', 'Add ?subscribe, and changes come as they happen.'],
  ];
  for (const [x, y, colour, title, text] of notes) yield* board.note(x, y, 184, 140, colour, { title, text });
}

function heart(left: number, top: number, size: number): readonly Point[] {
  return curve(24, (t) => {
    const angle = t * 2 * Math.PI;
    const down = 13 * Math.cos(angle) - 5 * Math.cos(2 * angle) - 2 * Math.cos(3 * angle) - Math.cos(4 * angle);
    return [left + 16 * Math.sin(angle) ** 3 * size, top - down * size];
  });
}

const tasks: readonly (readonly [column: number, row: number, title: string, colour: string])[] = [
  [0, 1, 'Borrow two hundred lanterns', sun],
  [0, 2, 'Ask the choir for one more song', rose],
  [0, 3, 'A map for people on wheels', sky],
  [1, 1, 'Signs from the station', leaf],
  [1, 2, 'Try the projector in the rain', lilac],
  [1, 3, 'Who carries the big one?', apricot],
  [2, 1, 'The bridge is ours from six', mint],
  [2, 2, 'Soup for a hundred', mint],
];

function* plan(board: Board): Work {
  yield* board.frame('This week', 2, 524, 86, 560, 404);
  const more = { grid_size: { columns: 3, rows: 4 }, title: 'An evening of light' };
  const table = yield* board.make(Table, 548, 134, 512, 332, more);
  const cells = [0, 1, 2, 3].map((row) => [...board.writer.by(TableCell, 'cells', cellsOf(table, row))]);
  const width = 512 / 3;
  const height = 332 / 4;
  for (const [column, title] of ['To do', 'Under way', 'Done'].entries()) {
    const parent_id = String(cells[0]![column]!.id);
    yield* board.letters(7, 29, width - 14, 25, { title, parent_id });
  }
  // Titles of flat notes without a text are as large as fits
  for (const [column, row, title, colour] of tasks) {
    const parent_id = String(cells[row]![column]!.id);
    yield* board.note(7, 7, width - 14, height - 14, colour, { title, parent_id });
  }
}

function* evening(board: Board, { valley }: SampleFiles): Work {
  yield* board.frame('The evening', 3, 524, 538, 560, 276);
  const at = (x: number, y: number, colour: string, title: string, text: string): Work<string> =>
    board.note(x, y, 116, 112, colour, { title, text });
  const open = yield* at(548, 562, sun, '18:00', 'The gates open');
  const talk = yield* at(686, 562, sky, '19:00', 'How a city sleeps');
  const songs = yield* at(824, 562, mint, '20:00', 'Songs on the bridge');
  const lights = yield* at(944, 684, lilac, '21:00', 'All the lanterns, at once');
  yield* board.connect(open, talk, { type: 'straight' });
  yield* board.connect(talk, songs, { type: 'straight' });
  const beside = { rel_location: { x: 1, y: 0.5 } };
  const above = { rel_location: { x: 0.5, y: 0 } };
  yield* board.connect(songs, lights, { type: 'right-angle', src: beside, dst: above });
  yield* board.file(Image, valley, 548, 702, 138, 92, 'The valley in the morning');
  yield* board.letters(700, 696, 200, 84, { title: 'Bring a friend,\nand a scarf.' });
  const root = rootOf(board.writer).id;
  yield* board.stroke(
    root,
    '#ffb42eff',
    curve(6, (t) => [716 + 132 * t, 786 - 8 * Math.sin(t * Math.PI * 0.8)]),
  );
  yield* board.stroke(
    root,
    '#d6402bff',
    curve(20, (t) => {
      const angle = t * 2.06 * Math.PI - 2.3;
      return [1002 + Math.cos(angle) * (73 + 4 * t), 740 + Math.sin(angle) * (71 - 2 * t)];
    }),
  );
}

function* wall(board: Board, { programme, paper: paperLanterns, trails }: SampleFiles, live: string): Work {
  yield* board.frame('On the wall', 4, 1120, 86, 432, 728);
  yield* board.file(Pdf, programme, 1144, 108, 190, 268.7, 'An evening of light');
  yield* board.file(Image, paperLanterns, 1352, 108, 176, 176, 'Paper lanterns');
  yield* board.note(1352, 300, 176, 76.7, leaf, { title: 'Two pages, sharp on any wall' });
  yield* board.make(Browser, 1144, 394, 384, 176, { url: live, title: 'This board, now' });
  yield* board.file(Video, trails, 1144, 586, 384, 216, 'Light trails, test shot');
}

import { expect } from 'vitest';
import type { Caller, Easel } from './easel.ts';
import { postFile } from './files.ts';
import { mp4, pdf, svg } from './samples.ts';

/** A picture whose parts can be told apart. */
const PHOTO = `<rect width="600" height="400" fill="#cfe3f5"/><circle cx="450" cy="110" r="50" fill="#f6c453"/>
  <path d="M0 400V300L150 150L290 290L380 210L600 380V400Z" fill="#5f8f6b"/>`;
const PAGE = '0.2 0.25 0.3 rg 60 740 300 26 re f 0.8 0.82 0.85 rg 60 680 475 10 re f 60 655 475 10 re f 60 630 400 10 re f';

/** Fills a canvas of 2400 x 1600 with every type of widget in its states, and resolves with its path. @param caller its owner */
export async function makeBoard(easel: Easel, background: object, caller: Caller = easel.admin): Promise<string> {
  const canvas = await easel.canvas(caller, { size: { width: 2400, height: 1600 } });
  const board = new Board(easel, caller, canvas);
  await board.sent('patch', 'background', background);
  await notesAndConnectors(board);
  await files(board);
  await live(board);
  await frames(board);
  return canvas;
}

class Board {
  constructor(
    readonly easel: Easel,
    readonly caller: Caller,
    readonly canvas: string,
  ) {}

  async sent(verb: 'post' | 'patch', path: string, body: object): Promise<{ id: string }> {
    const answer = await this.caller[verb](`${this.canvas}/${path}`, body);
    expect(answer.status, answer.text).toBe(200);
    return answer.body as { id: string };
  }

  make(path: string, x: number, y: number, width: number, height: number, more: object = {}): Promise<{ id: string }> {
    return this.sent('post', path, { location: { x, y }, size: { width, height }, ...more });
  }

  async upload(
    path: string,
    bytes: Buffer,
    name: string,
    x: number,
    y: number,
    width: number,
    height: number,
    more: object = {},
  ) {
    const json = { location: { x, y }, size: { width, height }, ...more };
    const answer = await postFile(this.easel, this.caller, `${this.canvas}/${path}`, bytes, name, json);
    expect(answer.status, answer.msg).toBe(200);
  }
}

async function notesAndConnectors(board: Board): Promise<void> {
  const first = await board.make('notes', 60, 60, 300, 300, { text: 'Ship on Friday', background_color: '#fef3c7' });
  const second = await board.make('notes', 460, 60, 300, 300, {
    title: 'Agenda',
    text: 'What went well?\nWhat did not?\nWhat do we try until the next time we meet?',
    background_color: '#1f4e79',
  });
  const third = await board.make('notes', 860, 60, 420, 220, { title: 'Only a title', background_color: '#d1fae5' });
  const fourth = await board.make('notes', 60, 460, 300, 200, {
    text: 'A long note. '.repeat(60),
    background_color: '#dbeafe',
    text_color: '#7d3c98',
  });
  await board.make('notes', 400, 460, 120, 120, {});
  await board.make('notes', 560, 440, 240, 120, {
    text: 'Łódź, Αθήνα, Москва, Việt',
    background_color: '#ffffff00',
    text_color: '#c0392b',
  });
  const line = { line_width: 6, line_color: '#2e86c1' };
  await board.sent('post', 'connectors', { ...line, src: { id: first.id }, dst: { id: second.id } });
  await board.sent('post', 'connectors', {
    ...line,
    type: 'straight',
    src: { id: second.id, tip: 'solid-equilateral-triangle' },
    dst: { id: third.id },
  });
  await board.sent('post', 'connectors', { ...line, type: 'right-angle', src: { id: fourth.id }, dst: { id: third.id } });
  await board.sent('post', 'connectors', { ...line, line_color: '#c0392b80', src: { id: third.id }, dst: { id: third.id } });
  // In the default colour, which is seen on dark grounds only
  const corner = { id: fourth.id, rel_location: { x: 0, y: 1 } };
  await board.sent('post', 'connectors', { line_width: 6, src: corner, dst: { id: third.id } });
  await stroke(board, `notes/${first.id}/annotations`, '#c0392b', 40, 220);
  await stroke(board, 'shared-canvas/annotations', '#17a589', 560, 620);
}

/** A wave of eight nodes. */
function stroke(board: Board, path: string, line_color: string, x: number, y: number): Promise<unknown> {
  const points = Array.from({ length: 8 }, (_, at) => {
    const left = x + at * 28;
    const top = y + (at % 2) * 40;
    return [left - 14, top, 0, left, top, 0, left + 14, top, 0];
  });
  return board.sent('post', path, { line_color, points });
}

/** Draws on such a canvas what is as wide as its nodes say: lines that grow, loop, turn back and are seen through. */
export async function drawInk(easel: Easel, canvas: string): Promise<void> {
  const board = new Board(easel, easel.admin, canvas);
  const draw = (line_color: string, points: readonly number[][]) =>
    board.sent('post', 'shared-canvas/annotations', { line_color, points });
  const spiral = Array.from({ length: 60 }, (_, at) => {
    const turned = at / 4;
    const x = 900 + 5 * at * Math.cos(turned);
    const y = 500 + 2.5 * at * Math.sin(turned);
    return [x, y, at / 2, x, y, at / 2, x, y, at / 2];
  });
  await draw('#2e86c180', spiral);
  await draw('#17a589', [
    [440, 100, 2, 480, 100, 2, 700, 60, 2],
    [440, 220, 40, 620, 180, 40, 800, 140, 40],
    [500, 80, 12, 500, 300, 12, 500, 300, 12],
    [760, 260, 3, 740, 300, 3, 740, 300, 3],
  ]);
  await draw('#f6c45366', [
    [100, 300, 24, 100, 300, 24, 300, 240, 24],
    [500, 420, 24, 700, 300, 24, 500, 180, 24],
    [300, 380, 24, 100, 340, 24, 100, 340, 24],
  ]);
}

async function files(board: Board): Promise<void> {
  await board.upload('images', svg(600, 400, PHOTO), 'hills.svg', 1340, 60, 480, 320);
  await board.upload('pdfs', pdf({ content: PAGE }), 'report.pdf', 1880, 60, 300, 424);
  await board.upload('videos', mp4(640, 360), 'stopped.mp4', 60, 740, 480, 270, { title: 'The tour, in two minutes' });
  await board.upload('videos', mp4(640, 360), 'paused.mp4', 580, 740, 480, 270, {
    playback_state: 'paused',
    playback_position: 83,
    muted: true,
  });
  await board.upload('videos', mp4(640, 360), 'playing.mp4', 1100, 740, 480, 270, { playback_state: 'playing' });
}

async function live(board: Board): Promise<void> {
  await board.make('browsers', 1340, 430, 480, 270, { url: 'https://status.corp.example/board', title: 'Status' });
  await board.make('browsers', 1880, 520, 300, 180, { url: 'https://clock.example/', transparent_mode: true });
  await board.make('browsers', 1640, 740, 240, 160, {});
  await board.make('video-inputs', 60, 1060, 360, 240, { source: 'usb-0000:00:14.0-3', title: 'Room camera' });
  await board.make('ip-videos', 460, 1060, 426, 240, { source: 'rtsp://camera.corp.example:554/main', title: 'Entrance' });
  await board.make('rdp-connections', 930, 1060, 426, 240, { connection_name: 'desk-12.corp.example' });
  await board.make('rdp-connections', 1400, 1060, 180, 240, {});
}

async function frames(board: Board): Promise<void> {
  await board.make('tables', 60, 1340, 600, 220, { title: 'Ideas', grid_size: { columns: 4, rows: 3 } });
  await board.make('tables', 720, 1340, 400, 220, {});
  await board.make('anchors', 20, 20, 1280, 680, { anchor_name: 'Start here' });
  await board.make('anchors', 1620, 1060, 700, 480, {
    anchor_name: 'A corner with a name that is much too long for a frame of this size',
  });
  const small = await board.make('notes', 1680, 1180, 300, 300, { text: 'Inside', scale: 0.5, background_color: '#ede9fe' });
  await board.make('notes', 150, 150, 300, 300, {
    text: 'And inside of that',
    parent_id: small.id,
    scale: 0.5,
    background_color: '#fee2e2',
  });
}

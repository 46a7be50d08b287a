/**
 * What canvases of people hold, made in the process that fills one: of ten widgets six notes, two images, one stroke on the canvas and
 * one connector between two neighbours, side by side on a square.
 */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { Annotation } from '../../dist/model/resources/annotation.js';
import { Connector } from '../../dist/model/widgets/connector.js';
import { Image } from '../../dist/model/widgets/image.js';
import { Note } from '../../dist/model/widgets/note.js';
import { rootOf } from '../../dist/model/widgets/shared-canvas.js';
import { createRecord, insertRecord } from '../../dist/model/writing.js';

/** Pixels of the canvas between two widgets. */
export const CELL = 300;
const FILES = 40;
const COLOURS = ['#fff9c4ff', '#c8e6c9ff', '#bbdefbff', '#ffccbcff', '#263238ff'];
const PHRASES = [
  'Ask the users first',
  'Draft of the budget for spring',
  'Who writes to the museum?',
  'Café at nine: bring the sketches',
];
/** About as many nodes as a hand draws in two seconds. */
const NODES = 60;

/** Puts the files of images into a data folder. @returns what records say of them */
export async function putImages(folder) {
  const files = [];
  for (let at = 0; at < FILES; at++) {
    const size = { width: 640, height: 400 + 8 * at };
    const background = { r: (at * 53) % 256, g: (at * 97) % 256, b: (at * 151) % 256 };
    const bytes = await sharp({ create: { ...size, channels: 3, background } })
      .png()
      .toBuffer();
    const hash = createHash('sha256').update(bytes).digest('hex');
    await mkdir(join(folder, 'assets', hash.slice(0, 2)), { recursive: true });
    await writeFile(join(folder, 'assets', hash.slice(0, 2), hash), bytes);
    const file = { bytes: bytes.length, type: 'image/png', extension: 'png', pages: 0, ...size };
    files.push({ hash, original_filename: `${at}.png`, file });
  }
  return files;
}

/** The sides of the square that `count` widgets fill. */
export const sideFor = (count) => Math.ceil(Math.sqrt(count)) * CELL;

/** Makes the widget with this number. @param made ids of the notes so far @returns the id of a note, else undefined */
export function* makeMixed(scope, number, { across, made, files }) {
  const location = { x: (number % across) * CELL + 20, y: Math.floor(number / across) * CELL + 20 };
  const kind = number % 10;
  if ((kind === 4 || kind === 8) && files.length > 0)
    yield* createRecord(Image, { location, size: { width: 240, height: 160 } }, scope, files[number % FILES]);
  else if (kind === 6) yield* stroke(scope, location);
  else if (kind === 9) yield* createRecord(Connector, { src: { id: made.at(-1) }, dst: { id: made.at(-3) } }, scope);
  else made.push(yield* createRecord(Note, noteOf(number, location), scope));
}

function noteOf(number, location) {
  const text = Array.from({ length: 1 + (number % 4) }, (_, at) => PHRASES[(number + at) % PHRASES.length]).join('. ');
  const background_color = COLOURS[number % COLOURS.length];
  return { title: `Note ${number}`, text, location, size: { width: 220, height: 200 }, background_color };
}

function* stroke(scope, { x, y }) {
  const points = Array.from({ length: NODES }, (_, at) => {
    const left = x + 4 * at;
    const top = y + 100 + 30 * Math.sin(at / 5);
    return [left - 1, top, 1, left, top, 1, left + 1, top, 1];
  });
  const id = scope.newId();
  const parent_id = rootOf(scope).id;
  const record = { id, state: 'normal', line_color: '#c0392bff', depth: 1, page: undefined, points: base64Of(points), parent_id };
  yield* insertRecord(Annotation, record, ['line_color', 'points'], scope);
}

const base64Of = (points) => Buffer.from(new Float32Array(points.flat()).buffer).toString('base64');

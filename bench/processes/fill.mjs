/**
 * Makes a data folder with canvases full of notes, faster than over HTTP: through the server's own store and commands,
 * so that what is on the disk is what the server would have written.
 */
import { randomUUID } from 'node:crypto';
import { Note } from '../../dist/model/widgets/note.js';
import { createRecord } from '../../dist/model/writing.js';
import { createAccess } from '../../dist/server/access/authorization/access.js';
import { NOT_NARROWED } from '../../dist/server/access/narrowing.js';
import { createEasel } from '../../dist/server/app.js';
import { createCanvas } from '../../dist/server/canvases/change/create.js';
import { systemClock } from '../../dist/server/clock.js';
import { readSettings } from '../../dist/server/settings.js';
import { answerCalls } from '../lib/calls.mjs';
import { makeMixed, putImages, sideFor } from '../lib/mixed.mjs';

/** Notes of one command, which commits them at once. */
const PORTION = 5000;
/** Pixels of a side of a canvas with notes. */
const SIDE = 100_000;
/** Ids returned for each canvas. */
const TOLD = 100;
const ADMINISTRATOR = 1000;

const texts = {
  latin: 'Café at nine: bring the naïve sketches, the Übersicht and two pens. '.repeat(3),
  other: 'Встреча в девять: принесите эскизы. 会議は九時から、資料を持参してください。'.repeat(3),
};

answerCalls({
  /**
   * @param canvases `[{notes, text, nested, mixed}]`: `text` a name above, `nested`: all in the first note; `mixed`: the number of widgets of
   *   several types (bench/lib/mixed.mjs), with `media: false` notes in place of images. @returns `[{id, notes}]`, some ids
   */
  async fill({ canvases }) {
    const easel = await createEasel({ settings: readSettings(process.env), clock: systemClock, log: silent, fatal });
    const made = [];
    const files = canvases.some(({ mixed, media = true }) => mixed && media) ? await putImages(process.env.EASEL_DATA_DIR) : [];
    for (const canvas of canvases) made.push(await makeCanvas(easel.store, canvas, files));
    await easel.close();
    return made;
  },
});

async function makeCanvas(store, { notes = 0, text = 'latin', nested, mixed = 0, media = true }, files) {
  const id = randomUUID();
  const ids = [];
  const all = notes + mixed;
  const content = { across: Math.ceil(Math.sqrt(mixed)), made: ids, files: media ? files : [] };
  for (let from = 0; from === 0 || from < all; from += PORTION) {
    const count = Math.min(PORTION, all - from);
    await store.submit({
      scopes: ['directory', id],
      fresh: from === 0 ? [id] : [],
      author: { id: ADMINISTRATOR, name: 'Administrator', ip: '' },
      permit: () => undefined,
      *run(tx) {
        const scope = tx.scope(id);
        if (from === 0) makeEntry(tx, store, id, mixed > 0 ? sideFor(mixed) : SIDE);
        for (let at = from; at < from + count; at++) {
          if (mixed > 0) yield* makeMixed(scope, at, content);
          else ids.push(yield* makeNote(scope, at, texts[text], nested ? ids[0] : undefined));
        }
      },
    });
  }
  return { id, notes: ids.slice(0, TOLD) };
}

function makeEntry(tx, store, id, side) {
  const rights = { actor: { id: ADMINISTRATOR, credential: 'permanent', narrowing: NOT_NARROWED }, access: createAccess(store) };
  createCanvas(tx, rights, { id, name: `Bench ${id}`, folder_id: '', size: { width: side, height: side } });
}

function makeNote(scope, number, text, parent_id) {
  // Same length for most notes, so that messages about them have the same length, too
  const location = { x: 10_000 + (number % 250) * 320, y: 10_000 + Math.floor(number / 250) * 100 };
  const title = `Note ${String(number).padStart(6, '0')}`;
  return createRecord(Note, { title, text, location, parent_id }, scope);
}

const silent = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: (fields, text) => console.error(text, fields),
};
const fatal = (cause) => {
  throw cause;
};

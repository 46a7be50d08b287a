import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { messageDescription } from '../kit/display.ts';
import { describedSoFar, useEasel } from '../kit/easel.ts';
import { wholeEvidence } from '../kit/evidence.ts';

/** Runs after all other files (scripts/test.mjs), when the kit has compared every answer and message with the documents. */
const evidence = wholeEvidence();
const tests = join(import.meta.dirname, '..');
/** What these see, others see, too: pages in a browser, and several nodes. */
const besides = ['cluster', 'web'];
const files = readdirSync(tests, { withFileTypes: true })
  .filter((room) => room.isDirectory() && !besides.includes(room.name))
  .flatMap((room) => readdirSync(join(tests, room.name)).map((file) => join(tests, room.name, file)))
  .filter((file) => file.endsWith('.test.ts') && file !== import.meta.filename);
const needed = files.filter((file) => readFileSync(file, 'utf8').match(/\b(start|use)Easel\(/));
const missing = needed.filter((file) => !evidence?.files.has(file));

/** Answers that cannot be provoked through the front door, and why. */
const unprovoked: Readonly<Record<number, string>> = {
  408: 'one reader of bodies for all routes; tested in server/http/bodies.test.ts',
  429: 'one set of bounds for all routes; tested in test/interface/stalled-bodies.slow.test.ts and test/operating/descriptors.slow.test.ts',
  431: 'one reader of request heads for all routes; tested in server/http/bodies/body.test.ts',
  500: 'a fault of the server, of which no test knows one',
  503: 'what the server lacks at the moment is lacking for every route alike',
};
const never: Readonly<Record<string, string>> = {
  'GET /users/{user_id}/marks 404': 'only the user may ask, and a user who is gone is signed out',
  'GET /canvases/{canvas_id}/preview 206': 'a file like the others, drawn only when somebody has asked',
  'GET /canvases/{canvas_id}/preview 416': 'a file like the others, drawn only when somebody has asked',
};

describe.skipIf(missing.length > 0)(`the AsyncAPI document, after ${needed.length} files`, () => {
  it('has no message that no test sent or was sent as it says', () => {
    expect(messageDescription.all.filter((name) => !evidence!.messages.has(name))).toEqual([]);
  });
});

describe.skipIf(missing.length > 0)(`the API document, after ${needed.length} files`, () => {
  useEasel();
  const operations = () => describedSoFar()!.operations;
  const answers = () =>
    operations().flatMap(({ name, statuses }) => statuses.map((status) => ({ key: `${name} ${status}`, status })));
  const unseen = () => answers().filter(({ key }) => !evidence!.answers.has(key) && !(key in never));

  it('has no operation that no test had an answer of', () => {
    expect(
      unseen()
        .filter(({ status }) => status === 200)
        .map(({ key }) => key),
    ).toEqual([]);
  });

  it('has no refusal that no test was given', () => {
    expect(
      unseen()
        .filter(({ status }) => status !== 200 && !(status in unprovoked))
        .map(({ key }) => key),
    ).toEqual([]);
  });

  it('has no stream of which no test saw a message', () => {
    const silent = operations().filter(({ name, subscribable }) => subscribable && !evidence!.streams.has(name));
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it('excuses nothing that it does not have', () => {
    expect(Object.keys(never).filter((excused) => !answers().some(({ key }) => key === excused))).toEqual([]);
  });
});

it.skipIf(missing.length === 0)(
  `is complete (not asked: without ${missing.slice(0, 3).join(', ')}${missing.length > 3 ? ' and others' : ''})`,
  () => {},
);

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../model/json-schema.ts';
import { bodyLimitsOf, LARGEST_BODY } from '../../server/http/routing/body-limits.ts';
import type { Answer, Caller } from '../kit/client.ts';
import { startEasel } from '../kit/easel.ts';
import { gauges, LONGEST_TURN, measured } from '../kit/measured.ts';
import { runs } from '../kit/runs.ts';
import { type ServerProcess, TestFolder } from '../kit/server-process.ts';
import { RED } from '../kit/strokes.ts';

/** For a busy machine. */
const patience = { timeout: 300_000 };

const mebibyte = 2 ** 20;

let folder: TestFolder;
let server: ServerProcess;
let admin: Caller;
let canvas: string;
beforeAll(async () => {
  folder = new TestFolder();
  // Room for more than a dozen of the largest bodies at the same time
  server = await folder.start(measured({}, { EASEL_BODY_MEMORY_BYTES: String(400 * mebibyte) }));
  admin = await server.admin();
  canvas = `/canvases/${(await admin.post('/canvases')).body.id}`;
}, 30_000);
afterAll(() => folder.remove());

const many = (one: string, bytes: number): string =>
  Array(Math.floor(bytes / (one.length + 1)))
    .fill(one)
    .join(',');
const distinct = (count: number, one: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => one(at)).join(',');

/** Sends it, and bounds how long the server was at work in one turn. */
async function sendShortly(what: string, path: string, body: string): Promise<Answer> {
  const bytes = Buffer.from(body);
  await gauges(server);
  const answer = await admin.post(path, bytes);
  const { longestWork } = await gauges(server);
  const size = `${(bytes.length / mebibyte).toFixed(1)} MiB`;
  console.log(`${what}, ${size}: ${answer.status}, longest turn ${longestWork.toFixed(0)} ms of work`);
  expect(longestWork, `${what} keeps others waiting`).toBeLessThan(LONGEST_TURN);
  return answer;
}

describe('a large body keeps nobody waiting', patience, () => {
  const whole = LARGEST_BODY - 1000;
  const shapes: [string, string, number][] = [
    ['numbers', `{"a":[${many('1', whole)}]}`, 400],
    ['empty arrays', `{"a":[${many('[]', whole)}]}`, 400],
    ['empty objects', `{"a":[${many('{}', whole)}]}`, 400],
    ['texts', `{"a":[${many('""', whole)}]}`, 400],
    ['keys', `{${distinct(600_000, (at) => `"key number ${at}":${at}`)}}`, 400],
    ['objects with a key each', `{"a":[${distinct(600_000, (at) => `{"key number ${at}":1}`)}]}`, 400],
    ['one key again and again', `{${many('"a":1', whole)}}`, 400],
    ['the key __proto__ again and again', `{${many('"__proto__":1', whole)}}`, 400],
    ['brackets', `{"a":${'['.repeat(whole)}`, 400],
    ['the start of numbers', `{"a":[${many('1', whole)},`, 400],
    ['a text of two-byte letters', `{"a":"${'ä'.repeat(whole / 2)}"}`, 200],
    ['a text of escapes', `{"a":"${'\\u00e4'.repeat(whole / 6)}"}`, 200],
    ['a long key of escapes', `{"${'\\n'.repeat(whole / 2)}":1}`, 400],
    ['a number of very many digits', `{"a":${'1'.repeat(whole)}}`, 200],
    ['a fraction of very many digits', `{"a":0.${'3'.repeat(whole)}}`, 200],
    ['numbers of 800 digits', `{"a":[${many(`1.${'3'.repeat(800)}e-300`, whole)}]}`, 400],
    ['numbers of 900 digits', `{"a":[${many(`1.${'3'.repeat(900)}e-300`, whole)}]}`, 200],
    ['white space', `{"a":1${' '.repeat(whole)}}`, 200],
    ['the most elements and keys', `{"a":[${distinct(19_000, (at) => `{"key ${at}":1}`)}]}`, 200],
    ['the prototype in every element', `{"a":[${many('{"__proto__":{}}', 9000 * 17)}]}`, 200],
  ];

  test.each(shapes)('of %s', async (what, body, status) => {
    expect((await sendShortly(what, `${canvas}/notes`, body)).status).toBe(status);
  });

  const paths = ['/users/login', '/canvases', '/groups', '/users/1000/access-tokens'];

  // Each shape to each of them only in a long run, because one code reads the bodies of all
  test.each(paths.map((path, at) => [path, at] as const))('sent to %s', async (path, nth) => {
    const sent = shapes.slice(0, 10).filter((_, at) => at % runs(paths.length, 1) === nth % runs(paths.length, 1));
    for (const [what, body] of sent) {
      expect((await sendShortly(`${what} to ${path}`, path, body)).status).toBeOneOf([400, 413]);
    }
  });
});

describe('many large bodies at the same time keep nobody waiting', patience, () => {
  const size = LARGEST_BODY - 1000;

  test.each<[string, Buffer, number]>([
    ['that are no JSON', Buffer.from(`{"a":"${'\\u00e4'.repeat(size / 6)}",}`), 400],
    ['that are no UTF-8', Buffer.concat([Buffer.from(`{"a":"${'x'.repeat(size)}`), Buffer.from([0xff, 0x22, 0x7d])]), 400],
    ['with a text that is too long', Buffer.from(`{"text":"${'\\u00e4'.repeat(size / 6)}"}`), 400],
    ['that are taken', Buffer.from(`{"a":"${'\\u00e4'.repeat(size / 6)}"}`), 200],
  ])('%s', async (what, bytes, status) => {
    await gauges(server);
    const answers = await Promise.all(Array.from({ length: 20 }, () => admin.post(`${canvas}/notes`, bytes)));
    const { longestWork } = await gauges(server);
    console.log(`20 bodies ${what}: longest turn ${longestWork.toFixed(0)} ms of work`);
    // The last ones find no room
    for (const answer of answers) expect(answer.status).toBeOneOf([status, 429]);
    expect(longestWork).toBeLessThan(LONGEST_TURN);
  });
});

describe('a stroke', patience, () => {
  const annotations = () => `${canvas}/shared-canvas/annotations`;
  const stroke = (points: string, before = ''): string => `{${before}"line_color":"${RED}","points":${points}}`;
  const node = '[0.12,1.34,0,1234,22.5,0,3.25,4.75,3333]';
  const most = 349_525;
  const all = Buffer.alloc(36 * (most - 5), Buffer.from(Float32Array.from([1, 0.5, -2]).buffer)).toString('base64');

  test('of the most nodes in JSON keeps nobody waiting', async () => {
    const answer = await sendShortly('nodes in JSON', annotations(), stroke(`[${Array(most).fill(node).join(',')}]`));
    const floats = Float32Array.from(JSON.parse(node));
    const one = Buffer.from(floats.buffer).toString('base64');
    expect([answer.status, answer.body.points === one.repeat(most)]).toEqual([200, true]);
  });

  // Writing it into its record takes one turn, however it was read
  test('of the most nodes in base64 keeps nobody waiting for long', async () => {
    const answer = await sendShortly('nodes in base64', annotations(), stroke(JSON.stringify(all)));
    expect([answer.status, answer.body.points === all]).toEqual([200, true]);
  });

  const first = (points: string, many = node): string => `[${points},${Array(20_000).fill(many).join(',')}]`;
  test.each([
    [
      'a node too many',
      `[${Array(most + 1)
        .fill('[0,0,0,0,0,0,0,0,0]')
        .join(',')}]`,
      'points must have at most 349525 nodes',
    ],
    ['a short node', first('[1,2,3]'), 'points[0] must be an array of 9 numbers'],
    ['a word in a node', first('[1,2,3,4,5,6,7,8,"9"]'), 'points[0][8] must be a number'],
    ['a number too large', first('[1,2,3,4,5,6,7,1e39,9]'), 'points[0][7] must be a finite 32-bit float'],
    ['an object', first('{"__proto__":1}'), 'points[0] must be an array of 9 numbers'],
    ['numbers that are no nodes', `[${many('1', 100_000)}]`, 'points[0] must be an array of 9 numbers'],
    ['a comma too many', `[${Array(20_000).fill(node).join(',')},]`, 'Invalid JSON: a long array in it cannot be read'],
    ['one node of very many numbers', `[[${many('1', 8 * mebibyte)}]]`, 'points has an element that is too long'],
    [
      'more numbers than nodes have',
      `[${many('[[],[],[],[],[],[],[],[],[],[],[],[]]', 15 * mebibyte)}]`,
      'Request body has more than 3495260 array elements',
    ],
    ['base64 that is none', JSON.stringify(`${all.slice(0, -1)}-`), 'points is not base64'],
    ['base64 of no whole nodes', JSON.stringify(`${all.slice(0, -4)}`), 'points must hold 36 bytes for each node'],
    [
      'base64 of what is no number',
      JSON.stringify(`${all.slice(0, -48)}${Buffer.alloc(36, 0xff).toString('base64')}`),
      `points[${most - 6}][0] must be a finite 32-bit float`,
    ],
  ])('with %s is refused, and nothing is written', async (what, points, msg) => {
    const before = (await admin.get(annotations())).bytes;
    const answer = await sendShortly(what, annotations(), stroke(points));
    expect([answer.status, answer.body]).toEqual([400, { msg }]);
    expect((await admin.get(annotations())).bytes.equals(before)).toBe(true);
  });

  test('that is not there, or on a widget that is not, is 404 whatever is sent', async () => {
    const bodies = [stroke(first('[1]')), '{"points":', stroke(JSON.stringify(all.slice(1)))];
    const nobody = '00000000-0000-4000-8000-000000000000';
    for (const body of bodies) {
      const path = `${canvas}/notes/${nobody}/annotations`;
      expect((await admin.post(path, body)).body).toEqual({ msg: `Note ${nobody} not found` });
      expect((await admin.patch(`${annotations()}/${nobody}`, body)).body).toEqual({ msg: `Annotation ${nobody} not found` });
    }
  });

  test('is changed by points in pieces as by others', async () => {
    const { body: made } = await admin.post(annotations(), stroke('[]'));
    const path = `${annotations()}/${made.id}`;
    const changed = await admin.patch(path, `{"points":[${Array(5000).fill(node).join(',')}]}`);
    expect([changed.status, (await admin.get(`${path}?points=json`)).body.points.length]).toEqual([200, 5000]);
  });
});

test('every body that the API document describes fits the limits of its route', async () => {
  const easel = await startEasel();
  const largest = (schema: unknown, key: 'maxLength' | 'maxItems'): number => {
    if (typeof schema !== 'object' || schema === null) return 0;
    const own = (schema as Record<string, unknown>)[key];
    const inside = Object.values(schema).map((one) => largest(one, key));
    return Math.max(typeof own === 'number' ? own : 0, ...inside);
  };
  for (const route of easel.server.routes) {
    const limits = bodyLimitsOf(route);
    for (const schema of [route.body, route.multipart].filter((one): one is JsonSchema => one !== undefined)) {
      const place = `${route.method} ${route.path}`;
      // Twelve bytes are two escapes, the longest way to write a character
      const letters = Math.min(LARGEST_BODY, 12 * largest(schema, 'maxLength'));
      const elements = largest(schema, 'maxItems');
      expect([place, letters <= limits.bytes, elements <= (limits.long?.elements ?? limits.elements)]).toEqual([
        place,
        true,
        true,
      ]);
    }
  }
  await easel.close();
});

import { beforeAll, describe, expect, test } from 'vitest';
import { useEasel } from '../kit/easel.ts';
import { form } from '../kit/files.ts';
import { refused } from '../kit/places.ts';
import { svg } from '../kit/samples.ts';

/** Texts of refusals must help the person who has to act on them. */
const easel = useEasel();
let canvas: string;
beforeAll(async () => {
  canvas = await easel.canvas();
});

const multipart = { 'content-type': 'multipart/form-data; boundary=easel-part' };
const post = (path: string, body: unknown, headers = {}) => refused(easel, () => easel.admin.post(path, body, headers));

describe('Invalid JSON', () => {
  test.each<[string, string | Buffer]>([
    ['line 1, column 7: expected "," or "}", found "\\""', '{"a":1"b":2}'],
    ['line 3, column 1: expected a name in double quotes, found "}"', '{\n  "text": "x",\n}'],
    ['line 1, column 1: expected an object, found "t"', 'text=hello'],
    ['line 1, column 15: expected the closing quote of a text, found the end', '{"text":"hello'],
    ['it must be an object, not an array', '[{"text":"x"}]'],
    ['it must be an object, not a string', '"text"'],
    ['at most 64 objects and arrays may be inside one another', `{"a":${'['.repeat(64)}${']'.repeat(64)}}`],
    ['it is not UTF-8 from byte 10 on', Buffer.from('{"text":"\xe4"}', 'latin1')],
  ])('says where and what: %s', async (fault, body) => {
    for (const path of [`${canvas}/notes`, '/canvases', '/canvas-folders', `${canvas}/permissions`]) {
      expect(await post(path, body)).toBe(`400 Invalid JSON: ${fault}`);
    }
  });

  test('says that a form is not JSON, or taken for a clone only, and which part of a form is not JSON', async () => {
    const [body] = form({ json: { text: 'x' } });
    expect(await post('/canvases', body, multipart)).toBe(
      '400 Invalid JSON: the body is multipart/form-data, and this endpoint takes JSON only',
    );
    expect(await post(`${canvas}/notes`, body, multipart)).toBe(
      '400 Invalid JSON: the body is multipart/form-data, which is taken here for a clone only',
    );
    const [wrong] = form({ json: '{"title":', data: svg() });
    for (const path of ['images', 'uploads-folder', 'background']) {
      expect(await post(`${canvas}/${path}`, wrong, multipart)).toBe(
        '400 Invalid JSON in part json: line 1, column 10: expected a value, found the end',
      );
    }
  });
});

test('a form without its file says that it is empty, or which part must have it', async () => {
  const [named] = form({ data: svg() });
  const elsewhere = Buffer.from(named.toString('latin1').replace('name="data"', 'name="file"'), 'latin1');
  for (const path of ['images', 'uploads-folder', 'background']) {
    const said = async (body: Buffer): Promise<string> => post(`${canvas}/${path}`, body, multipart);
    expect(await said(elsewhere)).toBe('400 Missing data part: the file must be in a part named data, not "file"');
    expect(await said(form({ data: Buffer.alloc(0) })[0])).toBe('400 Missing data part: the file in it is empty');
    expect(await said(form({ json: {} })[0])).toBe('400 Missing data part: send the file in a part named data');
  }
});

test('a path without the version says so, and only where that is what is missing', async () => {
  const said = async (path: string): Promise<string> => {
    const response = await fetch(`${easel.url}${path}`);
    return `${response.status} ${((await response.json()) as { msg: string }).msg}`;
  };
  expect(await said('/api/canvases')).toBe('404 Unknown object type canvases: every path begins with /api/v1');
  expect(await said('/api/users/login')).toBe('404 Unknown object type users: every path begins with /api/v1');
  expect(await said('/api/v1/things')).toBe('404 Unknown object type things');
  expect(await said('/api/v2/canvases')).toBe('404 Unknown object type v2');
});

test('a colour, a name and a closed list say what they take', async () => {
  expect(await post(`${canvas}/notes`, { background_color: 'yellow' })).toBe(
    '400 Invalid color yellow: background_color must be #RRGGBB or #RRGGBBAA',
  );
  expect(await post('/canvases', { name: 'x'.repeat(256) })).toBe('400 name is too long: at most 255 characters');
  expect(await refused(easel, () => easel.admin.patch(`${canvas}/background`, { type: 'stars' }))).toBe(
    '400 Invalid background type stars: it must be solid_color, haze or image',
  );
  expect(await refused(easel, () => easel.admin.get('/mipmaps/x'))).toBe(
    '404 Canvas (the header canvas-id is missing) not found',
  );
});

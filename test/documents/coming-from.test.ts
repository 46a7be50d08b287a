import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { regionOf, viewOf } from '../../client/view-rectangle.ts';
import { connectDisplay } from '../kit/display.ts';
import { useEasel } from '../kit/easel.ts';
import { postFile } from '../kit/files.ts';
import { svg } from '../kit/samples.ts';
import { pageOf, root } from '../kit/typed.ts';

const easel = useEasel({ people: ['ann', 'ben'] });
const { ann, ben } = easel.people;
const file = 'docs/coming-from-mt-canvus.md';
const page = pageOf(file);

/** The first cells of the rows of a table below this heading. */
const rowsBelow = (heading: string): string[] =>
  page
    .split(`\n## ${heading}\n`)[1]!
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2).split(' | ')[0]!)
    .filter((cell) => cell !== 'What' && cell !== '|');

/** What each row of the differences says, asked of a server. */
const differences: Readonly<Record<string, () => Promise<void>>> = {
  '`view_rectangle` of a workspace': async () => {
    const size = { width: 1600, height: 900 };
    const region = { x: 2000, y: 1000, width: 3200, height: 1800 };
    const wall = await connectDisplay(easel, ann.token);
    const shown = (await easel.admin.get('/clients')).body[0];
    const { body } = await easel.admin.get(`/clients/${shown.id}/workspaces/0`);
    // The whole workspace, in pixels of the screen, before anybody moves it
    expect(body.view_rectangle).toEqual({ x: 0, y: 0, width: body.size.width, height: body.size.height });
    expect(regionOf(viewOf(region, size), size)).toEqual(region);
    expect(viewOf(region, size)).toEqual({ x: -1000, y: -500, width: 800, height: 450 });
    await wall.leave();
  },
  '`depth: 0` on create': async () => {
    const canvas = await easel.canvas(ann);
    expect((await ann.post(`${canvas}/notes`, { depth: 0 })).status).toBe(400);
    expect((await ann.post(`${canvas}/notes`, {})).body.depth).toBe(1);
  },
  'Writes with view rights only': async () => {
    const canvas = await easel.canvas(ann);
    await ann.post(`${canvas}/permissions`, { users: [{ id: ben.id, permission: 'view' }] });
    expect((await easel.unchanged(() => ben.post(`${canvas}/notes`, {}))).status).toBe(403);
  },
  Sizes: async () => {
    const canvas = await easel.canvas(ann);
    const upload = async (size?: object) => {
      const { bytes } = await postFile(easel, ann, `${canvas}/images`, svg(200, 100), 'a.svg', size && { size });
      return JSON.parse(bytes.toString());
    };
    expect((await upload({ width: 80, height: 80 })).size).toEqual({ width: 80, height: 80 });
    const { id, size } = await upload();
    expect(size).toEqual({ width: 200, height: 100 });
    const { body } = await ann.patch(`${canvas}/images/${id}`, { size: { width: 80, height: 80 } });
    expect(body.size).toEqual({ width: 80, height: 40 });
  },
  '`text_color` of a note': async () => {
    const canvas = await easel.canvas(ann);
    const { body: note } = await ann.post(`${canvas}/notes`, {});
    const path = `${canvas}/notes/${note.id}`;
    expect(note.auto_text_color).toBe(true);
    expect((await ann.patch(path, { text_color: '#00ff00ff' })).status).toBe(409);
    expect((await ann.patch(path, { text_color: note.text_color })).status).toBe(200);
    expect((await ann.patch(path, { text_color: '#00ff00ff', auto_text_color: false })).status).toBe(200);
  },
  '`hash` of a file': async () => {
    const canvas = await easel.canvas(ann);
    const { bytes } = await postFile(easel, ann, `${canvas}/images`, svg(), 'a.svg');
    expect(JSON.parse(bytes.toString()).hash).toMatch(/^[0-9a-f]{64}$/);
  },
  'Form of list streams': async () => {
    const canvas = await easel.canvas(ann);
    for (const text of ['one', 'two']) await ann.post(`${canvas}/notes`, { text });
    const lengths: number[] = [];
    for (const query of ['?subscribe', '?subscribe&changes=1', '?subscribe&changes=0']) {
      const stream = await ann.watch(`${canvas}/notes${query}`);
      await stream.next();
      await ann.post(`${canvas}/notes`, { text: query });
      lengths.push((await stream.next()).length);
      stream.close();
    }
    expect(lengths).toEqual([1, 1, 5]);
  },
  'First access without a token': async () => {
    const canvas = await easel.canvas(ann);
    expect((await easel.anonymous.get(`${canvas}/notes`)).status).toBe(401);
    await ann.post(`${canvas}/permissions`, { link_permission: 'edit' });
    expect((await easel.anonymous.get(`${canvas}/notes`)).status).toBe(200);
    for (const list of ['anchors', 'connectors', 'shared-canvas/annotations']) {
      expect([list, (await easel.anonymous.get(`${canvas}/${list}`)).status]).toEqual([list, 401]);
    }
    expect((await easel.unchanged(() => easel.anonymous.post(`${canvas}/notes`, {}))).status).toBe(401);
  },
  Passwords: async () => {
    expect((await easel.admin.post('/users', { name: 'p', email: 'p@corp.example', password: 'short12' })).status).toBe(400);
    const choose = (new_password: string) =>
      ben.post(`/users/${ben.id}/password`, { current_password: ben.password, new_password });
    expect([(await choose('short12')).status, (await choose('password')).status]).toEqual([400, 400]);
    const wrong = { email: ben.email, password: 'not this one' };
    for (let at = 0; at < 10; at++) await easel.anonymous.post('/users/login', wrong);
    const { status, headers } = await easel.anonymous.post('/users/login', wrong);
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
  },
  '`GET /license` and 402': async () => {
    expect((await easel.admin.get('/license')).body).toMatchObject({ is_valid: true });
  },
  '`POST /license/activate`': async () => {
    expect((await easel.admin.post('/license/activate', { key: 'any' })).status).toBe(501);
  },
  'Native clients': async () => {
    expect((await connectDisplay(easel, ann.token)).welcome.protocol).toBe(1);
  },
  'Canvases and files of the other server': async () => {
    const from = await easel.canvas(ann);
    const to = await easel.canvas(ann);
    const outer = (await ann.post(`${from}/notes`, { title: 'outer' })).body;
    const inner = (await ann.post(`${from}/notes`, { title: 'inner', parent_id: outer.id })).body;
    await ann.post(`${from}/connectors`, { src: { id: outer.id }, dst: { id: inner.id } });
    const ids = new Map<string, string>();
    for (const note of [outer, inner]) {
      const { body } = await ann.post(`${to}/notes`, { ...note, parent_id: ids.get(note.parent_id) ?? note.parent_id });
      ids.set(note.id, body.id);
    }
    for (const line of (await ann.get(`${from}/connectors`)).body) {
      const ends = { src: { ...line.src, id: ids.get(line.src.id) }, dst: { ...line.dst, id: ids.get(line.dst.id) } };
      expect((await ann.post(`${to}/connectors`, { ...line, ...ends })).status).toBe(200);
    }
    const [, copy] = (await ann.get(`${to}/notes`)).body;
    expect(copy).toMatchObject({ title: 'inner', parent_id: ids.get(outer.id), location: inner.location, size: inner.size });
  },
};

describe(file, () => {
  test('tells of each difference that is tested here, and of no other', () => {
    expect(rowsBelow('Different').toSorted()).toEqual(Object.keys(differences).toSorted());
  });

  for (const [row, holds] of Object.entries(differences)) test(`is right about: ${row}`, holds);

  test('is right that a widget can be sent back as it was read', async () => {
    const canvas = await easel.canvas(ann);
    const { body: note } = await ann.post(`${canvas}/notes`, { text: 'read' });
    const path = `${canvas}/notes/${note.id}`;
    expect(await ann.patch(path, note)).toMatchObject({ status: 200, body: note });
    expect(await ann.post(`${canvas}/notes`, note)).toMatchObject({ status: 200, body: { text: 'read' } });
  });

  test('has links that lead somewhere, and is linked from the README and from the first program', () => {
    // Their anchors are looked at by `npm run check`
    const links = [...page.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, to]) => join('docs', to!));
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(pageOf('README.md')).toContain(`(${file})`);
    expect(pageOf('docs/first-program.md')).toContain('(coming-from-mt-canvus.md)');
  });
});

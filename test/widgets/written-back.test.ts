import { beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../access/needs.ts';
import { makeBoard } from '../kit/board.ts';
import { connectWall, showing } from '../kit/display.ts';
import { type Answer, useEasel } from '../kit/easel.ts';
import { form } from '../kit/files.ts';
import { makeFolder } from '../kit/places.ts';
import { mp4, pdf, svg } from '../kit/samples.ts';

/** Programs read an object, change a value, and send all of it: that must not be harder than to send the one value. */
const easel = useEasel({ people: ['ann'] });
const { ann } = easel.people;

/** The objects at the beginnings of paths, by their parameters. What lies below is found by its lists. */
let known: Readonly<Record<string, string | number>>;
beforeAll(async () => {
  const [, canvas] = (await makeBoard(easel, { type: 'color', color: '#223344ff' })).split('/canvases/');
  const { welcome } = await connectWall(easel, easel.admin.token, showing([canvas!]));
  const group = ok(await easel.admin.post('/groups', { name: 'Writers' }));
  const token = { name: 'robot', scopes: ['read'], expires_at: '2030-01-01T00:00:00Z' };
  ok(await easel.admin.post(`/users/${ann.id}/access-tokens`, token));
  const folder_id = (await makeFolder(easel.admin)).id;
  known = { canvas_id: canvas!, folder_id, user_id: ann.id, group_id: group.id, client_id: welcome.client_id };
  for (const path of pathsOf('POST').filter((one) => one.endsWith('/annotations'))) {
    ok(await easel.admin.post((await expanded(path))[0]!, stroke));
  }
}, 60_000);

const stroke = { line_color: '#aa0000ff', points: [[0, 0, 0, 5, 5, 0, 9, 9, 0]] };
const ok = ({ status, text, body }: Answer) => {
  expect([status, text]).toEqual([200, text]);
  return body;
};

const pathsOf = (method: string): string[] =>
  Object.keys(needs)
    .filter((route) => route.startsWith(`${method} `))
    .map((route) => route.slice(method.length + 1));
const readable = new Set(pathsOf('GET'));
/** Only what can be read can be written back; to copy and to move are commands. */
const written = (method: string): string[] => pathsOf(method).filter((path) => readable.has(path));
const items = written('PATCH');
const lists = written('POST').filter((path) => items.some((item) => item.startsWith(`${path}/:`)));
const wholes = written('POST').filter((path) => /permissions$/.test(path));

/** The paths of all objects that a pattern is for. */
async function expanded(pattern: string): Promise<string[]> {
  let paths = [''];
  for (const segment of pattern.split('/').slice(1)) {
    const param = segment.startsWith(':') ? segment.slice(1) : undefined;
    if (param === undefined) paths = paths.map((path) => `${path}/${segment}`);
    else if (known[param] !== undefined) paths = paths.map((path) => `${path}/${known[param]}`);
    else paths = (await Promise.all(paths.map(below))).flat();
  }
  return paths;
}
const below = async (list: string): Promise<string[]> =>
  ok(await easel.admin.get(list)).map(({ id, index }: Shown) => `${list}/${id ?? index}`);

/** The cells of a table and the root of a canvas are written by no route. */
const isWritable = ({ widget_type }: Shown): boolean => widget_type !== 'TableCell' && widget_type !== 'SharedCanvas';

interface Shown extends Record<string, unknown> {
  readonly id?: string;
  readonly index?: number;
}
/** What no two of a kind have in common. */
const ofItsOwn: Readonly<Record<string, object>> = { '/users': { email: 'other@corp.example' }, '/groups': { name: 'Readers' } };
const files: Readonly<Record<string, [Buffer, string]>> = {
  images: [svg(600, 400), 'hills.svg'],
  pdfs: [pdf(), 'report.pdf'],
  videos: [mp4(640, 360), 'tour.mp4'],
};

describe('what was read is written back', () => {
  it.each(items)('PATCH %s changes nothing', async (pattern) => {
    const paths = await expanded(pattern);
    expect(paths).not.toEqual([]);
    for (const path of paths) {
      const read: Shown = ok(await easel.admin.get(path));
      if (!isWritable(read)) continue;
      const { status, text, body } = await easel.unchanged(() => easel.admin.patch(path, read));
      expect([path, status, text]).toEqual([path, 200, text]);
      expect(body).toEqual(read);
    }
  });

  it.each(lists)('POST %s makes another one like it', async (pattern) => {
    const [list] = await expanded(pattern);
    const param = items.find((item) => item.startsWith(`${pattern}/:`))!.slice(pattern.length + 2);
    const all: Shown[] = ok(await easel.admin.get(list!));
    const mine = all.filter((one) => isWritable(one) && (known[param] === undefined || one.id === known[param]));
    expect(mine).not.toEqual([]);
    for (const read of mine) {
      const file = files[pattern.split('/').at(-1)!];
      const json = { ...read, ...ofItsOwn[pattern] };
      const made = ok(
        await (file
          ? easel.admin.post(list!, ...form({ data: file[0], filename: file[1], json }))
          : easel.admin.post(list!, json)),
      );
      expect(made.id).not.toBe(read.id);
      expect(made).toMatchObject(kept(json));
    }
  });

  it.each(wholes)('POST %s changes nothing', async (pattern) => {
    const [path] = await expanded(pattern);
    const read = ok(await easel.admin.get(path!));
    expect(ok(await easel.unchanged(() => easel.admin.post(path!, read)))).toEqual(read);
  });
});

/** What the server gives to each object anew, and where it finds the file or the place again. */
const given =
  /^(id|hash|.*_at|.*_by|last_.*|asset_size|host_id|content_id|playback_.*|playing_since|original_filename|depth|column_widths|row_heights|uploaded)$/;
const kept = (read: Shown): Shown => Object.fromEntries(Object.entries(read).filter(([key]) => !given.test(key)));

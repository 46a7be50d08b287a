import { describe, expect, test } from 'vitest';
import { initialValues } from '../../model/field.ts';
import { IpVideo } from '../../model/widgets/ip-video.ts';
import { RdpConnection } from '../../model/widgets/rdp-connection.ts';
import { Versions } from '../../server/store/memory/versions.ts';
import { type Easel, type Person, startEasel, useEasel } from '../kit/easel.ts';
import { getFile, postFile } from '../kit/files.ts';
import { NOWHERE } from '../kit/places.ts';
import { svg } from '../kit/samples.ts';

/** What existing programs send and expect; most of it was found only by running them. */
const easel = useEasel({ people: ['ann'] });
const { ann } = easel.people;

describe('a program that acts on every element of every message', () => {
  /** Draws a line to each note in each message, as a program does that acts on every element. */
  const linesFor = async (server: Easel, who: Person): Promise<number> => {
    const canvas = await server.canvas(who);
    const stream = await who.watch(`${canvas}/notes`);
    await stream.next();
    let acted = 0;
    for (let at = 0; at < 4; at++) {
      await who.post(`${canvas}/notes`, { text: `note ${at}` });
      acted += (await stream.next()).length;
    }
    return acted;
  };

  test('acts once for each note', async () => expect(await linesFor(easel, ann)).toBe(4));

  test('acts again on all of them when the server is set to whole lists', async () => {
    const whole = await startEasel({ env: { EASEL_STREAM_LIST_MODE: 'full' } });
    expect(await linesFor(whole, whole.admin)).toBe(1 + 2 + 3 + 4);
    await whole.close();
  });
});

describe('an importer', () => {
  const places = ['notes', 'browsers', 'anchors', 'video-inputs'];

  test.each(places)('creates %s with the parent of the canvas that it exported, and they stand on the root', async (path) => {
    const from = await easel.canvas(ann);
    const to = await easel.canvas(ann);
    const outer = (await ann.post(`${from}/notes`, {})).body;
    const { text_color: _, ...inner } = (await ann.post(`${from}/${path}`, { parent_id: outer.id, source: 'camera' })).body;
    expect(inner.parent_id).toBe(outer.id);
    const root = (await ann.get(`${to}/widgets`)).body[0].id;
    for (const parent_id of [outer.id, outer.id.toUpperCase(), outer.parent_id, NOWHERE]) {
      const { status, body } = await ann.post(`${to}/${path}`, { ...inner, parent_id });
      expect([status, body.parent_id]).toEqual([200, root]);
    }
    const file = await postFile(easel, ann, `${to}/images`, svg(), 'a.svg', { parent_id: outer.id });
    expect(JSON.parse(file.bytes.toString()).parent_id).toBe(root);
  });

  test('is refused a parent that is not a UUID, or that exists here but cannot be a parent, and any foreign one in a PATCH', async () => {
    const canvas = await easel.canvas(ann);
    const note = (await ann.post(`${canvas}/notes`, {})).body;
    const line = (await ann.post(`${canvas}/connectors`, { src: { id: note.id }, dst: { id: note.id } })).body;
    const stroke = (await ann.post(`${canvas}/notes/${note.id}/annotations`, { line_color: '#000000' })).body;
    const refused = async (parent_id: string, send: typeof ann.post, path: string): Promise<void> => {
      const answer = await easel.unchanged(() => send.call(ann, path, { parent_id }));
      const msg = `parent_id ${parent_id} is not a widget of this canvas that can be a parent`;
      expect([answer.status, answer.body]).toEqual([400, { msg }]);
    };
    for (const parent_id of ['nobody', line.id, stroke.id]) await refused(parent_id, ann.post, `${canvas}/notes`);
    await refused(NOWHERE, ann.patch, `${canvas}/notes/${note.id}`);
  });
});

describe('programs that know other spellings', () => {
  test('read both of hosts, contents and connections', async () => {
    const canvas = await easel.canvas(ann);
    const hosts = { host_id: '', 'host-id': '' };
    const rdp = (await ann.post(`${canvas}/rdp-connections`, { 'connection-name': '10.20.0.5' })).body;
    expect(rdp).toMatchObject({ ...hosts, content_id: '', 'content-id': '' });
    expect(rdp).toMatchObject({ connection_name: '10.20.0.5', 'connection-name': '10.20.0.5' });
    const renamed = (await ann.patch(`${canvas}/rdp-connections/${rdp.id}`, { connection_name: 'box' })).body;
    expect(renamed).toEqual({ ...rdp, connection_name: 'box', 'connection-name': 'box' });
    const video = (await ann.post(`${canvas}/ip-videos`, { source: 'rtsp://door' })).body;
    expect(video).toMatchObject(hosts);
    expect((await ann.get(`${canvas}/widgets`)).body).toEqual(expect.arrayContaining([renamed, video]));
  });

  test.each([
    [RdpConnection, { connection_name: 'box' }, { 'connection-name': 'box', 'host-id': '', 'content-id': '' }],
    [IpVideo, { source: 'rtsp://door' }, { 'host-id': '' }],
  ] as const)('read both of a %o that was stored before', (kind, stored, mirrored) => {
    const shown = JSON.stringify({ ...initialValues(kind.fields), ...stored, id: NOWHERE });
    const row = { key: NOWHERE, kind: kind.name, ordinal: 1, shown, hidden: null, version: 1 };
    expect(JSON.parse(new Versions().ofRow(kind, row).shown)).toEqual({ ...JSON.parse(shown), ...mirrored });
  });
});

test('an SDK copies a canvas by a name alone', async () => {
  const folder = (await ann.post('/canvas-folders', {})).body.id;
  const source = (await ann.post('/canvases', { name: 'plan', folder_id: folder })).body;
  const { status, body } = await ann.post(`/canvases/${source.id}/copy`, { name: 'plan of today' });
  expect([status, body.name, body.folder_id]).toEqual([200, 'plan of today', folder]);
});

test.each([
  ['a%22b%22.svg', 'a"b".svg', 'a_b_.svg'],
  ['line%0D%0Abreak.svg', 'line\r\nbreak.svg', 'line__break.svg'],
  ['100%25 %2F %0d %20.svg', '100%25 %2F %0d %20.svg', '100%25 %2F %0d %20.svg'],
])('a browser sends the file name %s and means %j', async (sent, meant, offered) => {
  const canvas = await easel.canvas(ann);
  const made = JSON.parse((await postFile(easel, ann, `${canvas}/images`, svg(), sent)).bytes.toString());
  expect(made.original_filename).toBe(meant);
  const { headers } = await getFile(easel, ann, `${canvas}/images/${made.id}/download`);
  expect(headers.get('content-disposition')).toContain(`attachment; filename="${offered}"`);
});

test('a program that asks for a sign-up that is off is told so', async () => {
  const { status, body } = await easel.unchanged(() => easel.anonymous.post('/users/register', { email: 'x@corp.example' }));
  expect([status, body]).toEqual([403, { msg: 'Sign-up using a password is not enabled' }]);
});

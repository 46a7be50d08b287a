import { describe, expect, test } from 'vitest';
import type { OtherPresence } from '../../client/index.ts';
import { exampleIds } from '../../model/example-ids.ts';
import type { Answer } from '../kit/client.ts';
import { connectDisplay, type DisplayPeer, showing } from '../kit/display.ts';
import { useEasel } from '../kit/easel.ts';
import { B64, base64, NODES } from '../kit/strokes.ts';

// Heartbeats so rare that no test misses one
const easel = useEasel({ people: ['ann', 'bob', 'cy'], env: { EASEL_KEEPALIVE_SECONDS: '300' } });
const { ann, bob, cy } = easel.people;

const ok = ({ status, body }: Answer) => {
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
/** A canvas that Ann owns and Bob may view. */
async function makeCanvas(): Promise<string> {
  const path = await easel.canvas(ann);
  ok(await ann.post(`${path}/permissions`, { users: [{ id: bob.id, permission: 'view' }] }));
  return path.slice('/canvases/'.length);
}
const viewer = (installation_name = '') => ({ kind: 'viewer', client: { installation_name }, workspaces: [] });
const viewport = { x: 2000, y: 1000, width: 3200, height: 1800 };
const presence = (canvas_id: string, values: object = {}) => ({ type: 'presence', canvas_id, viewport, ...values });

const hand = {
  id: 's1',
  color: '#1f6b58ff',
  tool: 'pen',
  boxes: [{ id: exampleIds.widget, x: 400, y: 300, width: 300, height: 300, zoom: 1.5 }],
  frame: { x: 0, y: 0, width: 900, height: 800 },
  ink: { id: exampleIds.annotation, on: exampleIds.widget, page: 2, line_color: '#c0392bff', from: 12, points: B64 },
  edits: exampleIds.widget,
};

/** Everything that was sent before was taken, and what is due is relayed. */
async function relayed(...senders: DisplayPeer[]): Promise<void> {
  for (const sender of senders) await sender.request({ type: 'none' });
  easel.clock.advance(50);
}
/** Nothing of presence has come that nobody has asked for. */
async function silent(...peers: DisplayPeer[]): Promise<void> {
  for (const peer of peers) {
    await peer.request({ type: 'none' });
    expect(peer.unread).toEqual([]);
  }
}
const closeAll = (...peers: DisplayPeer[]) => Promise.all(peers.map((peer) => peer.close()));

describe('presence', () => {
  test('reaches the others who watch the canvas, says who it is without an e-mail address, and is not echoed', async () => {
    const canvas = await makeCanvas();
    const wall = await connectDisplay(easel, ann.token, showing([canvas]));
    const page = await connectDisplay(easel, bob.token, viewer("Bob's page"));
    const other = await connectDisplay(easel, bob.token, viewer());
    expect(await page.request({ type: 'watch', canvas_ids: [canvas] })).toMatchObject({ type: 'ack' });
    const cursors = [{ id: 'f1', x: 2100.5, y: 1480, down: true, color: '#ff0000ff', label: 'A' }];
    await easel.unchanged(async () => {
      wall.send(presence(canvas, { cursors: [...cursors, { id: 'f2', x: 1, y: 2 }] }));
      await relayed(wall);
      expect(await page.next('presence')).toEqual({
        ...presence(canvas, { cursors: [...cursors, { id: 'f2', x: 1, y: 2, down: false }], workspace: 0 }),
        from: {
          client_id: wall.welcome.client_id,
          session_id: wall.welcome.session_id,
          installation_name: 'lobby-wall',
          kind: 'display',
          user: { id: ann.id, name: 'ann' },
        },
      });
      page.send(presence(canvas, { viewport: null }));
      await relayed(page);
      expect(await wall.next('presence')).toMatchObject({
        viewport: null,
        cursors: [],
        from: { kind: 'viewer', installation_name: "Bob's page", user: { id: bob.id, name: 'bob' } },
      });
    });
    await silent(wall, page, other);
    await closeAll(wall, page, other);
  });

  test('is passed on at once, else 33 ms after the last time, and only the latest of each workspace', async () => {
    const canvas = await makeCanvas();
    const wall = await connectDisplay(easel, ann.token, showing([canvas, canvas]));
    const page = await connectDisplay(easel, bob.token, viewer());
    await page.request({ type: 'watch', canvas_ids: [canvas] });
    wall.send(presence(canvas, { cursors: [{ id: 'f1', x: 0, y: 0 }] }));
    expect(await page.next('presence', { workspace: 0 })).toMatchObject({ cursors: [{ x: 0 }] });
    for (let x = 1; x <= 5; x++) wall.send(presence(canvas, { cursors: [{ id: 'f1', x, y: 0 }] }));
    wall.send(presence(canvas, { workspace: 1 }));
    await wall.request({ type: 'none' });
    easel.clock.advance(32);
    await silent(page);
    easel.clock.advance(1);
    expect(await page.next('presence', { workspace: 0 })).toMatchObject({ cursors: [{ x: 5 }] });
    expect(await page.next('presence', { workspace: 1 })).toMatchObject({ cursors: [] });
    easel.clock.advance(1000);
    await silent(page);
    await closeAll(wall, page);
  });

  test('says what hands hold, draw and write, and nothing of hands where there are none', async () => {
    const canvas = await makeCanvas();
    const wall = await connectDisplay(easel, ann.token, showing([canvas]));
    const page = await connectDisplay(easel, bob.token, viewer());
    await page.request({ type: 'watch', canvas_ids: [canvas] });
    wall.send(presence(canvas, { hands: [hand, { id: 's2', color: '#00ff00ff' }] }));
    const { hands } = await page.next('presence');
    expect(hands).toEqual([hand, { id: 's2', color: '#00ff00ff', tool: '', boxes: [], frame: null, ink: null, edits: null }]);
    wall.send(presence(canvas));
    await relayed(wall);
    expect(await page.next('presence')).not.toHaveProperty('hands');
    const later = await connectDisplay(easel, bob.token, viewer());
    wall.send(presence(canvas, { hands: [hand] }));
    await relayed(wall);
    expect(await page.next('presence')).toMatchObject({ hands: [hand] });
    await later.request({ type: 'watch', canvas_ids: [canvas] });
    expect(await later.next('presence')).toMatchObject({ hands: [hand] });
    await closeAll(wall, page, later);
  });

  test('of all who are new on a canvas is one message for those who asked for bundles, and on its next connection for nobody', async () => {
    const canvas = await makeCanvas();
    const wall = await connectDisplay(easel, ann.token, showing([canvas]));
    const page = await connectDisplay(easel, bob.token, viewer());
    const second = await connectDisplay(easel, ann.token, viewer());
    for (const peer of [page, second]) await peer.request({ type: 'watch', canvas_ids: [canvas], bundles: true });
    const idOf = ({ welcome }: DisplayPeer): string => welcome.session_id;
    second.send(presence(canvas));
    expect((await wall.next('presence')).from.session_id).toBe(idOf(second));
    await page.next('presences', { canvas_id: canvas });
    second.send(presence(canvas, { hands: [hand] }));
    wall.send(presence(canvas, { viewport: null }));
    await relayed(second, wall);
    const bundle = await page.next('presences', { canvas_id: canvas });
    expect(bundle.gone).toEqual([]);
    expect(bundle.presences.map((one: OtherPresence) => [one.type, one.from.session_id]).sort()).toEqual(
      [
        ['presence', idOf(second)],
        ['presence', idOf(wall)],
      ].sort(),
    );
    await second.next('presences', { canvas_id: canvas });
    expect(await wall.next('presence')).toMatchObject({ hands: [hand] });
    await silent(wall, page, second);
    await second.leave();
    expect(await page.next('presences')).toMatchObject({ presences: [], gone: [idOf(second)] });
    const { client_id: id, client_secret: secret, session_id: resume } = page.welcome;
    await page.drop();
    const again = await connectDisplay(easel, bob.token, { ...viewer(), client: { id, secret }, resume });
    await again.next('presence', { canvas_id: canvas });
    wall.send(presence(canvas));
    await relayed(wall);
    expect(await again.next('presence')).toMatchObject({ viewport });
    await closeAll(wall, again);
  });

  test('of the others is told to whoever begins to watch, by opening the canvas, too, and to whoever comes back', async () => {
    const canvas = await makeCanvas();
    const wall = await connectDisplay(easel, ann.token, showing([canvas]));
    wall.send(presence(canvas));
    await relayed(wall);
    const page = await connectDisplay(easel, bob.token, viewer());
    await page.request({ type: 'watch', canvas_ids: [canvas] });
    const from = { session_id: wall.welcome.session_id };
    expect(await page.next('presence')).toMatchObject({ canvas_id: canvas, viewport, from });
    const second = await connectDisplay(easel, ann.token, showing([canvas]));
    expect(await second.next('presence')).toMatchObject({ canvas_id: canvas, from });
    await silent(second);
    await second.request({ type: 'update', workspaces: [{ index: 0, canvas_id: '' }] });
    await second.request({ type: 'update', workspaces: [{ index: 0, canvas_id: canvas }] });
    easel.clock.advance(1_000);
    expect(await second.next('presence')).toMatchObject({ canvas_id: canvas, from });
    const { client_id: id, client_secret: secret, session_id: resume } = page.welcome;
    await page.drop();
    const again = await connectDisplay(easel, bob.token, { ...viewer(), client: { id, secret }, resume });
    expect(again.welcome.resumed).toBe(true);
    expect(await again.next('presence')).toMatchObject({ canvas_id: canvas, from });
    await silent(again, second);
    await closeAll(wall, second, again);
  });

  test('is told once in a second to whoever begins to watch again and again, and other canvases at once', async () => {
    const canvas = await makeCanvas();
    const other = await makeCanvas();
    const wall = await connectDisplay(easel, ann.token, showing([canvas, other]));
    const page = await connectDisplay(easel, bob.token, viewer());
    for (const canvas_id of [canvas, other]) wall.send(presence(canvas_id));
    await relayed(wall);
    for (let time = 0; time < 50; time++) {
      await page.request({ type: 'watch', canvas_ids: [canvas] });
      await page.request({ type: 'watch', canvas_ids: [] });
    }
    await page.next('presence', { canvas_id: canvas });
    await page.request({ type: 'watch', canvas_ids: [canvas, other] });
    await page.next('presence', { canvas_id: other });
    await silent(page);
    easel.clock.advance(999);
    await silent(page);
    easel.clock.advance(1);
    await page.next('presence', { canvas_id: canvas });
    easel.clock.advance(1_000);
    await silent(page, wall);
    await closeAll(wall, page);
  });

  test('expires 10 s after the last message', async () => {
    const canvas = await makeCanvas();
    const wall = await connectDisplay(easel, ann.token, showing([canvas, canvas]));
    const page = await connectDisplay(easel, bob.token, viewer());
    await page.request({ type: 'watch', canvas_ids: [canvas] });
    wall.send(presence(canvas));
    wall.send(presence(canvas, { workspace: 1 }));
    await relayed(wall);
    await page.next('presence', { workspace: 0 });
    await page.next('presence', { workspace: 1 });
    easel.clock.advance(5_000);
    wall.send(presence(canvas));
    await relayed(wall);
    await page.next('presence', { workspace: 0 });
    easel.clock.advance(4_899);
    await silent(page);
    easel.clock.advance(1);
    expect(await page.next('presence')).toMatchObject({ workspace: 1, viewport: null, cursors: [] });
    easel.clock.advance(5_050);
    const gone = { type: 'presence-gone', canvas_id: canvas, session_id: wall.welcome.session_id };
    expect(await page.next('presence-gone')).toEqual(gone);
    easel.clock.advance(60_000);
    await silent(page, wall);
    await closeAll(wall, page);
  });

  test('is gone with a bye, with the grace, with the canvas, and with the watching of a viewer', async () => {
    const canvas = await makeCanvas();
    const page = await connectDisplay(easel, bob.token, viewer());
    await page.request({ type: 'watch', canvas_ids: [canvas] });
    const appear = async (peer: DisplayPeer): Promise<string> => {
      peer.send(presence(canvas));
      await relayed(peer);
      await page.next('presence', {});
      return peer.welcome.session_id;
    };
    const leaving = await connectDisplay(easel, ann.token, showing([canvas]));
    let session_id = await appear(leaving);
    leaving.send({ type: 'bye' });
    expect(await page.next('presence-gone')).toMatchObject({ canvas_id: canvas, session_id });

    const broken = await connectDisplay(easel, ann.token, showing([canvas]));
    session_id = await appear(broken);
    await broken.drop();
    await silent(page);
    easel.clock.advance(5_000);
    expect(await page.next('presence-gone')).toMatchObject({ session_id });

    const wall = await connectDisplay(easel, ann.token, showing([canvas]));
    session_id = await appear(wall);
    await wall.request({ type: 'update', workspaces: [{ index: 0, canvas_id: '' }] });
    expect(await page.next('presence-gone')).toMatchObject({ session_id });

    const guest = await connectDisplay(easel, ann.token, viewer());
    await guest.request({ type: 'watch', canvas_ids: [canvas] });
    session_id = await appear(guest);
    await guest.request({ type: 'watch', canvas_ids: [] });
    expect(await page.next('presence-gone')).toMatchObject({ session_id });
    await closeAll(wall, guest, page);
  });

  test('neither reaches nor comes from whoever may not see the canvas, from the moment on', async () => {
    const canvas = await makeCanvas();
    const wall = await connectDisplay(easel, ann.token, showing([canvas]));
    const stranger = await connectDisplay(easel, cy.token, viewer());
    const page = await connectDisplay(easel, bob.token, viewer());
    await stranger.request({ type: 'watch', canvas_ids: [canvas] });
    await page.request({ type: 'watch', canvas_ids: [canvas] });
    expect(await stranger.request(presence(canvas))).toMatchObject({ type: 'nack', code: 'forbidden' });
    // This client shows where it is and watches nobody
    const sender = await connectDisplay(easel, bob.token, viewer());
    stranger.send(presence(canvas));
    page.send(presence(canvas));
    sender.send(presence(canvas));
    await relayed(stranger, page, sender);
    await page.next('presence');
    for (let seen = 0; seen < 2; seen++) expect((await wall.next('presence')).from.user.id).toBe(bob.id);
    ok(await ann.post(`/canvases/${canvas}/permissions`, { users: [{ id: bob.id, permission: 'none' }] }));
    for (const { welcome } of [page, sender]) {
      await wall.next('presence-gone', { canvas_id: canvas, session_id: welcome.session_id });
    }
    wall.send(presence(canvas));
    await relayed(wall);
    await silent(wall, page, sender, stranger);
    await closeAll(wall, stranger, page, sender);
  });

  test('of a canvas that is deleted is gone', async () => {
    const canvas = await makeCanvas();
    const wall = await connectDisplay(easel, ann.token, showing([canvas]));
    const page = await connectDisplay(easel, bob.token, viewer());
    await page.request({ type: 'watch', canvas_ids: [canvas] });
    wall.send(presence(canvas));
    await relayed(wall);
    await page.next('presence');
    ok(await ann.delete(`/canvases/${canvas}`));
    await wall.acknowledge('close-canvas');
    expect(await wall.request(presence(canvas))).toMatchObject({ type: 'nack' });
    await closeAll(wall, page);
  });

  test('is kept from a receiver that does not read, and reaches the others', async () => {
    const canvas = await makeCanvas();
    const wall = await connectDisplay(easel, ann.token, showing([canvas]));
    const page = await connectDisplay(easel, bob.token, viewer());
    const stuck = await connectDisplay(easel, bob.token, viewer());
    for (const peer of [page, stuck]) await peer.request({ type: 'watch', canvas_ids: [canvas] });
    stuck.socket.pause();
    const cursors = Array.from({ length: 32 }, (_, at) => ({ id: `${at}`.padEnd(64, '.'), x: at, y: at, label: 'x'.repeat(64) }));
    const rounds = 100;
    const workspaces = 16;
    for (let round = 1; round <= rounds; round++) {
      for (let workspace = 0; workspace < workspaces; workspace++) wall.send(presence(canvas, { cursors, workspace }));
      await relayed(wall);
      for (let workspace = 0; workspace < workspaces; workspace++) await page.next('presence', { workspace });
      // The relay has ended, so that it does not seem to have taken the time that passes now
      await page.request({ type: 'none' });
      // The limit is this number of messages in a second
      easel.clock.advance(100);
    }
    stuck.socket.resume();
    await stuck.request({ type: 'none' });
    const got = stuck.unread.filter(({ type }) => type === 'presence').length;
    expect(got).toBeGreaterThan(0);
    expect(got).toBeLessThan(rounds * workspaces);
    await closeAll(wall, page, stuck);
  });

  test('that cannot be is refused, and so are more than 8 canvases', async () => {
    const canvas = await makeCanvas();
    const page = await connectDisplay(easel, bob.token, viewer());
    const refusals: [message: object, msg: string][] = [
      [{ type: 'watch', canvas_ids: Array(9).fill(canvas) }, 'canvas_ids must have at most 8 elements'],
      [{ type: 'watch' }, 'canvas_ids parameter is missing'],
      [presence(canvas, { viewport: { x: 1, y: 1, width: 0, height: 1 } }), 'viewport.width must be greater than 0'],
      [presence(canvas, { cursors: [{ id: '', x: 1, y: 1 }] }), 'cursors[0].id must not be empty'],
      [
        presence(canvas, { cursors: [{ id: 'a', x: 1, y: 1, label: 'x'.repeat(65) }] }),
        'cursors[0].label is too long: at most 64 characters',
      ],
      [presence(canvas, { cursors: Array(33).fill({ id: 'a', x: 1, y: 1 }) }), 'cursors must have at most 32 elements'],
      [{ type: 'watch', canvas_ids: [canvas], bundles: 1 }, 'bundles must be a boolean'],
    ];
    for (const [message, msg] of refusals) expect(await page.request(message)).toMatchObject({ code: 'invalid', msg });
    for (let workspace = 0; workspace < 64; workspace++) page.send(presence(canvas, { workspace }));
    expect(await page.request(presence(canvas, { workspace: 64 }))).toMatchObject({ type: 'nack', code: 'refused' });
    expect(await page.request(presence(canvas, { workspace: 63 }))).toMatchObject({ type: 'ack' });
    await closeAll(page);
  });

  test('with hands that cannot be is refused, and reaches nobody', async () => {
    const canvas = await makeCanvas();
    const wall = await connectDisplay(easel, ann.token, showing([canvas]));
    const page = await connectDisplay(easel, bob.token, viewer());
    await page.request({ type: 'watch', canvas_ids: [canvas] });
    const [box] = hand.boxes;
    const withBox = (values: object) => [{ ...hand, boxes: [{ ...box, ...values }] }];
    const withInk = (values: object) => [{ ...hand, ink: { ...hand.ink, ...values } }];
    const notFinite = base64([[0, 0, 0, Number.NaN, 0, 0, 0, 0, 0]]);
    const large = { ...hand, boxes: Array(64).fill(box) };
    const refusals: [hands: unknown, msg: string][] = [
      [{}, 'hands must be an array'],
      [Array(17).fill(hand), 'hands must have at most 16 elements'],
      [[{ ...hand, id: '' }], 'hands[0].id must not be empty'],
      [[{ ...hand, id: 'x'.repeat(65) }], 'hands[0].id is too long: at most 64 characters'],
      [[{ id: 's1' }], 'hands[0].color parameter is missing'],
      [[{ ...hand, tool: 'x'.repeat(65) }], 'hands[0].tool is too long: at most 64 characters'],
      [[{ ...hand, edits: 'a' }], 'hands[0].edits must be a UUID'],
      [[{ ...hand, boxes: Array(65).fill(box) }], 'hands[0].boxes must have at most 64 elements'],
      [withBox({ x: 1e10 }), 'hands[0].boxes[0].x must be at most 1000000000'],
      [withBox({ y: null }), 'hands[0].boxes[0].y parameter is missing'],
      [withBox({ width: -1 }), 'hands[0].boxes[0].width must be at least 0'],
      [withBox({ zoom: 0 }), 'hands[0].boxes[0].zoom must be greater than 0'],
      [[{ ...hand, frame: { x: 0, y: 0, width: 1, height: 2e9 } }], 'hands[0].frame.height must be at most 1000000000'],
      [withInk({ page: 0 }), 'hands[0].ink.page must be at least 1'],
      [withInk({ from: -1 }), 'hands[0].ink.from must be at least 0'],
      [withInk({ points: NODES }), 'hands[0].ink.points must be base64 text'],
      [withInk({ points: 'A' }), 'hands[0].ink.points is not base64'],
      [withInk({ points: base64(Array(65).fill(NODES[0])) }), 'hands[0].ink.points must have at most 64 nodes'],
      [withInk({ points: notFinite }), 'hands[0].ink.points[0][3] must be a finite 32-bit float'],
      [Array(16).fill(large), 'hands must fit into 65536 bytes'],
    ];
    await easel.unchanged(async () => {
      for (const [hands, msg] of refusals)
        expect(await wall.request(presence(canvas, { hands }))).toMatchObject({ type: 'nack', code: 'invalid', msg });
      await relayed(wall);
    });
    await silent(page);
    expect(await wall.request(presence(canvas, { hands: Array(6).fill(large) }))).toMatchObject({ type: 'ack' });
    await closeAll(wall, page);
  });
});

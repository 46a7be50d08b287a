import { beforeEach, expect, test } from 'vitest';
import { connectDisplay, DisplayPeer, usualHello } from '../kit/display.ts';
import { useEasel } from '../kit/easel.ts';
import { issuer } from '../kit/licences.ts';

/** Seats of an installed licence. What counts as one: test/displays/display-seats.test.ts. */
const { publicKey, issue } = issuer();
const easel = useEasel({ each: 'test', people: ['ann'], env: { EASEL_LICENSE_PUBLIC_KEY: publicKey } });
const { ann } = easel.people;
const seats = async (max_clients: number, seat_model = 'fixed_seats'): Promise<void> => {
  expect((await easel.admin.post('/license', { license: issue({ max_clients, seat_model }) })).status).toBe(200);
};

/** How a hello that is refused ends. */
async function refused(hello: object = {}): Promise<unknown[]> {
  const peer = await new DisplayPeer(easel.url, { 'Private-Token': ann.token }).opened();
  peer.send({ ...usualHello, ...hello });
  const { msg } = await peer.next('error');
  return [await peer.closed, msg];
}
const full = [4402, 'Maximum number of clients reached'];

beforeEach(() => seats(2));

test('displays are let in as long as the installed licence has seats, whatever its seat model', async () => {
  const first = await connectDisplay(easel, ann.token);
  const second = await connectDisplay(easel, ann.token);
  expect(await refused()).toEqual(full);
  await seats(3, 'none');
  const third = await connectDisplay(easel, ann.token);
  expect(await refused()).toEqual(full);
  await seats(-1, 'usage_reported');
  const fourth = await connectDisplay(easel, ann.token);
  for (const peer of [first, second, third, fourth]) await peer.leave();
});

test('a licence without seats lets no display in, and viewers, and everything but displays', async () => {
  await seats(0);
  expect(await refused()).toEqual(full);
  const page = await connectDisplay(easel, ann.token, { kind: 'viewer', client: {}, workspaces: [] });
  expect((await ann.get('/canvases')).status).toBe(200);
  await page.leave();
});

test('a licence with fewer seats ends no connection, and counts from the next hello on', async () => {
  const first = await connectDisplay(easel, ann.token);
  const second = await connectDisplay(easel, ann.token);
  await seats(1);
  easel.clock.advance(1_000);
  expect((await ann.get('/clients')).body).toHaveLength(2);
  const { client_id: id, client_secret: secret, session_id: resume } = first.welcome;
  await first.drop();
  // The other one has the only seat
  expect(await refused({ client: { ...usualHello.client, id, secret }, resume })).toEqual(full);
  await second.leave();
  const again = await connectDisplay(easel, ann.token, { client: { ...usualHello.client, id, secret }, resume });
  expect(again.welcome.resumed).toBe(true);
  await again.leave();
});

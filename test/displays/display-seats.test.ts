import { expect, test } from 'vitest';
import { type Refusal, refuse } from '../../model/refusal.ts';
import { connectDisplay, DisplayPeer, usualHello } from '../kit/display.ts';
import { useEasel } from '../kit/easel.ts';

/** Two seats, for as long as it is valid. */
const licence = { maxClients: () => 2, refusal: (): Refusal | undefined => undefined };
const easel = useEasel({ people: ['ann'], licence });
const { ann } = easel.people;
const viewer = { kind: 'viewer', client: {}, workspaces: [] };

/** How a hello that is refused ends. */
async function refused(hello: object): Promise<unknown[]> {
  const peer = await new DisplayPeer(easel.url, { 'Private-Token': ann.token }).opened();
  peer.send({ ...usualHello, ...hello });
  const { msg } = await peer.next('error');
  return [await peer.closed, msg];
}

test('a display without a seat is refused, and viewers, and displays that come back, need none', async () => {
  const first = await connectDisplay(easel, ann.token);
  const second = await connectDisplay(easel, ann.token);
  expect(await refused({})).toEqual([4402, 'Maximum number of clients reached']);
  expect((await ann.get('/clients')).body).toHaveLength(2);
  const page = await connectDisplay(easel, ann.token, viewer);
  // One that is expected back keeps its seat, and takes no second one
  const { client_id: id, client_secret: secret, session_id: resume } = first.welcome;
  await first.drop();
  expect(await refused({})).toEqual([4402, 'Maximum number of clients reached']);
  const again = await connectDisplay(easel, ann.token, { client: { ...usualHello.client, id, secret }, resume });
  expect(again.welcome.resumed).toBe(true);
  await again.leave();
  const third = await connectDisplay(easel, ann.token);
  for (const peer of [second, third, page]) await peer.leave();
});

test('a licence that is not valid any more refuses the request and the hello, and ends connections', async () => {
  const display = await connectDisplay(easel, ann.token);
  const anonymous = await new DisplayPeer(easel.url).opened();
  const { refusal } = licence;
  licence.refusal = () => refuse.licenceExpired();
  try {
    await expect(new DisplayPeer(easel.url, { 'Private-Token': ann.token }).opened()).rejects.toThrow('402');
    anonymous.send({ ...usualHello, token: ann.token });
    expect(await anonymous.next('error')).toMatchObject({ msg: 'License has expired' });
    expect(await anonymous.closed).toBe(4402);
    expect((await ann.get('/clients')).body).toEqual({ msg: 'License has expired' });
    // Rights are asked again after a change of the directory
    await easel.admin.post('/groups', { name: 'Designers' });
    easel.clock.advance(1_000);
    expect(await display.next('notice')).toMatchObject({ reason: 'license' });
    expect(await display.closed).toBe(4402);
  } finally {
    licence.refusal = refusal;
  }
});

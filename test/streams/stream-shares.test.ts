import { expect, test } from 'vitest';
import { connectDisplay, DisplayPeer, usualHello } from '../kit/display.ts';
import { useEasel } from '../kit/easel.ts';

const easel = useEasel({ people: ['ann'], env: { EASEL_KEEPALIVE_SECONDS: '300', EASEL_MAX_CONNECTIONS: '64' } });
const { ann } = easel.people;

const hello = { type: 'hello', protocol: 1, kind: 'viewer', client: {} };

/** A guest from an address of its own; undefined: there is no room for it. */
async function guestFrom(address: string): Promise<DisplayPeer | undefined> {
  const peer = await new DisplayPeer(easel.url, {}, [], address).opened().catch((cause: Error) => {
    expect(cause.message).toMatch(/^(429|503)$/);
    return undefined;
  });
  peer?.send(hello);
  const welcome = await peer?.next('welcome').catch(() => undefined);
  if (!welcome) expect([undefined, 1011]).toContain(await peer?.closed);
  return welcome && peer;
}

test('guests from any number of addresses leave room for whoever is signed in, with the request or with the hello', async () => {
  const guests: DisplayPeer[] = [];
  for (let at = 2; at < 12; at++) {
    for (let more = await guestFrom(`127.0.0.${at}`); more; more = await guestFrom(`127.0.0.${at}`)) guests.push(more);
  }
  // Three quarters of the connections are for streams, and half of those for guests
  expect(guests.length).toBeGreaterThan(10);
  expect(guests.length).toBeLessThanOrEqual(24);
  expect(await guestFrom('127.0.0.99')).toBeUndefined();
  const wall = await connectDisplay(easel, ann.token);
  const page = await new DisplayPeer(easel.url).opened();
  page.send({ ...usualHello, token: ann.token });
  await page.next('welcome');
  await Promise.all([wall.leave(), page.leave()]);
  await Promise.all(guests.splice(0, 5).map((guest) => guest.leave()));
  const again = await guestFrom('127.0.0.99');
  expect(again).toBeDefined();
  await Promise.all([again!, ...guests].map((guest) => guest.leave()));
});

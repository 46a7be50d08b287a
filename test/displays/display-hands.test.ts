import { expect, test } from 'vitest';
import { connectDisplay } from '../kit/display.ts';
import { useEasel } from '../kit/easel.ts';

// Heartbeats so rare that no test misses one
const easel = useEasel({ people: ['ann', 'bob'], env: { EASEL_KEEPALIVE_SECONDS: '300' } });
const { ann, bob } = easel.people;

const viewer = { kind: 'viewer', client: { installation_name: '' }, workspaces: [] };

test('hands are refused to whoever may not change the canvas, and end where that right ends', async () => {
  const path = await easel.canvas(ann);
  const canvas_id = path.slice('/canvases/'.length);
  const allow = async (permission: string): Promise<void> => {
    expect((await ann.post(`${path}/permissions`, { users: [{ id: bob.id, permission }] })).status).toBe(200);
  };
  await allow('view');
  const watcher = await connectDisplay(easel, ann.token, viewer);
  const sender = await connectDisplay(easel, bob.token, viewer);
  await watcher.request({ type: 'watch', canvas_ids: [canvas_id] });
  const place = { type: 'presence', canvas_id };
  const withHand = { ...place, hands: [{ id: 's1', color: '#1f6b58ff' }] };
  expect(await sender.request(withHand)).toMatchObject({ type: 'nack', code: 'forbidden' });
  await watcher.request({ type: 'none' });
  expect(watcher.unread).toEqual([]);
  await allow('edit');
  expect(await sender.request(withHand)).toMatchObject({ type: 'ack' });
  expect(await watcher.next('presence')).toMatchObject({ hands: [{ id: 's1' }] });
  await allow('view');
  expect(await watcher.next('presence-gone')).toMatchObject({ session_id: sender.welcome.session_id });
  expect(await sender.request(place)).toMatchObject({ type: 'ack' });
  await Promise.all([watcher, sender].map((peer) => peer.close()));
});

import { beforeAll, describe, expect, it } from 'vitest';
import { connectDisplay, type DisplayPeer } from '../kit/display.ts';
import { useEasel } from '../kit/easel.ts';

const easel = useEasel();
let display: DisplayPeer;
beforeAll(async () => {
  display = await connectDisplay(easel, easel.admin.token, { video_outputs: [{ index: 0 }] });
});

/** Every endpoint that asks a client, with the command that comes of it. */
const asking = [
  ['PATCH', 'workspaces/0', 'patch-workspace'],
  ['POST', 'workspaces/0/open-canvas', 'open-canvas'],
  ['PATCH', 'video-outputs/0', 'patch-output'],
] as const;

describe.each(asking)('%s /clients/:client_id/%s', (method, path, op) => {
  it.each([
    ['refused', 409, 'Not now'],
    ['unsupported', 501, 'Client does not support this'],
  ] as const)('tells that the client says %s by %i, and then nothing has changed', async (code, status, msg) => {
    const canvas_id = (await easel.admin.post('/canvases')).body.id;
    await easel.unchanged(async () => {
      const body = { pinned: true, canvas_id: op === 'open-canvas' ? canvas_id : undefined, suspended: true };
      const answer = easel.admin.request(method, `/clients/${display.welcome.client_id}/${path}`, body);
      await display.nack(op, code, 'Not now');
      expect(await answer).toMatchObject({ status, body: { msg } });
    });
  });
});

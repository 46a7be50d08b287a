import { expect, it } from 'vitest';
import { useEasel } from '../../../../../test/kit/easel.ts';

const easel = useEasel();

const unknown = '11111111-1111-4111-8111-111111111111';

it('is 501, after the token, the canvas and the permission', async () => {
  const path = `/canvases/${(await easel.admin.post('/canvases')).body.id}/widgets/clone`;
  const other = await easel.user({ name: 'Other' });
  await easel.unchanged(async () => {
    expect((await easel.anonymous.post(path)).status).toBe(401);
    expect((await easel.admin.post(`/canvases/${unknown}/widgets/clone`)).status).toBe(404);
    expect((await other.post(path)).status).toBe(403);
    expect(await easel.admin.post(path, { source_widget_id: 5 })).toMatchObject({
      status: 501,
      body: { msg: 'Not implemented' },
    });
    for (const body of ['{bad', '[]', 'x'.repeat(20_000_000)]) {
      const answer = await fetch(`${easel.url}/api/v1${path}`, {
        method: 'POST',
        headers: { 'private-token': easel.admin.token },
        body,
      });
      expect(answer.status, 'the body is not looked at').toBe(501);
    }
  });
});

import { describe, expect, test } from 'vitest';
import type { Answer } from '../kit/client.ts';
import { connectDisplay, type DisplayPeer, showing } from '../kit/display.ts';
import { useEasel } from '../kit/easel.ts';
import { form, sampleFiles } from '../kit/files.ts';

// Heartbeats so rare that no test misses one
const easel = useEasel({ people: ['ann', 'bob'], env: { EASEL_KEEPALIVE_SECONDS: '300' } });
const { ann, bob } = easel.people;

const ok = ({ status, body }: Answer) => {
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

/** A canvas with a video, a display that shows it, and what a report of that video holds. */
async function showVideo(capabilities: readonly string[] = ['media-report']) {
  const canvas = (await easel.canvas(ann)).slice('/canvases/'.length);
  const data = sampleFiles.video.bytes;
  const video = ok(await ann.post(`/canvases/${canvas}/videos`, ...form({ data, filename: 'a.mp4', json: {} })));
  const display = await connectDisplay(easel, ann.token, showing([canvas], capabilities));
  const report = { type: 'media-report', canvas_id: canvas, widget_id: video.id, hash: video.hash };
  return { canvas, video, display, report, path: `/canvases/${canvas}/videos/${video.id}` };
}

/** Sends a report, and resolves when the server has looked at it. */
async function tell(display: DisplayPeer, report: object): Promise<void> {
  display.send(report);
  await display.request({ type: 'update' });
}

describe('the duration of a video', () => {
  test('is what the first report says, in one event, and later reports are ignored', async () => {
    const { video, display, report, path } = await showVideo();
    const item = await ann.watch(path);
    expect(await item.next()).toEqual({ ...video, duration: 0 });
    await tell(display, { ...report, duration: 93.48 });
    expect(await item.next()).toEqual({ ...video, duration: 93.48 });
    await easel.unchanged(() => tell(display, { ...report, duration: 12 }));
    expect(item.unread).toEqual([]);
    await display.close();
  });

  test('is not taken of another file, of no length, of no video, or of a canvas that is not there', async () => {
    const { display, report } = await showVideo();
    const nobody = '00000000-0000-4000-8000-000000000000';
    await easel.unchanged(async () => {
      await tell(display, { ...report, duration: 5, hash: 'another' });
      await tell(display, { ...report, duration: 0 });
      await tell(display, { ...report, duration: -5 });
      await tell(display, { ...report, duration: 'long' });
      await tell(display, { ...report, duration: 5, widget_id: nobody });
      await tell(display, { ...report, duration: 5, canvas_id: nobody });
    });
    await display.close();
  });

  test('is taken of whoever has the canvas open or watches it, with a right to see it, and of nobody else', async () => {
    const { canvas, display, report, path } = await showVideo();
    const viewer = await connectDisplay(easel, bob.token, { kind: 'viewer', client: {}, workspaces: [] });
    const settled = () => viewer.request({ type: 'host-release', canvas_id: canvas, widget_id: canvas });
    await easel.unchanged(async () => {
      await viewer.request({ type: 'watch', canvas_ids: [canvas] });
      viewer.send({ ...report, duration: 7 });
      await settled();
    });
    ok(await ann.post(`/canvases/${canvas}/permissions`, { users: [{ id: bob.id, permission: 'view' }] }));
    await easel.unchanged(async () => {
      viewer.send({ ...report, duration: 7 });
      await settled();
    });
    await viewer.request({ type: 'watch', canvas_ids: [canvas] });
    viewer.send({ ...report, duration: 7 });
    await settled();
    expect(ok(await ann.get(path)).duration).toBe(7);
    await Promise.all([display.close(), viewer.close()]);
  });
});

describe('the clock of a playing video', () => {
  /** Where the video is when it is paused now. */
  const pausedAt = async (path: string): Promise<number> =>
    ok(await ann.patch(path, { playback_state: 'paused' })).playback_position;

  test('is moved by the leader, which everybody is told, and a pause has the true position', async () => {
    const { canvas, display, report, path } = await showVideo();
    ok(await ann.patch(path, { playback_state: 'playing', playback_position: 10 }));
    const item = await ann.watch(path);
    const shown = await item.next();
    const before = ok(await ann.get(`/canvases/${canvas}`));
    easel.clock.advance(4_000);
    await tell(display, { ...report, position: 12.6 });
    const since = new Date(easel.clock.now() - 2_600).toISOString();
    expect(await item.next()).toEqual({ ...(shown as object), playing_since: since });
    easel.clock.advance(2_000);
    expect(ok(await ann.get(path))).toEqual({ ...(shown as object), playing_since: since });
    expect(ok(await ann.get(`/canvases/${canvas}`))).toEqual(before);
    expect(item.unread).toEqual([]);
    expect(await pausedAt(path)).toBeCloseTo(14.6, 3);
    await display.close();
  });

  test('may be moved to before the position from which it was started, as of a video that begins again', async () => {
    const { display, report, path } = await showVideo();
    ok(await ann.patch(path, { playback_state: 'playing', playback_position: 10 }));
    await tell(display, { ...report, position: 2 });
    easel.clock.advance(1_000);
    expect(await pausedAt(path)).toBeCloseTo(3, 3);
    ok(await ann.patch(path, { playback_state: 'playing', playback_position: 10 }));
    easel.clock.advance(1_000);
    await tell(display, { ...report, position: 2 });
    ok(await ann.patch(path, { playback_position: 30 }));
    easel.clock.advance(1_000);
    expect(await pausedAt(path)).toBeCloseTo(31, 3);
    await display.close();
  });

  test('stays where a quarter of a second is the difference, and while the video does not play', async () => {
    const { display, report, path } = await showVideo();
    await easel.unchanged(() => tell(display, { ...report, position: 40 }));
    ok(await ann.patch(path, { playback_state: 'playing', playback_position: 10 }));
    await easel.unchanged(() => tell(display, { ...report, position: 10.25 }));
    easel.clock.advance(1_000);
    await easel.unchanged(() => tell(display, report));
    expect(await pausedAt(path)).toBeCloseTo(11, 3);
    await display.close();
  });

  test('hears one position a second', async () => {
    const { display, report, path } = await showVideo();
    ok(await ann.patch(path, { playback_state: 'playing' }));
    await tell(display, { ...report, position: 20 });
    await easel.unchanged(() => tell(display, { ...report, position: 40 }));
    easel.clock.advance(1_000);
    await tell(display, { ...report, position: 60 });
    expect(await pausedAt(path)).toBeCloseTo(60, 3);
    await display.close();
  });

  test('follows the display that has the canvas open for longest of those that report, and then the next', async () => {
    const { canvas, display, report, path } = await showVideo([]);
    easel.clock.advance(10);
    const leader = await connectDisplay(easel, ann.token, showing([canvas], ['media-report']));
    easel.clock.advance(10);
    const next = await connectDisplay(easel, ann.token, showing([canvas], ['media-report']));
    ok(await ann.patch(path, { playback_state: 'playing' }));
    await easel.unchanged(async () => {
      await tell(display, { ...report, position: 30 });
      await tell(next, { ...report, position: 30 });
    });
    await tell(leader, { ...report, position: 20 });
    leader.send({ type: 'bye' });
    await leader.closed;
    easel.clock.advance(1_000);
    await tell(next, { ...report, position: 30 });
    expect(await pausedAt(path)).toBeCloseTo(30, 3);
    await Promise.all([display.close(), next.close()]);
  });
});

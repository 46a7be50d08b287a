import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connectDisplay, showing } from '../kit/display.ts';
import { type Answer, type Easel, startEasel } from '../kit/easel.ts';
import { sampleFiles, uploaded } from '../kit/files.ts';
import { ok } from '../kit/full-canvas.ts';
import { useNodes } from '../kit/nodes.ts';
import { databases, dropSchemas } from '../kit/postgres-database.ts';

const UNKNOWN = '7b1d0c5e-0000-4000-8000-00000000000f';
const note = { op: 'create', type: 'Note', body: { text: 'thought about' } };

/** The revision that an answer was read at. */
const revisionOf = (answer: Answer): number => {
  ok(answer);
  return Number(answer.headers['easel-revision']);
};

const read = async (easel: Easel, canvas: string): Promise<number> => revisionOf(await easel.admin.get(`${canvas}/widgets`));

/** Sends a batch that was made on a revision. */
const send = (easel: Easel, canvas: string, if_revision: unknown, headers = {}, operations: unknown = [note]) =>
  easel.admin.post(`${canvas}/batch`, { if_revision, operations }, headers);

async function refused(
  easel: Easel,
  canvas: string,
  if_revision: unknown,
  status = 412,
  msg = 'Changed meanwhile',
): Promise<void> {
  const answer = await easel.unchanged(() => send(easel, canvas, if_revision));
  expect([answer.status, answer.body.msg]).toEqual([status, msg]);
}

/** What holds whatever else happens at the time. */
function timely(server: () => Easel, path: () => string): void {
  test('is executed once, and repeated as that', async () => {
    const easel = server();
    const canvas = path();
    const before = await read(easel, canvas);
    const sender = { 'easel-batch': `${UNKNOWN} 1` };
    ok(await send(easel, canvas, before, sender));
    const again = await easel.unchanged(() => send(easel, canvas, before, sender));
    expect(ok(again)).toEqual({ results: null, repeated: true });
  });

  test('wins against others that come at the same time, alone', async () => {
    const easel = server();
    const canvas = path();
    const before = await read(easel, canvas);
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(easel, canvas, before)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(412)]);
    expect(ok(await easel.admin.get(`${canvas}/notes`))).toHaveLength(1);
  });

  test('is judged the same after a restart', async () => {
    const easel = server();
    const canvas = path();
    const before = await read(easel, canvas);
    const { revision } = ok(await send(easel, canvas, before));
    await easel.restart();
    await refused(easel, canvas, before);
    expect(ok(await send(easel, canvas, revision)).results).toHaveLength(1);
  });

  test('is executed although the clock of a video, a number or a name has moved', async () => {
    const easel = server();
    const canvas = path();
    const { bytes } = sampleFiles.video;
    const { id } = await uploaded(easel, easel.admin, `${canvas}/videos`, bytes, 'a.mp4');
    const before = await read(easel, canvas);
    const sender = { 'easel-batch': `${UNKNOWN} 1` };
    ok(await easel.admin.patch(`${canvas}/videos/${id}`, { playback_state: 'playing', playback_position: 3 }));
    ok(await send(easel, canvas, before, sender, [{ op: 'delete', id: UNKNOWN }]));
    ok(await easel.admin.patch(canvas, { name: 'renamed' }));
    expect(await read(easel, canvas)).toBeGreaterThan(before + 1);
    const later = ok(await send(easel, canvas, before)).revision;
    ok(await easel.admin.patch(`${canvas}/videos/${id}`, { muted: true, playback_state: 'paused' }));
    await refused(easel, canvas, later);
  });
}

for (const [name, describing, env] of databases) {
  await describing(`a batch made on a revision, on ${name},`, () => {
    let easel: Easel;
    let canvas: string;
    beforeEach(async () => {
      easel = await startEasel({ env: env() });
      canvas = await easel.canvas();
    });
    afterEach(() => easel.close());

    test('is executed as long as no content has changed behind it, and its own change counts', async () => {
      const before = await read(easel, canvas);
      const { revision, results } = ok(await send(easel, canvas, before));
      expect(results).toMatchObject([{ text: 'thought about' }]);
      await refused(easel, canvas, before);
      const tried = await easel.unchanged(() =>
        easel.admin.post(`${canvas}/batch?dry_run=1`, { if_revision: before, operations: [note] }),
      );
      expect(tried.status).toBe(412);
      expect(ok(await send(easel, canvas, revision)).results).toHaveLength(1);
    });

    test('is refused behind each kind of content, and streams show nothing of it', async () => {
      const { id } = ok(await easel.admin.post(`${canvas}/notes`, { text: 'old' }));
      const changes: (() => Promise<Answer>)[] = [
        () => easel.admin.patch(`${canvas}/notes/${id}`, { text: 'new' }),
        () =>
          easel.admin.post(`${canvas}/notes/${id}/annotations`, {
            line_color: '#c0392bff',
            points: [[1, 2, 0, 1, 2, 0, 2, 2, 0]],
          }),
        () => easel.admin.patch(`${canvas}/background`, { background_color: '#123456ff' }),
        () => easel.admin.patch(`${canvas}/color-presets`, { note_background: ['#123456ff'] }),
        () => easel.admin.delete(`${canvas}/notes/${id}`),
      ];
      for (const change of changes) {
        const before = await read(easel, canvas);
        ok(await change());
        const stream = await easel.admin.watch(`${canvas}/widgets?changes=1`);
        await stream.next();
        await refused(easel, canvas, before);
        expect(stream.unread).toEqual([]);
        stream.close();
      }
    });

    timely(
      () => easel,
      () => canvas,
    );
  });
}

describe('the revision of a batch', () => {
  let easel: Easel;
  let canvas: string;
  beforeEach(async () => {
    easel = await startEasel({ env: { EASEL_KEEPALIVE_SECONDS: '300' } });
    canvas = await easel.canvas();
  });
  afterEach(() => easel.close());

  test('is an integer that the canvas has reached; null is none', async () => {
    await refused(easel, canvas, '1', 400, 'if_revision must be an integer');
    await refused(easel, canvas, 1.5, 400, 'if_revision must be an integer');
    await refused(easel, canvas, -1, 400, 'if_revision must be at least 0');
    await refused(easel, canvas, 0);
    await refused(easel, canvas, (await read(easel, canvas)) + 1);
    expect(ok(await send(easel, canvas, null)).results).toHaveLength(1);
  });

  test('may be older than what a display has reported', async () => {
    ok(await easel.admin.post(`${canvas}/rdp-connections`, { connection_name: 'desk-1' }));
    const stream = await easel.admin.watch(`${canvas}/rdp-connections?changes=1`);
    await stream.next();
    const before = await read(easel, canvas);
    const display = await connectDisplay(easel, easel.admin.token, showing([canvas.split('/')[2]!], ['rdp']));
    await display.acknowledge('host-widget');
    expect(await stream.next()).toMatchObject([{ host_id: display.welcome.client_id }]);
    stream.close();
    expect(await read(easel, canvas)).toBeGreaterThan(before);
    expect(ok(await send(easel, canvas, before)).results).toHaveLength(1);
    await display.close();
  });
});

describe('on several nodes the revision of a batch', () => {
  const nodes = useNodes(2);

  test('is judged by what was written on any of them', async () => {
    const a = nodes.at(0);
    const b = nodes.at(1);
    const canvas = await a.canvas();
    const before = await read(b, canvas);
    const { revision } = ok(await send(a, canvas, before));
    expect((await send(b, canvas, before)).status).toBe(412);
    expect(ok(await send(b, canvas, revision)).results).toHaveLength(1);
    expect((await send(a, canvas, revision)).status).toBe(412);
    expect(ok(await a.admin.get(`${canvas}/notes`))).toHaveLength(2);
  });

  test('lets one win, wherever both are sent at the same time', async () => {
    const a = nodes.at(0);
    const b = nodes.at(1);
    const canvas = await a.canvas();
    const before = await read(b, canvas);
    const answers = await Promise.all([a, b, a, b].map((node) => send(node, canvas, before)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
    expect(ok(await b.admin.get(`${canvas}/notes`))).toHaveLength(1);
  });
});

afterAll(dropSchemas);

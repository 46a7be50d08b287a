import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BatchSender } from '../../model/resources/batch-sender.ts';
import { type Easel, startEasel } from '../kit/easel.ts';
import { ok } from '../kit/full-canvas.ts';
import { databases, dropSchemas } from '../kit/postgres-database.ts';

const SENDER = '7b1d0c5e-0000-4000-8000-000000000001';
const OTHER = '7b1d0c5e-0000-4000-8000-000000000002';
const note = (text: string) => ({ operations: [{ op: 'create', type: 'Note', body: { text } }] });
const numbered = (sender: string, number: number | string) => ({ 'easel-batch': `${sender} ${number}` });
const REPEATED = { results: null, repeated: true };

for (const [name, describing, env] of databases) {
  await describing(`the number of a batch, on ${name},`, () => {
    let easel: Easel;
    let canvas: string;
    beforeEach(async () => {
      easel = await startEasel({ env: env() });
      canvas = await easel.canvas();
    });
    afterEach(() => easel.close());
    const send = (text: string, sender: string, number: number | string, who = easel.admin) =>
      who.post(`${canvas}/batch`, note(text), numbered(sender, number));
    const texts = async (): Promise<string[]> =>
      ok(await easel.admin.get(`${canvas}/notes`)).map((one: { text: string }) => one.text);

    test('lets a batch be executed once, whatever comes later, for each sender', async () => {
      expect(ok(await send('one', SENDER, 1)).results).toHaveLength(1);
      await easel.unchanged(async () => {
        expect(ok(await send('one', SENDER, 1))).toEqual(REPEATED);
        expect(ok(await send('one', SENDER.toUpperCase(), 1))).toEqual(REPEATED);
      });
      expect(ok(await send('five', SENDER, 5)).results).toHaveLength(1);
      await easel.unchanged(async () => expect(ok(await send('four', SENDER, 4))).toEqual(REPEATED));
      expect(ok(await send('other', OTHER, 1)).results).toHaveLength(1);
      const ann = await easel.user();
      ok(await easel.admin.post(`${canvas}/permissions`, { users: [{ id: ann.id, permission: 'edit' }] }));
      expect(ok(await send('ann', SENDER, 1, ann)).results).toHaveLength(1);
      const elsewhere = await easel.canvas();
      expect(ok(await easel.admin.post(`${elsewhere}/batch`, note('there'), numbered(SENDER, 1))).results).toHaveLength(1);
      expect(await texts()).toEqual(['one', 'five', 'other', 'ann']);
    });

    test('is not used up by a batch that was refused', async () => {
      const wrong = { operations: [...note('x').operations, { op: 'update', id: '@a' }] };
      await easel.unchanged(async () => {
        const refused = await easel.admin.post(`${canvas}/batch`, wrong, numbered(SENDER, 7));
        expect(refused).toMatchObject({ status: 400, body: { msg: 'operation 1: @a is not known yet' } });
      });
      expect(ok(await send('seven', SENDER, 7)).results).toHaveLength(1);
      expect(await texts()).toEqual(['seven']);
    });

    test('is known after a restart', async () => {
      ok(await send('one', SENDER, 1));
      await easel.restart();
      await easel.unchanged(async () => expect(ok(await send('one', SENDER, 1))).toEqual(REPEATED));
      expect(await texts()).toEqual(['one']);
    });

    test('executes one of many that come at the same time', async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => send('once', SENDER, 3)));
      expect(answers.map((answer) => ok(answer).repeated === true).sort()).toEqual([false, ...Array(7).fill(true)]);
      expect(await texts()).toEqual(['once']);
    });
  });
}

describe('the senders of a canvas', () => {
  let easel: Easel;
  afterEach(() => easel.close());

  test('are at most 10,000, of which the most silent one goes, and all that were silent for a day', async () => {
    easel = await startEasel();
    const canvas = await easel.canvas();
    const id = canvas.split('/')[2]!;
    const uuidOf = (at: number): string => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
    const before = easel.clock.now();
    await easel.server.store.submit({
      scopes: [id],
      author: { id: null, name: '', ip: '' },
      permit: () => undefined,
      *run(tx) {
        for (let at = 0; at < 10_000; at++)
          tx.scope(id).insert(BatchSender, { id: `${easel.admin.id}.${uuidOf(at)}`, number: 9, at: before + at });
      },
    });
    const known = () => easel.server.store.seen(id)!.count(BatchSender, 'batch-senders', 'canvas');
    easel.clock.advance(20_000);
    const send = (at: number, number: number) => easel.admin.post(`${canvas}/batch`, note('x'), numbered(uuidOf(at), number));
    expect(ok(await send(10_000, 1)).results).toHaveLength(1);
    expect(known()).toBe(10_000);
    expect(ok(await send(1, 9))).toEqual(REPEATED);
    expect(ok(await send(0, 9)).results).toHaveLength(1);
    easel.clock.advance(24 * 3_600_000 + 1);
    easel.admin = await easel.signIn(easel.admin.email, easel.admin.password);
    expect(ok(await send(20_000, 1)).results).toHaveLength(1);
    expect(known()).toBe(1);
  });

  test('are known for a day', async () => {
    easel = await startEasel();
    const canvas = await easel.canvas();
    const send = () => easel.admin.post(`${canvas}/batch`, note('x'), numbered(SENDER, 1));
    ok(await send());
    easel.clock.advance(24 * 3_600_000 - 1000);
    easel.admin = await easel.signIn(easel.admin.email, easel.admin.password);
    await easel.unchanged(async () => expect(ok(await send())).toEqual(REPEATED));
    easel.clock.advance(1000);
    expect(ok(await send()).results).toHaveLength(1);
  });

  test('go into no copy, and stay when a demo state is restored', async () => {
    easel = await startEasel();
    const canvas = await easel.canvas();
    const send = (to: string) => easel.admin.post(`${to}/batch`, note('x'), numbered(SENDER, 1));
    ok(await easel.admin.patch(canvas, { mode: 'demo' }));
    ok(await send(canvas));
    ok(await easel.admin.post(`${canvas}/restore`));
    expect(ok(await send(canvas))).toEqual(REPEATED);
    const { id } = ok(await easel.admin.post(`${canvas}/copy`, { folder_id: String(easel.admin.id) }));
    expect(ok(await send(`/canvases/${id}`)).results).toHaveLength(1);
  });

  test('are named by a UUID and a number', async () => {
    easel = await startEasel();
    const canvas = await easel.canvas();
    await easel.unchanged(async () => {
      for (const sent of [
        '',
        SENDER,
        `${SENDER} 0`,
        `${SENDER} -1`,
        `${SENDER} 1.5`,
        `${SENDER} 9007199254740992`,
        'tab 1',
        `1 ${SENDER}`,
      ]) {
        const refused = await easel.admin.post(`${canvas}/batch`, note('x'), { 'easel-batch': sent });
        expect([sent, refused]).toMatchObject([
          sent,
          { status: 400, body: { msg: 'Easel-Batch must be a UUID and a whole number from 1 on' } },
        ]);
      }
    });
  });
});

afterAll(dropSchemas);

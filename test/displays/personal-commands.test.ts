import { describe, expect, test } from 'vitest';
import { connectDisplay, type DisplayPeer } from '../kit/display.ts';
import { useEasel } from '../kit/easel.ts';

const easel = useEasel({ people: ['ann', 'bob'] });
const { ann, bob } = easel.people;

const able = ['identify', 'message', 'reload'];
const connect = async (capabilities: readonly string[] = able) => {
  const display = await connectDisplay(easel, ann.token, {
    client: { installation_name: 'Lobby', api_access: 'rw', capabilities },
  });
  return { display, at: `/clients/${display.welcome.client_id}` };
};
const by = () => ({ id: ann.id, email: ann.email, name: 'ann' });

/** The answer of REST, and the command that the display was sent and acknowledged. */
async function asked(display: DisplayPeer, at: string, body: object = {}) {
  const answer = ann.post(at, body);
  const command = await display.acknowledge(at.slice(at.lastIndexOf('/') + 1));
  const { status, body: says } = await answer;
  return { answer: `${status} ${says.msg}`, command };
}

describe('what is for the people in front of a display', () => {
  test('is asked of it with what was sent, or the defaults', async () => {
    const { display, at } = await connect();
    const identified = await asked(display, `${at}/identify`);
    expect(identified.answer).toBe('200 Shown');
    expect(identified.command).toMatchObject({ op: 'identify', seconds: 8, by: by() });
    expect((await asked(display, `${at}/identify`, { seconds: 60 })).command.seconds).toBe(60);
    const shown = await asked(display, `${at}/message`, { text: 'The doors open' });
    expect(shown.answer).toBe('200 Shown');
    expect(shown.command).toMatchObject({ op: 'message', text: 'The doors open', seconds: 20, level: 'info' });
    expect(shown.command).not.toHaveProperty('on_workspace');
    const alert = { text: 'Fire', seconds: 0, level: 'alert', workspace: 0 };
    expect((await asked(display, `${at}/message`, alert)).command).toMatchObject({ seconds: 0, level: 'alert', on_workspace: 0 });
    const reloaded = await asked(display, `${at}/reload`);
    expect([reloaded.answer, reloaded.command.when]).toEqual(['200 Reloading', 'idle']);
    expect((await asked(display, `${at}/reload`, { when: 'now' })).command.when).toBe('now');
    await display.leave();
  });

  test.each([
    ['identify', {}],
    ['message', { text: 'Hello' }],
  ])('a 34th %s at once is refused, and the others come one by one', async (command, body) => {
    const { display, at } = await connect();
    const answers = Array.from({ length: 34 }, () => ann.post(`${at}/${command}`, body));
    const first = await Promise.race(answers);
    expect([first.status, first.body.msg]).toEqual([409, 'Client is busy']);
    for (let count = 0; count < 33; count++) await display.acknowledge(command);
    const statuses = (await Promise.all(answers)).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(33).fill(200), 409]);
    await display.leave();
  });

  test('is in the audit log without the text of a message', async () => {
    const { display, at } = await connect();
    const before = easel.audit().length;
    await asked(display, `${at}/message`, { text: 'secret', level: 'warning', workspace: 0 });
    const [entry, ...others] = easel.audit().slice(before);
    expect([entry?.action, entry?.target_type, entry?.details, others]).toEqual([
      'Message shown on client',
      'client',
      '{"level":"warning","workspace":0}',
      [],
    ]);
    await display.leave();
  });

  test.each([
    ['message', {}, '400 text parameter is missing'],
    ['message', { text: '' }, '400 text must not be empty'],
    ['message', { text: 'x'.repeat(501) }, '400 text is too long: at most 500 characters'],
    ['message', { text: 'x', level: 'loud' }, '400 level must be info, warning or alert'],
    ['message', { text: 'x', workspace: 7 }, '404 Workspace 7 not found'],
    ['message', { text: 'x', seconds: 86_401 }, '400 seconds must be at most 86400'],
    ['identify', { seconds: 0 }, '400 seconds must be at least 1'],
    ['identify', { seconds: 61 }, '400 seconds must be at most 60'],
    ['reload', { when: 'never' }, '400 when must be idle or now'],
  ])('%s of %j is refused, and the display is asked nothing', async (command, body, refusal) => {
    const { display, at } = await connect();
    const { status, body: says } = await easel.unchanged(() => ann.post(`${at}/${command}`, body));
    expect(`${status} ${says.msg}`).toBe(refusal);
    await display.settled();
    expect(display.unread.filter(({ type }) => type === 'command')).toEqual([]);
    await display.leave();
  });

  test('is 501 of a display that does not declare it, and that is asked nothing', async () => {
    const { display, at } = await connect([]);
    for (const command of able) {
      const { status, body } = await easel.unchanged(() => ann.post(`${at}/${command}`, { text: 'x' }));
      expect([command, status, body.msg]).toEqual([command, 501, 'Client does not support this']);
    }
    await display.settled();
    expect(display.unread.filter(({ type }) => type === 'command')).toEqual([]);
    await display.leave();
  });

  test('is for whoever may steer it, and refused with the words of the display', async () => {
    const { display, at } = await connect();
    expect((await easel.unchanged(() => bob.post(`${at}/identify`))).status).toBe(403);
    const answer = ann.post(`${at}/reload`);
    await display.nack('reload', 'refused', 'Something is not saved');
    expect(await answer).toMatchObject({ status: 409, body: { msg: 'Something is not saved' } });
    await display.leave();
    expect(await ann.post(`${at}/identify`)).toMatchObject({ status: 404, body: { msg: 'Client is offline' } });
  });

  test('is at most 60 messages in a minute for each display', async () => {
    const { display, at } = await connect();
    display.obeys = true;
    const send = () => ann.post(`${at}/message`, { text: 'x' });
    for (let sent = 0; sent < 60; sent++) expect((await send()).status).toBe(200);
    const refused = await easel.unchanged(send);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
    easel.clock.advance(1000);
    expect((await send()).status).toBe(200);
    await display.leave();
  });
});

describe('the report of a display', () => {
  const report = {
    type: 'report',
    uptime_s: 60,
    screens: [{ surface: 'main', width: 1920, height: 1080, ratio: 1 }],
    secure: true,
  };

  test('is what it said last, for whoever may steer it, and a stream', async () => {
    const { display, at } = await connect();
    expect(await ann.get(`${at}/report`)).toMatchObject({ status: 404, body: { msg: 'The client has not reported' } });
    expect((await display.request(report)).type).toBe('ack');
    const stream = await ann.watch(`${at}/report`);
    expect(await stream.next()).toMatchObject({ uptime_s: 60, secure: true, faults: [], state: 'normal' });
    expect((await bob.get(`${at}/report`)).status).toBe(403);
    easel.clock.advance(5000);
    await display.request({ ...report, uptime_s: 65 });
    expect(await stream.next()).toMatchObject({ uptime_s: 65 });
    await display.leave();
    expect(await stream.ended).toBe('clean');
  });

  test('counts once in five seconds, has at most 8 KiB, and viewers have none', async () => {
    const { display, at } = await connect();
    await display.request(report);
    await easel.unchanged(() => display.request({ ...report, uptime_s: 61 }));
    expect((await ann.get(`${at}/report`)).body.uptime_s).toBe(60);
    easel.clock.advance(5000);
    const long = { ...report, note: 'x'.repeat(8192) };
    expect(await easel.unchanged(() => display.request(long))).toMatchObject({
      code: 'invalid',
      msg: 'A report has at most 8192 bytes',
    });
    const many = { ...report, restarts: Array(11).fill({}) };
    expect(await easel.unchanged(() => display.request(many))).toMatchObject({ msg: 'restarts must have at most 10 elements' });
    const viewer = await connectDisplay(easel, ann.token, { kind: 'viewer', client: {} });
    expect(await viewer.request(report)).toMatchObject({ code: 'forbidden' });
    await Promise.all([display.leave(), viewer.leave()]);
  });
});

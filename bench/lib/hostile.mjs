import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';

/** Milliseconds between two writes of one connection. */
const TICK = 50;
/** What messages of one connection may cost in a second (interface/streaming 4.4), with a little room for the clock. */
const COST = { display: 190, guest: 95 };
/** Places of one guest; half of 250 guests have 1,000 places together. */
const PLACES = 8;

const cursors = Array.from({ length: 32 }, (_, at) => ({ id: `f${at}`, x: at, y: at, label: 'somebody else'.repeat(4) }));
const presence = (canvas_id, workspace) => ({ type: 'presence', canvas_id, workspace, viewport: null, cursors });

/** What one connection sends again and again: the messages, and what one of them costs. */
const kinds = {
  guest: [
    (canvas) => ({ cost: 4, messages: [watch([]), watch([canvas])] }),
    (canvas) => ({ cost: 1, messages: Array.from({ length: PLACES }, (_, at) => presence(canvas, at)) }),
    (canvas) => ({ cost: 10, messages: [{ type: 'subscribe', id: 's', path: `/canvases/${canvas}/widgets?changes=1` }] }),
    (canvas) => ({ cost: 1, messages: Array.from({ length: PLACES }, (_, at) => presence(canvas, at)) }),
    () => ({
      cost: 1,
      messages: [
        { type: 'beat', client_time: 1 },
        { type: 'nothing', id: 'n' },
      ],
    }),
    () => ({ cost: 5, messages: [{ type: 'nothing', keys: Array.from({ length: 7000 }, () => ({})) }] }),
  ],
  display: [
    (canvas) => ({ cost: 2, messages: ['', canvas].map((id) => update({ canvas_id: id })) }),
    () => ({ cost: 2, messages: [0, 1].map((x) => update({ view_rectangle: { x } })) }),
    (canvas) => ({ cost: 4, messages: [watch([]), watch([canvas])] }),
    () => ({ cost: 5, messages: [{ type: 'host-release', id: 'h', canvas_id: NOBODY, widget_id: NOBODY }] }),
    (canvas) => ({ cost: 1, messages: [{ type: 'media-report', canvas_id: canvas, widget_id: NOBODY, hash: '', duration: 1 }] }),
    (canvas) => ({ cost: 5, messages: [{ type: 'anchor-delete', id: 'a', canvas_id: canvas, widget_id: NOBODY }] }),
  ],
};
const NOBODY = '0c9e8d7b-6a54-4f32-9b10-c1d2e3f4a5b6';
const watch = (canvas_ids) => ({ type: 'watch', id: 'w', canvas_ids });
const update = (values) => ({ type: 'update', id: 'u', workspaces: [{ index: 0, ...values }] });

/**
 * Displays and guests that send every kind of message as often as they may, and read all they are sent. Half of them are guests of a
 * canvas that is shared by link.
 */
export class Hostile {
  #peers = [];
  /** Close codes: nobody may be ended who stays within its bounds. */
  ended = [];

  async open({ port, token, canvas, count }) {
    for (let at = 0; at < count; at++) {
      const kind = at % 2 === 0 ? 'guest' : 'display';
      const plans = kinds[kind];
      const { cost, messages } = plans[Math.floor(at / 2) % plans.length](canvas);
      const socket = await connect(port, kind === 'display' ? token : undefined, at, canvas);
      socket.on('close', (code) => this.ended.push(code));
      const frames = messages.map((message) => frameOf(Buffer.from(JSON.stringify(message))));
      this.#peers.push({ socket, frames, perSecond: COST[kind] / cost, due: 0, sent: 0 });
    }
  }

  /** Resolves with how many messages were sent, and how busy this process was. */
  async send({ seconds }) {
    const loop = performance.eventLoopUtilization();
    const begun = performance.now();
    let sent = 0;
    for (let now = 0; now < seconds * 1000; now = performance.now() - begun) {
      for (const peer of this.#peers) sent += write(peer, now);
      await wait(TICK);
    }
    return { sent, ended: this.ended, busy: performance.eventLoopUtilization(loop).utilization };
  }

  close() {
    for (const { socket } of this.#peers) socket.terminate();
  }
}

function write(peer, now) {
  const { socket, frames, perSecond } = peer;
  const due = Math.floor((now / 1000) * perSecond) - peer.due;
  // The peer is not read as fast: no more waits here than it may send in a tick
  peer.due += due;
  if (due <= 0 || socket.readyState !== WebSocket.OPEN || socket._socket.writableLength > 64 * 1024) return 0;
  const bytes = Array.from({ length: due }, () => frames[peer.sent++ % frames.length]);
  socket._socket.write(Buffer.concat(bytes));
  return due;
}

/** A text frame with an empty mask. */
function frameOf(text) {
  const head =
    text.length < 126 ? [0x80 | text.length] : text.length < 65_536 ? [0x80 | 126, text.length >> 8, text.length & 0xff] : [];
  if (head.length === 0) throw new Error('the message is too long for a guest');
  return Buffer.concat([Buffer.from([0x81, ...head, 0, 0, 0, 0]), text]);
}

async function connect(port, token, at, canvas_id) {
  const headers = token === undefined ? {} : { 'Private-Token': token };
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/v1/clients/connect`, { headers });
  const client = { installation_name: `display ${at}` };
  const workspaces = [{ index: 0, size: { width: 1920, height: 1080 }, canvas_id, workspace_state: 'open' }];
  const declared = token === undefined ? { kind: 'viewer', client: {} } : { client, workspaces };
  await once(socket, 'open');
  socket.on('message', (data) => {
    if (data.length < 20 && String(data).includes('"beat"')) socket.send('{"type":"beat"}');
  });
  const welcome = once(socket, 'message');
  socket.send(JSON.stringify({ type: 'hello', protocol: 1, ...declared }));
  await welcome;
  if (token === undefined) socket.send(JSON.stringify(watch([canvas_id])));
  return socket;
}

import { expect, test } from 'vitest';
import { connectDisplay } from '../kit/display.ts';
import { useNodes } from '../kit/nodes.ts';

const nodes = useNodes(2, { env: { EASEL_KEEPALIVE_SECONDS: '300' } });

const ready = async (node: number) => {
  const answer = await fetch(`${nodes.at(node).url}/healthz/ready`);
  return [answer.status, ((await answer.json()) as { checks: { database: { state: string } } }).checks.database.state];
};
/** Others do not take it over, as they do with a display of a node that is gone. */
const page = { kind: 'viewer', client: {}, workspaces: [] };
const levelOf = (node: number, words: string): string | undefined =>
  nodes.at(node).logged.find(({ text }) => text.startsWith(words))?.level;

test('a node that has given the database no sign for 10 s sends its streams and connections to the others, and says so', async () => {
  const a = nodes.at(0);
  const b = nodes.at(1);
  const path = `${await a.canvas()}/notes?changes=1`;
  const here = await a.admin.watch(path);
  const there = await b.admin.watch(path);
  const wall = await connectDisplay(a, a.admin.token);
  const viewer = await connectDisplay(b, b.admin.token, page);
  nodes.silence(1, true);
  await nodes.advance(9_000);
  expect(await ready(1)).toEqual([200, 'ok']);
  expect([there.unread.length, viewer.code]).toEqual([1, undefined]);
  const began = nodes.clock.steady();
  await nodes.passUntil(async () => viewer.code !== undefined && there.response.complete);
  expect(nodes.clock.steady() - began).toBeLessThan(4_000);
  expect(await there.ended).toBe('clean');
  expect(there.response.trailers).toEqual({ 'easel-end': 'apart' });
  expect(await viewer.next('notice')).toEqual({ type: 'notice', reason: 'apart', msg: 'This server has lost its database' });
  expect(await viewer.closed).toBe(1012);
  expect(await ready(1)).toEqual([503, 'failed']);
  const late = await connectDisplay(b, b.admin.token, page).catch((cause: Error) => cause.message);
  expect(String(late)).toMatch('closed with 1012');
  // Others are not touched
  expect([here.unread.length, wall.code]).toEqual([1, undefined]);
  expect(await ready(0)).toEqual([200, 'ok']);
  expect(levelOf(1, 'this node could not give a sign')).toBe('warn');
  expect(b.errors.splice(0)).toEqual([
    ['this node is cut off from the database: its streams and connections end', expect.anything()],
  ]);

  nodes.silence(1, false);
  await nodes.advance(2_000);
  expect(await ready(1)).toEqual([200, 'ok']);
  const again = await b.admin.watch(path);
  await nodes.advance(15_000);
  expect(again.unread).toHaveLength(1);
  expect(levelOf(1, 'this node reaches the database again')).toBe('info');
  again.close();
});

test('the log has an error when the other nodes cannot be heard, and none when they are heard again', async () => {
  const levels = (words: string): readonly (string | undefined)[] => [levelOf(0, words), levelOf(1, words)];
  nodes.hub.turn(false);
  await nodes.passUntil(async () => levels('the other nodes cannot be heard').every((level) => level === 'error'));
  for (const node of [0, 1]) expect(nodes.at(node).errors.splice(0)).toHaveLength(1);
  nodes.hub.turn(true);
  await nodes.passUntil(async () => !levels('the other nodes are heard again').includes(undefined));
  expect(levels('the other nodes are heard again')).toEqual(['info', 'info']);
  expect([...nodes.at(0).errors, ...nodes.at(1).errors]).toEqual([]);
});

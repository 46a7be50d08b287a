import { expect, it } from 'vitest';
import { Refusal } from '../../model/refusal-error.ts';
import { fakeClock } from '../../test/kit/clock.ts';
import { type PairedSession, pairWall } from './pair-wall.ts';

const refusal = (status: number, retryAfter?: number) =>
  new Refusal('refused', status, '', retryAfter === undefined ? undefined : { 'Retry-After': `${retryAfter}` });
const session = { user: { name: 'Lobby' } } as PairedSession;

/** A wall whose requests are answered by these functions, in turn; the last one answers all further ones. */
function begun(begins: (() => unknown)[], takes: (() => unknown)[]) {
  const clock = fakeClock();
  const codes: (string | undefined)[] = [];
  const paired: PairedSession[] = [];
  const next = (answers: (() => unknown)[]) => (answers.length > 1 ? answers.shift()! : answers[0]!)();
  const post = async (path: string) => next(path === '/session/pairing' ? begins : takes);
  const end = pairWall({
    name: 'Display',
    shown: (code) => codes.push(code?.code),
    paired: (one) => paired.push(one),
    requests: { post } as never,
    clock,
  });
  const pass = async (seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second++) {
      for (let turn = 0; turn < 6; turn++) await Promise.resolve();
      clock.advance(1_000);
    }
    for (let turn = 0; turn < 6; turn++) await Promise.resolve();
  };
  return { codes, paired, pass, end };
}

let number = 0;
const code = () => ({ code: `C${++number}`, secret: 's', expires_in: 600, interval: 3 });
const refuse = (cause: Refusal) => () => Promise.reject(cause);

it('shows a code, asks until it is confirmed, and makes a new one after ten minutes', async () => {
  number = 0;
  const { codes, paired, pass } = begun([code], [...Array<() => undefined>(205).fill(() => undefined), () => session]);
  await pass(599);
  expect(codes).toEqual(['C1']);
  await pass(30);
  expect(codes).toEqual(['C1', 'C2']);
  expect(paired).toEqual([session]);
});

it('goes on when the server does not answer, and keeps a code that may still be good', async () => {
  number = 0;
  const away = refuse(refusal(0));
  const { codes, paired, pass } = begun([away, away, code], [away, () => session]);
  await pass(6);
  expect(codes).toEqual([undefined, undefined, 'C1']);
  await pass(7);
  expect([codes.length, paired.length]).toEqual([3, 1]);
});

it('waits as long as the server says, and begins anew when its pairing is gone', async () => {
  number = 0;
  const { codes, pass } = begun([refuse(refusal(429, 60)), code], [refuse(refusal(404)), () => undefined]);
  await pass(59);
  expect(codes).toEqual([undefined]);
  await pass(6);
  expect(codes).toEqual([undefined, 'C1', 'C2']);
});

it('asks nothing more once it has ended', async () => {
  number = 0;
  const { codes, paired, pass, end } = begun([code], [() => session]);
  await pass(1);
  end();
  await pass(700);
  expect([codes, paired]).toEqual([['C1'], []]);
});
